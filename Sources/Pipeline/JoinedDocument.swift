import Imaging
import Model

/// Several files as one document: their pages one after the other. A file that cannot be opened is one page that
/// cannot be read.
struct JoinedDocument: PageSource {
    private enum Part {
        case opened(any PageSource)
        case failed(Failure)

        var pageCount: Int {
            switch self {
            case .opened(let source): source.pageCount
            case .failed: 1
            }
        }
    }

    let loaded: LoadedDocument
    private let parts: [Part]

    /// - Parameters:
    ///   - mostPages: of the whole document.
    ///   - open: opens the file of a position, from 0.
    /// - Throws: `Failure` where there are more pages, `RejectedDocument` or `Failure` where no file can be opened.
    init(
        _ files: [SourceFile], mostPages: Int, open: (_ file: SourceFile, _ position: Int) throws -> any PageSource
    ) throws {
        var parts: [Part] = []
        var infos: [SourceInfo.File] = []
        var first: LoadedDocument?
        var warnings: [Warning] = []
        var findings: [Reason] = []
        var problem: (any Error)?
        for (position, file) in files.enumerated() {
            let loaded: LoadedDocument
            do {
                let source = try open(file, position)
                parts.append(.opened(source))
                loaded = source.loaded
            } catch let rejected as RejectedDocument {
                parts.append(.failed(rejected.failure))
                loaded = rejected.loaded
                problem = problem ?? rejected
            } catch let failure as Failure {
                parts.append(.failed(failure))
                infos.append(SourceInfo.File(path: file.path))
                problem = problem ?? failure
                continue
            }
            let info = loaded.source
            infos.append(
                SourceInfo.File(
                    path: file.path, id: loaded.id, bytes: info.bytes, mediaType: info.mediaType,
                    pageCount: info.pageCount))
            warnings += loaded.warnings
            findings += loaded.findings
            if first == nil || position == 0 { first = loaded }
        }
        let isHopeless = parts.allSatisfy { if case .failed = $0 { true } else { false } }
        guard var joined = first, !isHopeless else {
            throw problem ?? Failure(.noPages, "there is no file", stage: .ingest)
        }
        let count = parts.reduce(0) { $0 + $1.pageCount }
        joined.source.path = files.first?.path ?? joined.source.path
        joined.source.files = infos
        joined.source.pageCount = count
        joined.warnings = warnings
        joined.findings = findings
        guard count <= mostPages else {
            let failure = Failure(
                .tooManyPages,
                "\(joined.source.path) and the files that are one document with it have \(count.counted("page")), above the limit of "
                    + "\(mostPages): take some away, or raise ingest.max_pages",
                stage: .ingest)
            throw RejectedDocument(loaded: joined, failure: failure)
        }
        loaded = joined
        self.parts = parts
    }

    var pageCount: Int { parts.reduce(0) { $0 + $1.pageCount } }

    func page(_ index: Int) throws -> (page: LoadedPage, image: Image) {
        let (source, number) = try part(of: index)
        var (page, image) = try source.page(number)
        page.index = index
        for position in page.warnings.indices { page.warnings[position].page = index }
        return (page, image)
    }

    func original(_ index: Int, mostBytes: Int) throws -> FileOriginal {
        let (source, number) = try part(of: index)
        return try source.original(number, mostBytes: mostBytes)
    }

    /// The file that a page is in, and its number there.
    private func part(of index: Int) throws -> (source: any PageSource, number: Int) {
        var number = index
        for part in parts {
            if number <= part.pageCount {
                switch part {
                case .opened(let source): return (source, number)
                case .failed(let failure): throw failure
                }
            }
            number -= part.pageCount
        }
        throw Failure(.noPages, "\(loaded.source.path) has no page \(index)", stage: .ingest)
    }
}

extension SourceInfo {
    /// The file that one of the document's pages is in, and its number there; nil where the document is one file.
    func place(ofPage index: Int) -> (file: String, page: Int)? {
        guard let files else { return nil }
        var number = index
        for file in files {
            // A file that cannot be opened counts as one page.
            let count = file.pageCount ?? 1
            if number <= count { return (file.path, number) }
            number -= count
        }
        return nil
    }
}

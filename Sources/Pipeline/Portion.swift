import Foundation
package import Model

/// What a worker is to do of a document. One with many pages is divided: several workers read some of its pages each,
/// and one goes on from there.
package enum Portion: Sendable {
    /// All of it, unless it has more pages.
    case document(mostPages: Int = .max)
    /// To read these pages, or pictures, and to leave what was read.
    case pages(ClosedRange<Int>, PartFolder)
    /// All that comes behind reading, from what was left in these folders.
    case rest(PartFolders)

    package enum Answer: Sendable {
        case outcome(Outcome)
        /// It has more pages than were allowed.
        case divided(pages: Int)
        /// The pages were read as far as they can be: why those failed that did.
        case part([FailureCode])
    }

    /// The document has more pages than one worker is to read.
    struct Divided: Error {
        var pages: Int
    }
}

/// Pages of a divided document as one worker has read them.
package struct DocumentPart: Codable, Sendable {
    /// The first and the last picture of the file that were read.
    var pictures: ClosedRange<Int>
    /// Numbered as if each picture before them were one page.
    var pages: [RecognizedPage]
    /// What it took: milliseconds by stage, and `total`.
    var timing: [String: Double]

    /// A page at which workers were lost.
    package init(lost picture: Int, _ failure: Failure) {
        pictures = picture...picture
        pages = [RecognizedPage(failure, at: picture, on: picture)]
        timing = [:]
    }

    init(pictures: ClosedRange<Int>, pages: [RecognizedPage], timing: [String: Double]) {
        self.pictures = pictures
        self.pages = pages
        self.timing = timing
    }
}

/// Where a worker leaves what it has read of a document, beside the pictures of pages that a `Keeper` leaves there.
package struct PartFolder: Sendable {
    package static let file = "part.json"
    let path: String

    package init(path: String) { self.path = path }

    /// - Returns: why pages failed; all of them where the part cannot be written.
    func write(_ pages: [RecognizedPage], of pictures: ClosedRange<Int>, _ clock: StageClock) -> [FailureCode] {
        do {
            let part = DocumentPart(pictures: pictures, pages: pages, timing: clock.milliseconds)
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            try JSONEncoder().encode(part).write(to: URL(filePath: path).appending(path: Self.file))
            return Array(Set(pages.compactMap(\.error?.code)))
        } catch {
            return [.outputFailed]
        }
    }
}

/// The parts of a document, each in a folder that is named by its first picture.
package struct PartFolders: Sendable {
    let path: String

    package init(path: String) { self.path = path }

    /// The document's pages, numbered through; what was kept of them goes to where a `Keeper` looks for it.
    ///
    /// - Throws: `Failure` where a page is in none of the parts, or a part cannot be read.
    func joined(count: Int, clock: inout StageClock, keeper: Keeper?) throws -> [RecognizedPage] {
        var pages: [RecognizedPage] = []
        var next = 1
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        for first in names.compactMap(Int.init).sorted() {
            let folder = "\(path)/\(first)"
            guard let data = FileManager.default.contents(atPath: "\(folder)/\(PartFolder.file)"),
                let part = try? JSONDecoder().decode(DocumentPart.self, from: data), part.pictures.lowerBound == next
            else { throw Self.incomplete(next) }
            let shift = pages.count - (next - 1)
            keeper?.takeOver(from: folder, shiftedBy: shift)
            pages += part.pages.map { $0.shifted(by: shift) }
            clock.add(part.timing)
            next = part.pictures.upperBound + 1
        }
        guard next == count + 1 else { throw Self.incomplete(next) }
        return pages
    }

    private static func incomplete(_ picture: Int) -> Failure {
        Failure(.outputFailed, "what was read of page \(picture) is missing: try once more", stage: .recognize)
    }
}

extension RecognizedPage {
    /// A page that could not be read.
    ///
    /// - Parameters:
    ///   - index: of the page in the document, from 1.
    ///   - picture: of the file, from 1.
    init(_ failure: Failure, at index: Int, on picture: Int) {
        let prepared = PreparedPage(
            index: index, inputPage: index == picture ? nil : picture, width: 0, height: 0, dpi: 0)
        self.init(prepared: prepared, error: failure)
    }

    /// The page where pictures before it turned out to have so many more pages.
    fileprivate func shifted(by count: Int) -> RecognizedPage {
        guard count > 0 else { return self }
        var page = self
        page.prepared.inputPage = prepared.inputPage ?? index
        page.renumber(index + count)
        return page
    }
}

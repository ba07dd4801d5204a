package import Foundation
package import Model
import Pipeline
import Synchronization
package import SystemPackage

/// Pictures of the pages that the results of an output folder tell of, from the files that were read.
package final class PagePictures: Sendable {
    private let out: FilePath
    private let cache: PictureCache
    /// Opened when it is asked first, since there may be none yet, and kept.
    private let ledger = Mutex<Ledger?>(nil)
    package let maker: PictureMaker

    package init(of out: FilePath, maker: PictureMaker) {
        self.out = out
        cache = PictureCache(in: out)
        self.maker = maker
        cache.removeLeftovers()
    }

    /// A file that has a page, as its result knows it.
    private struct Origin {
        var path: String
        var id: String
        var bytes: Int?
    }

    /// Why the pages of a document's files cannot be shown, as far as names and sizes tell; by `PageReport.file`.
    package func problems(of outcome: Outcome) -> [String?: PictureMaker.Problem] {
        Dictionary(grouping: outcome.pages ?? [], by: \.file).compactMapValues { pages in
            pages.first.flatMap { problem(of: $0, in: outcome) }
        }
    }

    private func problem(of page: PageReport, in outcome: Outcome) -> PictureMaker.Problem? {
        guard let origin = Self.origin(of: page, in: outcome) else { return .gone }
        do {
            _ = try place(of: origin)
            return nil
        } catch {
            return error
        }
    }

    /// A page as JPEG, from the bytes that were read and no others.
    ///
    /// - Parameter box: what of it is wanted, in pixels of the upright page; nil for all.
    /// - Throws: `PictureMaker.Problem`.
    package func picture(of page: PageReport, in outcome: Outcome, box: Box? = nil) async throws -> Data {
        var upright = UprightPage(page)
        upright.box = box
        return try await view(upright, of: page, in: outcome)
    }

    /// The words of a page: those of its result, or where it has none, read anew from the bytes that were read.
    ///
    /// - Throws: `PictureMaker.Problem`.
    package func words(of page: PageReport, in outcome: Outcome) async throws -> [PageReport.WordReport] {
        if let words = page.words { return words }
        var upright = UprightPage(page)
        upright.words = true
        let json = try await view(upright, of: page, in: outcome)
        guard let words = try? JSONDecoder().decode([PageReport.WordReport].self, from: json) else {
            throw PictureMaker.Problem.failed(.engineFailed)
        }
        return words
    }

    private func view(_ upright: UprightPage, of page: PageReport, in outcome: Outcome) async throws -> Data {
        guard let origin = Self.origin(of: page, in: outcome) else { throw PictureMaker.Problem.gone }
        // What its owner has removed is not shown from what was kept.
        let location = try place(of: origin)
        let name = PictureCache.name(of: upright, in: origin.id)
        if let picture = cache.picture(name) { return picture }
        let picture = try await maker.picture(of: upright, id: origin.id, path: origin.path, location: location).get()
        // Unless a purge has removed the document meanwhile.
        if (try? place(of: origin)) != nil { cache.keep(picture, as: name) }
        return picture
    }

    private static func origin(of page: PageReport, in outcome: Outcome) -> Origin? {
        let source = outcome.source
        guard let path = page.file else {
            return outcome.id.map { Origin(path: source.path, id: $0, bytes: source.bytes) }
        }
        let file = source.files?.first { $0.path.isSamePath(as: path) }
        return file.flatMap { file in file.id.map { Origin(path: path, id: $0, bytes: file.bytes) } }
    }

    /// The ledger alone tells where a file lies: a name in a result leads nowhere.
    private func place(of origin: Origin) throws(PictureMaker.Problem) -> FilePath {
        guard let location = try? openLedger()?.location(of: origin.path),
            let status = try? Stat(location, followTargetSymlink: false), status.type == .regular
        else { throw .gone }
        guard origin.bytes ?? Int(status.size) == Int(status.size) else { throw .changed }
        return location
    }

    /// Nil where there is none. Where another folder has the place now, its own is opened.
    private func openLedger() throws -> Ledger? {
        try ledger.withLock { ledger in
            if let ledger, (try? ledger.requirePlace()) != nil { return ledger }
            let isThere = FileManager.default.fileExists(atPath: out.appending(Ledger.name).string)
            ledger = isThere ? try Ledger(in: out) : nil
            return ledger
        }
    }
}

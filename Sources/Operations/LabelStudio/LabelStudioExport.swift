import Digest
package import Foundation
package import Model
import Output
package import Pipeline
package import SystemPackage

/// Writes a folder that Label Studio takes: `tasks.json`, the pictures of the pages, and `labeling.xml`.
package struct LabelStudioExport: Sendable {
    /// Nil where nothing was ever reviewed.
    private let reviews: ReviewStore?
    private let entries: FieldEntries
    private let picture: @Sendable (PageReport, Outcome) async throws -> Data

    /// - Parameter picture: an upright page as JPEG.
    package init(
        reviews: ReviewStore?, entries: FieldEntries,
        picture: @escaping @Sendable (PageReport, Outcome) async throws -> Data
    ) {
        self.reviews = reviews
        self.entries = entries
        self.picture = picture
    }

    package struct Report: Sendable {
        package var documents = 0
        package var pages = 0
        /// Names of results that were left out, with why.
        package var leftOut: [(name: String, cause: String)] = []
    }

    /// The folder is there already, with something in it.
    package struct NotEmpty: Error, CustomStringConvertible {
        package let description = "is not empty: name a new folder"
    }

    /// Writes every result that can be reviewed: failed and masked ones have nothing to annotate.
    ///
    /// - Parameter folder: a new or an empty one.
    /// - Throws: `NotEmpty`, where it cannot be written, or `PictureMaker.Problem.noWorker`.
    package func write(_ results: ResultInventory, to folder: FilePath) async throws -> Report {
        let pages = folder.appending("pages")
        guard ((try? FileSystem.names(in: folder, following: true)) ?? []).isEmpty else { throw NotEmpty() }
        try FileSystem.makeFolder(pages)
        let root = URL(filePath: folder.string).resolvingSymlinksInPath().lastPathComponent
        try AtomicFile.write(
            Data(LabelStudioProject.configuration(entries).utf8), to: folder.appending("labeling.xml"))
        var report = Report()
        var file = try AtomicFile(path: folder.appending("tasks.json"))
        try file.append(Data("[".utf8))
        var results = results
        for (name, _) in results.changes().written {
            do {
                guard let state = try await state(name, results.data(of: name)) else { continue }
                let pictures = try await write(state.machine, name: name, to: pages)
                let addresses = pictures.map { "/data/local-files/?d=" + Self.encoded("\(root)/pages/\($0)") }
                let task = LabelStudioProject.task(state, pictures: addresses, entries: entries)
                try file.append(Data((report.documents == 0 ? "\n" : ",\n").utf8) + LabelStudioJSON.encode(task))
                report.documents += 1
                report.pages += pictures.count
            } catch let problem as PictureMaker.Problem where problem != .noWorker {
                report.leftOut.append((name, problem.description))
            } catch let problem as NothingToShow {
                report.leftOut.append((name, problem.description))
            } catch let error as ReviewError {
                report.leftOut.append((name, error.description))
            }
        }
        try file.append(Data("\n]\n".utf8))
        try file.commit()
        return report
    }

    private struct NothingToShow: Error, CustomStringConvertible {
        var description: String
    }

    /// Nil for what nobody reviews.
    private func state(_ name: String, _ data: Data?) async throws -> ReviewState? {
        guard let data else { return nil }
        guard let machine = try? ResultEncoder.decode(data) else {
            throw NothingToShow(description: "Its result cannot be read.")
        }
        guard machine.status == .processed, machine.redacted == nil,
            let document = ReviewDocument(machine.source, id: machine.id, resultName: name)
        else { return nil }
        let state = try await reviews?.state(of: document) ?? ReviewState(document, machine: machine, events: [])
        guard state.kind == .unknown || entries.kindNames.contains(state.kind) else {
            throw NothingToShow(
                description: "Its kind is not in use: export it with the configuration it was read with.")
        }
        return state
    }

    /// - Returns: the files' names, which tell nothing of the document.
    private func write(_ machine: Outcome, name: String, to folder: FilePath) async throws -> [String] {
        var files: [String] = []
        for page in LabelStudioProject.pages(of: machine) {
            let file = "\(SHA256.hexDigest(of: "\(name)\n\(machine.id ?? "")").prefix(16))-\(page.index).jpg"
            try AtomicFile.write(try await picture(page, machine), to: folder.appending(file))
            files.append(file)
        }
        guard !files.isEmpty else { throw NothingToShow(description: "None of its pages could be read.") }
        return files
    }

    private static func encoded(_ path: String) -> String {
        let plain = CharacterSet(
            charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/")
        return path.addingPercentEncoding(withAllowedCharacters: plain) ?? path
    }
}

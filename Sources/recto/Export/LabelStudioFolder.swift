import ArgumentParser
import Foundation
import Model
import Operations
import Pipeline

/// `recto export --label-studio`: has the pages drawn while the folder is written.
struct LabelStudioFolder {
    private let out: String
    private let settings: Configuration
    private let entries: FieldEntries

    init(of out: String, _ options: ConfigurationOptions) throws {
        self.out = out
        let settings = try options.read().configuration
        self.settings = settings
        // Nothing is typed here: no date matters.
        entries = FieldEntries(
            kinds: try readingConfiguration { try KindCatalogue(settings.kinds) }, asOf: try DateArgument.today())
    }

    /// - Returns: whether nothing was left out.
    /// - Throws: `ExitCode` 2 after saying what keeps it from being written.
    func write(to folder: String) async throws -> Bool {
        let inventory = try ResultInventory.existing(in: out)
        return try await RunScratch.using { scratch in
            let pictures = try PagePictures(of: RawArguments.path(out), settings, in: scratch)
            let drawing = Task { await pictures.maker.run() }
            defer { drawing.cancel() }
            do {
                return try await write(inventory, to: folder, pictures)
            } catch {
                Console.problem("\(folder): \(error)")
                throw ExitCode(2)
            }
        }
    }

    private func write(_ results: ResultInventory, to folder: String, _ pictures: PagePictures) async throws -> Bool {
        let reviews = try ReviewStore.existing(in: ResultFolder(creating: RawArguments.path(out)))
        let export = LabelStudioExport(reviews: reviews, entries: entries) {
            try await pictures.picture(of: $0, in: $1)
        }
        let report = try await export.write(results, to: RawArguments.path(folder))
        for (name, cause) in report.leftOut { Console.problem("\(name): left out: \(cause)") }
        print("\(report.documents.counted("document")) with \(report.pages.counted("page"))")
        return report.leftOut.isEmpty
    }
}

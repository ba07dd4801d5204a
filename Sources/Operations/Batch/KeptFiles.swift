import Model
import Pipeline
import SystemPackage

/// Where what workers keep beside results goes.
struct KeptFiles: Sendable {
    let folders: [Keepsake: FilePath]
    let ledger: Ledger

    /// Moves what the worker left to where the user wants it, and says in the result where the pages' pictures are.
    func move(of delivery: inout Delivery) throws {
        guard let kept = delivery.kept else { return }
        let targets = folders.mapValues { ResultFolder.keptFolder(of: delivery.job.path, in: $0) }
        try ledger.keep(Array(targets.values), of: delivery.job.path)
        for (item, target) in targets {
            let hasAny = try ResultFolder.moveKept(from: kept.appending(item.rawValue), to: target)
            guard item == .corrected, hasAny else { continue }
            var before = 0
            delivery.outcome = delivery.outcome.mapDocuments { document in
                defer { before += document.pages?.count ?? 0 }
                return Self.located(document, in: target, after: before)
            }
        }
    }

    /// - Parameter before: pages of the file's documents before this one.
    private static func located(_ document: Outcome, in folder: FilePath, after before: Int) -> Outcome {
        var document = document
        document.pages = document.pages?.map { page in
            var page = page
            if page.error == nil { page.image = folder.appending("page-\(before + page.index).png").string }
            return page
        }
        return document
    }
}

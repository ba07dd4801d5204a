import Model
import Pipeline
import SystemPackage

/// Where what workers keep beside results goes.
struct KeptFiles: Sendable {
    let folders: [Keepsake: FilePath]
    let ledger: Ledger

    /// Moves what the worker left to where the user wants it, and says in the result where the pages' pictures are.
    ///
    /// - Parameter paths: of documents with the same bytes, which have each a copy of what is one file.
    func move(of delivery: inout Delivery, alsoFor paths: [String] = []) throws {
        guard let kept = delivery.kept else { return }
        for path in paths {
            for (item, folder) in folders {
                guard let file = item.file else { continue }
                let target = Self.place(of: item, path, in: folder)
                try ledger.keep([target], of: path)
                try ResultFolder.moveKept(file: kept.appending(item.rawValue).appending(file), to: target)
            }
        }
        let targets = folders.map { item, folder in (item, Self.place(of: item, delivery.job.path, in: folder)) }
        try ledger.keep(targets.map(\.1), of: delivery.job.path)
        for (item, target) in targets {
            let folder = kept.appending(item.rawValue)
            if let file = item.file {
                try ResultFolder.moveKept(file: folder.appending(file), to: target)
                continue
            }
            let hasAny = try ResultFolder.moveKept(from: folder, to: target)
            guard item == .corrected, hasAny else { continue }
            var before = 0
            delivery.outcome = delivery.outcome.mapDocuments { document in
                defer { before += document.pages?.count ?? 0 }
                return Self.located(document, in: target, after: before)
            }
        }
    }

    /// A folder named like the document, or one file: its name, and the type's after it.
    private static func place(of item: Keepsake, _ path: String, in folder: FilePath) -> FilePath {
        guard let name = item.file, let type = FilePath(name).extension else {
            return ResultFolder.keptFolder(of: path, in: folder)
        }
        return ResultFolder.keptFile(of: path, suffix: ".\(type)", in: folder)
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

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
        for (item, folder) in folders {
            let from = kept.appending(item.rawValue)
            let target = Self.place(of: item, delivery.job.path, in: folder)
            let hasAny = try move(item, from: from, of: delivery.job.path, to: target)
            guard item == .corrected, hasAny else { continue }
            var before = 0
            delivery.outcome = delivery.outcome.mapDocuments { document in
                defer { before += document.pages?.count ?? 0 }
                return Self.located(document, in: target, after: before)
            }
        }
    }

    /// Copies what is one file of a document for another one with the same bytes.
    func copy(of origin: String, for path: String) throws {
        for (item, folder) in folders where item.file != nil {
            let target = Self.place(of: item, path, in: folder)
            try ledger.keep([target], of: path)
            try ResultFolder.moveKept(file: Self.place(of: item, origin, in: folder), to: target)
        }
    }

    /// - Returns: whether there was anything.
    private func move(_ item: Keepsake, from: FilePath, of path: String, to target: FilePath) throws -> Bool {
        try ledger.keep([target], of: path)
        guard let file = item.file else { return try ResultFolder.moveKept(from: from, to: target) }
        return try ResultFolder.moveKept(file: from.appending(file), to: target)
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
            if page.error == nil { page.image = folder.appending("page-\(before &+ page.index).png").string }
            return page
        }
        return document
    }
}

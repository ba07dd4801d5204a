import Model
import SystemPackage

/// Documents that a watch moves: each to where what became of it says, with its results beside it.
package struct MovedDocuments: Sendable {
    private let folder: ResultFolder
    private let ledger: Ledger

    package init(folder: ResultFolder, ledger: Ledger) {
        self.folder = folder
        self.ledger = ledger
    }

    /// Moves documents that were done once more, where they belong elsewhere now.
    ///
    /// - Returns: what could not be done.
    package func refile(_ paths: [String]) throws -> [String] {
        var problems: [String] = []
        for path in paths {
            guard let entry = try ledger.entry(of: path), entry.state != .pending else { continue }
            let location = entry.job(sequence: 0).location
            guard Self.wasMoved(location, kept: try ledger.kept(of: entry.path)), FileStamp(of: location) != nil,
                let outcome = folder.outcome(of: entry.path),
                let (inbox, name) = Self.place(of: location, levels: entry.path.split(separator: "/").count)
            else { continue }
            do {
                _ = try file(location, as: name, in: inbox, outcome)
            } catch {
                problems.append("\(entry.path): it stays in \(PathName.text(of: location)): \(error)")
            }
        }
        return problems
    }

    /// Puts a document where it belongs, its result beside it, or its results where it was split.
    ///
    /// - Parameter name: below that place.
    func file(_ location: FilePath, as name: FilePath, in inbox: InboxFolder, _ outcome: Outcome) throws -> FilePath {
        let path = outcome.source.path
        func absolute(_ place: FilePath) -> FilePath { (try? FileSystem.absolute(place)) ?? place }
        while true {
            let own = Set(try ledger.kept(of: path))
            let place = inbox.destination(
                of: name, from: location, failure: outcome.error?.code.rawValue,
                documents: outcome.isSplit ? outcome.documents.count : nil
            ) { own.contains(absolute($0)) }
            // Known before it is there, so that it can be purged and retried whatever happens next.
            try ledger.keep(place.results, of: path)
            try ledger.see([Job(sequence: 0, path: path, location: place.file)])
            try FileSystem.makeFolder(place.file.removingLastComponent())
            for (document, file) in zip(outcome.documents, place.results) { try ResultFolder.write(document, to: file) }
            // Of a time before: it failed then, or was split otherwise, or its name was taken meanwhile.
            let stale = own.subtracting(place.results.map(absolute)).filter { FileStamp(of: $0) != nil }
            for file in stale { FileSystem.remove(file) }
            try ledger.letGo(Array(stale), of: path)
            guard place.file != location else { return place.file }
            do {
                guard try InboxFolder.move(location, to: place.file) else { continue }
            } catch Errno.noSuchFileOrDirectory {
                // Taken away meanwhile; its result stands.
            }
            var base = location
            for _ in name.components { base.removeLastComponent() }
            inbox.tidy(after: name, in: base)
            return place.file
        }
    }

    /// Whether it lies where a watch has put it: nothing else puts results beside documents.
    static func wasMoved(_ location: FilePath, kept: [FilePath]) -> Bool {
        [nil, 1].contains { kept.contains(InboxFolder.result(of: location, number: $0)) }
    }

    /// The watched folder in whose `done` or `failed` a document lies, and its name there.
    private static func place(of location: FilePath, levels: Int) -> (InboxFolder, FilePath)? {
        var base = location
        for _ in 0..<levels { base.removeLastComponent() }
        let name = FilePath(root: nil, location.components.suffix(levels))
        for inbox in [1, 2].map({ base.removing(lastComponents: $0) }).map({ InboxFolder(root: $0) })
        where base == inbox.done || base.removingLastComponent() == inbox.failed {
            return (inbox, name)
        }
        return nil
    }
}

extension FilePath {
    fileprivate func removing(lastComponents count: Int) -> FilePath {
        (0..<count).reduce(self) { path, _ in path.removingLastComponent() }
    }
}

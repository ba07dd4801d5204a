import Foundation
import Kinds
import Model
import Operations
import Synchronization

/// What lies in the output folder, kept in memory. It is read once at the start, and after that what changed: no request
/// waits for it or makes it read.
actor DocumentIndex {
    private var inventory: ResultInventory
    /// By the result's name.
    private var entries: [String: DocumentEntry] = [:]
    private var unreadable: Set<String> = []
    private let kinds: [KindName: KindDefinition]
    private nonisolated let reader: ResultInventory
    private nonisolated let current = Mutex(IndexSnapshot([], isWhole: false))

    init(_ inventory: ResultInventory, kinds: [KindName: KindDefinition]) {
        self.inventory = inventory
        self.kinds = kinds
        reader = inventory
    }

    nonisolated var snapshot: IndexSnapshot { current.withLock { $0 } }

    /// The result of a document; nil where it is gone or cannot be read.
    nonisolated func result(of document: DocumentEntry) -> Data? { reader.data(of: document.name) }

    /// Reads along until the task is cancelled.
    ///
    /// - Parameter changed: is called after the first reading with the ids of what was written or removed.
    func follow(every pause: Duration = .seconds(2), changed: (Set<String>) -> Void) async {
        await refresh()
        while (try? await Task.sleep(for: pause)) != nil {
            let ids = await refresh()
            if !ids.isEmpty { changed(ids) }
        }
    }

    /// Reads what changed, and shows it.
    ///
    /// - Returns: the ids of what was written or removed.
    @discardableResult
    func refresh() async -> Set<String> {
        let changes = inventory.changes()
        let isFirst = !snapshot.isWhole
        guard isFirst || !changes.written.isEmpty || !changes.removed.isEmpty else { return [] }
        for name in changes.removed { forget(name) }
        var shown = ContinuousClock.now
        for (number, result) in changes.written.enumerated() {
            forget(result.name)
            if let data = reader.data(of: result.name) {
                do {
                    entries[result.name] = try DocumentEntry(
                        data, name: result.name, written: result.at, kinds: kinds)
                } catch {
                    unreadable.insert(result.name)
                }
            }
            guard number % 32 == 31 else { continue }
            if Task.isCancelled { return [] }
            await Task.yield()
            // At the start there is something to see before all is read.
            if isFirst, shown.duration(to: .now) > .seconds(2) {
                show(isWhole: false)
                shown = .now
            }
        }
        show(isWhole: true)
        return Set((changes.removed + changes.written.map(\.name)).map(DocumentEntry.id))
    }

    private func forget(_ name: String) {
        entries[name] = nil
        unreadable.remove(name)
    }

    private func show(isWhole: Bool) {
        let snapshot = IndexSnapshot(entries.values, isWhole: isWhole, unreadable: unreadable.count)
        current.withLock { $0 = snapshot }
    }
}

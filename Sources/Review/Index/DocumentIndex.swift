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
    private var entries: [PathKey: DocumentEntry] = [:]
    private var unreadable: Set<PathKey> = []
    /// Results of which no bytes could be had, with the time when each was written: they are tried again.
    private var unread: [PathKey: Date] = [:]
    /// By what people decided about; its values are the names of results.
    private var names: [ReviewDocument: String] = [:]
    private var progress: [ReviewDocument: ReviewProgress] = [:]
    /// Of the last event that is in `progress`, or whose document is in `missed`; nil before the first look.
    private var sequence: Int64?
    /// Those that could not be looked at: they are at the next time.
    private var missed: Set<ReviewDocument> = []
    /// The number of looks that were begun, and of the last one at each document.
    private var looks = 0
    private var looked: [ReviewDocument: Int] = [:]
    private let kinds: [KindName: KindDefinition]
    private let store: ReviewStore
    private nonisolated let reader: ResultInventory
    private nonisolated let current = Mutex(IndexSnapshot([], isWhole: false))

    init(_ inventory: ResultInventory, kinds: [KindName: KindDefinition], store: ReviewStore) {
        self.store = store
        self.inventory = inventory
        self.kinds = kinds
        reader = inventory
    }

    nonisolated var snapshot: IndexSnapshot { current.withLock { $0 } }

    /// The result of a document; nil where it is gone or cannot be read.
    nonisolated func result(of document: DocumentEntry) -> Data? { reader.data(of: document.name) }

    /// Documents by their ids.
    struct Changes: Sendable {
        /// Written, removed, or done something to by people.
        var documents: Set<String> = []
        /// Of those that were written, what somebody must look at now, and had not to before.
        var arrived: Set<String> = []
    }

    /// Reads along until the task is cancelled.
    ///
    /// - Parameter changed: is called after the first reading.
    func follow(every pause: Duration = .seconds(2), changed: (Changes) -> Void) async {
        await refreshReviews()
        await refresh()
        while (try? await Task.sleep(for: pause)) != nil {
            var changes = await refresh()
            await changes.documents.formUnion(refreshReviews())
            if !changes.documents.isEmpty { changed(changes) }
        }
    }

    /// Reads what was written or removed, and shows it.
    @discardableResult
    func refresh() async -> Changes {
        var changes = inventory.changes()
        let before = snapshot
        let isFirst = !before.isWhole
        for name in changes.removed { await mendFile(of: forget(name)) }
        changes.written += unread.map { (name: $0.key.path, at: $0.value) }
            .filter { reader.data(of: $0.name) != nil }
        guard isFirst || !changes.written.isEmpty || !changes.removed.isEmpty else { return Changes() }
        var shown = ContinuousClock.now
        for (number, result) in changes.written.enumerated() {
            let old = forget(result.name)
            let key = PathKey(result.name)
            if let data = reader.data(of: result.name) {
                do {
                    let entry = try DocumentEntry(data, name: result.name, written: result.at, kinds: kinds)
                    entries[key] = entry
                    if let document = entry?.reviewed { names[document] = result.name }
                } catch {
                    unreadable.insert(key)
                }
            } else {
                unread[key] = result.at
            }
            let new = entries[key]?.reviewed
            // What was made of other content goes before what has its place now.
            if old != new { await mendFile(of: old) }
            if let new, !isFirst || progress[new]?.decisions.isEmpty == false {
                if !isFirst { await mendFile(of: new) }
                // Of values that were read anew, other decisions may count: at the start, too.
                await look(at: new)
            }
            guard number % 32 == 31 else { continue }
            if Task.isCancelled { return Changes() }
            await Task.yield()
            // At the start there is something to see before all is read.
            if isFirst, shown.duration(to: .now) > .seconds(2) {
                show(isWhole: false)
                shown = .now
            }
        }
        show(isWhole: true)
        let written = Set(changes.written.map { DocumentEntry.id(of: $0.name) })
        let now = snapshot
        return Changes(
            documents: written.union(changes.removed.map(DocumentEntry.id)),
            arrived: isFirst ? [] : written.filter { now.isWaiting($0) && !before.isWaiting($0) })
    }

    /// Reads what people did since, and shows it.
    ///
    /// - Returns: the ids of what they did something to.
    @discardableResult
    func refreshReviews() async -> Set<String> {
        guard let claims = try? await store.claims() else { return [] }
        var changed: Set<ReviewDocument> = []
        if let last = sequence {
            guard let events = try? await store.events(after: last) else { return [] }
            changed = missed.union(events.map(\.document))
            missed = []
            for document in changed { await look(at: document) }
            sequence = max(sequence ?? 0, events.last?.sequence ?? 0)
        } else if let all = try? await store.progress() {
            progress = all
            sequence = all.values.map(\.revision).max() ?? 0
        }
        let takers = Dictionary(
            claims.compactMap { claim in names[claim.document].map { (DocumentEntry.id(of: $0), claim.reviewer) } }
        ) { first, _ in first }
        let stages = Dictionary(
            changed.compactMap { names[$0].flatMap { entries[PathKey($0)] } }.map { ($0.id, stage(of: $0)) }
        ) { first, _ in first }
        return current.withLock { snapshot in
            let before = snapshot.takers
            snapshot.set(stages, takers: takers)
            let moved = Set(before.keys).union(takers.keys).filter { before[$0] != takers[$0] }
            return moved.union(stages.keys)
        }
    }

    private func look(at document: ReviewDocument) async {
        looks += 1
        let number = looks
        let found: ReviewProgress?
        do {
            found = try await store.state(of: document).progress
        } catch ReviewError.gone {
            found = nil
        } catch {
            missed.insert(document)
            return
        }
        // One that was begun later, and ended sooner, has seen at least as much.
        guard number > looked[document] ?? 0 else { return }
        looked[document] = number
        progress[document] = found
    }

    private func stage(of entry: DocumentEntry) -> ReviewStage {
        guard let document = entry.reviewed else { return .idle }
        let progress = progress[document]
        if store.isWaiting(document, kind: entry.kind ?? .unknown, action: entry.action, progress) {
            return progress?.decisions.isEmpty == false ? .second : .open
        }
        return progress?.decision == nil ? .idle : .finished
    }

    /// What became of its result shows in `reviewed/`, too, where people did something to it.
    private func mendFile(of document: ReviewDocument?) async {
        if let document, progress[document] != nil { await store.mendFile(of: document) }
    }

    /// - Returns: what was known to lie there.
    @discardableResult
    private func forget(_ name: String) -> ReviewDocument? {
        let key = PathKey(name)
        unreadable.remove(key)
        unread[key] = nil
        let document = entries.removeValue(forKey: key)?.reviewed
        if let document { names[document] = nil }
        return document
    }

    private func show(isWhole: Bool) {
        var snapshot = IndexSnapshot(
            entries.values, isWhole: isWhole, unreadable: unreadable.count + unread.count, stage: { stage(of: $0) })
        current.withLock { current in
            snapshot.set([:], takers: current.takers)
            current = snapshot
        }
    }
}

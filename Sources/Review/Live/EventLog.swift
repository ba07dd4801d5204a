import Foundation
import Synchronization

/// What changed in the index, numbered, for pages that are open. The last changes are kept for who was away for a moment.
final class EventLog: Sendable {
    /// Where somebody has read up to. Numbers of another server's run mean nothing here.
    struct Position: Sendable, Equatable {
        var run: String
        var sequence: Int

        init(run: String, sequence: Int) {
            self.run = run
            self.sequence = sequence
        }

        /// As `text` writes it.
        init?(_ text: String?) {
            let parts = text?.split(separator: "-", omittingEmptySubsequences: false) ?? []
            guard parts.count == 2, let sequence = Int(parts[1]) else { return nil }
            self.init(run: String(parts[0]), sequence: sequence)
        }

        var text: String { "\(run)-\(sequence)" }
    }

    /// What pages are told; JSON names are those of `live.js`. Ids, states, reviewers and counts, no names of
    /// documents.
    struct Change: Sendable, Encodable, Equatable {
        struct Document: Sendable, Encodable, Equatable {
            var id: String
            var state: String
            var label: String
            /// How far people have come, in words.
            var review: String
        }

        var documents: [Document] = []
        /// Documents that there are now.
        var total: Int
        /// New ones that wait for somebody, whether named above or not.
        var arrived = 0
        /// The riskiest of them; nil where there are none.
        var next: String?
    }

    private struct Contents {
        var changes: [(sequence: Int, change: Change)] = []
        var sequence = 0
        var total = 0
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
        var nextListener = 0
    }

    private static let mostKept = 256
    /// Of a larger change only the total is told: the page offers to be loaded anew.
    private static let mostDocuments = 200

    let run = String(Secret().text.prefix(8))
    private let contents = Mutex(Contents())

    var position: Position { Position(run: run, sequence: contents.withLock(\.sequence)) }

    func tell(of changes: DocumentIndex.Changes, in index: IndexSnapshot) {
        let ids = changes.documents
        let told = ids.count > Self.mostDocuments ? [] : ids.sorted()
        let next = changes.arrived.compactMap(index.document).min(by: DocumentEntry.isRiskier)?.id
        let documents = told.map { id in
            let document = index.document(id)
            return Change.Document(
                id: id, state: document?.state.code ?? "removed",
                label: document.map { Titles.title(of: $0.state) } ?? "Removed",
                review: document.map { Titles.review(of: $0, in: index) } ?? "")
        }
        contents.withLock { contents in
            contents.sequence += 1
            contents.total = index.documents.count
            let change = Change(
                documents: documents, total: contents.total, arrived: changes.arrived.count, next: next)
            contents.changes.append((contents.sequence, change))
            if contents.changes.count > Self.mostKept { contents.changes.removeFirst() }
            for listener in contents.listeners.values { listener.yield() }
        }
    }

    /// What came after a position, oldest first. Where that is not known any more, one change that says how many
    /// documents there are.
    func changes(after position: Position?) -> [(position: Position, change: Change)] {
        contents.withLock { contents in
            let isKnown =
                position.map { position in
                    position.run == run && position.sequence <= contents.sequence
                        && position.sequence + 1 >= contents.changes.first?.sequence ?? 0
                } ?? false
            guard isKnown, let position else {
                let now = Position(run: run, sequence: contents.sequence)
                return contents.sequence == 0 ? [] : [(now, Change(total: contents.total))]
            }
            return contents.changes.filter { $0.sequence > position.sequence }
                .map { (Position(run: run, sequence: $0.sequence), $0.change) }
        }
    }

    /// Gives a sign whenever something changed; nil where too many listen.
    func listen(most: Int) -> AsyncStream<Void>? {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = contents.withLock { contents -> Int? in
            guard contents.listeners.count < most else { return nil }
            contents.nextListener += 1
            contents.listeners[contents.nextListener] = continuation
            return contents.nextListener
        }
        guard let number else { return nil }
        continuation.onTermination = { [weak self] _ in
            self?.contents.withLock { $0.listeners[number] = nil }
        }
        return stream
    }
}

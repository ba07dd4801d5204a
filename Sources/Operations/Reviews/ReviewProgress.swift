package import Foundation
package import Model

/// How far people have come with a document, as its events tell without its result: what a queue needs to know.
package struct ReviewProgress: Hashable, Sendable {
    /// A decision that counts.
    package struct Standing: Hashable, Sendable {
        package var reviewer: Reviewer
        package var decision: ReviewDecision
        package var basis: String
        package var people: Int
        package var sequence: Int64
        package var time: Date
    }

    /// Of the document's last event; 0 where there is none.
    package private(set) var revision: Int64 = 0
    /// What people called its kind, where they changed it.
    package private(set) var kind: KindName?
    /// Each reviewer's last, in the order of the events. Those from before the last change of a value do not count.
    package private(set) var decisions: [Standing] = []

    /// Whether anything that was done counts.
    package private(set) var isTouched = false

    package init() {}

    /// - Parameter events: of one document, in order.
    package init(_ events: [ReviewEvent]) {
        revision = events.last?.sequence ?? 0
        let standing = Self.standing(events)
        isTouched = standing.contains { !$0.isUndoing }
        for event in standing { apply(event) }
    }

    /// The events that count: those that no later one has undone, an undoing that was undone itself aside.
    static func standing(_ events: [ReviewEvent]) -> [ReviewEvent] {
        var undone: Set<Int64> = []
        return events.reversed().filter { event in
            guard !undone.contains(event.sequence) else { return false }
            if case .undone(let sequence) = event.action { undone.insert(sequence) }
            return true
        }.reversed()
    }

    private mutating func apply(_ event: ReviewEvent) {
        switch event.action {
        case .kindChanged(_, let new):
            kind = new
            decisions = []
        // Who looks at a field without a value, and leaves it so, does not take back what another decided.
        case .corrected(let change), .removed(let change), .illegible(let change):
            if change.old != change.new { decisions = [] }
        case .reopened: decisions = []
        case .decided(let decision, let basis, let people):
            decisions.removeAll { $0.reviewer == event.reviewer }
            decisions.append(
                Standing(
                    reviewer: event.reviewer, decision: decision, basis: basis, people: people,
                    sequence: event.sequence, time: event.time))
        case .confirmed, .undone: break
        }
    }

    /// Drops decisions on other values than these.
    mutating func keep(basis: String) { decisions.removeAll { $0.basis != basis } }

    /// Those who decided what the document came to, the first one first; empty where it is not finished. Where people
    /// decided differently, it is when enough of them decided alike.
    package var finishing: [Standing] {
        for (index, last) in decisions.enumerated() {
            let alike = decisions[...index].filter { $0.decision.isAlike(last.decision) && $0.basis == last.basis }
            if alike.count >= alike.map(\.people).max() ?? 1 { return alike }
        }
        return []
    }

    /// What the document came to; nil where somebody must still decide.
    package var decision: ReviewDecision? { finishing.last?.decision }
}

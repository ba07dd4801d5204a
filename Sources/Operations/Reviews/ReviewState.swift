import Digest
import Foundation
package import Model

/// A document as its result and its events make it: the machine's reading with what people did to it. A value that is
/// made from values alone.
package struct ReviewState: Hashable, Sendable {
    /// A field of the present kind.
    package struct Value: Hashable, Sendable {
        /// Nil where it is to have none.
        package var value: FieldValue?
        /// What the machine read; nil where it found nothing.
        package var machine: FieldValue?
        /// Nil where nobody has looked at it yet.
        package var standing: ReviewReport.Standing?
        package var reviewer: Reviewer?
    }

    package let document: ReviewDocument
    /// The machine's result.
    package let machine: Outcome
    /// In order.
    package let events: [ReviewEvent]
    package private(set) var progress: ReviewProgress
    package private(set) var kind: KindName
    /// Those with a value, and those that somebody took it from.
    package private(set) var fields: [FieldName: Value]

    /// - Parameter events: of this document, in order.
    package init(_ document: ReviewDocument, machine: Outcome, events: [ReviewEvent]) {
        self.document = document
        self.machine = machine
        self.events = events
        progress = ReviewProgress(events)
        let machineKind = machine.kind ?? .unknown
        kind = progress.kind ?? machineKind
        fields =
            kind == machineKind ? (machine.fields ?? [:]).mapValues { Value(value: $0.value, machine: $0.value) } : [:]
        for event in ReviewProgress.standing(events) { apply(event) }
        progress.keep(basis: basis)
    }

    private mutating func apply(_ event: ReviewEvent) {
        let (change, standing): (FieldChange, ReviewReport.Standing)
        switch event.action {
        case .confirmed(let it): (change, standing) = (it, .confirmed)
        case .corrected(let it): (change, standing) = (it, .corrected)
        case .removed(let it): (change, standing) = (it, .absent)
        case .illegible(let it): (change, standing) = (it, .illegible)
        case .kindChanged, .decided, .reopened, .undone: return
        }
        // What was said of another kind waits until the document is of that kind again.
        guard change.kind == kind else { return }
        let before = fields[change.field]
        let isMachines = change.new != nil && change.new == before?.machine
        fields[change.field] = Value(
            value: change.new, machine: before?.machine,
            standing: change.new == nil ? standing : isMachines ? .confirmed : .corrected, reviewer: event.reviewer)
    }

    /// Of the last event; a save names the one that it was made on. 0 where there is none.
    package var revision: Int64 { progress.revision }

    /// What the document came to; nil where somebody must still decide.
    package var decision: ReviewDecision? { progress.decision }

    /// The event that an undo takes back next; nil where there is none.
    package var undoable: Int64? {
        ReviewProgress.standing(events).last { !$0.isUndoing }?.sequence
    }

    /// The undoing that a redo takes back: the last one that counts; nil where something else was done since.
    package var redoable: Int64? {
        let steps = Set(events.filter { !$0.isUndoing }.map(\.sequence))
        let last = ReviewProgress.standing(events).last { event in
            if case .undone(let sequence) = event.action { steps.contains(sequence) } else { false }
        }
        return last.flatMap { $0.sequence > steps.max() ?? 0 ? $0.sequence : nil }
    }

    /// As it was after an earlier event.
    package func at(revision: Int64) -> ReviewState {
        ReviewState(document, machine: machine, events: events.filter { $0.sequence <= revision })
    }

    /// Digest of the kind and the values: decisions are about these, and about no others.
    var basis: String {
        let values = fields.compactMapValues(\.value).sorted { $0.key < $1.key }
        let parts = values.flatMap { name, value -> [String] in
            switch value {
            case .text(let text): [name.rawValue, "text", text]
            case .list(let items): [name.rawValue, "list", "\(items.count)"] + items
            case .flag(let flag): [name.rawValue, "flag", "\(flag)"]
            }
        }
        // By their lengths no value can pass for several.
        return SHA256.hexDigest(of: ([kind.rawValue] + parts).map { "\($0.utf8.count):\($0)" }.joined())
    }
}

extension ReviewState {
    /// The result with what people made of it; nil where the document is not finished.
    package var result: Outcome? {
        let finishing = progress.finishing
        guard let last = finishing.last, let machineAction = machine.decision?.action else { return nil }
        var result = machine
        if kind != machine.kind { result.classification?.confidence = 1 }
        result.kind = kind
        result.fields = fields.reduce(into: [:]) { $0[$1.key] = field($1.key, $1.value) }
        let decision: ReviewReport.Decision
        switch last.decision {
        case .accepted:
            decision = .accepted
            result.decision = Decision(action: .accept, reasons: [])
        case .retake(let reason, let sentence):
            decision = .retake
            result.decision = Decision(action: .retake, reasons: [Reason(code: reason, message: sentence)])
        case .unknown:
            decision = .unknown
            result.kind = .unknown
            result.fields = [:]
            let reason = Reason(code: .unknownKind, message: "A person found it to be of no kind that is known here")
            result.decision = Decision(action: .review, reasons: [reason])
        }
        result.review = ReviewReport(
            decision: decision, reviewers: finishing.map(\.reviewer.name), time: last.time.ISO8601Format(),
            revision: revision, machineAction: machineAction, machineKind: machine.kind ?? .unknown,
            fields: fields.compactMapValues { value in
                value.standing.map {
                    .init(standing: $0, machine: value.machine, reviewer: value.reviewer?.name ?? "")
                }
            })
        return result
    }

    private func field(_ name: FieldName, _ state: Value) -> Field? {
        guard let value = state.value else { return nil }
        let machine = state.machine == nil ? nil : self.machine.fields?[name]
        guard let standing = state.standing else { return machine }
        var field = machine ?? Field(value: value, confidence: 1, source: .person)
        if standing == .corrected {
            field = Field(
                value: value, raw: field.raw, confidence: 1, source: .person, page: field.page, box: field.box)
        }
        field.confidence = 1
        field.checks.append(Check(name: "review", passed: true))
        return field
    }
}

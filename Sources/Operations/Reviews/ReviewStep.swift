package import Model
import Pipeline

/// What a reviewer wants done, in their terms; the store makes an event of it.
package enum ReviewStep: Hashable, Sendable {
    /// The field's present value is right.
    case confirm(FieldName)
    /// Another value, as typed: the field's parser reads it. Its place lies on a page of the document.
    case correct(FieldName, text: String, place: FieldPlace? = nil)
    /// One of the machine's alternatives, from 0, in the order of the result.
    case take(FieldName, alternative: Int)
    /// The document does not have the field.
    case remove(FieldName)
    /// Nobody can read the field.
    case markIllegible(FieldName)
    /// The document is of another kind. Its fields are then that kind's, and begin empty.
    case changeKind(KindName)
    case decide(ReviewDecision)
    /// Opens a finished document again.
    case reopen
    /// Takes an event back: any that counts, an undoing too.
    case undo(Int64)
}

extension ReviewState {
    /// The event that a step makes of this state.
    ///
    /// - Throws: `ReviewError`.
    func action(for step: ReviewStep, entries: FieldEntries, policy: ReviewPolicy) throws -> ReviewAction {
        switch step {
        case .undo(let sequence):
            guard ReviewProgress.standing(events).contains(where: { $0.sequence == sequence }) else {
                throw ReviewError.refused("This is undone already, or belongs to another document.")
            }
            return .undone(sequence: sequence)
        case .reopen:
            guard !progress.decisions.isEmpty else { throw ReviewError.refused("The document is not decided.") }
            return .reopened
        case _ where decision != nil: throw ReviewError.finished
        case .confirm(let name):
            guard let value = fields[name]?.value else { throw ReviewError.refused("The field has no value.") }
            return .confirmed(change: change(name, to: value))
        case .correct(let name, let text, let place):
            if let place { try require(place) }
            return try corrected(name, entries.check(text, field: name, of: kind), at: place)
        case .take(let name, let index):
            guard kind == machine.kind, let field = machine.fields?[name], field.alternatives.indices.contains(index)
            else { throw ReviewError.refused("There is no such alternative.") }
            return try corrected(
                name, entries.check(Self.text(of: field.alternatives[index], for: field), field: name, of: kind))
        case .remove(let name): return .removed(change: try taken(name, entries))
        case .markIllegible(let name): return .illegible(change: try taken(name, entries))
        case .changeKind(let new):
            guard entries.kindNames.contains(new) else { throw ReviewError.refused("There is no such kind.") }
            return .kindChanged(from: kind, to: new)
        case .decide(let decision):
            try requireSound(decision)
            return .decided(
                decision: decision, basis: basis, people: policy.people(for: decision, on: self))
        }
    }

    private func change(_ name: FieldName, to value: FieldValue?, at place: FieldPlace? = nil) -> FieldChange {
        FieldChange(kind: kind, field: name, old: fields[name]?.value, new: value, place: place)
    }

    /// One that the kind has, the result has, or a reason names.
    private func taken(_ name: FieldName, _ entries: FieldEntries) throws -> FieldChange {
        guard
            fields[name] != nil || entries.fields(of: kind).contains(name)
                || machine.decision?.reasons.contains(where: { $0.field == name }) == true
        else { throw ReviewError.refused("The kind has no such field.") }
        return change(name, to: nil)
    }

    private func corrected(
        _ name: FieldName, _ check: EntryCheck, at place: FieldPlace? = nil
    ) throws -> ReviewAction {
        guard let value = check.value else { throw ReviewError.entry(check) }
        return .corrected(change: change(name, to: value, at: place))
    }

    /// What was posted may be any numbers.
    private func require(_ place: FieldPlace) throws {
        let box = place.box
        guard let page = machine.pages?.first(where: { $0.index == place.page }), !box.isEmpty, box.x >= 0, box.y >= 0,
            box.width <= page.width - box.x, box.height <= page.height - box.y
        else { throw ReviewError.refused("That is not a place on a page.") }
    }

    /// A list's alternative may be one more item, as a box is that may be checked.
    private static func text(of alternative: Alternative, for field: Field) -> String {
        switch (field.value, alternative.value) {
        case (.list(let items), .text(let item)): (items.filter { $0 != item } + [item]).joined(separator: "\n")
        case (_, .flag(let flag)): "\(flag)"
        case (_, let value): value.texts.joined(separator: "\n")
        }
    }

    /// What no result may say, nobody can decide.
    private func requireSound(_ decision: ReviewDecision) throws {
        switch decision {
        case .accepted:
            guard kind != .unknown else { throw ReviewError.refused("Choose the document's kind first.") }
            guard machine.pages?.allSatisfy({ $0.error == nil }) != false else {
                throw ReviewError.refused("A page of it could not be read: it can only be captured again.")
            }
        case .retake(let reason, let sentence):
            guard reason.isCaptureFault else {
                throw ReviewError.refused("Only capture problems can be fixed by a retake.")
            }
            guard sentence.contains(where: { !$0.isWhitespace }) else {
                throw ReviewError.refused("Tell the sender what to do.")
            }
        case .unknown: break
        }
    }
}

/// Why a step was not taken. Nothing was saved, and nothing of what they say holds a value.
package enum ReviewError: Error, Hashable, Sendable {
    /// Somebody has changed the document since, or it was read anew: what stands now.
    case stale(present: ReviewState)
    /// Somebody else is at the document.
    case taken(ReviewClaim)
    /// The document is finished: it must be opened again first.
    case finished
    /// What was typed is no value of the field.
    case entry(EntryCheck)
    case refused(String)
    /// Its result is there no more, or is that of other content.
    case gone
}

extension ReviewError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .stale: "The document has changed since you saw it."
        case .taken: "Somebody else is at the document."
        case .finished: "The document is decided: open it again to change it."
        case .entry(.refused(let sentence, _)): sentence
        case .entry: "Not a value of this field."
        case .refused(let sentence): sentence
        case .gone: "The document's result is there no more, or was read anew from another file."
        }
    }
}

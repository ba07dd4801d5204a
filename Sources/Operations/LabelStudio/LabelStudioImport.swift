import Foundation
package import Model
package import Pipeline

/// Makes steps of a review of what people annotated in Label Studio, each document by itself.
///
/// What they left as it was is confirmed, what they changed or added is corrected, what they took away is removed. Held
/// against what was exported, so that a file that comes again changes nothing, and nothing that somebody else decided
/// meanwhile is overwritten.
package struct LabelStudioImport: Sendable {
    private let folder: ResultFolder
    /// Nil where nothing was ever reviewed, and nothing is to be kept.
    private let store: ReviewStore?
    private let entries: FieldEntries
    private let policy: ReviewPolicy
    private let accepts: Bool
    private let isTrial: Bool

    /// - Parameters:
    ///   - accepts: whether who annotated a document vouches for all of it.
    ///   - isTrial: whether nothing is to be kept.
    package init(
        into folder: ResultFolder, _ store: ReviewStore?, entries: FieldEntries, policy: ReviewPolicy,
        accepts: Bool = false, isTrial: Bool = false
    ) {
        self.folder = folder
        self.store = store
        self.entries = entries
        self.policy = policy
        self.accepts = accepts
        self.isTrial = isTrial
    }

    /// What became of a task.
    package struct Report: Sendable {
        /// Steps that were kept, or would be.
        package var steps = 0
        /// What was left alone: field, cause and way out, without a value.
        package var problems: [String] = []
        /// Fields with a value that does not look like others.
        package var unusual: [FieldName] = []
    }

    /// Takes what each annotator of a task has submitted.
    ///
    /// - Throws: where nothing can be kept at all.
    package func take(_ task: LabelStudioTask) async throws -> Report {
        var report = Report()
        // What nothing is kept of stands for the next annotator all the same.
        var trial: ReviewState?
        for annotation in task.submitted {
            do {
                var desk = try await self.desk(for: annotation, of: task.data.recto, trial)
                defer { desk.add(to: &report) }
                try await claim(desk)
                do {
                    try await desk.take(annotation, of: task.data.recto)
                } catch {
                    try await release(desk)
                    throw error
                }
                try await release(desk)
                if isTrial { trial = desk.state }
            } catch let stop as Stop {
                report.problems.append(stop.sentence)
            } catch let error as ReviewError {
                report.problems.append(Self.sentence(error))
            } catch let error as UnreadableResult {
                report.problems.append("\(error)")
            }
        }
        return report
    }

    /// Why a document is left alone.
    private struct Stop: Error {
        var sentence: String
    }

    private func desk(
        for annotation: LabelStudioTask.Annotation, of origin: LabelStudioTask.Origin, _ trial: ReviewState?
    ) async throws -> Desk {
        guard let reviewer = annotation.completedBy?.reviewer, let number = annotation.id,
            reviewer.name.contains(where: { !$0.isWhitespace })
        else { throw Stop(sentence: "The annotation does not say who made it: export it as JSON.") }
        let state: ReviewState =
            if let trial { trial } else if let store { try await store.state(of: origin.document) } else {
                try folder.state(of: origin.document)
            }
        guard let version = ReviewState.Version(origin.version), version.reading == state.version.reading,
            version.revision <= state.revision,
            LabelStudioProject.pages(of: state.machine).map(LabelStudioTask.Page.init) == origin.pages
        else { throw Stop(sentence: "It was read anew since the export: export it again.") }
        let why = "Label Studio annotation \(annotation.uniqueId ?? "\(number)")"
        guard state.events.allSatisfy({ $0.why != why || $0.reviewer == reviewer }) else {
            throw Stop(sentence: "The annotation was imported under another name already.")
        }
        return Desk(
            state: state, base: state.at(revision: version.revision, machine: state.machine), reviewer: reviewer,
            why: why, importer: self)
    }

    private func claim(_ desk: Desk) async throws {
        let document = desk.state.document
        let claim =
            isTrial
            ? try await store?.claims().first { $0.document == document }
            : try await store?.claim(document, by: desk.reviewer)
        if let claim, claim.reviewer != desk.reviewer { throw ReviewError.taken(claim) }
    }

    private func release(_ desk: Desk) async throws {
        if !isTrial { try await store?.release(desk.state.document, by: desk.reviewer) }
    }

    private static func sentence(_ error: ReviewError) -> String {
        switch error {
        case .gone: "There is no such result any more, or it was read from another file: export it again."
        case .taken: "Somebody else is at the document: import it again when they have left it."
        case .finished: "The document is decided: open it again in `recto review`, then import it again."
        case .stale: "Somebody has changed the document just now: import it again."
        case .entry, .refused: error.description
        }
    }

    /// A document while it is worked on.
    private struct Desk {
        private(set) var state: ReviewState
        /// As it was exported.
        let base: ReviewState
        let reviewer: Reviewer
        let why: String
        let importer: LabelStudioImport
        private var steps = 0
        private var problems: [String] = []
        private var unusual: [FieldName] = []

        init(
            state: ReviewState, base: ReviewState, reviewer: Reviewer, why: String, importer: LabelStudioImport
        ) {
            self.state = state
            self.base = base
            self.reviewer = reviewer
            self.why = why
            self.importer = importer
        }

        func add(to report: inout Report) {
            report.steps += steps
            report.problems += problems
            report.unusual += unusual
        }

        mutating func take(
            _ annotation: LabelStudioTask.Annotation, of origin: LabelStudioTask.Origin
        ) async throws {
            let entries = importer.entries
            let known = Set(entries.kindNames.flatMap(entries.fields) + base.fields.keys)
            let annotated = AnnotatedDocument(annotation, pages: origin.pages, base: base, isField: known.contains)
            problems += annotated.problems
            // What was exported has a kind: without one the annotation was begun from nothing, and its silence says nothing.
            guard let kind = annotated.kind else {
                throw Stop(sentence: "It does not say the kind: begin the annotation from the prediction.")
            }
            guard kind == state.kind || state.kind == base.kind else {
                throw Stop(sentence: "Its kind was changed since the export: compare it in `recto review`.")
            }
            if kind == .unknown, base.kind != .unknown { return try await decideUnknown() }
            if kind != state.kind { try await save(.changeKind(kind)) }
            for name in Set(annotated.fields.keys).union(state.fields.keys).sorted() {
                let mention = annotated.fields[name]
                // What is not understood may be about a field that seems to be gone.
                if mention == nil, !annotated.problems.isEmpty { continue }
                let step = change(name, mention)
                do {
                    if let step { try await save(step) }
                } catch let error as ReviewError {
                    switch error {
                    case .entry, .refused:
                        note(name, "\(error.description) Mend it in Label Studio, and import it again.")
                    case .stale, .taken, .finished, .gone: throw error
                    }
                }
            }
            guard importer.accepts, problems.isEmpty else { return }
            guard unusual.isEmpty else {
                problems.append("It has a value unlike others, and is not accepted: look at it in `recto review`.")
                return
            }
            if kind == .unknown { try await decideUnknown() } else { try await decide(.accepted) }
        }

        private mutating func decideUnknown() async throws {
            guard importer.accepts else {
                throw Stop(sentence: "To be of unknown kind is a decision: import it with --accept.")
            }
            try await decide(.unknown)
        }

        private mutating func decide(_ decision: ReviewDecision) async throws {
            let mine = state.progress.decisions.contains { $0.reviewer == reviewer && $0.decision.isAlike(decision) }
            if mine || state.decision?.isAlike(decision) == true { return }
            try await save(.decide(decision))
        }

        /// What is to be done about a field; nil where it is as the annotation has it.
        private mutating func change(_ name: FieldName, _ mention: AnnotatedDocument.Mention?) -> ReviewStep? {
            let present = state.fields[name]
            // Taken before: what was done to it since stays.
            let taken = state.events.filter { $0.why == why }.compactMap(\.action.change).last { $0.field == name }
            // What was read for another kind says nothing of this one.
            let isSameKind = base.kind == state.kind
            let exported = LabelStudioProject.texts(of: base.fields[name]?.value)
            guard let mention else {
                // What was not exported since it is empty was not taken away.
                guard present?.value != nil, !exported.isEmpty || present != before(name) else { return nil }
                if let taken, taken.new == nil { return nil }
                return mayChange(name) ? .remove(name) : nil
            }
            if mention.isIllegible {
                if present?.standing == .illegible, present?.value == nil { return nil }
                if let taken, taken.new == nil { return nil }
                return mayChange(name) ? .markIllegible(name) : nil
            }
            let isLeft = !exported.isEmpty && mention.texts == exported
            if isLeft, !isSameKind, !importer.entries.fields(of: state.kind).contains(name) { return nil }
            let text = mention.texts.joined(separator: "\n")
            let check = importer.entries.check(text, field: name, of: state.kind)
            let wanted = isLeft && isSameKind ? base.fields[name]?.value : check.value
            if let wanted, wanted == present?.value {
                // Where its place alone was changed, the parser must take the value as it is.
                if check.value == wanted, isMoved(name, to: mention.place) {
                    return .correct(name, text: text, place: mention.place)
                }
                return present?.standing == nil && state.decision == nil ? .confirm(name) : nil
            }
            if let wanted, taken?.new == wanted { return nil }
            guard mayChange(name) else { return nil }
            let isList = if case .list = check.value { true } else { false }
            guard isList || mention.texts.count < 2 else {
                note(name, "It has several values, and can have one: leave one in Label Studio, and import it again.")
                return nil
            }
            if case .unusual = check { unusual.append(name) }
            return .correct(name, text: text, place: mention.place)
        }

        /// A field as it was exported; nil where the document had another kind then.
        private func before(_ name: FieldName) -> ReviewState.Value? {
            base.kind == state.kind ? base.fields[name] : nil
        }

        /// Whether nobody else has looked at a field since the export.
        private func isMine(_ name: FieldName) -> Bool {
            let present = state.fields[name]
            return present == before(name) || present?.reviewer == reviewer
        }

        private mutating func mayChange(_ name: FieldName) -> Bool {
            let isMine = isMine(name)
            if !isMine { note(name, "Somebody has looked at it since the export: compare it in `recto review`.") }
            return isMine
        }

        /// Whether the annotator has given a value another place. What somebody else gave it since stays.
        private func isMoved(_ name: FieldName, to place: FieldPlace?) -> Bool {
            guard let place, isMine(name), !place.isNear(state.place(of: name)) else { return false }
            return base.kind != state.kind || !place.isNear(base.place(of: name))
        }

        private mutating func note(_ name: FieldName, _ sentence: String) {
            problems.append("\(name.rawValue): \(sentence)")
        }

        private mutating func save(_ step: ReviewStep) async throws {
            if let store = importer.store, !importer.isTrial {
                let saved = try await store.save(step, of: state.document, on: state.version, by: reviewer, why: why)
                state = saved.state
                if let problem = saved.problem {
                    problems.append("It is kept, and its file in reviewed/ is not: \(problem)")
                }
            } else {
                let action = try state.action(for: step, entries: importer.entries, policy: importer.policy)
                let event = ReviewEvent(
                    sequence: state.revision + 1, document: state.document, reviewer: reviewer, time: .now,
                    action: action, why: why)
                state = ReviewState(state.document, machine: state.machine, events: state.events + [event])
            }
            steps += 1
        }
    }
}

extension FieldPlace {
    /// The same but for what rounding makes of it.
    fileprivate func isNear(_ other: FieldPlace?) -> Bool {
        guard let other, other.page == page else { return false }
        return [
            box.x - other.box.x, box.y - other.box.y, box.maxX - other.box.maxX, box.maxY - other.box.maxY,
        ].allSatisfy { abs($0) <= 1 }
    }
}

extension ResultFolder {
    /// A document that nobody has done anything to.
    fileprivate func state(of document: ReviewDocument) throws -> ReviewState {
        ReviewState(document, machine: try outcome(of: document), events: [])
    }
}

import Extract
import Foundation
package import Kinds
package import Model

/// A kind as examples of one form give it: labels and types of the fields that are wanted, cues, and what is required. Which
/// caption labels a field is tried on the examples with the engine that will read the kind.
package struct KindDraft: Sendable {
    /// A field that the user asked for.
    package struct Wanted: Hashable, Sendable {
        package var name: FieldName
        /// Nil where the examples are to tell.
        package var type: FieldType?

        package init(name: FieldName, type: FieldType?) {
            (self.name, self.type) = (name, type)
        }
    }

    package struct Example: Sendable {
        package var document: RecognizedDocument
        /// Nil where nobody has said what it holds.
        package var truth: [FieldName: FieldValue]?

        package init(document: RecognizedDocument, truth: [FieldName: FieldValue]?) {
            (self.document, self.truth) = (document, truth)
        }
    }

    package private(set) var definition: KindDefinition
    /// Fields for which no label was found: they are not in the definition.
    package private(set) var missing: [Wanted] = []
    /// Captions that the examples share, the likeliest first, for each of these.
    package private(set) var nearest: [FieldName: [String]] = [:]

    private let examples: [Example]
    private let form: PrintedForm
    private let context: ExtractionContext

    /// - Parameters:
    ///   - examples: of one form, two and more.
    ///   - known: the other kinds in use, whose cues it is to be told from.
    /// - Throws: `NoCommonForm` where the examples share no words.
    package init(
        _ examples: [Example], wanted: [Wanted], name: KindName, known: [KindDefinition], context: ExtractionContext
    ) throws {
        let documents = examples.map(\.document)
        self.examples = examples
        self.context = context
        form = PrintedForm(documents)
        guard form.captions.count >= 2 else { throw NoCommonForm() }
        let title = name.rawValue.split(separator: "_").joined(separator: " ")
        definition = KindDefinition(name: name, title: title.prefix(1).uppercased() + title.dropFirst())
        findFields(wanted)
        definition.cues = CueDraft(documents, form.captions, fields: definition.fields, known: known).cues()
        definition.required = required()
        if let others = neighbours() { definition.fields.append(others) }
    }

    /// - Returns: nil where the truth does not tell.
    package static func isRight(_ field: Field?, _ truth: FieldValue?, _ context: ExtractionContext) -> Bool? {
        guard let truth else { return nil }
        guard let value = field?.value else { return truth == .flag(false) }
        if case .flag = truth { return value == truth }
        if case .text(let text) = truth, case .text(let own) = value, CalendarDate(iso: own) != nil,
            let date = DateParser(asOf: context.asOf).parse(text)?.value
        {
            return own == date.iso
        }
        return value.texts.map(TextFolding.letters) == truth.texts.map(TextFolding.letters)
    }

    /// The kind file.
    package var text: String {
        KindFileWriter(definition).text(
            examples: examples.count, missing: missing.map { ($0.name, $0.type, nearest[$0.name] ?? []) })
    }

    /// The examples are not of one form.
    package struct NoCommonForm: Error {}

    // MARK: - Fields

    /// A caption that may label a field, and how well.
    private struct Candidate {
        var caption: Int
        var place: CaptionReadings.Place
        /// By example: whether it reads what is wanted there.
        var reads: [Bool]
        /// By example: where that stands.
        var boxes: [Box?]
        /// Sum of what speaks for it.
        var worth: Double
        /// Of two that are worth the same the one that was tried first, whose type says more.
        var rank: Int

        /// Whether it has the same caption, or the same words for its values.
        func collides(with other: Candidate) -> Bool {
            let shared = zip(boxes, other.boxes).count { a, b in
                if let a, let b { a.intersection(b).area * 2 > min(a.area, b.area) } else { false }
            }
            return caption == other.caption || shared * 2 > boxes.count
        }
    }

    private mutating func findFields(_ wanted: [Wanted]) {
        var readings = CaptionReadings(examples.map(\.document), form.captions, context)
        let marks = MarkDraft(examples, form)
        var open: [(wanted: Wanted, candidates: [Candidate])] = []
        var found: [FieldName: FieldDefinition] = [:]
        var others: [FieldName: [FieldDefinition]] = [:]
        for field in wanted {
            if [.choice, .choices].contains(field.type) {
                found[field.name] = marks.choice(field)
                continue
            }
            open.append((field, candidates(field, &readings)))
        }
        favorUsualDirection(&open)
        // The surest field has its caption, and its values, first.
        var taken: [Candidate] = []
        func free(_ candidates: [Candidate]) -> [Candidate] {
            candidates.filter { candidate in !taken.contains { $0.collides(with: candidate) } }
        }
        while let next = open.indices.max(by: { a, b in
            (free(open[a].candidates).first?.worth ?? 0, b) < (free(open[b].candidates).first?.worth ?? 0, a)
        }), let best = free(open[next].candidates).first, best.worth > 0 {
            let (field, candidates) = open.remove(at: next)
            let chosen = labels(of: free(candidates))
            found[field.name] = made(field, chosen)
            others[field.name] = free(candidates).prefix(Self.mostTried).map { made(field, [$0]) }
            taken += chosen
        }
        for field in open where field.wanted.type == nil { found[field.wanted.name] = marks.choice(field.wanted) }
        definition.fields = wanted.compactMap { found[$0.name] }
        settle(others)
        for field in wanted where found[field.name] == nil {
            missing.append(field)
            let meaning = CaptionMeaning(field.name.rawValue)
            let near = form.captions.map { ($0.text, meaning.likeness(to: $0)) }.filter { $0.1 > 0 }
                .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
            nearest[field.name] = near.prefix(3).map(\.0)
        }
    }

    private static let mostTried = 6

    /// Fields that read well by themselves may keep each other from it: each is tried with its other labels and types, and
    /// what reads most together stays.
    private mutating func settle(_ others: [FieldName: [FieldDefinition]]) {
        let expected = definition.fields.map { field in
            let alone = KindDefinition(name: definition.name, title: "", fields: [field])
            return examples.map { CaptionReadings.read($0.document, alone, context)[field.name]?.value }
        }
        func agreement(_ kind: KindDefinition) -> Double {
            examples.indices.reduce(0) { sum, example in
                let read = CaptionReadings.read(examples[example].document, kind, context)
                return sum
                    + zip(kind.fields, expected).reduce(0) { sum, pair in
                        let (field, alone) = (read[pair.0.name], pair.1[example])
                        let truth = examples[example].truth?[pair.0.name]
                        guard Self.isRight(field, truth ?? alone, context) == true else { return sum }
                        return sum + 1 + 0.1 * (field?.confidence ?? 0)
                    }
            }
        }
        var best = agreement(definition)
        for index in definition.fields.indices where best < Double(definition.fields.count * examples.count) {
            for other in others[definition.fields[index].name] ?? [] where other != definition.fields[index] {
                var changed = definition
                changed.fields[index] = other
                let worth = agreement(changed)
                if worth > best { (best, definition) = (worth, changed) }
            }
        }
    }

    /// A form prints its captions over its values, under them or before them: where two directions give a value, the one
    /// that serves more of the fields is likelier.
    private func favorUsualDirection(_ fields: inout [(wanted: Wanted, candidates: [Candidate])]) {
        var votes: [FieldDefinition.Direction: Int] = [:]
        for field in fields {
            for direction in Set(field.candidates.map(\.place.direction)) { votes[direction, default: 0] += 1 }
        }
        for index in fields.indices {
            for number in fields[index].candidates.indices {
                let votes = votes[fields[index].candidates[number].place.direction] ?? 0
                fields[index].candidates[number].worth += Self.usual * Double(votes) / Double(fields.count)
            }
            fields[index].candidates.sort { ($1.worth, $0.rank, $0.caption) < ($0.worth, $1.rank, $1.caption) }
        }
    }

    private static let usual = 0.2

    /// Every caption, direction and type that reads the field in two of five examples and more.
    private func candidates(_ field: Wanted, _ readings: inout CaptionReadings) -> [Candidate] {
        let meaning = CaptionMeaning(field.name.rawValue)
        let likeness = form.captions.map { meaning.likeness(to: $0) }
        let truths = examples.map { $0.truth?[field.name] }
        let hasTruth = truths.contains { $0 != nil }
        let types = field.type.map { [$0] } ?? Self.types(meaning, truths)
        let places = types.flatMap { type in
            Self.directions(type).flatMap { direction in
                Self.linesTried(type).map { CaptionReadings.Place(type: type, direction: direction, lines: $0) }
            }
        }
        var candidates: [Candidate] = []
        for (rank, place) in places.enumerated() {
            for (caption, fields) in readings.fields(place).enumerated() {
                let reads = fields.indices.map { example in
                    hasTruth
                        ? truths[example] != nil && Self.isRight(fields[example], truths[example], context) == true
                        : isValue(fields[example], place.type, example)
                }
                let count = Double(reads.count { $0 })
                let share = count / Double(hasTruth ? truths.count { $0 != nil } : examples.count)
                // Where the truth has nothing, there is nothing to read.
                let spurious = fields.indices.count {
                    fields[$0] != nil && truths[$0] == nil && examples[$0].truth != nil
                }
                let isLike = likeness[caption] >= Self.leastLikeness || Self.isTelling(place.type) && field.type != nil
                guard share >= Self.leastShare, hasTruth || isLike else { continue }
                let confidence = zip(fields, reads).reduce(0) { $0 + ($1.1 ? $1.0?.confidence ?? 0 : 0) } / count
                candidates.append(
                    Candidate(
                        caption: caption, place: place, reads: reads,
                        boxes: zip(fields, reads).map { $1 ? $0?.box : nil },
                        worth: (hasTruth ? share + 0.3 * likeness[caption] : likeness[caption] + 0.3 * share)
                            + 0.3 * confidence - 0.1 * Double(spurious), rank: rank))
            }
        }
        return candidates
    }

    private static func directions(_ type: FieldType) -> [FieldDefinition.Direction] {
        [.checkbox, .signature].contains(type) ? [.right] : [.below, .right, .above]
    }

    private static let (leastShare, leastLikeness) = (0.4, 0.4)

    /// Types to try, those that say most of a value first.
    private static func types(_ meaning: CaptionMeaning, _ truths: [FieldValue?]) -> [FieldType] {
        let values = truths.compactMap(\.self)
        let isNamed = { (word: String) in meaning.wanted.contains { CaptionMeaning.isSame($0, word) } }
        if values.contains(where: { if case .flag = $0 { true } else { false } }) { return [.signature, .checkbox] }
        if values.contains(where: { if case .list = $0 { true } else { false } }) { return [.names, .urls] }
        if values.isEmpty, isNamed("signature"), !isNamed("date") { return [.signature] }
        return [.date, .email, .url] + (isNamed("phone") ? [.phone] : []) + [.money, .code, .address]
            + (isNamed("name") ? [.name] : []) + [.text]
    }

    /// Types whose form tells that a value is one.
    private static func isTelling(_ type: FieldType) -> Bool { [.date, .email, .phone, .url].contains(type) }

    private static func linesTried(_ type: FieldType) -> [Int] { type == .address || type == .passage ? [1, 3] : [1] }

    /// Whether something was filled in there that is a value of the type as it stands.
    private func isValue(_ field: Field?, _ type: FieldType, _ example: Int) -> Bool {
        guard let field else { return false }
        if case .flag(let flag) = field.value { return type == .checkbox || flag }
        guard field.checks.allSatisfy(\.passed), form.isFilled(field, of: examples[example].document, example: example)
        else { return false }
        guard type == .code || type == .money, let text = field.text else { return true }
        let raw = field.raw ?? ""
        return type == .code
            ? TextFolding.letters(text) == TextFolding.letters(raw)
            : raw.contains { "$€£".contains($0) } || raw.contains(/\d[.,]\d\d$/)
    }

    /// The best, and others that read examples which those before them do not.
    private func labels(of candidates: [Candidate]) -> [Candidate] {
        guard let best = candidates.first else { return [] }
        var chosen = [best]
        for other in candidates.dropFirst() where chosen.count < Self.mostLabels && other.place.type == best.place.type
        {
            let isNew = other.reads.indices.contains { index in
                other.reads[index] && !chosen.contains { $0.reads[index] }
            }
            if isNew { chosen.append(other) }
        }
        return chosen
    }

    private static let mostLabels = 3

    private func made(_ field: Wanted, _ chosen: [Candidate]) -> FieldDefinition {
        var directions: [FieldDefinition.Direction] = []
        for candidate in chosen where !directions.contains(candidate.place.direction) {
            directions.append(candidate.place.direction)
        }
        return FieldDefinition(
            name: field.name, type: chosen[0].place.type, labels: chosen.map { form.captions[$0.caption].text },
            directions: directions, maxLines: chosen.map(\.place.lines).max() ?? 1)
    }

    // MARK: - What is required, and what is no value

    private func required() -> [Requirement] {
        let read = examples.map { CaptionReadings.read($0.document, definition, context) }
        return definition.fields.compactMap { field in
            switch field.type {
            case .checkbox, .choices: nil
            case .signature: read.allSatisfy { $0[field.name]?.value == .flag(true) } ? .isTrue(field.name) : nil
            default: read.allSatisfy { $0[field.name] != nil } ? .field(field.name) : nil
            }
        }
    }

    /// The captions next to the fields' labels: where a field is left blank, they would be taken for its value.
    private func neighbours() -> FieldDefinition? {
        let own = Set(definition.fields.flatMap(\.labels))
        let directions = Dictionary(
            definition.fields.flatMap { field in field.labels.map { ($0, field.directions) } }
        ) { first, _ in first }
        var counts: [Int: Int] = [:]
        for example in examples {
            let places = CaptionReadings.places(of: form.captions, in: example.document)
            var near: Set<Int> = []
            for (number, label) in places {
                for direction in directions[form.captions[number].text] ?? [] {
                    let others = places.filter { $0.key != number && $0.value.page == label.page }
                    let next = others.filter { Self.follows($0.value.box, label.box, direction) }
                        .min { Self.distance($0.value.box, label.box) < Self.distance($1.value.box, label.box) }
                    if let next { near.insert(next.key) }
                }
            }
            for caption in near where !own.contains(form.captions[caption].text) { counts[caption, default: 0] += 1 }
        }
        let labels = counts.filter { $0.value * 2 >= examples.count }.keys.sorted().map { form.captions[$0].text }
        guard !labels.isEmpty, definition.field("other_captions") == nil else { return nil }
        return FieldDefinition(name: "other_captions", type: .text, labels: labels, isPart: true)
    }

    /// Whether a caption stands where a label's value would.
    private static func follows(_ box: Box, _ label: Box, _ direction: FieldDefinition.Direction) -> Bool {
        let reach = 6 * label.height
        return switch direction {
        case .right: box.verticalOverlap(label) > 0.5 && box.x > label.maxX
        case .below: box.y >= label.maxY && box.y - label.maxY < reach && box.x < label.maxX && box.maxX > label.x
        case .above: box.maxY <= label.y && label.y - box.maxY < reach && box.x < label.maxX && box.maxX > label.x
        }
    }

    private static func distance(_ a: Box, _ b: Box) -> Double { hypot(a.midX - b.midX, a.midY - b.midY) }
}

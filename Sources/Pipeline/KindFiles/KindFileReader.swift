import Classify
package import Kinds
import Model
import Yams

/// Reads a `<kind>.yml` (docs/kinds.md). Reports every mistake with line and column.
package struct KindFileReader {
    private var yaml: YAMLReader
    /// What is no mistake of the file's form, but keeps the kind from ever being found or read.
    private var weaknesses: [ConfigurationProblem] = []

    /// - Parameter origin: path of the file, for messages.
    /// - Throws: `ConfigurationError` with everything that is wrong, at once.
    package static func read(_ text: String, origin: String) throws -> KindDefinition {
        var reader = KindFileReader(yaml: YAMLReader(origin: origin))
        let definition = reader.definition(text)
        guard reader.yaml.problems.isEmpty, let definition else { throw ConfigurationError(reader.yaml.problems) }
        return definition
    }

    /// Everything that is wrong, and what would keep the kind from working, in the order of the file.
    ///
    /// - Parameter hasExtractor: whether Swift of the kind's own fills fields that no label is given for.
    package static func problems(in text: String, origin: String, hasExtractor: Bool = false) -> [ConfigurationProblem]
    {
        var reader = KindFileReader(yaml: YAMLReader(origin: origin))
        _ = reader.definition(text)
        let weaknesses = hasExtractor ? [] : reader.weaknesses
        return (reader.yaml.problems + weaknesses).sorted {
            ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0)
        }
    }

    private mutating func note(_ message: String, at node: Node) {
        weaknesses.append(
            ConfigurationProblem(
                origin: yaml.origin, line: node.mark?.line, column: node.mark?.column, message: message))
    }

    private mutating func definition(_ contents: String) -> KindDefinition? {
        guard let top = yaml.mapping(of: contents) else {
            if yaml.problems.isEmpty {
                yaml.problems.append(ConfigurationProblem(origin: yaml.origin, message: "the file is empty"))
            }
            return nil
        }
        var definition = KindDefinition(name: "", title: "")
        var requiredNode: Node?
        for (keyNode, value) in top {
            switch keyNode.scalar?.string ?? "" {
            case "kind": definition.name = KindName(rawValue: identifier(value, what: "kind"))
            case "title": definition.title = text(value, what: "title")
            case "languages": definition.languages = texts(value, what: "languages")
            case "cues":
                definition.cues = items(value, what: "cues") { $0.cue($1) }
                weigh(definition.cues, at: value)
            case "fields": definition.fields = fields(value)
            case "required": requiredNode = value
            case let key:
                yaml.reportUnknown(
                    key, among: ["kind", "title", "languages", "cues", "fields", "required"], what: "key", at: keyNode)
            }
        }
        if !top.contains(where: { $0.key.scalar?.string == "cues" }) {
            weaknesses.append(
                ConfigurationProblem(
                    origin: yaml.origin, line: 1, column: 1,
                    message: "`cues` is missing: what documents of this kind are known by"))
        }
        if let requiredNode {
            let known = Set(definition.fields.map(\.name))
            definition.required = items(requiredNode, what: "required") { $0.requirement($1, known: known) }
        }
        if definition.name.rawValue.isEmpty, yaml.problems.isEmpty {
            yaml.problems.append(
                ConfigurationProblem(
                    origin: yaml.origin, line: 1, column: 1, message: "`kind` is missing: the name of the kind"))
        }
        return definition
    }

    // MARK: Cues

    /// Whether the cues can ever make the kind likely: one alone never does, and together they must outweigh the odds
    /// that a document is none of the kinds.
    private mutating func weigh(_ cues: [Cue], at node: Node) {
        let supporting = cues.filter { $0.weight > 0 }
        let sum = supporting.reduce(0.0) {
            $0 + ($1.feature == nil ? min($1.weight, KindScorer.mostOfAPhrase) : $1.weight)
        }
        // Log-odds of a chance of 0.9; a kind less likely than that is hardly ever sure enough.
        let needed = 2.2 / KindScorer.sharpness - KindScorer.prior
        if supporting.count < 2 {
            note("a kind needs at least two cues that speak for it: one alone decides nothing", at: node)
        } else if sum < needed {
            note(
                "the cues add up to \(Self.short(sum)) at most, and a kind that is to be sure needs \(Self.short(needed))",
                at: node)
        }
    }

    private static func short(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }

    private mutating func cue(_ node: Node) -> Cue? {
        guard let mapping = yaml.mapping(node, what: "a cue") else { return nil }
        var cue = Cue(weight: 0)
        var hasWeight = false
        let problems = yaml.problems.count
        for (keyNode, value) in mapping {
            switch keyNode.scalar?.string ?? "" {
            case "any": cue.phrases = texts(value, what: "any")
            case "feature": cue.feature = choice(value, what: "feature")
            case "weight":
                hasWeight = true
                cue.weight = number(value, what: "weight", in: -20...20)
            case "place": cue.place = choice(value, what: "place") ?? .anywhere
            case "cover": cue.isCover = flag(value, what: "cover")
            case let key:
                yaml.reportUnknown(
                    key, among: ["any", "cover", "feature", "place", "weight"], what: "key", at: keyNode)
            }
        }
        // What was there and wrong has been told already.
        guard yaml.problems.count == problems else { return cue }
        if cue.phrases.isEmpty == (cue.feature == nil) {
            yaml.report("a cue has either `any` (a list of phrases) or `feature`", at: node)
        } else if !hasWeight {
            yaml.report("a cue needs a `weight`: log-odds, such as 2; negative speaks against the kind", at: node)
        }
        return cue
    }

    // MARK: Fields

    private mutating func fields(_ node: Node) -> [FieldDefinition] {
        var fields: [FieldDefinition] = []
        for (keyNode, value) in yaml.mapping(node, what: "fields") ?? [:] {
            let name = FieldName(rawValue: identifier(keyNode, what: "a field's name"))
            if let field = field(name, value) { fields.append(field) }
        }
        return fields
    }

    private mutating func field(_ name: FieldName, _ node: Node) -> FieldDefinition? {
        guard let mapping = yaml.mapping(node, what: "field `\(name.rawValue)`") else { return nil }
        var field = FieldDefinition(name: name, type: .text)
        var hasType = false
        for (keyNode, value) in mapping {
            switch keyNode.scalar?.string ?? "" {
            case "type":
                hasType = true
                field.type = choice(value, what: "type") ?? .text
            case "labels": field.labels = texts(value, what: "labels")
            case "directions": field.directions = items(value, what: "directions") { $0.choice($1, what: "directions") }
            case "options": field.options = options(value)
            case "max_lines": field.maxLines = Int(number(value, what: "max_lines", in: 1...100))
            case "computed": field.isComputed = flag(value, what: "computed")
            case "part": field.isPart = flag(value, what: "part")
            case let key:
                yaml.reportUnknown(
                    key, among: ["type", "labels", "directions", "options", "max_lines", "computed", "part"],
                    what: "key",
                    at: keyNode)
            }
        }
        if !hasType {
            let types = FieldType.allCases.map(\.rawValue).joined(separator: ", ")
            yaml.report("field `\(name.rawValue)` needs a `type`: one of \(types)", at: node)
        }
        if [.choice, .choices].contains(field.type), field.options.isEmpty {
            yaml.report("field `\(name.rawValue)` needs `options`: value: [phrases that stand for it]", at: node)
        }
        weigh(field, at: node)
        return field
    }

    /// Whether anything can ever be found for a field.
    private mutating func weigh(_ field: FieldDefinition, at node: Node) {
        let name = field.name.rawValue
        switch field.type {
        case .computed: note(Self.unfilled(name), at: node)
        case .choices: break
        case .choice where !field.options.isEmpty: break
        default:
            if field.labels.isEmpty {
                note(
                    field.isComputed
                        ? Self.unfilled(name) : "field `\(name)` needs `labels`: what is printed beside its value",
                    at: node)
            }
        }
        for label in field.labels where !label.contains(where: \.isLetter) {
            note("label `\(label)` of field `\(name)` has no letters: it is never found", at: node)
        }
    }

    private static func unfilled(_ name: String) -> String {
        "field `\(name)` is computed, and the kind has no extractor that fills it"
    }

    private mutating func flag(_ node: Node, what: String) -> Bool {
        guard let flag = node.scalar.flatMap({ Bool($0.string) }) else {
            yaml.report("`\(what)` must be true or false", at: node)
            return false
        }
        return flag
    }

    private mutating func options(_ node: Node) -> [FieldDefinition.Option] {
        var options: [FieldDefinition.Option] = []
        for (keyNode, value) in yaml.mapping(node, what: "options") ?? [:] {
            let name = text(keyNode, what: "an option's value")
            options.append(.init(value: name, phrases: texts(value, what: "option `\(name)`")))
        }
        return options
    }

    // MARK: Requirements

    private mutating func requirement(_ node: Node, known: Set<FieldName>) -> Requirement? {
        switch node {
        case .scalar(let scalar):
            return field(scalar.string, known: known, at: node).map(Requirement.field)
        case .mapping(let mapping):
            guard mapping.count == 1, let (keyNode, value) = mapping.first else { break }
            switch keyNode.scalar?.string ?? "" {
            case "any": return .any(items(value, what: "any") { $0.requirement($1, known: known) })
            case "all": return .all(items(value, what: "all") { $0.requirement($1, known: known) })
            case "true":
                return field(value.scalar?.string ?? "", known: known, at: value).map(Requirement.isTrue)
            default: break
            }
        default: break
        }
        yaml.report("a requirement is a field's name, {true: mark}, {any: […]} or {all: […]}", at: node)
        return nil
    }

    private mutating func field(_ name: String, known: Set<FieldName>, at node: Node) -> FieldName? {
        if known.contains(FieldName(rawValue: name)) { return FieldName(rawValue: name) }
        yaml.reportUnknown(name, among: known.map(\.rawValue).sorted(), what: "field", at: node)
        return nil
    }

    // MARK: Scalars and lists

    private mutating func text(_ node: Node, what: String) -> String {
        if let scalar = node.scalar { return scalar.string }
        yaml.report("`\(what)` must be text", at: node)
        return ""
    }

    private mutating func identifier(_ node: Node, what: String) -> String {
        let name = text(node, what: what)
        let isIdentifier =
            name.first?.isLowercase == true
            && name.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "_") }
        if !isIdentifier {
            yaml.report("`\(what)` must be lower-case letters, digits and _, such as w9_form", at: node)
        }
        return name
    }

    private mutating func number(_ node: Node, what: String, in range: ClosedRange<Double>) -> Double {
        if let number = node.scalar.flatMap({ Double($0.string) }), range.contains(number) { return number }
        yaml.report("`\(what)` must be a number from \(range.lowerBound) to \(range.upperBound)", at: node)
        return range.lowerBound
    }

    private mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ node: Node, what: String
    ) -> Choice? {
        let name = node.scalar?.string ?? ""
        if let choice = Choice(rawValue: name) { return choice }
        yaml.reportUnknown(name, among: Choice.allCases.map(\.rawValue), what: what, at: node)
        return nil
    }

    private mutating func texts(_ node: Node, what: String) -> [String] {
        items(node, what: what) { $0.text($1, what: what) }
    }

    private mutating func items<Item>(
        _ node: Node, what: String, _ read: (inout Self, Node) -> Item?
    ) -> [Item] {
        guard case .sequence(let sequence) = node else {
            yaml.report("`\(what)` must be a list: [first, second]", at: node)
            return []
        }
        return sequence.compactMap { read(&self, $0) }
    }
}

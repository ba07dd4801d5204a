import Kinds
import Model

/// A kind as the text of its file, with comments for who goes on with it.
struct KindFileWriter {
    private let kind: KindDefinition

    init(_ kind: KindDefinition) {
        self.kind = kind
    }

    /// - Parameters:
    ///   - examples: how many documents it was drafted from.
    ///   - missing: fields for which nothing was found, each with captions that may be theirs.
    func text(examples: Int, missing: [(name: FieldName, type: FieldType?, near: [String])]) -> String {
        var lines = [
            "# Drafted by `recto kinds draft` from \(examples) examples: read it through. docs/kinds.md explains the format,",
            "# `recto kinds check` finds mistakes, and `recto kinds try` shows what it finds on a document.",
            "kind: \(kind.name.rawValue)", "title: \(Self.scalar(kind.title))",
            "languages: [\(kind.languages.joined(separator: ", "))]", "",
            "# What a document is known by. Take out what other papers say as well; weights are log-odds, and one that is",
            "# negative speaks against the kind: give the titles of forms that look like this one.", "cues:",
        ]
        lines += kind.cues.flatMap { cue in
            ["  - any: [\(Self.list(cue.phrases))]", "    weight: \(cue.weight.formatted)"]
                + (cue.place == .anywhere ? [] : ["    place: \(cue.place.rawValue)"])
        }
        lines += [
            "", "# Labels are what is printed beside a value, directions where it stands, seen from there.", "fields:",
        ]
        lines += kind.fields.flatMap(field)
        for field in missing {
            let near = field.near.isEmpty ? "" : " Perhaps: \(field.near.joined(separator: "; "))."
            lines += [
                "  # No label was found for this one.\(near)", "  # \(field.name.rawValue):",
                "  #   type: \(field.type?.rawValue ?? "text")", "  #   labels: [what is printed beside it]",
            ]
        }
        lines += ["", "# What must be there to accept: what all examples have. Take out what may be left blank."]
        lines += kind.required.isEmpty ? ["required: []"] : ["required:"] + kind.required.map { "  - \(Self.text($0))" }
        return lines.joined(separator: "\n") + "\n"
    }

    private func field(_ field: FieldDefinition) -> [String] {
        var lines =
            field.isPart ? ["  # No field: captions that would be taken for a value where one is left blank."] : []
        lines += ["  \(field.name.rawValue):", "    type: \(field.type.rawValue)"]
        if !field.labels.isEmpty {
            lines +=
                field.labels.count > 3
                ? ["    labels:"] + field.labels.map { "      - \(Self.scalar($0))" }
                : ["    labels: [\(Self.list(field.labels))]"]
        }
        if !field.isPart, ![.choice, .choices, .checkbox, .signature].contains(field.type) {
            lines.append("    directions: [\(field.directions.map(\.rawValue).joined(separator: ", "))]")
        }
        if field.maxLines > 1 { lines.append("    max_lines: \(field.maxLines)") }
        if !field.options.isEmpty {
            lines.append("    options:")
            lines += field.options.map { "      \(Self.scalar($0.value)): [\(Self.list($0.phrases))]" }
        }
        if field.isPart { lines.append("    part: true") }
        return lines
    }

    private static func text(_ requirement: Requirement) -> String {
        switch requirement {
        case .field(let name): name.rawValue
        case .isTrue(let name): "{true: \(name.rawValue)}"
        case .any(let parts): "{any: [\(parts.map(text).joined(separator: ", "))]}"
        case .all(let parts): "{all: [\(parts.map(text).joined(separator: ", "))]}"
        }
    }

    private static func list(_ texts: [String]) -> String { texts.map(scalar).joined(separator: ", ") }

    /// Plain where YAML takes it for text, else in quotes.
    private static func scalar(_ text: String) -> String {
        let isPlain =
            text.first?.isLetter == true && text.last != " "
            && text.allSatisfy { $0.isLetter || $0.isNumber || " -_.'’".contains($0) }
            && !["true", "false", "yes", "no", "on", "off", "null", "y", "n"].contains(text.lowercased())
        return isPlain ? text : "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
}

extension Double {
    fileprivate var formatted: String { self == rounded() ? "\(Int(self))" : "\(self)" }
}

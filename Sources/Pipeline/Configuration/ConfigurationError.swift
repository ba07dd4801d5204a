import Model
import Yams

/// One mistake in a configuration or kind file.
package struct ConfigurationProblem: Hashable, Sendable, CustomStringConvertible {
    /// Path of the file, or the environment variable or option.
    package var origin: String
    /// From 1; nil where the origin is not a file.
    package var line: Int?
    package var column: Int?
    package var message: String

    package init(origin: String, line: Int? = nil, column: Int? = nil, message: String) {
        self.origin = origin
        self.line = line
        self.column = column
        self.message = message
    }

    package var description: String {
        guard let line, let column else { return "\(origin): \(message)" }
        return "\(origin):\(line):\(column): \(message)"
    }
}

/// All that is wrong with a configuration, reported at once. The program ends with exit code 78.
package struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    package var problems: [ConfigurationProblem]

    package init(_ problems: [ConfigurationProblem]) {
        self.problems = problems
    }

    package var description: String { problems.map(\.description).joined(separator: "\n") }
}

/// Reads YAML text into nodes and collects what is wrong with them.
struct YAMLReader {
    let origin: String
    var problems: [ConfigurationProblem] = []

    init(origin: String) {
        self.origin = origin
    }

    /// The document's top mapping; nil where the text is empty or not YAML (then a problem says so).
    mutating func mapping(of text: String) -> Node.Mapping? {
        do {
            guard let node = try Yams.compose(yaml: text) else { return nil }
            return mapping(node, what: "the file")
        } catch let error as YamlError {
            problems.append(Self.problem(error, origin: origin))
        } catch {
            problems.append(ConfigurationProblem(origin: origin, message: "\(error)"))
        }
        return nil
    }

    mutating func mapping(_ node: Node, what: String) -> Node.Mapping? {
        if case .mapping(let mapping) = node { return mapping }
        if case .scalar(let scalar) = node, scalar.string.isEmpty { return nil }
        report("\(what) must hold keys and values, one `key: value` a line", at: node)
        return nil
    }

    /// Says what is wrong at a node; libYAML's marks count from 1.
    mutating func report(_ message: String, at node: Node) {
        problems.append(
            ConfigurationProblem(
                origin: origin, line: node.mark?.line, column: node.mark?.column, message: message))
    }

    /// An unknown key, with the nearest one that there is.
    mutating func reportUnknown(_ name: String, among known: [String], what: String, at node: Node) {
        let hint =
            NearestName.find(name, among: known).map { "; did you mean `\($0)`?" }
            ?? "; there are: \(known.joined(separator: ", "))"
        report("unknown \(what) `\(name)`\(hint)", at: node)
    }

    /// What is mostly behind the parser's words.
    private static func hint(_ problem: String) -> String {
        if problem.contains("tab character") { return "; indent with spaces" }
        return problem.contains("not allowed") || problem.contains("did not find") || problem.contains("could not find")
            ? "; is it indented like the lines beside it, and are quotes, brackets and `: ` as they should be?" : ""
    }

    private static func problem(_ error: YamlError, origin: String) -> ConfigurationProblem {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            ConfigurationProblem(
                origin: origin, line: mark.line, column: mark.column,
                message: "not valid YAML: \(problem)\(hint(problem))")
        case .duplicatedKeysInMapping(let duplicates, let context):
            ConfigurationProblem(
                origin: origin, line: context.mark.line, column: context.mark.column,
                message: "the same key stands twice: \(duplicates.joined(separator: ", "))")
        case .reader(let problem, _, _, _):
            ConfigurationProblem(origin: origin, message: "not valid YAML: \(problem)")
        default:
            ConfigurationProblem(origin: origin, message: "not valid YAML")
        }
    }
}

/// The known name that a mistyped one is nearest to.
package enum NearestName {
    /// Nil where none is within a third of the letters, or two of a short name's.
    package static func find(_ name: String, among known: [String]) -> String? {
        let most = max(name.count / 3, min(2, name.count / 2), 1)
        return known.compactMap { other in
            EditDistance.between(Array(name), Array(other), atMost: most).map { (name: other, distance: $0) }
        }.min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
    }
}

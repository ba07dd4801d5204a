import Foundation
package import Kinds
import Yams

/// `calibration.yml`: a confidence model as text (docs/decisions.md).
package struct CalibrationFile: Hashable, Sendable {
    package var model: ConfidenceModel
    /// Part of what a result depends on.
    package var text: String

    /// - Parameter path: empty for the file that comes with Recto.
    /// - Throws: `ConfigurationError` with every mistake in the file.
    package init(_ path: String) throws {
        if path.isEmpty {
            text = String(decoding: PackageResources.calibration_yml, as: UTF8.self)
            model = try Self.read(text, origin: "calibration.yml")
        } else {
            guard let contents = try? String(contentsOfFile: path, encoding: .utf8) else {
                throw ConfigurationError([
                    ConfigurationProblem(
                        origin: "decide.calibration", message: "\(path): no such file, no rights to read it, or no text"
                    )
                ])
            }
            text = contents
            model = try Self.read(contents, origin: path)
        }
    }

    // MARK: Reading

    package static func read(_ text: String, origin: String) throws -> ConfidenceModel {
        var reader = Reader(yaml: YAMLReader(origin: origin))
        let model = reader.model(text)
        guard reader.yaml.problems.isEmpty else { throw ConfigurationError(reader.yaml.problems) }
        return model
    }

    private struct Reader {
        var yaml: YAMLReader

        mutating func model(_ text: String) -> ConfidenceModel {
            var model = ConfidenceModel()
            model.weights = [:]
            guard let top = yaml.mapping(of: text) else {
                yaml.problems.append(ConfigurationProblem(origin: yaml.origin, message: "holds no calibration"))
                return model
            }
            for (key, value) in top {
                switch key.scalar?.string ?? "" {
                case "fitted_on": break
                case "base": model.base = number(value)
                case "evidence":
                    for (key, value) in yaml.mapping(value, what: "evidence") ?? [:] {
                        if let (feature, weight) = evidence(key, value) { model.weights[feature] = weight }
                    }
                case "fields":
                    for (key, value) in yaml.mapping(value, what: "fields") ?? [:] {
                        model.fields[key.scalar?.string ?? ""] = number(value)
                    }
                case "kind":
                    for (key, value) in yaml.mapping(value, what: "kind") ?? [:] {
                        switch key.scalar?.string ?? "" {
                        case "base": model.kindBase = number(value)
                        case "score": model.kindScore = number(value, least: 0)
                        case "acceptance": model.kindAcceptance = acceptance(value)
                        case let name:
                            yaml.reportUnknown(name, among: ["base", "score", "acceptance"], what: "key", at: key)
                        }
                    }
                case "acceptance":
                    for (key, value) in yaml.mapping(value, what: "acceptance") ?? [:] {
                        model.acceptance[key.scalar?.string ?? ""] = acceptance(value)
                    }
                case let name:
                    yaml.reportUnknown(
                        name, among: ["fitted_on", "base", "evidence", "fields", "kind", "acceptance"], what: "key",
                        at: key)
                }
            }
            return model
        }

        /// What can only speak for a value never speaks against it, and the reverse.
        private mutating func evidence(_ key: Node, _ value: Node) -> (ConfidenceEvidence.Feature, Double)? {
            let name = key.scalar?.string ?? ""
            guard let feature = ConfidenceEvidence.Feature(rawValue: name) else {
                let known = ConfidenceEvidence.Feature.allCases.map(\.rawValue)
                yaml.reportUnknown(name, among: known, what: "evidence", at: key)
                return nil
            }
            switch feature.bearing {
            case .supports: return (feature, number(value, least: 0))
            case .opposes: return (feature, number(value, most: 0))
            case .either: return (feature, number(value))
            }
        }

        private mutating func acceptance(_ node: Node) -> [ConfidenceModel.Acceptance] {
            guard case .sequence(let rows) = node else {
                yaml.report("must be a list of [confidence, accepted, wrong]", at: node)
                return []
            }
            let points = rows.compactMap { row -> ConfidenceModel.Acceptance? in
                guard let cells = row.sequence.map({ $0.map { $0.scalar?.string ?? "" } }), cells.count == 3,
                    let confidence = Double(cells[0]), (0...1).contains(confidence), let accepted = Int(cells[1]),
                    let wrong = Int(cells[2]), (0...max(0, accepted)).contains(wrong)
                else {
                    yaml.report("must be [confidence from 0 to 1, accepted, wrong of these]", at: row)
                    return nil
                }
                return ConfidenceModel.Acceptance(confidence: confidence, accepted: accepted, wrong: wrong)
            }
            if zip(points, points.dropFirst()).contains(where: { $0.confidence >= $1.confidence }) {
                yaml.report("must go from the least confidence to the greatest", at: node)
            }
            return points
        }

        private mutating func number(_ node: Node, least: Double = -100, most: Double = 100) -> Double {
            if let number = node.scalar.flatMap({ Double($0.string) }), (least...most).contains(number) {
                return number
            }
            yaml.report("must be a number from \(least) to \(most)", at: node)
            return 0
        }
    }

    // MARK: Writing

    /// The model as a file that reads back to an equal one.
    package static func text(of model: ConfidenceModel) -> String {
        let fitted = model.provenance
        var lines = [
            "# How sure readings are: written by `recto evaluate --calibrate` (docs/decisions.md explains it).",
            "fitted_on:",
            "  documents: \(fitted.documents)",
            "  values: \(fitted.values)",
            "  wrong_values: \(fitted.wrong)",
            "  engine: \(YAMLText.quoted(fitted.engine))",
            "  date: \(YAMLText.quoted(fitted.date))",
            "  note: \(YAMLText.quoted(fitted.note))",
            "# Log-odds that a value begins with, and those that each piece of evidence adds.",
            "base: \(model.base)",
            "evidence:",
        ]
        lines += ConfidenceEvidence.Feature.allCases.map { "  \($0.rawValue): \(model.weights[$0] ?? 0)" }
        lines.append("# Log-odds that are added for single fields.")
        lines.append(model.fields.isEmpty ? "fields: {}" : "fields:")
        lines += model.fields.sorted { $0.key < $1.key }.map { "  \($0.key): \($0.value)" }
        lines += [
            "# Log-odds of the kind, and how much of the classifier's own they take; documents whose kind is as sure, and",
            "# those of them that are of another.",
            "kind:",
            "  base: \(model.kindBase)",
            "  score: \(model.kindScore)",
            model.kindAcceptance.isEmpty ? "  acceptance: []" : "  acceptance:",
        ]
        lines += model.kindAcceptance.map { "    - [\($0.confidence), \($0.accepted), \($0.wrong)]" }
        lines += [
            "# By kind, where no value less sure is vouched for: documents accepted, and those of them with a wrong value.",
            "# Here and above, each was judged by a model that was fitted without it.",
            model.acceptance.isEmpty ? "acceptance: {}" : "acceptance:",
        ]
        for (kind, points) in model.acceptance.sorted(by: { $0.key < $1.key }) {
            lines.append("  \(kind):")
            lines += points.map { "    - [\($0.confidence), \($0.accepted), \($0.wrong)]" }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

import Foundation
package import Kinds
package import Model

/// The kinds in use: the built-in ones that are switched on and those of the configured folder.
package struct KindCatalogue: Sendable {
    package var definitions: [KindDefinition]
    package var extractors: [KindName: any KindExtractor]
    /// The texts of the kind files, in order: part of what a result depends on.
    package private(set) var sources: [String]

    /// - Throws: `ConfigurationError` with every mistake in every kind file.
    package init(_ settings: KindSettings) throws {
        definitions = []
        extractors = [:]
        sources = []
        var problems: [ConfigurationProblem] = []
        for source in BuiltInKinds.all + BuiltInKinds.samples where settings.enabled.contains(source.name.rawValue) {
            definitions.append(try KindFileReader.read(source.yaml, origin: "\(source.name.rawValue).yml"))
            extractors[source.name] = source.extractor
            sources.append(source.yaml)
        }
        for path in try Self.files(in: settings.folder) {
            do {
                let text = try String(contentsOfFile: path, encoding: .utf8)
                let definition = try KindFileReader.read(text, origin: path)
                if definitions.contains(where: { $0.name == definition.name }) || definition.name == .unknown {
                    problems.append(
                        ConfigurationProblem(
                            origin: path, message: "there is a kind `\(definition.name.rawValue)` already"))
                }
                definitions.append(definition)
                sources.append(text)
            } catch let error as ConfigurationError {
                problems += error.problems
            } catch {
                problems.append(
                    ConfigurationProblem(origin: path, message: "cannot be read: not UTF-8 text, or no rights"))
            }
        }
        guard problems.isEmpty else { throw ConfigurationError(problems) }
    }

    /// Takes a kind in, in place of one of the same name; the extractor of that one goes on to serve it.
    mutating func replace(with definition: KindDefinition) {
        if let index = definitions.firstIndex(where: { $0.name == definition.name }) {
            definitions[index] = definition
        } else {
            definitions.append(definition)
        }
    }

    private static func files(in folder: String) throws -> [String] {
        guard !folder.isEmpty else { return [] }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw ConfigurationError([
                ConfigurationProblem(
                    origin: "kinds.folder", message: "\(folder): no such folder, or no rights to read it")
            ])
        }
        return names.filter { $0.hasSuffix(".yml") || $0.hasSuffix(".yaml") }.sorted().map { "\(folder)/\($0)" }
    }
}

import ArgumentParser
import Foundation
import Model
import Pipeline

/// The options by which a command is told its configuration.
struct ConfigurationOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "A pipeline.yml with what differs from the defaults. Without, an installed recto reads /etc/recto/pipeline.yml."
        ), completion: .file(),
        transform: ArgumentValue.path)
    var config: String?

    @Option(
        name: .customLong("set"), parsing: .singleValue,
        help: ArgumentHelp(
            "Changes one setting, such as ingest.max_pages=20. Can be repeated.", valueName: "section.key=value"))
    var settings: [String] = []

    /// All layers: options, environment, file (the one named, else that of the machine), defaults.
    ///
    /// - Throws: `ExitCode` 78 after saying on standard error all that is wrong.
    func read() throws -> ConfigurationReader { try readingConfiguration { try readLayers() } }

    /// - Throws: `ConfigurationError`.
    func readLayers() throws -> ConfigurationReader {
        try ConfigurationReader.read(
            file: try (config ?? Installation.current.configurationFile).map {
                ($0, try ConfigurationFile.text(of: $0))
            },
            environment: ProcessInfo.processInfo.environment, options: settings)
    }
}

enum ConfigurationFile {
    static func text(of path: String) throws -> String {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw ConfigurationError([
                ConfigurationProblem(origin: path, message: "cannot be read: no such file, or no rights to it")
            ])
        }
        guard let text = String(data: data, encoding: .utf8) else {
            throw ConfigurationError([ConfigurationProblem(origin: path, message: "is not UTF-8 text")])
        }
        return text
    }
}

/// Runs work that reads configuration or kind files; their mistakes go to standard error, and the exit code is 78.
func readingConfiguration<Value>(_ work: () throws -> Value) throws -> Value {
    do {
        return try work()
    } catch let error as ConfigurationError {
        FileHandle.standardError.write(Data("\(error)\n".utf8))
        throw ExitCode(78)
    }
}

import ArgumentParser
import Foundation
import Pipeline

/// A word of the command line that is no command or option, and the one that it is nearest to. The argument parser tells an
/// unknown option only where nothing that is required is missing, which a misspelled one mostly is, and suggests no commands.
struct Misspelling {
    let message: String

    /// Nil where every word is known.
    ///
    /// - Parameter words: behind the program's name.
    init?(in words: [String]) {
        guard let root = try? JSONDecoder().decode(Tool.self, from: Data(Recto._dumpHelp().utf8)).command else {
            return nil
        }
        var command = root
        var rest = words[...]
        while let word = rest.popFirst(), word != "--" {
            if word.hasPrefix("--") {
                let name = String(word.dropFirst(2).prefix { $0 != "=" })
                if Self.parsersOwn.contains(name) { continue }
                guard let option = command.options.first(where: { $0.longNames.contains(name) }) else {
                    let known = command.options.filter(\.shouldDisplay).flatMap(\.longNames)
                    message = "Unknown option '--\(name)'." + Self.hint(name, among: known, written: "--")
                    return
                }
                if option.kind == .option, !word.contains("=") { rest = rest.dropFirst() }
            } else if word.hasPrefix("-") {
                let option = command.options.first { $0.shortNames.contains(String(word.dropFirst())) }
                if option?.kind == .option { rest = rest.dropFirst() }
            } else if let commands = command.subcommands {
                guard let next = commands.first(where: { $0.commandName == word }) else {
                    let known = commands.filter(\.shouldDisplay).map(\.commandName)
                    message = "Unknown command '\(word)'." + Self.hint(word, among: known, written: "")
                    return
                }
                command = next
            }
        }
        return nil
    }

    /// Options that the parser has without telling.
    private static let parsersOwn = ["generate-completion-script", "experimental-dump-help", "help-hidden"]

    private static func hint(_ word: String, among known: [String], written prefix: String) -> String {
        if let near = NearestName.find(word, among: known) { return " Did you mean '\(prefix)\(near)'?" }
        return " There are: " + known.map { prefix + $0 }.joined(separator: ", ") + "."
    }

    // MARK: - What the parser tells of itself

    private struct Tool: Decodable {
        var command: Command
    }

    private struct Command: Decodable {
        var commandName: String
        var shouldDisplay: Bool
        var subcommands: [Command]?
        var arguments: [Argument]?

        var options: [Argument] { (arguments ?? []).filter { $0.kind != .positional } }
    }

    private struct Argument: Decodable {
        enum Kind: String, Decodable {
            case positional, option, flag
        }

        struct Name: Decodable {
            var kind: String
            var name: String
        }

        var kind: Kind
        var shouldDisplay: Bool
        var names: [Name]?

        var longNames: [String] { names?.filter { $0.kind == "long" }.map(\.name) ?? [] }
        var shortNames: [String] { names?.filter { $0.kind == "short" }.map(\.name) ?? [] }
    }
}

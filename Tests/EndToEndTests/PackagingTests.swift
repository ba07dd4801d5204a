import Foundation
import Testing

/// What the Debian package says of the program; `make test-deb` tries the package itself.
@Suite(.enabled(if: Program.path != nil, "recto is not built")) struct PackagingTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    private static func lines(_ path: String) throws -> [Substring] { try text(path).split(separator: "\n") }

    /// The names of commands, or of long options, that a help text lists.
    private static func words(of help: String, matching pattern: Regex<(Substring, Substring)>) -> [String] {
        help.matches(of: pattern).map { String($0.output.1) }
    }

    @Test func everyCommandHasAManPageWithAllItsOptions() throws {
        let program = try Program()
        defer { program.remove() }
        let pages = try program.end(
            try program.start(
                [program.folder.path], named: "man",
                by: ["/usr/bin/python3", Self.root.appending(path: "Scripts/man-pages").path]), named: "man")
        #expect(pages.code == 0, "\(pages.error)")
        let commands = Self.words(of: try program.run("--help").output, matching: /\n  ([a-z]+) {2,}/)
        #expect(commands.count > 10)
        for command in commands where command != "help" {
            let page = try program.text("recto-\(command).1").replacing("\\-", with: "-")
            #expect(page.contains("\n.SH DESCRIPTION\n") && page.contains("recto \(command)"))
            for option in Self.words(of: try program.run(command, "--help").output, matching: /\n  .*(--[a-z-]+)/) {
                #expect(page.contains(option), "\(command) \(option)")
            }
            #expect(try program.text("recto.1").replacing("\\-", with: "-").contains(".BR recto-\(command) (1)"))
        }
    }

    @Test(arguments: ["bash", "zsh", "fish"]) func shellsAreToldOfTheCommands(shell: String) throws {
        let program = try Program()
        defer { program.remove() }
        let script = try program.run("--generate-completion-script", shell)
        #expect(script.code == 0)
        #expect(["watch", "review", "--as-of"].allSatisfy { script.output.contains($0.replacing("--", with: "")) })
    }

    @Test(arguments: ["recto-watch@", "recto-review"]) func unitsCallCommandsWithOptionsThatThereAre(unit: String)
        throws
    {
        let program = try Program()
        defer { program.remove() }
        let lines = try Self.lines("Packaging/\(unit).service")
        let start = try #require(lines.first { $0.hasPrefix("ExecStart=") })
        let words = start.split(separator: " ").map(String.init).drop { !$0.hasSuffix("/usr/bin/recto") }.map(\.self)
        // What the review does without a subcommand is that of `serve`.
        let command = words[1] == "review" ? ["review", "serve"] : [words[1]]
        let help = try program.end(try program.start(command + ["--help"], named: "help"), named: "help").output
        for option in words where option.hasPrefix("--") {
            #expect(help.contains("\(option) ") || help.contains("\(option)\n"), "\(unit): \(option)")
        }
        for setting in ["User=recto", "NoNewPrivileges=yes", "ProtectSystem=strict", "CapabilityBoundingSet="] {
            #expect(lines.contains { $0 == setting }, "\(unit): \(setting)")
        }
    }

    @Test func documentationNamesWhereEverythingIsInstalled() throws {
        let table = try Self.lines("docs/packaging.md").filter { $0.hasPrefix("| `/") }.joined()
        for line in try Self.lines("Packaging/debian/recto.install") {
            let words = line.split(separator: " ")
            let (file, folder) = (words[0].split(separator: "/").last ?? "", "/" + words[1])
            let isNamed = table.contains("`\(folder)`") || table.contains("`\(folder)/\(file)`")
            #expect(isNamed, "docs/packaging.md says nothing of \(folder)/\(file)")
        }
    }

    @Test func copyrightKnowsTheWheelsByTheirNames() throws {
        let script = try Self.text("Scripts/debian-copyright")
        for line in try Self.lines("Scripts/wheels.txt") where !line.hasPrefix("#") {
            let project = line.prefix { $0 != "=" }
            #expect(script.contains("wheels / \"\(project)"), "\(project)")
        }
    }
}

import ArgumentParser

@main
struct Recto: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recto", abstract: "Reads folders of scanned documents into trustworthy JSON.",
        subcommands: [EvaluateCommand.self, KindsCommand.self, ConfigCommand.self])
}

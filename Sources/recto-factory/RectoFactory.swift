import ArgumentParser

@main
struct RectoFactory: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recto-factory", abstract: "Makes documents with exact truth, from a seed.")
}

import ArgumentParser

@main
struct Recto: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recto", abstract: "Reads folders of scanned documents into trustworthy JSON.")
}

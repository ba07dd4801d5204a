import ArgumentParser
import Pipeline

@main
struct Recto: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recto", abstract: "Reads folders of scanned documents into trustworthy JSON.",
        version: Version.current,
        subcommands: [
            RunCommand.self, ExportCommand.self, EvaluateCommand.self, KindsCommand.self, ConfigCommand.self,
            SchemaCommand.self, DoctorCommand.self, WorkerCommand.self,
        ])
}

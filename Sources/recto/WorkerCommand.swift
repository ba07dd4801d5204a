import ArgumentParser
import Foundation
import Model
import Operations
import Pipeline

struct WorkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "worker", abstract: "Processes documents that it is told of on standard input.",
        discussion: """
            `recto run` starts its own workers; this command is for programs that drive workers themselves. Requests and \
            results are lines of JSON: docs/worker-protocol.md describes them. It ends when its standard input closes.

              printf '%s\\n' '{"version":1,"sequence":1,"path":"a.tif","file":"a.tif"}' \\
                | OMP_THREAD_LIMIT=1 recto worker --scratch /tmp/folder-with-a.tif
            """)

    @OptionGroup var configuration: ConfigurationOptions

    @Option(
        help: "Private folder that the documents are put into.", completion: .directory, transform: ArgumentValue.path)
    var scratch: String

    @OptionGroup var asOf: AsOfOption

    @Option(
        help: ArgumentHelp("Instead of working, try what a worker must not do.", valueName: "file", visibility: .hidden)
    )
    var probe: String?

    func run() throws {
        let channel = try WorkerChannel.takingStandardStreams()
        Confinement.takeParentsPriority()
        var worker = Worker(channel: channel, scratch: scratch)
        do {
            let settings = try configuration.read().configuration
            try Confinement.limit(memoryMegabytes: settings.run.workerMemory)
            let pipeline = try Pipeline(configuration: settings, asOf: try asOf.date)
            let models = ProcessInfo.processInfo.environment["TESSDATA_PREFIX"].map { [$0] } ?? []
            let confinement = try Confinement.apply(scratch: scratch, readable: settings.workerFolders + models)
            if let probe {
                try channel.write(ConfinementReport(confinement, scratch: scratch, other: probe))
                return
            }
            try worker.run(engine: pipeline.engine) { portion, source, scratch, keep, notice in
                pipeline.answer(portion, source, scratch: scratch, keeper: keep, notice: notice)
            } view: { page, source, scratch in
                try pipeline.view(of: page, in: source, scratch: scratch)
            } checkCapture: { source, scratch in
                pipeline.checkedCapture(of: source, scratch: scratch)
            }
        } catch let failure as Failure {
            try worker.refuse(failure.message)
            throw ExitCode(2)
        } catch let error as ConfigurationError {
            try worker.refuse("\(error)")
            throw ExitCode(78)
        }
    }
}

import ArgumentParser
import Foundation
import Model
import Operations
import Pipeline
import SystemPackage

struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Reads documents as they are put into a folder, until it is stopped.",
        discussion: """
            A file is taken when it has not changed for a while and has its end; temporary names (*.part and the like) \
            are left alone. It is moved to INBOX/done/ or INBOX/failed/<code>/, its result beside it (where it was \
            split, one for each document); all results are in OUT/results/ too. A name that was used before gets a number: scan.pdf, scan~2.pdf. Nothing is taken \
            twice, and nothing is lost, whenever this is stopped: what was at hand is done at the next start. The \
            section `watch` of the configuration says how long to wait, and more.

              recto watch inbox --output out
              recto watch inbox --output out --log-format json
              recto watch /mnt/scans --output out --set watch.hints=false --set watch.scan_seconds=5
              recto watch inbox --output out --listen 9464               health and metrics at 127.0.0.1:9464
              recto watch inbox --output out --set watch.move=false      leaves the documents where they are
              recto status out                                           what it has seen, while it runs

            SIGTERM or Ctrl-C stops within 10 seconds, and what is not done by then the next start takes up; a second one \
            stops at once. SIGHUP reads the configuration again, or keeps the old one and says what is wrong with the new. Packaging/ has a unit for \
            systemd.

            Exit codes: 0 stopped, 2 it cannot work at all, 64 a mistake in the command, 78 in the configuration, \
            130 or 143 stopped at once.
            """)

    @Argument(help: "The folder that documents are put into.", completion: .directory, transform: ArgumentValue.path)
    var inbox: String

    @Option(
        name: [.short, .long], help: "Folder for the results; made where it does not exist.", completion: .directory,
        transform: ArgumentValue.path)
    var output: String

    @Option(help: ArgumentHelp("How to log on standard error: text or json (one object a line).", valueName: "format"))
    var logFormat: ServiceLog.Format = .text

    @Option(
        help: ArgumentHelp(
            "Where to answer /metrics, /healthz and /readyz: a port of the loopback, or address:port.",
            valueName: "place"))
    var listen: String?

    @OptionGroup var options: ProcessingOptions

    func run() async throws {
        var options = options
        if let listen { options.configuration.settings.append("watch.listen=\(listen)") }
        let code = try await WatchJob(inbox: inbox, output: output, logFormat: logFormat, options: options).run()
        if code != 0 { throw ExitCode(code) }
    }
}

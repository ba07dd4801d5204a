import ArgumentParser
import Foundation
import Glibc
import Kinds
import Model
import Operations
import Pipeline
import Review
import SystemPackage
import WebServer

struct ReviewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "review", abstract: "Lets people decide in a browser about an output folder's documents.",
        discussion: """
              recto review out                                  serves pages at 127.0.0.1:8790, and prints a link
              recto review serve --help                         all about that
              recto review user add out Ada --role review       gives people names, so that two can decide

            An output folder whose name is that of a subcommand is given as a path: ./user.
            """,
        subcommands: [ServeReview.self, ReviewUser.self], defaultSubcommand: ServeReview.self)
}

struct ServeReview: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serves the review's pages; what `recto review OUT` does.",
        discussion: """
            Serves pages to browsers on this machine, at 127.0.0.1 alone where nothing else is said, until it is \
            stopped: the queue of documents, the riskiest first, and each with its fields, the doubtful ones first. It \
            may run beside `recto run` and `recto watch`: what they write shows within seconds. Results are never \
            changed: what people decide is kept in OUT/reviews.sqlite, and the corrected results in OUT/reviewed. Pages \
            are drawn from the documents where they were read, or where a watch has moved them, and kept in \
            OUT/review-pictures.

            It prints a link to sign in. A link works once: when it is used, the next one is printed, for another \
            browser. A browser stays signed in until it, or this command, ends. Who signs in is taken for the user who \
            started the command. Where people have names (recto review user add), they sign in by these instead, \
            and may add passkeys, by which a browser stays signed in for 30 days.

              recto review out
              recto review out --port 0                       any port that is free
              recto review out --set kinds.folder=my-kinds    kinds of your own
              ssh -L 8790:127.0.0.1:8790 there                first, where it runs there
              recto review out --listen 0.0.0.0:8443 --config pipeline.yml

            The last is for other machines, and is refused without TLS (review.certificate_file, review.key_file) or a \
            proxy that speaks it (review.behind_proxy), and without the names that browsers reach it under \
            (review.hosts). SIGHUP has certificate and key read anew; connections go on, and where the new ones cannot \
            be used those before stay.

            Exit codes: 2 it cannot work at all: no such folder, no results in it, the port is taken; 64 a mistake in \
            the command, 78 in the configuration; 130 or 143 stopped by Ctrl-C or SIGTERM.
            """)

    @Argument(
        help: "An output folder of `recto run` or `recto watch`.", completion: .directory, transform: ArgumentValue.path
    )
    var out: String

    @Option(
        help: ArgumentHelp(
            "The port of the loopback; 0 for any that is free (default: 8790, where review.listen says nothing).",
            valueName: "port"))
    var port: UInt16?

    @Option(
        help: ArgumentHelp(
            "Where to serve: a port of the loopback, or address:port, only with TLS or behind a proxy (review.listen).",
            valueName: "place"))
    var listen: String?

    @Flag(help: "Make the folder where there is none, for documents that come by capture or the API alone.")
    var create = false

    @OptionGroup var asOf: AsOfOption
    @OptionGroup var options: ConfigurationOptions

    func validate() throws {
        if port != nil && listen != nil { throw ValidationError("--port and --listen both say where: leave one out") }
    }

    func run() async throws {
        var options = options
        // An option beats the file.
        if let place = listen ?? port.map({ "\($0)" }) { options.settings.append("review.listen=\(place)") }
        let settings = try options.read().configuration
        let address = try readingConfiguration { try ReviewAddress(settings.review, port: Self.port) }
        let date = try asOf.date
        let (kinds, model) = try readingConfiguration {
            (try KindCatalogue(settings.kinds), try CalibrationFile(settings.calibrationFile).model)
        }
        let entries = FieldEntries(kinds: kinds, asOf: date)
        let policy = try readingConfiguration { try ReviewPolicy(settings.review, entries: entries) }
        let programs = try readingConfiguration { try Programs(settings.review) }
        let people = try people()
        let reviewer = try reviewer(policy, people)
        var shown = ReviewServer.Settings(
            kinds: kinds.definitions, leastConfidence: { model.leastConfidence(for: settings.targetError, of: $0) },
            reviewer: reviewer)
        shown.people = people
        shown.programs = programs
        shown.address = address
        if create { try makeFolder() }
        let inventory = try ResultInventory.existing(in: out)
        let reload = address.isSecure ? { @Sendable in Self.reload(address) } : nil
        try await RunScratch.using(onHangUp: reload) { scratch in
            let pictures = try PagePictures(of: RawArguments.path(out), settings, in: scratch)
            let store = try store(entries, policy)
            shown.pictures = pictures
            shown.submissions = try submissions(settings, date, reviews: store, in: scratch)
            try await serve(
                ReviewServer(inventory, store: store, entries: entries, settings: shown, report: Self.tell),
                at: address.place)
        }
    }

    private static let port: UInt16 = 8790

    private static func reload(_ address: ReviewAddress) {
        do {
            guard let certificate = address.certificate else { return }
            try certificate.reload()
            Console.problem("the certificate was read anew")
        } catch {
            Console.problem("the certificate stays the one before: \(error)")
        }
    }

    private func serve(_ server: ReviewServer, at place: Place) async throws {
        do {
            try await server.run()
        } catch {
            Console.problem(
                server.isListening
                    ? "the review has ended: \(error). What was saved is kept: start it again"
                    : "\(place.text): cannot listen there: \(error). Name another port, or take any that is "
                        + "free: --port 0"
            )
            throw ExitCode(2)
        }
    }

    private func makeFolder() throws {
        do {
            _ = try ResultFolder(creating: RawArguments.path(out))
        } catch {
            Console.problem("\(out): cannot be made: \(error)")
            throw ExitCode(2)
        }
    }

    /// Nil where nobody has a name.
    private func people() throws -> PeopleStore? {
        do {
            guard let people = try PeopleStore.existing(in: RawArguments.path(out)) else { return nil }
            if try !people.people().isEmpty { return people }
            Console.problem("\(PeopleStore.name) has nobody any more: whoever has the link signs in, and may do all")
            return nil
        } catch {
            Console.problem("\(error)")
            throw ExitCode(2)
        }
    }

    /// Everybody who signs in by the link.
    private func reviewer(_ policy: ReviewPolicy, _ people: PeopleStore?) throws -> Reviewer {
        let name = NSUserName()
        guard name.contains(where: { !$0.isWhitespace }) else {
            Console.problem("this user has no name to keep decisions under: start it as a user who has one")
            throw ExitCode(2)
        }
        if policy.wantsTwo, try people?.people().count(where: { $0.roles.contains(.review) }) ?? 1 < 2 {
            Console.problem(
                "review.four_eyes and review.sample_accepted ask for two people, and only one reviews here: what two "
                    + "must decide stays for a second look. recto review user add gives people names")
        }
        return Reviewer(name: name)
    }

    private func store(_ entries: FieldEntries, _ policy: ReviewPolicy) throws -> ReviewStore {
        do {
            let store = try ReviewStore(
                in: ResultFolder(creating: RawArguments.path(out)), entries: entries, policy: policy)
            for (document, cause) in try store.mendFiles() {
                Console.problem("\(document.path): its file in reviewed/ is not what was decided: \(cause)")
            }
            return store
        } catch {
            Console.problem("\(error)")
            throw ExitCode(2)
        }
    }

    /// Of what is sent, read as `recto run` would.
    private func submissions(
        _ settings: Configuration, _ date: CalendarDate, reviews: ReviewStore, in scratch: RunScratch
    ) throws -> Submissions {
        do {
            let file = try scratch.write(settings.yaml, named: "reading.yml")
            let folder = try ResultFolder(creating: RawArguments.path(out))
            var limits = Submissions.Limits(fileBytes: settings.maxFileBytes)
            limits.minFreeBytes = Int64(settings.watch.minFreeMegabytes) << 20
            var bounds = SupervisorSettings(settings, keep: [])
            bounds.jobs = 1
            let command = Operations.WorkerCommand.own(configuration: file, asOf: date.iso)
            return try Submissions(
                in: folder, ledger: Ledger(in: folder.root), reviews: reviews,
                maker: PictureMaker(command: command, settings: bounds, temporary: scratch.folder),
                supervisor: Supervisor(
                    command: command, settings: bounds, temporary: scratch.folder),
                limits: limits, report: { Console.problem($0) })
        } catch {
            Console.problem("\(error)")
            throw ExitCode(2)
        }
    }

    @Sendable private static func tell(_ notice: ReviewServer.Notice) {
        let text =
            switch notice {
            case .listening(let link): "Open this link to sign in. It works once.\n  \(link)\n"
            case .listeningForNames(let address): "Sign in by your name here.\n  \(address)\n"
            case .linkUsed(let next): "Signed in. For another browser:\n  \(next)\n"
            }
        print(text, terminator: "")
        fflush(nil)
    }
}

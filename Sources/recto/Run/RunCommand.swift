import ArgumentParser
import Foundation

struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Reads files and folders, and writes a result for each document.",
        discussion: """
            A folder is searched through its subfolders, while what was found is read already; links are not followed. \
            Every document has a result, \
            OUT/results/<its path>.json, also where it could not be processed; OUT/results.jsonl has all of them, one a \
            line. A result's decision says what to do: accept, review (a person must look) or retake (scan or \
            photograph again). What was done before into the same folder, with the same bytes, configuration, \
            programs and date, keeps its result: a run that was interrupted goes on where it was. With ingest.split, a \
            file that holds several documents has a result for each: <its path>.1.json, <its path>.2.json and so on.

              recto run inbox --output out
              recto run inbox --output out --table
              recto run scan.pdf photo.heic --output out --as-of 2026-01-31
              recto run inbox --output out                      once more: only what is new or has changed
              recto run inbox --output out --overlay seen       pictures of what was found where
              recto run inbox --output out --pdf searchable     a PDF of each document, its words to be found in it
              recto run inbox --output out --hocr text --alto text     the words with their places, for other programs
              recto run inbox --output out --fail-on retake     exit code 3 where a capture must be repeated
              recto run inbox --output out --set ingest.max_pages=20 --jobs 2
              recto run stacks --output out --set ingest.split=true      a result for each document of a feeder's stack
              recto run --stdio                                 for programs: documents in, results out (docs/stdio.md)

            Exit codes: 0 everything was processed, 1 some documents failed, 2 nothing could be processed at all, \
            3 a decision that --fail-on names, 64 a mistake in the command, 78 in the configuration, 130 or 143 \
            stopped: Ctrl-C once stops within 10 seconds, and what is not done by then the next run takes up; twice stops \
            at once.
            """)

    @Argument(help: "Files and folders.", completion: .file(), transform: ArgumentValue.path)
    var inputs: [String] = []

    @Option(
        name: [.short, .long], help: "Folder for the results; made where it does not exist.", completion: .directory,
        transform: ArgumentValue.path)
    var output: String?

    @Flag(
        help: """
            Instead of inputs and --output: documents come over standard input, results go to standard output \
            (docs/stdio.md).
            """)
    var stdio = false

    @Option(
        help: ArgumentHelp(
            """
            With --stdio: each result comes with digests under the key in this file (32 bytes), by which duplicates \
            are found.
            """, valueName: "file"),
        completion: .file(), transform: ArgumentValue.path)
    var fingerprintKey: String?

    @Flag(help: "Process also what was done before and has not changed.")
    var again = false

    @OptionGroup var options: ProcessingOptions

    @OptionGroup var showing: ShowingOptions

    func validate() throws {
        guard !stdio else {
            let isPlain = inputs.isEmpty && output == nil && !again && options.keep.isEmpty && showing.isEmpty
            guard isPlain else {
                throw ValidationError(
                    "--stdio goes with no inputs, with no --output, and with no option about what is written or shown: "
                        + "results go to standard output, and nothing else does.")
            }
            return
        }
        guard fingerprintKey == nil else {
            throw ValidationError(
                "--fingerprint-key goes with --stdio alone: an output folder has a key of its own.")
        }
        guard !inputs.isEmpty else { throw ValidationError("Missing expected argument '<inputs> ...'") }
        guard output != nil else { throw ValidationError("Missing expected argument '--output <output>'") }
    }

    func run() async throws {
        guard let output else {
            let code = try await StdioJob(options: options, fingerprintKey: fingerprintKey).run()
            if code != 0 { throw ExitCode(code) }
            return
        }
        let inputs = RawArguments.paths(inputs)
        let code = try await RunJob(.inputs(inputs, again: again), output: output, options: options, showing: showing)
            .run()
        if code != 0 { throw ExitCode(code) }
    }
}

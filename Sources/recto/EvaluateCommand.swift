import ArgumentParser
import Evaluation
import Foundation
import Model
import Operations
import Pipeline
import SystemPackage

struct EvaluateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate", abstract: "Holds results against the truth.",
        discussion: """
            TRUTH is a truth.jsonl or the folder that holds one; OUT is what `recto run --output OUT` wrote from that \
            folder. Reports fields (exact, wrong, missing), kinds, decisions (false accepts above all), calibration and \
            skew.

              recto run Samples --output out
              recto evaluate Samples out
              recto evaluate Samples out --html report.html     plots, and each error's picture beside what was read
              recto evaluate Samples out --group subkind        a table by group, the worst first
              recto evaluate Samples --compare before after     what a change made better and worse

            With --calibrate, writes how sure readings are on these documents, for `decide.calibration`; run them with \
            --set decide.target_error=0 before, so that no doubtful value is left out of a result.

            With --weigh-readers, writes how much Tesseract and the neural reader are worth where they differ, for \
            Sources/Recognize/Lattice/readers.json:

              recto run fit --output out --keep-stages stages
              recto evaluate fit out --stages stages --weigh-readers Sources/Recognize/Lattice/readers.json
            """)

    @Argument(help: "A truth.jsonl, or the folder that holds one.", completion: .file(), transform: ArgumentValue.path)
    var truth: String

    @Argument(help: "An output folder of `recto run`.", completion: .directory, transform: ArgumentValue.path)
    var out: [String] = []

    @Option(
        name: .long, parsing: .upToNextOption,
        help: ArgumentHelp("Two output folders: tells what the second has better and worse.", valueName: "out"),
        transform: ArgumentValue.path)
    var compare: [String] = []

    @Flag(name: .long, help: "Print the report as JSON.")
    var json = false

    @Option(
        name: .long, help: "Also write the report as one self-contained page.", completion: .file(),
        transform: ArgumentValue.path)
    var html: String?

    @Option(name: .long, help: "List that many errors of fields, with their values.", transform: ArgumentValue.count)
    var errors = 0

    @Option(name: .long, help: "Only documents of this tier: clean, scan, photo or bad. Can be repeated.")
    var tier: [String] = []

    @Option(
        name: .long, help: ArgumentHelp("Also print a table by group, the worst first: \(groupKeys).", valueName: "key")
    )
    var group: String?

    @Option(
        name: .long, help: "Fit the confidence model on these documents and write it.", completion: .file(),
        transform: ArgumentValue.path)
    var calibrate: String?

    @Option(
        name: .long, help: "Fit the readers' weights on these documents and write them; needs --stages.",
        completion: .file(), transform: ArgumentValue.path)
    var weighReaders: String?

    @Option(
        name: .long, help: ArgumentHelp("What `recto run --keep-stages` kept of them.", valueName: "folder"),
        completion: .directory, transform: ArgumentValue.path)
    var stages: String?

    @Option(name: .long, help: "With --calibrate or --weigh-readers: what the documents are, for readers of the file.")
    var note = ""

    @OptionGroup var configuration: ConfigurationOptions

    private static let groupKeys = TruthDocument.GroupKey.allCases.map(\.rawValue).joined(separator: ", ")
    private var groupKey: TruthDocument.GroupKey? { group.flatMap(TruthDocument.GroupKey.init) }

    func validate() throws {
        guard compare.isEmpty ? out.count == 1 : compare.count == 2 && out.isEmpty else {
            throw ValidationError("give one output folder, or --compare with two")
        }
        if weighReaders != nil, stages == nil || out.isEmpty {
            throw ValidationError("--weigh-readers needs an output folder and --stages")
        }
        let tiers = TruthDocument.Tier.allCases.map(\.rawValue)
        if let unknown = tier.first(where: { !tiers.contains($0) }) {
            throw ValidationError("unknown tier `\(unknown)`; there are: \(tiers.joined(separator: ", "))")
        }
        if let group, groupKey == nil {
            throw ValidationError("unknown group `\(group)`; there are: \(Self.groupKeys)")
        }
    }

    @Option(
        help: ArgumentHelp("Make the page confined to this folder.", valueName: "folder", visibility: .hidden))
    var within: String?

    func run() throws {
        if let html, within == nil { return try runConfined(html) }
        do {
            let documents = try TruthReader.read(truth).filter { tier.isEmpty || tier.contains($0.tier.rawValue) }
            if compare.isEmpty {
                try report(documents, folder: out[0])
            } else {
                try reportChange(documents)
            }
        } catch let error as EvaluationError {
            FileHandle.standardError.write(Data("recto evaluate: \(error)\n".utf8))
            throw ExitCode(2)
        }
    }

    /// The page shows pieces of documents, which are decoded by a process that can do nothing else.
    private func runConfined(_ html: String) throws {
        let scratch = try ScratchFolder(named: "recto-evaluate-", under: RunScratch.parent)
        defer { scratch.remove() }
        switch try ConfinedChild.run(within: scratch.path) {
        case .exited(0): break
        case .exited(let code): throw ExitCode(code)
        case .signalled(let signal):
            Console.problem("\(html): its maker was ended by signal \(signal)")
            throw ExitCode(2)
        }
        do {
            try AtomicFile.write(
                try Data(contentsOf: URL(filePath: scratch.path.string).appending(path: Self.page)), to: FilePath(html))
        } catch {
            Console.problem("recto evaluate: \(html): cannot be written: \(error)")
            throw ExitCode(2)
        }
    }

    private static let page = "report.html"

    private func report(_ documents: [TruthDocument], folder: String) throws {
        let results = try ResultsReader.read(folder, for: documents)
        var report = Evaluator.judge(truth: documents, results: results)
        report.groups = groupKey.map { Groups(by: $0, truth: documents, report) }
        try printed(report, text: TextReport(report, errors: errors).text)
        // Before the page, which is made without the right to write anything else.
        if let calibrate { try writeModel(to: calibrate, documents, results) }
        if let weighReaders { try writeWeights(to: weighReaders, documents, results) }
        try writePage(HTMLReport(report), results: results)
    }

    private func writeWeights(to path: String, _ documents: [TruthDocument], _ results: [String: Outcome]) throws {
        let fit = try ReaderWeightsFit(
            truth: documents, pages: try ResultsReader.recognizedPages(stages ?? "", of: documents),
            engine: ResultsReader.engine(of: results), date: try DateArgument.today(), note: note)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try write(try encoder.encode(fit.weights) + Data("\n".utf8), to: path)
        FileHandle.standardError.write(Data(fit.summary.utf8))
    }

    private func write(_ data: Data, to path: String) throws {
        do {
            try AtomicFile.write(data, to: FilePath(path))
        } catch {
            throw EvaluationError(description: "\(path): cannot be written: \(error)")
        }
    }

    private func writeModel(to path: String, _ documents: [TruthDocument], _ results: [String: Outcome]) throws {
        let configuration = try self.configuration.read().configuration
        let kinds = try readingConfiguration { try KindCatalogue(configuration.kinds).definitions }
        let fit = try ConfidenceFit(
            truth: documents, results: results, kinds: kinds, date: try DateArgument.today(), note: note)
        try write(Data(CalibrationFile.text(of: fit.model).utf8), to: path)
        FileHandle.standardError.write(Data(fit.summary(target: configuration.targetError).utf8))
    }

    private func reportChange(_ documents: [TruthDocument]) throws {
        let before = Evaluator.judge(truth: documents, results: try ResultsReader.read(compare[0], for: documents))
        let results = try ResultsReader.read(compare[1], for: documents)
        let after = Evaluator.judge(truth: documents, results: results)
        var comparison = ReportComparison(before: before, after: after)
        comparison.groups = groupKey.map { Groups(by: $0, truth: documents, after, before: before) }
        try printed(comparison, text: comparison.text)
        try writePage(HTMLReport(after, comparison: comparison), results: results)
    }

    private func printed(_ value: some Encodable, text: String) throws {
        guard json else { return print(text, terminator: "") }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        print(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    /// Address space of a report's maker, in MiB: it holds all results at once.
    private static let mostMemory = 16_384

    private func writePage(_ page: HTMLReport, results: [String: Outcome]) throws {
        guard html != nil, let within else { return }
        let folder = URL(filePath: TruthReader.file(truth)).deletingLastPathComponent().path
        let pictures = try FieldPictures(configuration: Configuration())
        // Documents are decoded from here on.
        try ConfinedChild.confine(to: FilePath(within), memoryMegabytes: Self.mostMemory, readable: [folder])
        let text = try page.render { file, index, box in
            let outcome = Evaluator.outcome(of: file, in: results)
            guard let report = outcome?.pages?.first(where: { $0.index == index }) else { return nil }
            return pictures.picture(
                of: TruthReader.picture(report.file ?? DocumentPlace(file).path, of: truth), page: report, box: box)
        }
        try Data(text.utf8).write(to: URL(filePath: within).appending(path: Self.page))
    }
}

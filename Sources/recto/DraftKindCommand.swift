import ArgumentParser
import Evaluation
import Foundation
import Kinds
import Model
import Operations
import Pipeline
import SystemPackage

/// `recto kinds draft`.
struct DraftKind: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "draft", abstract: "Writes a kind file from a few filled examples of a form.",
        discussion: """
            EXAMPLES is a folder of documents of one form, five of them or so, filled in differently. What they print alike \
            is taken for the form, what differs for values. Each field gets the caption whose words are like its name; with \
            --truth, the one beside which its true values stand, which is surer: a line for each document, such as

              {"file": "a.png", "fields": {"member": "Ann Lee", "joined": "2024-03-01", "signed": true}}

            Then the examples are read by the draft, and what it reads is printed: it holds what the documents say, so mind \
            where. A field's type follows its name; where none is given, the examples tell. Types are in docs/kinds.md.

              recto kinds draft cards --fields member:name,number:code,joined:date,signed:signature
              recto kinds draft cards --fields member,number,joined,signed --truth cards/truth.jsonl --output card.yml
              recto kinds check card.yml
              recto run inbox --output out --set kinds.folder=my-kinds
            """)

    @Argument(help: "A folder of filled examples.", completion: .directory, transform: ArgumentValue.path)
    var examples: String

    @Option(
        help: ArgumentHelp("The fields that are wanted, with commas between them.", valueName: "name[:type],…"),
        transform: WantedFields.init)
    var fields: WantedFields

    @Option(help: ArgumentHelp("The kind's name; else the output's or the folder's.", valueName: "name"))
    var kind: String?

    @Option(
        help: ArgumentHelp("What the examples hold, as for `recto evaluate`.", valueName: "truth.jsonl"),
        completion: .file(), transform: ArgumentValue.path)
    var truth: String?

    @Option(
        help: ArgumentHelp("Where to write the kind file; KIND.yml if left out.", valueName: "file"),
        completion: .file(),
        transform: ArgumentValue.path)
    var output: String?

    @Flag(help: "Write over a file that is there.")
    var force = false

    @OptionGroup var options: ConfigurationOptions

    @OptionGroup var asOf: AsOfOption

    @Option(
        help: ArgumentHelp(
            "Work confined to this folder, which holds the documents.", valueName: "folder", visibility: .hidden))
    var within: String?

    private static let draft = "draft.yml"

    /// The documents are read as a worker reads them: by a process that can do nothing else, from copies.
    func run() throws {
        let names = try documents()
        if let within { return try work(on: names, within: FilePath(within)) }
        let file = try output ?? "\(kindName.rawValue).yml"
        if !force, FileManager.default.fileExists(atPath: file) {
            Console.problem("\(file): is there already: name another with --output, or write over it with --force")
            throw ExitCode(2)
        }
        let scratch = try ScratchFolder(named: "recto-draft-", under: RunScratch.parent)
        defer { scratch.remove() }
        for (number, name) in names.enumerated() {
            do {
                try FileManager.default.copyItem(
                    atPath: "\(examples)/\(name)", toPath: Self.copy(number, in: scratch.path).string)
            } catch {
                Console.problem("\(examples)/\(name): cannot be read: check its permissions")
                throw ExitCode(2)
            }
        }
        switch try ConfinedChild.run(within: scratch.path) {
        case .exited(0): break
        case .exited(let code): throw ExitCode(code)
        case .signalled(let signal):
            Console.problem("\(examples): the reader was ended by signal \(signal)")
            throw ExitCode(2)
        }
        do {
            try Data(contentsOf: URL(filePath: scratch.path.appending(Self.draft).string))
                .write(to: URL(filePath: file), options: .atomic)
        } catch {
            Console.problem("\(file): cannot be written: see that its folder is there, and may be written to")
            throw ExitCode(2)
        }
        print("\nWritten to \(file). Read it through, then: recto kinds check \(file)")
    }

    private static func copy(_ number: Int, in scratch: FilePath) -> FilePath {
        scratch.appending("document-\(number)")
    }

    /// Names of the documents in the folder.
    private func documents() throws -> [String] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: examples) else {
            Console.problem("\(examples): no such folder, or no rights to read it")
            throw ExitCode(2)
        }
        let documents = names.sorted().filter { name in
            guard !name.hasPrefix("."), let file = FileHandle(forReadingAtPath: "\(examples)/\(name)") else {
                return false
            }
            let head = (try? file.read(upToCount: 4096)) ?? Data()
            return !head.isEmpty && DocumentTypes.looksSupported([UInt8](head), name)
        }
        guard documents.count >= 2 else {
            Console.problem(
                "\(examples): holds \(documents.count.counted("document")); a draft takes two and more of one form, "
                    + "better five: what they have in common is the form, what differs the values")
            throw ExitCode(2)
        }
        return documents
    }

    /// As given, or as the file or the folder is named.
    private var kindName: KindName {
        get throws {
            let named = output.map { FilePath($0).stem ?? "" } ?? FilePath(examples).lexicallyNormalized().stem ?? ""
            let name = kind ?? named.lowercased().replacing("-", with: "_").replacing(" ", with: "_")
            guard WantedFields.isName(name), name != KindName.unknown.rawValue else {
                throw ValidationError(
                    "name the kind with --kind, in lower-case letters, digits and _, such as member_card (not `\(name)`)"
                )
            }
            return KindName(rawValue: name)
        }
    }

    // MARK: - In the confined process

    private func work(on names: [String], within scratch: FilePath) throws {
        let truths = try truth.map { try Self.truths($0, for: names) } ?? [:]
        let settings = try options.read().configuration
        let (kind, date) = (try kindName, try asOf.date)
        try ConfinedChild.confine(
            to: scratch, memoryMegabytes: settings.run.workerMemory, readable: settings.workerFolders)
        do {
            let catalogue = try readingConfiguration { try KindCatalogue(settings.kinds) }
            let reader = try readingConfiguration { try Pipeline(configuration: settings, asOf: date) }
            var read: [KindDraft.Example] = []
            for (number, name) in names.enumerated() {
                Console.note("reading \(number + 1) of \(names.count): \(PathName.printable(name))")
                let source = SourceFile(path: name, location: Self.copy(number, in: scratch).string)
                let document = try reader.recognized(source, scratch: scratch.string)
                read.append(KindDraft.Example(document: document, truth: truths[name]))
            }
            let context = ExtractionContext(asOf: date)
            let known = catalogue.definitions.filter { $0.name != kind }
            let draft = try KindDraft(read, wanted: fields.wanted, name: kind, known: known, context: context)
            let trials = try readingConfiguration {
                try KindTrial.run(draft.definition, on: read.map(\.document), configuration: settings, asOf: date)
            }
            let text = draft.text
            try Data(text.utf8).write(to: URL(filePath: scratch.appending(Self.draft).string))
            print(DraftReport(names: names, examples: read, draft: draft, trials: trials, context: context).text)
            for problem in KindFileReader.problems(in: text, origin: "the draft") { print("- \(problem.message)") }
        } catch is KindDraft.NoCommonForm {
            Console.problem(
                "\(examples): the documents share no words at the same places: give filled examples of one form, all the "
                    + "same way up and whole")
            throw ExitCode(2)
        } catch let failure as Failure {
            Console.problem(failure.message)
            throw ExitCode(2)
        }
    }

    /// A line of the truth: other keys of `recto evaluate` are passed over.
    private struct Truth: Decodable {
        var file: String
        var fields: [FieldName: FieldValue?]
    }

    private static func truths(_ path: String, for names: [String]) throws -> [String: [FieldName: FieldValue]] {
        do {
            let lines = try JSONLines.read(Truth.self, from: TruthReader.file(path))
            let truths = Dictionary(
                lines.map { (String($0.file.split(separator: "/").last ?? ""), $0.fields.compactMapValues(\.self)) }
            ) { first, _ in first }
            let missing = names.filter { truths[$0] == nil }
            if missing.count == names.count {
                throw EvaluationError(description: "\(path): names none of the examples as its `file`")
            }
            if !missing.isEmpty { Console.problem("\(path): says nothing of \(missing.joined(separator: ", "))") }
            return truths
        } catch let error as EvaluationError {
            Console.problem(error.description)
            throw ExitCode(2)
        }
    }
}

/// The fields that a draft is asked for: `name,joined:date`.
struct WantedFields {
    let wanted: [KindDraft.Wanted]

    @Sendable init(_ text: String) throws {
        let types = FieldType.allCases.filter { $0 != .computed }
        var wanted: [KindDraft.Wanted] = []
        for part in text.split(separator: ",") {
            let words = part.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard Self.isName(words[0]) else {
                throw ValidationError(
                    "`\(words[0])` is no field's name: lower-case letters, digits and _, such as date_signed")
            }
            let type = words.count > 1 ? types.first { $0.rawValue == words[1] } : nil
            if words.count > 1, type == nil {
                let names = types.map(\.rawValue)
                let near = NearestName.find(words[1], among: names).map { "; did you mean `\($0)`?" }
                throw ValidationError(
                    "there is no type `\(words[1])`\(near ?? "; there are: \(names.joined(separator: ", "))")")
            }
            guard !wanted.contains(where: { $0.name.rawValue == words[0] }) else {
                throw ValidationError("field `\(words[0])` is named twice")
            }
            wanted.append(KindDraft.Wanted(name: FieldName(rawValue: words[0]), type: type))
        }
        guard !wanted.isEmpty else { throw ValidationError("name a field or more, such as name,joined:date") }
        self.wanted = wanted
    }

    static func isName(_ text: String) -> Bool {
        text.first?.isLowercase == true
            && text.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "_") }
    }
}

/// What a draft reads on its examples, as text.
struct DraftReport {
    let names: [String]
    let examples: [KindDraft.Example]
    let draft: KindDraft
    let trials: [KindTrial]
    let context: ExtractionContext

    var text: String {
        let hints = self.hints
        return [kinds, fields].joined(separator: "\n\n")
            + (hints.isEmpty ? "" : "\n\nWhat to do:\n" + hints.map { "- \($0)" }.joined(separator: "\n"))
    }

    private var kinds: String {
        let rows = zip(names, trials).map { name, trial in
            let score = trial.classification.scores[draft.definition.name.rawValue] ?? 0
            let found = trial.cues.count { !$0.evidence.isEmpty }
            return [name, trial.kind.rawValue, Self.figure(score), "\(found) of \(trial.cues.count)"]
        }
        return TextTable.render(["example", "seen as", "chance of the kind", "cues found"], rows)
    }

    private var fields: String {
        let hasTruth = examples.contains { $0.truth != nil }
        let rows = shown.flatMap { field in
            trials.indices.map { example -> [String] in
                let found = found(field.name, example)
                let row = [
                    example == 0 ? field.name.rawValue : "", example == 0 ? field.type.rawValue : "", names[example],
                    found?.value.plainText ?? "not found", found.map { Self.figure($0.confidence) } ?? "",
                ]
                guard hasTruth else { return row }
                let truth = examples[example].truth?[field.name]
                let verdict = KindDraft.isRight(found, truth, context).map {
                    $0 ? "right" : "not \(truth?.plainText ?? "")"
                }
                return row + [verdict ?? ""]
            }
        }
        return TextTable.render(
            ["field", "type", "example", "reads", "confidence"] + (hasTruth ? ["truth"] : []), rows)
    }

    private var shown: [FieldDefinition] { draft.definition.fields.filter { !$0.isPart } }

    private func found(_ name: FieldName, _ example: Int) -> Field? {
        trials[example].fields.first { $0.definition.name == name }?.field
    }

    private var hints: [String] {
        draft.missing.map { field in
            let near = draft.nearest[field.name] ?? []
            let captions = near.isEmpty ? "" : " (nearest captions: \(near.joined(separator: "; ")))"
            return
                "\(field.name.rawValue): no label was found\(captions). Give its values with --truth, a type or another "
                + "name, or write the label into the file."
        }
            + shown.compactMap { field in
                let wrong = trials.indices.filter {
                    KindDraft.isRight(found(field.name, $0), examples[$0].truth?[field.name], context) == false
                }
                guard !wrong.isEmpty else { return nil }
                return
                    "\(field.name.rawValue): not right on \(wrong.map { names[$0] }.joined(separator: ", ")): see what "
                    + "`recto kinds try` shows there, and change its labels, directions or type."
            }
            + zip(names, trials).filter { $1.kind != draft.definition.name }.map { name, _ in
                "\(name) is not seen as \(draft.definition.name.rawValue): give it more cues, or heavier ones."
            }
    }

    private static func figure(_ number: Double) -> String { String(format: "%.2f", number) }
}

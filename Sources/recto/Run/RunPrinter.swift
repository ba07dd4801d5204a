import Evaluation
import Foundation
import Model
import Operations
import Synchronization
import SystemPackage

/// What a run prints.
struct RunStyle: Sendable {
    var isQuiet: Bool
    var isVerbose: Bool
    var showsTable: Bool
    var showsFields: Bool
}

/// Prints how far a run is, its failures as they come, and what came out of it.
final class RunPrinter: Sendable {
    private struct State {
        var progress = RunProgress()
        var table = RunTable()
        var hasBar = false
        var lastLine = ContinuousClock.now
    }

    private let style: RunStyle
    private let started = ContinuousClock.now
    private let state = Mutex(State())

    init(style: RunStyle) { self.style = style }

    func start() { if Terminal.isError { state.withLock { progress(&$0) } } }

    /// What the search for documents comes to.
    @Sendable func tell(_ notice: SearchNotice) {
        state.withLock { state in
            switch notice {
            case .skipped(let skipped):
                if style.isVerbose { say("skipped: \(skipped.path): \(skipped.cause.rawValue)", &state) }
            case .problem(let problem): say(problem, &state)
            case .found(let documents, let isAll):
                (state.progress.found, state.progress.isAllFound) = (documents, isAll)
                if isAll, documents > 0, !style.isQuiet, !Terminal.isError {
                    Console.note(documents.counted("document"))
                }
                progress(&state)
            }
        }
    }

    func add(_ report: DocumentReport) {
        state.withLock { state in
            if report.isFirstOfFile, !report.isRevised { state.progress.done += 1 }
            if let sequence = report.sequence { state.progress.atHand[sequence] = nil }
            if style.showsTable, !style.isQuiet { state.table.add(report, style) }
            if let error = report.outcome.error {
                let names = error.message.contains(report.path) ? "" : report.path + ": "
                say("failed: \(names)\(error.message) [\(error.code.rawValue)]", &state)
            }
            if let problem = report.outputProblem { say("not written: \(report.path): \(problem)", &state) }
            if !report.isRevised { progress(&state) }
        }
    }

    /// A page of a document was read.
    @Sendable func turn(_ page: PageProgress) {
        guard page.count > 1 else { return }
        state.withLock { state in
            state.progress.atHand[page.sequence] = page
            progress(&state)
        }
    }

    /// Where the run was stopped.
    func tellOfTheRest() {
        if let rest = state.withLock({ $0.progress.rest }) { Console.note(rest) }
    }

    func note(_ text: String) { state.withLock { say(text, &$0) } }

    func end() { state.withLock { clearBar(&$0) } }

    /// The table, the counts, and where the results lie.
    func summarize(_ summary: BatchSummary, _ folder: ResultFolder) {
        guard !style.isQuiet else { return }
        if let table = state.withLock({ $0.table.text(style, width: Terminal.columns) }) { print(table) }
        let seconds = (ContinuousClock.now - started) / .seconds(1)
        var counts = Decision.Action.allCases.map { "\(summary.actions[$0, default: 0]) \($0.rawValue)" }
        counts.append("\(summary.failed) failed")
        print(
            "\(summary.documents.counted("document")) in \(Figures.time(seconds)): " + counts.joined(separator: ", ")
                + "; \(summary.skipped.counted("other file")) skipped")
        if summary.splitFiles > 0 {
            print(
                "From \(summary.splitFiles.counted("file")) that hold\(summary.splitFiles == 1 ? "s" : "") several documents: "
                    + "\(summary.documentsOfSplitFiles), with a result each (ingest.split)")
        }
        if summary.recalled > 0 {
            print("Done before and unchanged: \(summary.recalled) (--again processes them anew)")
        }
        if summary.duplicates > 0 {
            print("Of the same bytes as another, with its outcome: \(summary.duplicates)")
        }
        if summary.possibleDuplicates > 0 {
            print("Perhaps another one over again (possible_duplicate): \(summary.possibleDuplicates)")
        }
        if summary.parts > 0 {
            print("Part of another file's document, with its outcome: \(summary.parts)")
        }
        if summary.found == 0 { Console.problem("warning: there was nothing to process") }
        print(
            "Results: \(PathName.printable(folder.lines.string)), one a line; each in \(PathName.printable(folder.results.string))/"
        )
    }

    // MARK: - Progress

    private func progress(_ state: inout State) {
        guard !style.isQuiet else { return }
        if Terminal.isError {
            redraw(&state)
        } else if ContinuousClock.now - state.lastLine > .seconds(10) || state.progress.isAtEnd {
            state.lastLine = .now
            Console.note(progressText(state))
        }
    }

    private func redraw(_ state: inout State) {
        let width = 24
        let filled = Int(state.progress.share * Double(width))
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
        state.hasBar = true
        Console.raw("\r\u{1B}[K\(bar) \(progressText(state))")
    }

    private func clearBar(_ state: inout State) {
        guard state.hasBar else { return }
        state.hasBar = false
        Console.raw("\r\u{1B}[K")
    }

    private func say(_ text: String, _ state: inout State) {
        let hadBar = state.hasBar
        clearBar(&state)
        Console.problem(text)
        if hadBar { redraw(&state) }
    }

    private func progressText(_ state: State) -> String {
        state.progress.text(after: (ContinuousClock.now - started) / .seconds(1))
    }
}

/// A row for each of the first documents.
struct RunTable {
    /// By the document's number in the run and, of a split file, its first page.
    private var rows: [[Int]: [String]] = [:]
    /// Documents without a row.
    private var others = 0

    /// Documents that have rows.
    static let most = 1000

    mutating func add(_ report: DocumentReport, _ style: RunStyle) {
        guard let sequence = report.sequence else { return }
        if sequence < Self.most {
            rows[[sequence, report.outcome.source.pages?.first ?? 1]] = ReportRow.cells(report, style)
        } else if !report.isRevised {
            others += 1
        }
    }

    /// Nil where there is no document.
    func text(_ style: RunStyle, width: Int?) -> String? {
        guard !rows.isEmpty else { return nil }
        let header = ReportRow.header(style)
        // Main fields first, then reasons, then the names of files.
        let narrowing = ["main fields", "reasons", "file"].compactMap(header.firstIndex)
        let sorted = rows.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
        let table = TextTable.render(header, sorted, width: width, narrowing: narrowing) + "\n"
        return others > 0 ? table + "and \(others.counted("more document", "more documents"))\n" : table
    }
}

/// One row of the table.
enum ReportRow {
    static func header(_ style: RunStyle) -> [String] {
        ["file", "kind", "decision", "reasons"] + (style.showsFields ? ["main fields"] : []) + ["time"]
    }

    static func cells(_ report: DocumentReport, _ style: RunStyle) -> [String] {
        let outcome = report.outcome
        let reasons = outcome.decision?.reasons.map { reason in
            reason.code.rawValue + (reason.field.map { " (\($0.rawValue))" } ?? "")
        }
        // Of a split file, which of its pages.
        let pages = outcome.source.pages.map { " (" + $0.map(String.init).joined(separator: "-") + ")" } ?? ""
        var cells = [
            Figures.shortened(PathName.printable(report.path) + pages, 44, keepsEnd: true),
            outcome.kind?.rawValue ?? "-",
            outcome.decision?.action.rawValue ?? "failed",
            Figures.shortened(reasons.map(unique) ?? outcome.error?.code.rawValue ?? "", 48),
        ]
        if style.showsFields { cells.append(Figures.shortened(PathName.printable(mainFields(outcome)), 72)) }
        cells.append(outcome.timing?["total"].map { Figures.time($0 / 1000) } ?? "-")
        return cells
    }

    private static func unique(_ items: [String]) -> String {
        var seen: Set<String> = []
        return items.filter { seen.insert($0).inserted }.joined(separator: ", ")
    }

    /// Shown of each kind, in this order; of kinds that the configuration adds, the first fields by name.
    private static let main: [KindName: [FieldName]] = [
        .id: ["surname", "given_names", "document_number", "date_of_birth", "date_of_expiry"],
        .deed: ["deed_type", "grantor", "grantee", "county", "state", "instrument_number"],
        .optOut: ["broker_name", "requester_name", "request_types"],
    ]

    private static func mainFields(_ outcome: Outcome) -> String {
        guard let kind = outcome.kind, let fields = outcome.fields else { return "" }
        let names = main[kind] ?? Array(fields.keys.sorted().prefix(4))
        return names.compactMap { fields[$0]?.value.plainText }.joined(separator: " · ")
    }
}

/// Figures for people.
enum Figures {
    static func decimals(_ number: Double, _ count: Int) -> String {
        number.formatted(.number.precision(.fractionLength(count)).grouping(.never).locale(Locale(identifier: "en_US")))
    }

    static func time(_ seconds: Double) -> String {
        if seconds < 60 { return decimals(seconds, seconds < 10 ? 2 : 0) + " s" }
        let whole = Int(min(seconds, 1e9).rounded())
        if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
        return "\(whole / 3600) h \(whole % 3600 / 60) min"
    }

    static func shortened(_ text: String, _ length: Int, keepsEnd: Bool = false) -> String {
        guard text.count > length else { return text }
        return keepsEnd ? "…" + text.suffix(length - 1) : text.prefix(length - 1) + "…"
    }
}

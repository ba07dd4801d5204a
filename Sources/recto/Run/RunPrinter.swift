import Evaluation
import Foundation
import Model
import Operations
import Synchronization
import SystemPackage

/// What a run prints.
struct RunStyle: Sendable {
    var isQuiet: Bool
    var showsTable: Bool
    var showsFields: Bool
}

/// Prints how far a run is, its failures as they come, and what came out of it.
final class RunPrinter: Sendable {
    private struct State {
        /// Files.
        var done = 0
        /// By the document's number in the run and, of a split file, its first page.
        var rows: [[Int]: [String]] = [:]
        var hasBar = false
        var lastLine = ContinuousClock.now
    }

    private let style: RunStyle
    private let total: Int
    private let started = ContinuousClock.now
    private let state = Mutex(State())

    init(style: RunStyle, total: Int) {
        self.style = style
        self.total = total
    }

    func start() {
        guard !style.isQuiet, total > 0 else { return }
        if Terminal.isError { state.withLock { redraw(&$0) } } else { Console.note("\(total) documents") }
    }

    func add(_ report: DocumentReport) {
        state.withLock { state in
            if report.isFirstOfFile, !report.isRevised { state.done += 1 }
            if style.showsTable, !style.isQuiet {
                let page = report.outcome.source.pages?.first ?? 1
                state.rows[[report.sequence, page]] = ReportRow.cells(report, style)
            }
            if let error = report.outcome.error {
                let names = error.message.contains(report.path) ? "" : report.path + ": "
                say("failed: \(names)\(error.message) [\(error.code.rawValue)]", &state)
            }
            if let problem = report.outputProblem { say("not written: \(report.path): \(problem)", &state) }
            progress(&state)
        }
    }

    func note(_ text: String) { state.withLock { say(text, &$0) } }

    func end() { state.withLock { clearBar(&$0) } }

    /// The table, the counts, and where the results lie.
    func summarize(_ summary: BatchSummary, _ discovery: Discovery, _ folder: ResultFolder) {
        guard !style.isQuiet else { return }
        let rows = state.withLock { $0.rows }.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
        if !rows.isEmpty {
            let header = ReportRow.header(style)
            // Main fields first, then reasons, then the names of files.
            let narrowing = ["main fields", "reasons", "file"].compactMap(header.firstIndex)
            print(TextTable.render(header, rows, width: Terminal.columns, narrowing: narrowing) + "\n")
        }
        let seconds = (ContinuousClock.now - started) / .seconds(1)
        var counts = Decision.Action.allCases.map { "\(summary.actions[$0, default: 0]) \($0.rawValue)" }
        counts.append("\(summary.failed) failed")
        print(
            "\(summary.documents) documents in \(Figures.time(seconds)): " + counts.joined(separator: ", ")
                + "; \(discovery.skipped) other files skipped")
        if summary.splitFiles > 0 {
            print(
                "\(summary.documentsOfSplitFiles) of them are from \(summary.splitFiles) files that hold several, and have a "
                    + "result each (ingest.split)")
        }
        if summary.recalled > 0 {
            print("Done before and unchanged: \(summary.recalled) (--again processes them anew)")
        }
        if summary.duplicates > 0 {
            print("\(summary.duplicates) of them had the same bytes as another and share its outcome")
        }
        if summary.possibleDuplicates > 0 {
            print("\(summary.possibleDuplicates) of them may be another one over again (possible_duplicate)")
        }
        if summary.parts > 0 {
            print("\(summary.parts) of them are part of another file's document and share its outcome")
        }
        if summary.documents == 0 { Console.problem("warning: there was nothing to process") }
        print(
            "Results: \(PathName.printable(folder.lines.string)), one a line; each in \(PathName.printable(folder.results.string))/"
        )
    }

    // MARK: - Progress

    private func progress(_ state: inout State) {
        guard !style.isQuiet else { return }
        if Terminal.isError {
            redraw(&state)
        } else if ContinuousClock.now - state.lastLine > .seconds(10) || state.done == total {
            state.lastLine = .now
            Console.note(progressText(state.done))
        }
    }

    private func redraw(_ state: inout State) {
        let width = 24
        let filled = total > 0 ? state.done * width / total : width
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
        state.hasBar = true
        Console.raw("\r\u{1B}[K\(bar) \(progressText(state.done))")
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

    private func progressText(_ done: Int) -> String {
        let seconds = (ContinuousClock.now - started) / .seconds(1)
        var text = "\(done) of \(total) documents"
        guard done > 0, seconds > 0.5 else { return text }
        text += ", \(Figures.decimals(Double(done) / seconds, 1))/s"
        if done < total { text += ", \(Figures.time(seconds / Double(done) * Double(total - done))) left" }
        return text
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
        let whole = Int(seconds.rounded())
        if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
        return "\(whole / 3600) h \(whole % 3600 / 60) min"
    }

    static func shortened(_ text: String, _ length: Int, keepsEnd: Bool = false) -> String {
        guard text.count > length else { return text }
        return keepsEnd ? "…" + text.suffix(length - 1) : text.prefix(length - 1) + "…"
    }
}

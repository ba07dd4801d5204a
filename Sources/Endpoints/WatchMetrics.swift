import Foundation
package import Operations
import Synchronization

/// What a watch counts for those who look after it: numbers, states and codes, never a name or a value.
package final class WatchMetrics: Sendable {
    private struct Counts {
        var settled: [String: Int] = [:]
        var failures: [String: Int] = [:]
        var buckets = [Int](repeating: 0, count: WatchMetrics.bounds.count)
        var seconds = 0.0
        var timed = 0
        var problems = 0
        var webhookFailures = 0
    }

    /// Upper bounds of a document's processing time, in seconds.
    fileprivate static let bounds = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100]

    private let counts = Mutex(Counts())
    private let began = Date.now

    package init() {}

    package func count(_ event: WatchEvent) {
        counts.withLock { counts in
            switch event {
            case .settled(_, _, let action, let error, let milliseconds, _):
                counts.settled[action ?? "failed", default: 0] += 1
                if let error { counts.failures[error, default: 0] += 1 }
                guard let milliseconds else { return }
                let seconds = milliseconds / 1000
                counts.seconds += seconds
                counts.timed += 1
                for (index, bound) in Self.bounds.enumerated() where seconds <= bound { counts.buckets[index] += 1 }
            case .problem: counts.problems += 1
            default: return
            }
        }
    }

    package func count(_ event: WebhookEvent) {
        counts.withLock { counts in
            switch event {
            case .failed: counts.webhookFailures += 1
            case .ledgerFailed: counts.problems += 1
            }
        }
    }

    /// In Prometheus' text format, version 0.0.4.
    package func text(_ state: WatchState, ledger: Ledger) throws -> String {
        var text = MetricsText()
        let documents = try ledger.counts()
        text.add(
            "recto_documents", .gauge, "Documents ever seen, by state.",
            DocumentState.allCases.map { ("state", $0.rawValue, Double(documents[$0] ?? 0)) })
        text.add(
            "recto_documents_waiting", .gauge, "Whole documents in the folder that wait for a worker.", state.waiting)
        text.add("recto_documents_at_hand", .gauge, "Documents that workers have.", state.atHand)
        text.add("recto_paused", .gauge, "1 where nothing is taken for want of room.", state.isPaused ? 1 : 0)
        text.add(
            "recto_scan_age_seconds", .gauge, "Time since the folder was last looked through.", state.scanAge ?? -1)
        let deliveries = try ledger.deliveries.counts()
        text.add(
            "recto_webhook_deliveries", .gauge, "Results to tell the webhook of, by state.",
            Deliveries.State.allCases.map { ("state", $0.rawValue, Double(deliveries[$0] ?? 0)) })
        let counts = counts.withLock { $0 }
        text.add(
            "recto_documents_settled_total", .counter, "Documents settled since the start, by decision.",
            ["accept", "review", "retake", "failed"].map { ("decision", $0, Double(counts.settled[$0] ?? 0)) })
        text.add(
            "recto_document_failures_total", .counter, "Documents that failed since the start, by code.",
            counts.failures.sorted { $0.key < $1.key }.map { ("code", $0.key, Double($0.value)) })
        text.addHistogram(
            "recto_document_seconds", "Time that a document took a worker.",
            buckets: zip(Self.bounds, counts.buckets).map { ($0, $1) }, sum: counts.seconds, count: counts.timed)
        text.add("recto_problems_total", .counter, "Problems logged since the start.", Double(counts.problems))
        text.add(
            "recto_webhook_failures_total", .counter, "Attempts since the start that did not get through.",
            Double(counts.webhookFailures))
        text.add(
            "process_start_time_seconds", .gauge, "When this process began, in seconds since 1970.",
            began.timeIntervalSince1970.rounded())
        if let memory = Self.residentBytes() {
            text.add("process_resident_memory_bytes", .gauge, "Resident memory of this process, workers apart.", memory)
        }
        return text.text
    }

    private static func residentBytes() -> Double? {
        guard let data = FileManager.default.contents(atPath: "/proc/self/statm") else { return nil }
        let fields = String(decoding: data, as: UTF8.self).split(separator: " ")
        return fields.count > 1 ? Double(fields[1]).map { $0 * Double(sysconf(Int32(_SC_PAGESIZE))) } : nil
    }
}

/// Lines of Prometheus' text format.
private struct MetricsText {
    enum Kind: String {
        case gauge, counter, histogram
    }

    private(set) var text = ""

    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
        begin(name, kind, help)
        text += "\(name) \(Self.number(value))\n"
    }

    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ values: [(label: String, of: String, Double)]) {
        begin(name, kind, help)
        for (label, of, value) in values { text += "\(name){\(label)=\"\(of)\"} \(Self.number(value))\n" }
    }

    mutating func addHistogram(
        _ name: String, _ help: String, buckets: [(bound: Double, count: Int)], sum: Double, count: Int
    ) {
        begin(name, .histogram, help)
        for (bound, count) in buckets { text += "\(name)_bucket{le=\"\(Self.number(bound))\"} \(count)\n" }
        text += "\(name)_bucket{le=\"+Inf\"} \(count)\n\(name)_sum \(Self.number(sum))\n\(name)_count \(count)\n"
    }

    private mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    }

    private static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
    }
}

import ArgumentParser
import Foundation
import Model
import Operations

/// A service's log: one line an event on standard error, with names, codes and times, and never a value.
struct ServiceLog: Sendable {
    enum Format: String, ExpressibleByArgument, CaseIterable, Sendable {
        case text, json
    }

    let format: Format

    func write(_ event: WatchEvent) {
        let line = Line(event)
        switch format {
        case .text: Console.problem(line.text)
        case .json:
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            guard let data = try? encoder.encode(line) else { return }
            Console.raw(String(decoding: data, as: UTF8.self) + "\n")
        }
    }

    /// Why it ends, or does not even begin: for people without a time, which they know.
    func end(_ problem: String) {
        switch format {
        case .text: Console.problem(problem)
        case .json: write(.problem(problem))
        }
    }

    /// An event as it is logged; keys without a value are absent.
    private struct Line: Encodable {
        var time = Date.now.formatted(.iso8601.year().month().day().time(includingFractionalSeconds: true))
        var level = "info"
        var event: String
        var path: String?
        var kind: String?
        var action: String?
        var error: String?
        var milliseconds: Int?
        var place: String?
        var message: String?

        init(_ event: WatchEvent) {
            switch event {
            case .started(let claimed):
                self.event = "started"
                message = claimed > 0 ? "\(claimed.counted("document")) at hand when it was last stopped" : nil
            case .settled(let path, let kind, let action, let error, let time, let place):
                self.event = error == nil ? "processed" : "failed"
                level = error == nil ? "info" : "warning"
                (self.path, self.kind, self.action, self.error, self.place) = (path, kind, action, error, place)
                milliseconds = time.map { Int($0.rounded()) }
            case .skipped(let path):
                self.event = "skipped"
                self.path = path
                message = "is no document: it stays where it is"
            case .reading(let page):
                self.event = "reading"
                path = page.path
                message = "page \(page.read) of \(page.count)"
            case .changed(let path):
                self.event = "changed"
                self.path = path
                message = "changed while it was read: it is done once more"
            case .paused(let why):
                (self.event, level, message) = ("paused", "warning", "\(why): nothing new is taken until that changes")
            case .resumed: self.event = "resumed"
            case .reconfigured: self.event = "reconfigured"
            case .notReconfigured(let problem):
                (self.event, level) = ("not_reconfigured", "error")
                message = "the configuration before stays: \(problem)"
            case .notTold(let path, let attempt, let cause, let isLast):
                (self.event, level) = ("webhook_failed", isLast ? "error" : "warning")
                self.path = path
                message = "attempt \(attempt): \(cause)" + (isLast ? ": given up" : "")
            case .listening(let port): (self.event, message) = ("listening", "port \(port)")
            case .problem(let problem): (self.event, level, message) = ("problem", "error", problem)
            case .stopping:
                (self.event, message) = (
                    "stopping", "what is not done in 10 seconds is left to the next start; once more stops at once"
                )
            case .stopped: self.event = "stopped"
            }
        }

        var text: String {
            let details = [
                path, kind, action, error, milliseconds.map { "\($0) ms" }, place.map { "in \($0)" }, message,
            ]
            let rest = details.compactMap(\.self).map { $0.replacing("\n", with: "; ") }.joined(separator: ", ")
            return "\(time) \(event.replacing("_", with: " "))" + (rest.isEmpty ? "" : ": " + rest)
        }
    }
}

import Foundation
import Testing

/// `recto watch` as systemd runs it: over `in`, configured by `my.yml`, logging JSON.
extension Program {
    static let quick = "watch:\n  quiet_seconds: 0.2\n  scan_seconds: 0.5\n"

    func configure(_ text: String) throws { try Data(text.utf8).write(to: folder.appending(path: "my.yml")) }

    func startWatch(named name: String, by launcher: [String] = []) throws -> Process {
        try start(
            ["watch", "in", "--output", "out", "--jobs", "1", "--log-format", "json", "--config", "my.yml"],
            named: name, by: launcher)
    }

    /// Events of a kind that were logged so far.
    func events(_ log: String, _ event: String) throws -> [[String: Any]] {
        try text("\(log).err").split(separator: "\n").compactMap {
            try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }.filter { $0["event"] as? String == event }
    }

    func wait(_ process: Process, until isDone: () throws -> Bool) async throws {
        while process.isRunning, try !isDone() { try await Task.sleep(for: .milliseconds(10)) }
        #expect(process.isRunning)
    }
}

import Foundation
import HTTPTypes
import Hummingbird
import Operations

/// Tells pages of changes as they come: `text/event-stream`, each event numbered.
struct LiveEvents: Sendable {
    let log: EventLog
    let access: Access

    /// Open pages: fewer than the server's connections, so that others are still answered.
    private static let most = 40
    /// Less than the server's patience, so that it sees that the page is still there.
    private static let pulse = Duration.seconds(10)

    func stream(_ query: FormFields, _ context: SignedInContext) throws -> Response {
        // Who has signed in keeps the role, or the stream ends.
        try stream(after: query["after"]) { [access] in
            (try? access.signedIn(by: context.session.key.text, for: .review)) != nil
        }
    }

    /// - Parameters:
    ///   - place: of the last event that is known.
    ///   - isStillIn: who has signed out in another tab, or lost the role, is told nothing more.
    func stream(after place: String?, isStillIn: @escaping @Sendable () -> Bool) throws -> Response {
        guard let signs = log.listen(most: Self.most) else {
            throw PageError(.serviceUnavailable, "Too many pages are open", "Close some, then load this one again.")
        }
        let start = EventLog.Position(place)
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream"],
            body: ResponseBody { [log] writer in
                var position = start
                func tell() async throws {
                    let now = log.position
                    for (reached, change) in log.changes(after: position) {
                        position = reached
                        try await writer.write(ByteBuffer(string: try Self.event(reached, change)))
                    }
                    if position?.run != log.run { position = now }
                }
                // Says at once that the connection stands.
                try await writer.write(ByteBuffer(string: ": open\n\n"))
                try await tell()
                for await isPulse in Self.merged(signs) {
                    guard isStillIn() else { break }
                    if isPulse { try await writer.write(ByteBuffer(string: ": pulse\n\n")) }
                    try await tell()
                }
                try await writer.finish(nil)
            })
    }

    private static func event(_ position: EventLog.Position, _ change: EventLog.Change) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return "id: \(position.text)\ndata: \(String(decoding: try encoder.encode(change), as: UTF8.self))\n\n"
    }

    /// The signs, and a pulse from time to time, which is true.
    private static func merged(_ signs: AsyncStream<Void>) -> AsyncStream<Bool> {
        AsyncStream { continuation in
            let task = Task {
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { for await _ in signs { continuation.yield(false) } }
                    group.addTask {
                        while (try? await Task.sleep(for: pulse)) != nil { continuation.yield(true) }
                    }
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

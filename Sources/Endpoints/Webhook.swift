import Digest
package import Foundation
package import Operations
package import WebClient

/// Where results are told, and how the receiver knows that they come from here.
package struct WebhookSettings: Sendable {
    /// A result is personal data.
    package var address: WebAddress
    /// Never logged, and never in an argument.
    package var secret: [UInt8]
    /// For one attempt, from the first byte sent to the last received.
    package var patience: TimeInterval = 20
    /// After the first attempt that fails; doubled with each further one, up to `longestPause`.
    package var firstPause: TimeInterval = 1
    package var longestPause: TimeInterval = 900
    /// A delivery that did not get through so often is given up: after some three days. They are not counted by the
    /// clock, which may be set meanwhile.
    package var mostAttempts = 400
    /// Waits: for the next look at what is due, and for as long as the receiver asks to be left alone.
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    /// - Throws: `WebhookError` with what is wrong, and nothing of the secret.
    package init(url: String, secret: String) throws {
        guard let address = WebAddress(url) else {
            throw WebhookError(
                "watch.webhook: must be a URL such as https://example.com/recto (http:// to this machine alone), without "
                    + "a user's name or a fragment")
        }
        let bytes = Array(secret.trimmingCharacters(in: .whitespacesAndNewlines).utf8)
        guard bytes.count >= Self.shortestSecret else {
            throw WebhookError(
                "the webhook's secret must have \(Self.shortestSecret) characters or more: put it into the file that "
                    + "watch.webhook_secret_file names, or into RECTO_WEBHOOK_SECRET; `openssl rand -hex 32` makes one")
        }
        self.address = address
        self.secret = bytes
    }

    private static let shortestSecret = 16

    /// - Throws: `WebhookError` where the file cannot be read, or everyone may.
    package static func secret(inFile path: String) throws -> String {
        guard let data = FileManager.default.contents(atPath: path), let text = String(data: data, encoding: .utf8)
        else {
            throw WebhookError("\(path): the webhook's secret cannot be read: no such file, or no rights to it")
        }
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        if let rights = attributes?[.posixPermissions] as? Int, rights & 0o004 != 0 {
            throw WebhookError("\(path): everyone may read the webhook's secret: `chmod 600` it")
        }
        return text
    }

    /// Time until the next attempt: twice as long each time, with chance, so that many do not come at once.
    func pause(after attempts: Int) -> TimeInterval {
        let longest = min(longestPause, firstPause * pow(2, Double(min(attempts, 30))))
        return longest * .random(in: 0.5...1)
    }
}

package struct WebhookError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}

/// Tells a receiver of each result by HTTP POST. The body is the result, as its file has it; headers carry what the
/// receiver needs to trust it and to know one it had before:
///
/// - `Recto-Delivery`: a number that stays the same where the same result is sent again.
/// - `Recto-Timestamp`: seconds since 1970, of this attempt.
/// - `Recto-Signature`: `v1=` and HMAC-SHA256, in hexadecimal digits, of timestamp, a full stop, and the body.
///
/// What was sent and what was not is in the ledger, so that a restart goes on with it.
package final class Webhook: Sendable {
    private let settings: WebhookSettings
    private let deliveries: Deliveries
    private let body: @Sendable (Deliveries.Entry) throws -> Data?
    private let report: @Sendable (WebhookEvent) -> Void
    private let client: WebClient

    /// - Parameter body: of the delivery about a document; nil where there is no result any more. Throws where it cannot
    ///   be read now.
    package init(
        _ settings: WebhookSettings, deliveries: Deliveries,
        body: @escaping @Sendable (Deliveries.Entry) throws -> Data?,
        report: @escaping @Sendable (WebhookEvent) -> Void
    ) {
        self.settings = settings
        self.deliveries = deliveries
        self.body = body
        self.report = report
        client = WebClient(patience: settings.patience)
    }

    /// Works until the task is cancelled; the attempt at hand is then given up, and made again after the next start.
    package func run() async {
        var reported: String?
        while !Task.isCancelled {
            do {
                let due = try deliveries.due(at: .now, limit: 20, longestPause: settings.longestPause)
                reported = nil
                for entry in due where !Task.isCancelled {
                    guard let wish = try await deliver(entry) else { continue }
                    // Not with this result alone: the receiver asks to be left alone.
                    try await settings.sleep(wish)
                    break
                }
                if due.isEmpty { try await settings.sleep(.milliseconds(250)) }
            } catch is CancellationError {
                return
            } catch {
                if reported != "\(error)" { report(.ledgerFailed("\(error)")) }
                reported = "\(error)"
                try? await Task.sleep(for: .seconds(10))
            }
        }
    }

    /// - Returns: for how long the receiver asks to be left alone; nil where it does not.
    private func deliver(_ entry: Deliveries.Entry) async throws -> Duration? {
        // What was purged meanwhile is nobody's business any more.
        let body: Data
        do {
            guard let data = try self.body(entry) else {
                try deliveries.failed(entry, nextAt: nil)
                return nil
            }
            body = data
        } catch let error as UnreadableResult {
            // It keeps no others waiting.
            try postpone(entry, because: "\(error)")
            return nil
        }
        let answer = await client.send(request(entry, body))
        if case .answered(let response) = answer, (200..<300).contains(response.status) {
            try deliveries.delivered(entry)
            return nil
        }
        if Task.isCancelled { return nil }
        let wish: TimeInterval? =
            if case .answered(let response) = answer, [429, 503].contains(response.status) {
                response.retryAfter.map { min($0, settings.longestPause) }
            } else { nil }
        try postpone(entry, because: "\(answer)", atLeast: wish ?? 0)
        return wish.map { .seconds($0) }
    }

    private func postpone(_ entry: Deliveries.Entry, because cause: String, atLeast least: TimeInterval = 0) throws {
        let isLast = entry.attempts + 1 >= settings.mostAttempts
        let pause = max(least, settings.pause(after: entry.attempts))
        try deliveries.failed(entry, nextAt: isLast ? nil : .now.addingTimeInterval(pause))
        report(.failed(path: entry.path, attempt: entry.attempts + 1, cause: cause, isLast: isLast))
    }

    private func request(_ entry: Deliveries.Entry, _ body: Data) -> WebClient.Request {
        let time = String(Int(Date.now.timeIntervalSince1970))
        let code = HMACSHA256.hexDigest(of: Array("\(time).".utf8) + body, key: settings.secret)
        var request = WebClient.Request(to: settings.address)
        request.method = "POST"
        request.headers = [
            "Content-Type": "application/json", "Recto-Delivery": String(entry.id), "Recto-Timestamp": time,
            "Recto-Signature": "v1=\(code)",
        ]
        request.body = body
        return request
    }
}

/// What is worth a line in the log: names and codes, never a body.
package enum WebhookEvent: Sendable {
    case failed(path: String, attempt: Int, cause: String, isLast: Bool)
    case ledgerFailed(String)
}

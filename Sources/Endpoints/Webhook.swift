import Digest
package import Foundation
package import Identity
package import Operations
package import WebClient

/// Where results are told, and how the receiver knows that they come from here.
package struct WebhookSettings: Sendable {
    /// A result is personal data.
    package var address: WebAddress
    /// Never logged, and never in an argument.
    package var secret: [UInt8]
    /// Where an access token for the receiver is had; nil: it wants none.
    package var tokens: TokenSettings?
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
        do {
            return try SecretFile.text(path, of: "the webhook's secret")
        } catch {
            throw WebhookError("\(error)")
        }
    }

    /// What asks for access tokens, as the configuration has it; all empty: nothing does.
    ///
    /// - Throws: `WebhookError` where a part is missing, or the client's secret cannot be read.
    package mutating func askForTokens(at url: String, client id: String, secretFile: String, scope: String) throws {
        guard !url.isEmpty else {
            guard (id + secretFile + scope).isEmpty else {
                throw WebhookError(
                    "watch.webhook_client_…, webhook_scope: name where tokens are had: webhook_token_url")
            }
            return
        }
        guard let address = WebAddress(url) else {
            throw WebhookError(
                "watch.webhook_token_url: must be a URL such as https://example.com/token (http:// to this machine alone)"
            )
        }
        guard !id.isEmpty, !secretFile.isEmpty else {
            throw WebhookError(
                "watch.webhook_token_url: name the client, too: webhook_client_id and webhook_client_secret_file")
        }
        do {
            _ = try SecretFile.text(secretFile, of: "the client's secret")
        } catch {
            throw WebhookError("\(error)")
        }
        tokens = TokenSettings(
            address: address, grant: .clientCredentials(id: id, secretFile: secretFile), scope: scope)
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
    private let tokens: TokenClient?

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
        tokens = settings.tokens.map { tokens in
            var tokens = tokens
            tokens.patience = settings.patience
            return TokenClient(tokens, sleep: settings.sleep)
        }
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
        let answer: WebClient.Answer
        do {
            answer = try await send(entry, body)
        } catch let error as TokenError {
            if Task.isCancelled { return nil }
            guard case .unavailable(_, let wait) = error else {
                try postpone(entry, because: "\(error)")
                return nil
            }
            return try leaveAlone(entry, for: wait, because: "\(error)")
        }
        if case .answered(let response) = answer, (200..<300).contains(response.status) {
            try deliveries.delivered(entry)
            return nil
        }
        if Task.isCancelled { return nil }
        if case .answered(let response) = answer, [429, 503].contains(response.status), let wait = response.retryAfter {
            return try leaveAlone(entry, for: wait, because: "\(answer)")
        }
        try postpone(entry, because: "\(answer)")
        return nil
    }

    /// With a token where the receiver wants one; and with another one where it did not take the first.
    private func send(_ entry: Deliveries.Entry, _ body: Data) async throws -> WebClient.Answer {
        guard let tokens else { return await client.send(request(entry, body)) }
        let token = try await tokens.token()
        let answer = await client.send(request(entry, body, token))
        guard case .answered(let response) = answer, response.status == 401 else { return answer }
        await tokens.refused(token)
        return await client.send(request(entry, body, try await tokens.token()))
    }

    private func leaveAlone(
        _ entry: Deliveries.Entry, for seconds: TimeInterval, because cause: String
    ) throws -> Duration {
        let wait = min(seconds, settings.longestPause)
        try postpone(entry, because: cause, atLeast: wait)
        return .seconds(wait)
    }

    private func postpone(_ entry: Deliveries.Entry, because cause: String, atLeast least: TimeInterval = 0) throws {
        let isLast = entry.attempts + 1 >= settings.mostAttempts
        let pause = max(least, settings.pause(after: entry.attempts))
        try deliveries.failed(entry, nextAt: isLast ? nil : .now.addingTimeInterval(pause))
        report(.failed(path: entry.path, attempt: entry.attempts + 1, cause: cause, isLast: isLast))
    }

    private func request(
        _ entry: Deliveries.Entry, _ body: Data, _ token: GrantedToken? = nil
    ) -> WebClient.Request {
        let time = String(Int(Date.now.timeIntervalSince1970))
        let code = HMACSHA256.hexDigest(of: Array("\(time).".utf8) + body, key: settings.secret)
        var request = WebClient.Request(to: settings.address)
        request.method = "POST"
        request.headers = [
            "Content-Type": "application/json", "Recto-Delivery": String(entry.id), "Recto-Timestamp": time,
            "Recto-Signature": "v1=\(code)",
        ]
        if let token { request.headers["Authorization"] = "Bearer \(token.text)" }
        request.body = body
        return request
    }
}

/// What is worth a line in the log: names and codes, never a body.
package enum WebhookEvent: Sendable {
    case failed(path: String, attempt: Int, cause: String, isLast: Bool)
    case ledgerFailed(String)
}

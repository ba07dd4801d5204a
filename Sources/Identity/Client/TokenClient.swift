import Foundation

/// Keeps an access token for all who need one, and gets the next one in time.
package actor TokenClient {
    private struct Kept {
        var token: GrantedToken
        /// When it was asked for.
        var start: ContinuousClock.Instant

        var refresh: ContinuousClock.Instant { start + .seconds(token.use) }
        var end: ContinuousClock.Instant { start + .seconds(token.life) }
    }

    /// After attempts that all failed, until others are made; doubled each time.
    private static let firstRest: TimeInterval = 10
    private static let longestRest: TimeInterval = 300
    /// Of what the service's Retry-After asks for.
    private static let longestWish: TimeInterval = 3600

    private let settings: TokenSettings
    private let request: TokenRequest
    private let now: @Sendable () -> ContinuousClock.Instant
    private let sleep: @Sendable (Duration) async throws -> Void
    private var kept: Kept?
    private var fetching: Task<GrantedToken, any Error>?
    /// Who waits for that, and how many of these were cancelled.
    private var waiting = (all: 0, cancelled: 0)
    private var failures = 0
    private var failure: (error: TokenError, until: ContinuousClock.Instant)?

    package init(
        _ settings: TokenSettings, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.settings = settings
        self.now = now
        self.sleep = sleep
        request = TokenRequest(settings)
    }

    /// A token that is good for some time still. While none can be had, the one before is good until its end.
    ///
    /// - Throws: `TokenError`; `CancellationError`.
    package func token() async throws -> GrantedToken {
        if let kept, now() < kept.refresh { return kept.token }
        do {
            return try await fetched()
        } catch let error as TokenError {
            if let kept, now() < kept.end { return kept.token }
            throw error
        }
    }

    /// The resource did not take it: the next who asks gets another one. Of many who say so of one token, one counts.
    package func refused(_ token: GrantedToken) { if kept?.token == token { kept = nil } }

    /// Once for all who wait, and cancelled with the last of them.
    private func fetched() async throws -> GrantedToken {
        while let fetching, fetching.isCancelled { _ = await fetching.result }
        if fetching == nil {
            if let failure, now() < failure.until { throw failure.error.again(in: now().duration(to: failure.until)) }
            fetching = Task { try await fetch() }
            waiting = (0, 0)
        }
        guard let fetching else { throw CancellationError() }
        waiting.all += 1
        return try await withTaskCancellationHandler {
            try await fetching.value
        } onCancel: {
            Task { await self.leave(fetching) }
        }
    }

    private func leave(_ task: Task<GrantedToken, any Error>) {
        guard task == fetching else { return }
        waiting.cancelled += 1
        if waiting.cancelled == waiting.all { task.cancel() }
    }

    private func fetch() async throws -> GrantedToken {
        defer { fetching = nil }
        var pause = settings.firstPause
        for attempt in 1... {
            let start = now()
            do {
                let token = try await request.send()
                (kept, failures, failure) = (Kept(token: token, start: start), 0, nil)
                return token
            } catch let error as TokenError {
                try Task.checkCancellation()
                var wish = 0.0
                if case .unavailable(_, let asked) = error {
                    wish = min(asked, Self.longestWish)
                    let next = max(pause * .random(in: 0.5...1), wish)
                    if attempt < settings.mostAttempts, next <= settings.longestPause {
                        try await sleep(.seconds(next))
                        pause *= 2
                        continue
                    }
                }
                let rest = max(wish, min(Self.longestRest, Self.firstRest * pow(2, Double(min(failures, 10)))))
                failures += 1
                failure = (error, now() + .seconds(rest))
                throw error.again(in: .seconds(rest))
            }
        }
        throw CancellationError()
    }
}

extension TokenError {
    /// With the time until the service is asked again.
    fileprivate func again(in rest: Duration) -> TokenError {
        if case .unavailable(let cause, _) = self { return .unavailable(cause, retryAfter: rest / .seconds(1)) }
        return self
    }
}

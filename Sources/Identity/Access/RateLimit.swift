import Synchronization

/// So many requests of each client at once, and so many a second after that: a token bucket for each.
package final class RateLimit: Sendable {
    private struct Bucket {
        var level: Double
        var time: ContinuousClock.Instant
    }

    private struct Buckets {
        var ofClients: [String: Bucket] = [:]
        /// Of all clients together for which there was no room.
        var ofOthers: Bucket?
        var lastSweep: ContinuousClock.Instant?
    }

    private let burst: Double
    private let perSecond: Double
    private let mostClients: Int
    private let now: @Sendable () -> ContinuousClock.Instant
    private let buckets = Mutex(Buckets())

    /// - Parameters:
    ///   - burst: requests at once, 1 or more.
    ///   - perSecond: above 0.
    ///   - mostClients: that are told apart. Beyond these, clients share one bucket until others have been quiet.
    package init(
        burst: Int, perSecond: Double, mostClients: Int = 10_000,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.burst = Double(burst)
        self.perSecond = perSecond
        self.mostClients = mostClients
        self.now = now
    }

    /// Takes one request of a client.
    ///
    /// - Returns: nil where it may go on; otherwise the seconds, 1 or more, after which it may, for `Retry-After`.
    package func take(_ client: String) -> Int? {
        buckets.withLock { buckets in
            let time = now()
            if buckets.ofClients[client] == nil, buckets.ofClients.count >= mostClients { sweep(&buckets, at: time) }
            let isOwn = buckets.ofClients[client] != nil || buckets.ofClients.count < mostClients
            let bucket = isOwn ? buckets.ofClients[client] : buckets.ofOthers
            var level = bucket.map { self.level(of: $0, at: time) } ?? burst
            let wait = level >= 1 ? nil : max(1, Int(((1 - level) / perSecond).rounded(.up)))
            if wait == nil { level -= 1 }
            let after = Bucket(level: level, time: time)
            if isOwn { buckets.ofClients[client] = after } else { buckets.ofOthers = after }
            return wait
        }
    }

    private func level(of bucket: Bucket, at time: ContinuousClock.Instant) -> Double {
        min(burst, bucket.level + bucket.time.duration(to: time) / .seconds(1) * perSecond)
    }

    /// Forgets whose bucket is full again; once a second at most, since it goes through all.
    private func sweep(_ buckets: inout Buckets, at time: ContinuousClock.Instant) {
        guard buckets.lastSweep.map({ $0.duration(to: time) >= .seconds(1) }) ?? true else { return }
        buckets.lastSweep = time
        buckets.ofClients = buckets.ofClients.filter { level(of: $0.value, at: time) < burst }
    }
}

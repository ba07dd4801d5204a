package import Foundation
import Synchronization

/// Time that stands still until a test moves it.
package final class TestClock: Sendable {
    private let start = ContinuousClock.now
    private let passed = Mutex<Duration>(.zero)

    package init() {}

    package func advance(_ seconds: Double) { passed.withLock { $0 += .seconds(seconds) } }

    /// 2026-06-01, and what has passed.
    @Sendable package func date() -> Date {
        Date(timeIntervalSince1970: 1_780_272_000 + passed.withLock { $0 } / .seconds(1))
    }

    @Sendable package func instant() -> ContinuousClock.Instant { start + passed.withLock { $0 } }
}

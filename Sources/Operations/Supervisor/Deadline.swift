import Synchronization

/// When a worker has had its time. Shared between the one who waits for it and the one who watches the clock.
final class Deadline: Sendable {
    private struct State {
        var instant: ContinuousClock.Instant
        var hasPassed = false
    }

    private let state: Mutex<State>

    init(in duration: Duration) { state = Mutex(State(instant: .now + duration)) }

    var hasPassed: Bool { state.withLock { $0.hasPassed } }

    func move(to instant: ContinuousClock.Instant) { state.withLock { $0.instant = instant } }

    /// Returns once the deadline has passed, or throws where the waiting is cancelled.
    func pass() async throws {
        while true {
            let instant = state.withLock { $0.instant }
            if instant <= .now { break }
            try await Task.sleep(until: instant, clock: .continuous)
        }
        state.withLock { $0.hasPassed = true }
    }
}

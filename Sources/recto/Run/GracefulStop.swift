import Operations
import Synchronization

/// Stops work where a signal says so: softly by the first one, at once by a second one or where patience is over.
final class GracefulStop: Sendable {
    private let state = Mutex<(signal: Int32, isAtOnce: Bool)?>(nil)

    /// The first one that came.
    var signal: Int32? { state.withLock { $0?.signal } }
    /// Whether a second one came.
    var isAtOnce: Bool { state.withLock { $0?.isAtOnce == true } }

    /// Notes a signal and does what it says.
    ///
    /// - Parameters:
    ///   - stop: lets what is at hand come to its end.
    ///   - end: leaves it as it is.
    func take(_ number: Int32, stop: () async -> Void, end: @escaping @Sendable () -> Void) async {
        let isSecond = state.withLock { state in
            defer { state = (state?.signal ?? number, state != nil) }
            return state != nil
        }
        guard !isSecond else { return end() }
        Task {
            try? await Task.sleep(for: StopSignals.patience)
            end()
        }
        await stop()
    }
}

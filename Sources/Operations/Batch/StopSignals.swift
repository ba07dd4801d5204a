@unsafe @preconcurrency import Dispatch
import Glibc

/// SIGINT, SIGTERM and what else is asked for, as values instead of the end of the process.
package struct StopSignals: ~Copyable {
    /// The signals' numbers, in the order in which they come.
    package let received: AsyncStream<CInt>
    private let sources: [any DispatchSourceSignal]

    /// What documents at hand are given to come to their end after the first signal, so that a stop takes 10 seconds at
    /// most: a page may take longer.
    package static let patience: Duration = .seconds(8)

    /// From now on, no such signal ends this process; nor does writing to a worker that is gone.
    package init(and others: [CInt] = []) {
        let (stream, continuation) = AsyncStream.makeStream(of: CInt.self)
        signal(SIGPIPE, SIG_IGN)
        sources = ([SIGINT, SIGTERM] + others).map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield(number) }
            source.resume()
            return source
        }
        received = stream
    }
}

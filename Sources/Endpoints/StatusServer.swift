import Hummingbird
package import Operations
package import WebServer

/// Answers those who look after a service: `/metrics` for Prometheus, `/healthz` (does it work at all), `/readyz` (does
/// it take documents). Whoever reaches it may ask; it says numbers and codes alone.
package struct StatusServer: Sendable {
    /// Few: each is a file, of which the documents need some.
    private static let connections = 16

    private let place: Place
    private let limits: WebServer.Limits
    private let state: @Sendable () async -> WatchState
    private let metrics: @Sendable (WatchState) throws -> String

    /// - Parameters:
    ///   - patience: seconds for one exchange.
    ///   - state: of the watch, now.
    ///   - metrics: the text of `/metrics`.
    package init(
        _ place: Place, patience: Double = 5, state: @escaping @Sendable () async -> WatchState,
        metrics: @escaping @Sendable (WatchState) throws -> String
    ) {
        self.place = place
        limits = WebServer.Limits(patience: patience, connections: Self.connections)
        self.state = state
        self.metrics = metrics
    }

    /// Serves until the task is cancelled.
    ///
    /// - Parameter listening: is called with the port once it listens.
    /// - Throws: where it cannot listen there.
    package func run(listening: @escaping @Sendable (UInt16) -> Void) async throws {
        let router = Router()
        router.get("/metrics") { [state, metrics] _, _ in
            Self.answer(try metrics(await state()), type: "text/plain; version=0.0.4; charset=utf-8")
        }
        router.get("/healthz") { [state] _, _ in Self.answer(problem: await state().illness) }
        router.get("/readyz") { [state] _, _ in
            let state = await state()
            return Self.answer(problem: state.illness ?? state.unreadiness)
        }
        try await WebServer.run(router.buildResponder(), at: place, limits: limits, listening: listening)
    }

    private static func answer(problem: String?) -> Response {
        answer(
            "\(problem ?? "ok")\n", status: problem == nil ? .ok : .serviceUnavailable,
            type: "text/plain; charset=utf-8")
    }

    private static func answer(_ text: String, status: HTTPResponse.Status = .ok, type: String) -> Response {
        Response(
            status: status, headers: [.contentType: type], body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}

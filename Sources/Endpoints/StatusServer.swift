import FlyingFox
import FlyingSocks
import Foundation
package import Operations

/// Answers those who look after a service: `/metrics` for Prometheus, `/healthz` (does it work at all), `/readyz` (does
/// it take documents). Whoever reaches it may ask; it says numbers and codes alone.
package final class StatusServer: Sendable {
    /// Where to listen: an address of this machine, and a port; 0 for any that is free.
    package struct Place: Hashable, Sendable {
        package var host: String
        package var port: UInt16

        /// `9464`, `127.0.0.1:9464`, `[::1]:9464`; a port alone is one of the loopback.
        package init?(_ text: String) {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            guard let port = parts.last.flatMap({ UInt16($0) }) else { return nil }
            self.port = port
            host = String(text.dropLast(parts.last?.count ?? 0).dropLast())
            if parts.count == 1 { host = "127.0.0.1" }
            guard (try? address()) != nil else { return nil }
        }

        fileprivate func address() throws -> any SocketAddress {
            guard host.hasPrefix("["), host.hasSuffix("]") else { return try .inet(ip4: host, port: port) }
            return try .inet6(ip6: String(host.dropFirst().dropLast()), port: port)
        }
    }

    private let server: HTTPServer

    /// - Parameters:
    ///   - state: of the watch, now.
    ///   - metrics: the text of `/metrics`.
    ///   - patience: seconds for one exchange.
    package init(
        _ place: Place, patience: Double = 5, state: @escaping @Sendable () async -> WatchState,
        metrics: @escaping @Sendable (WatchState) throws -> String
    ) async throws {
        server = Self.server(try place.address(), patience)
        await server.appendRoute("GET /metrics") { (_: HTTPRequest) in
            let text = try metrics(await state())
            return HTTPResponse(
                statusCode: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
                body: Data(text.utf8))
        }
        await server.appendRoute("GET /healthz") { (_: HTTPRequest) in Self.answer(await state().illness) }
        await server.appendRoute("GET /readyz") { (_: HTTPRequest) in
            let state = await state()
            return Self.answer(state.illness ?? state.unreadiness)
        }
    }

    private static func server(_ address: some SocketAddress, _ patience: Double) -> HTTPServer {
        HTTPServer(address: address, timeout: patience, logger: .disabled)
    }

    private static func answer(_ problem: String?) -> HTTPResponse {
        HTTPResponse(
            statusCode: problem == nil ? .ok : .serviceUnavailable,
            headers: [.contentType: "text/plain; charset=utf-8"],
            body: Data("\(problem ?? "ok")\n".utf8))
    }

    /// Serves until the task is cancelled.
    ///
    /// - Parameter listening: is called with the port once it listens.
    /// - Throws: where it cannot listen there.
    package func run(listening: @escaping @Sendable (UInt16) -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [server] in try await server.run() }
            group.addTask { [server] in
                try await server.waitUntilListening(timeout: 10)
                switch await server.listeningAddress {
                case .ip4(_, let port), .ip6(_, let port): listening(port)
                default: break
                }
            }
            try await group.waitForAll()
        }
    }
}

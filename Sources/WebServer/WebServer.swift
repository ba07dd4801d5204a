import Glibc
package import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore

/// The one HTTP server of the product, with its limits. It logs nothing: paths and queries may name documents.
package enum WebServer {
    package struct Limits: Sendable {
        /// Seconds for one exchange, from a request's head to the last byte of its answer that the client takes; between
        /// the parts of an answer that is streamed; and between requests on one connection.
        package var patience: Double
        /// Those beyond wait until one of these is closed.
        package var connections: Int
        /// Of a request's line and headers together.
        package var headerBytes: Int

        package init(patience: Double, connections: Int = 64, headerBytes: Int = 16 << 10) {
            self.patience = patience
            self.connections = connections
            self.headerBytes = headerBytes
        }
    }

    /// Serves until the task is cancelled.
    ///
    /// - Parameters:
    ///   - certificate: where TLS is spoken, 1.2 or later, and nothing else; nil for plain HTTP.
    ///   - listening: is called with the port once it listens.
    /// - Throws: where it cannot listen there.
    package static func run<Responder: HTTPResponder>(
        _ responder: Responder, at place: Place, limits: Limits, certificate: TLSCertificate? = nil,
        listening: @escaping @Sendable (UInt16) async -> Void
    ) async throws where Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
        let silence = Logger(label: "web") { _ in SwiftLogNoOpLogHandler() }
        let http = HTTP1Channel.Configuration(
            additionalChannelHandlers: [ExchangeDeadline(seconds: limits.patience)],
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: limits.headerBytes, maxHeaderListSize: limits.headerBytes))
        var server = HTTPServerBuilder.http1(configuration: http)
        if let certificate { server = try .tls(server, tlsConfiguration: certificate.configuration) }
        let application = Application(
            responder: responder, server: server,
            configuration: ApplicationConfiguration(
                address: .hostname(place.bareHost, port: Int(place.port)),
                availableConnectionsDelegate: .maximum(limits.connections, logger: silence)),
            onServerRunning: { channel in
                if let port = channel.localAddress?.port.flatMap(UInt16.init(exactly:)) { await listening(port) }
            }, logger: silence)
        do {
            try await application.run()
        } catch let error as IOError {
            throw SystemProblem(code: error.errnoCode)
        }
    }

    /// In the system's words, such as that the address is in use.
    private struct SystemProblem: Error, CustomStringConvertible {
        var code: CInt

        var description: String { String(cString: strerror(code)) }
    }
}

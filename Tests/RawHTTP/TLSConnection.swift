import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A connection over TLS to a server on this machine.
package final class TLSConnection: Sendable {
    private let channel: any Channel
    private let inbox: Inbox

    private final class Inbox: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer

        let state = Mutex<(text: String, isClosed: Bool)>(("", false))

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            state.withLock { $0.text += String(buffer: unwrapInboundIn(data)) }
        }

        func channelInactive(context: ChannelHandlerContext) { state.withLock { $0.isClosed = true } }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }

    /// - Parameters:
    ///   - name: that the server must prove.
    ///   - file: of the certificate that it may be proved by.
    ///   - isOld: whether the client speaks nothing later than TLS 1.1.
    /// - Throws: where nobody listens there. Where they cannot agree, the connection closes.
    package init(port: UInt16, name: String, trusting file: String, isOld: Bool = false) async throws {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .file(file)
        if isOld { configuration.maximumTLSVersion = .tlsv11 }
        let context = try NIOSSLContext(configuration: configuration)
        let inbox = Inbox()
        self.inbox = inbox
        channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton).channelInitializer {
            channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandlers([
                    NIOSSLClientHandler(context: context, serverHostname: name), inbox,
                ])
            }
        }.connect(host: "127.0.0.1", port: Int(port)).get()
    }

    deinit { channel.close(promise: nil) }

    package func send(_ text: String) { channel.writeAndFlush(ByteBuffer(string: text), promise: nil) }

    package func close() { channel.close(promise: nil) }

    /// Takes no more of what comes.
    package func stopReading() async throws { try await channel.setOption(.autoRead, value: false).get() }

    /// What has come since the last call, once the server has closed, or it satisfies.
    package func receive(until isEnough: (String) -> Bool = { _ in false }) async throws -> (
        text: String, isClosed: Bool
    ) {
        while true {
            let state = inbox.state.withLock { $0 }
            if state.isClosed || isEnough(state.text) {
                inbox.state.withLock { $0.text = "" }
                return state
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// One exchange, after which the server closes: the head's lines, without the empty one, and a body.
    package func exchange(_ head: [String], body: String = "") async throws -> String {
        send((head + ["Connection: close", "", body]).joined(separator: "\r\n"))
        return try await receive().text
    }
}

/// A certificate that nobody else has signed, and its key, in files.
package struct TestCertificate: Sendable {
    package let file: String
    package let keyFile: String

    /// - Parameter passphrase: of the key; nil for none.
    package init(in folder: String, as name: String, for host: String, passphrase: String? = nil) throws {
        (file, keyFile) = ("\(folder)/\(name).pem", "\(folder)/\(name).key")
        let openssl = Process()
        openssl.executableURL = URL(filePath: "/usr/bin/openssl")
        openssl.arguments =
            ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-days", "2"]
            + ["-subj", "/CN=\(host)", "-addext", "subjectAltName=DNS:\(host)", "-out", file, "-keyout", keyFile]
            + (passphrase.map { ["-passout", "pass:\($0)"] } ?? ["-nodes"])
        openssl.standardError = FileHandle.nullDevice
        try openssl.run()
        openssl.waitUntilExit()
        guard openssl.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: keyFile)
    }

    /// Puts these in the place of others.
    package func replace(_ other: TestCertificate) throws {
        for (from, to) in [(file, other.file), (keyFile, other.keyFile)] {
            let data = try Data(contentsOf: URL(filePath: from))
            try data.write(to: URL(filePath: to))
        }
    }
}

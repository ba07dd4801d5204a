import Foundation
import Glibc

/// A connection to a server on this machine that says, byte by byte, what a well-behaved client never would. It blocks
/// no thread: the server may need it.
package final class RawConnection: Sendable {
    private let socket: Int32

    /// - Throws: where nobody listens there.
    package init(port: UInt16) throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let code = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    }

    deinit { Glibc.close(socket) }

    /// Sends what fits at once.
    package func send(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    package func close() { shutdown(socket, Int32(SHUT_RDWR)) }

    /// What came, until the server closes, or until it satisfies, or so many seconds are over.
    package func receive(
        seconds: Double = 600, until isEnough: (String) -> Bool = { _ in false }
    ) async throws -> (text: String, isClosed: Bool) {
        let deadline = ContinuousClock.now + .seconds(seconds)
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while ContinuousClock.now < deadline {
            let count = recv(socket, &buffer, buffer.count, 0)
            if count > 0 { received += buffer.prefix(count) }
            let text = String(decoding: received, as: UTF8.self)
            if count == 0 || count < 0 && errno != EAGAIN { return (text, true) }
            if isEnough(text) { return (text, false) }
            if count < 0 { try await Task.sleep(for: .milliseconds(5)) }
        }
        return (String(decoding: received, as: UTF8.self), false)
    }

    /// One exchange on this connection: the head's lines, without the empty one, and a body.
    package func exchange(_ head: [String], body: String = "") async throws -> String {
        send((head + ["Connection: close", "", body]).joined(separator: "\r\n"))
        return try await receive().text
    }
}

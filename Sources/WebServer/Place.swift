import NIOCore

/// Where to listen: an address of this machine, and a port; 0 for any that is free.
package struct Place: Hashable, Sendable {
    /// Dotted digits, or an IPv6 address in brackets.
    package var host: String
    package var port: UInt16

    /// `9464`, `127.0.0.1:9464`, `[::1]:9464`; a port alone is one of the loopback.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard let port = parts.last.flatMap({ UInt16($0) }) else { return nil }
        self.init(host: String(text.dropLast(parts.last?.count ?? 0).dropLast()), port: port)
        if parts.count == 1 { host = Self.loopback }
        let isV6 = host.hasPrefix("[") && host.hasSuffix("]")
        guard let address = try? SocketAddress(ipAddress: bareHost, port: Int(port)),
            address.protocol == (isV6 ? .inet6 : .inet)
        else { return nil }
    }

    /// A port of the loopback.
    package init(loopbackPort port: UInt16) { self.init(host: Self.loopback, port: port) }

    private init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    private static let loopback = "127.0.0.1"

    package var text: String { "\(host):\(port)" }

    /// Whether this machine alone reaches it.
    package var isLoopback: Bool {
        host.hasPrefix("127.") || host == "[::1]"
    }

    /// Without the brackets, as the system's calls take it.
    var bareHost: String { host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host }
}

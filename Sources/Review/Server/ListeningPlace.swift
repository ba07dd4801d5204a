import Synchronization
import WebServer

/// Where the server listens, known once it does.
final class ListeningPlace: Sendable {
    let address: ReviewAddress
    private let current = Mutex<UInt16>(0)

    init(_ address: ReviewAddress) { self.address = address }

    var port: UInt16 {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    /// Whether a request's host is this server by a name of its own. A page of another site whose name was made to lead
    /// here has its own name there. Nobody asks a proxy for the loopback: one that says so does not pass names on, and
    /// would pass on those of other sites as this.
    func isNamed(_ authority: String?) -> Bool {
        guard let authority = authority?.lowercased() else { return false }
        return hosts.contains(authority) || !address.isBehindProxy && isLoopback(authority)
    }

    func isLoopback(_ authority: String) -> Bool {
        [address.place.isLoopback ? address.place.host : Self.loopback, Self.loopback, "localhost"].contains {
            authority == self.authority($0, port)
        }
    }

    /// The origin that people are told.
    ///
    /// - Parameter isForNames: whether people sign in by name, perhaps by passkeys, which an IP address cannot have.
    func origin(isForNames: Bool) -> String {
        let isNamed = isForNames || address.isSecure
        let authority = hosts.first ?? authority(isNamed ? "localhost" : address.place.host, port)
        return VisitedPlace(port: port, isSecure: address.isSecure, authority: authority).origin
    }

    private static let loopback = "127.0.0.1"

    private var hosts: [String] {
        address.hosts.map { host in
            let parts = host.split(separator: ":")
            let other = parts.count > 1 ? UInt16(parts[1]) : nil
            return authority(String(parts[0]), other ?? (address.isBehindProxy ? usualPort : port))
        }
    }

    private var usualPort: UInt16 { address.isSecure ? 443 : 80 }

    private func authority(_ host: String, _ port: UInt16) -> String { port == usualPort ? host : "\(host):\(port)" }
}

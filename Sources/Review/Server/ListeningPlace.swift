import Synchronization

/// Where the server listens, known once it does.
final class ListeningPlace: Sendable {
    private let current = Mutex<UInt16>(0)

    var port: UInt16 {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    /// Whether a request's host is this server by a name of the loopback. A page of another site whose name was made to
    /// lead here has its own name there.
    func isNamed(_ authority: String?) -> Bool {
        let port = port
        return ["127.0.0.1", "localhost"].contains { (host: String) in
            authority == "\(host):\(port)" || port == 80 && authority == host
        }
    }
}

import HTTPTypes
import Hummingbird
import Operations

/// What the handlers of requests know beside the request.
struct ReviewContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// Set by ``Shield``.
    var visited = VisitedPlace()

    /// The address that the request came from.
    let client: String

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        client = source.channel.remoteAddress?.ipAddress ?? ""
    }
}

/// Where a browser reached the server.
struct VisitedPlace: Sendable {
    /// Where the server listens.
    var port: UInt16 = 0
    /// Whether the browser speaks TLS.
    var isSecure = false
    /// Host, and port where it is not the usual one.
    var authority = ""

    /// Browsers send a cookie to all ports of a host: each server has a name of its own. The prefix keeps
    /// others, such as servers of subdomains and whoever can change plain HTTP, from putting one in its place.
    var cookieName: String { "\(isSecure ? "__Host-" : "")recto-\(port)" }

    /// As browsers have it.
    var origin: String { "\(isSecure ? "https" : "http")://\(authority)" }

    /// Without the port; nil for an IP address.
    var hostName: String? {
        let name = String(authority.lowercased().prefix { $0 != ":" })
        return name.hasPrefix("[") || name.allSatisfy { $0.isNumber || $0 == "." } ? nil : name
    }
}

/// Of a request by somebody who has signed in.
struct SignedInContext: Sendable {
    let session: Session
    let roles: Set<Role>
    /// Whether people sign in by name.
    let hasNames: Bool
    var visited = VisitedPlace()

    var reviewer: Reviewer { session.reviewer }
}

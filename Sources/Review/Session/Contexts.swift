import HTTPTypes
import Hummingbird
import Operations

/// What the handlers of requests know beside the request.
struct ReviewContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// Where the server listens; set by ``Shield``.
    var port: UInt16 = 0
    /// Whether browsers speak TLS; set by ``Shield``, too.
    var isSecure = false

    /// The address that the request came from.
    let client: String

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        client = source.channel.remoteAddress?.ipAddress ?? ""
    }

    /// Browsers send a cookie to all ports of a host: each server has a name of its own. The prefix keeps
    /// others, such as servers of subdomains and whoever can change plain HTTP, from putting one in its place.
    var cookieName: String { "\(isSecure ? "__Host-" : "")recto-\(port)" }
}

/// Of a request by somebody who has signed in.
struct SignedInContext: Sendable {
    let session: Session
    let roles: Set<Role>
    /// Whether people sign in by name.
    let hasNames: Bool

    var reviewer: Reviewer { session.reviewer }
}

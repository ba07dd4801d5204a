import HTTPTypes
import Hummingbird
import Operations

/// Who is behind a cookie, and whether they may do what they ask for.
struct Access: Sendable {
    let sessions: Sessions
    /// Nil where nobody has a name: whoever has the link may do all.
    let people: PeopleStore?

    func signedIn(_ request: Request, _ context: ReviewContext, for role: Role?) throws -> SignedInContext {
        var signedIn = try signedIn(by: request.cookies[context.visited.cookieName]?.value, for: role)
        signedIn.visited = context.visited
        return signedIn
    }

    /// - Parameters:
    ///   - cookie: what the browser sent.
    ///   - role: that is asked for; nil for any.
    /// - Throws: `PageError`.
    func signedIn(by cookie: String?, for role: Role?) throws -> SignedInContext {
        guard let session = try session(cookie) else {
            throw people == nil ? PageError.signedOut : PageError.signedOutByName
        }
        var roles = Set(Role.allCases)
        if let people {
            // Who was removed, or got a new code, is out at once and stays out.
            guard let person = try people.person(session.reviewer.name), try session.isOf(people) else {
                sessions.signOut(session)
                throw PageError.signedOutByName
            }
            roles = person.roles
        }
        guard role.map(roles.contains) ?? true else {
            throw PageError.otherRole
        }
        return SignedInContext(session: session, roles: roles, hasNames: people != nil)
    }

    /// Those by passkey are kept with the people, and outlive the server.
    private func session(_ cookie: String?) throws -> Session? {
        if let session = sessions.session(cookie) { return session }
        guard let people, let key = cookie.flatMap({ Secret($0) }) else { return nil }
        return try people.session(secret: key.text).map { Session($0, key: key) }
    }
}

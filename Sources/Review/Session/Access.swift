import HTTPTypes
import Operations

/// Who is behind a cookie, and whether they may do what they ask for.
struct Access: Sendable {
    let sessions: Sessions
    /// Nil where nobody has a name: whoever has the link may do all.
    let people: PeopleStore?

    /// - Parameters:
    ///   - cookie: what the browser sent.
    ///   - role: that is asked for; nil for any.
    /// - Throws: `PageError`.
    func signedIn(by cookie: String?, for role: Role?) throws -> SignedInContext {
        guard let session = sessions.session(cookie) else {
            throw people == nil ? PageError.signedOut : PageError.signedOutByName
        }
        var roles = Set(Role.allCases)
        if let people {
            // Who was removed, or got a new code, is out at once and stays out.
            guard let person = try people.person(session.reviewer.name), person.hasPassword,
                person.passwordID == session.passwordID
            else {
                sessions.signOut(session)
                throw PageError.signedOutByName
            }
            roles = person.roles
        }
        guard role.map(roles.contains) ?? true else {
            throw PageError(
                .forbidden, "This is not for your role", "Who administers the review can give you another one.")
        }
        return SignedInContext(session: session, roles: roles, hasNames: people != nil)
    }
}

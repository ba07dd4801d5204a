import HTTPTypes
import Hummingbird
import Operations

/// Signing in by the link that was printed, and signing out.
struct SignIn: Sendable {
    static let path = "/sign-in"

    let sessions: Sessions
    let reviewer: Reviewer
    /// Is called when the link was used, and another one is good.
    let used: @Sendable () -> Void

    /// The path of the link that is good now.
    static func link(_ sessions: Sessions) -> String { "\(path)?token=\(sessions.linkToken.text)" }

    func signIn(_ request: Request, _ context: ReviewContext) throws -> Response {
        let query = FormFields(encoded: request.uri.query ?? "")
        guard let session = sessions.signIn(query["token"], as: reviewer) else {
            throw PageError(
                .forbidden, "This sign-in link has expired",
                "Each link works once. Open the one that recto review printed last.")
        }
        used()
        // The browser ends it with itself. `Secure` would keep it from coming back without TLS.
        let cookie = Cookie(
            name: context.cookieName, value: session.key.text, path: "/", httpOnly: true, sameSite: .strict)
        return Response(status: .seeOther, headers: [.location: "/", .setCookie: cookie.description])
    }

    func signOut(_ form: FormFields, _ context: SignedInContext) -> Response {
        sessions.signOut(context.session)
        return Page.answer(
            Page.Message(title: "Signed out", text: "To come back, open the link that recto review printed last."))
    }
}

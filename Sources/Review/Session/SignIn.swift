import HTTPTypes
import Hummingbird
import Operations

/// Signing in, by the link that was printed or, where people have names, by name and password or a
/// passkey; and signing out.
struct SignIn: Sendable {
    static let path = "/sign-in"

    let sessions: Sessions
    /// Who has the link.
    let reviewer: Reviewer
    /// Nil where nobody has a name.
    let people: PeopleStore?
    let passkeys: Passkeys
    let place: ListeningPlace
    /// Is called when the link was used, and another one is good.
    let used: @Sendable () -> Void

    /// The path of the link that is good now.
    static func link(_ sessions: Sessions) -> String { "\(path)?token=\(sessions.linkToken.text)" }

    func show(_ request: Request, _ context: ReviewContext) throws -> Response {
        guard people == nil else { return page(at: context) }
        let query = FormFields(encoded: request.uri.query ?? "")
        guard let session = sessions.signIn(query["token"], as: reviewer) else {
            throw PageError(
                .forbidden, "This sign-in link has expired",
                "Each link works once. Open the one that recto review printed last.")
        }
        used()
        return Self.begin(session, context.visited)
    }

    /// By name and password; or, with `code`, by an invitation, and the password is the one that counts from then on.
    func enter(_ form: FormFields, _ context: ReviewContext) async throws -> Response {
        guard let people else { throw PageError.signedOut }
        let (name, password) = (form["name"] ?? "", form["password"] ?? "")
        do {
            let code = form["code"]
            let person =
                if let code {
                    try await people.accept(name, code: code, password: password)
                } else {
                    try await people.signIn(name, password: password)
                }
            guard let person else { return page(code == nil ? .wrong : .wrongCode, name: name, at: context) }
            return Self.begin(sessions.begin(person.reviewer, passwordID: person.passwordID), context.visited)
        } catch let problem as PersonProblem {
            return page(.refused(problem), name: name, at: context)
        } catch is SignInIsBusy {
            throw PageError.busy
        }
    }

    /// Wrong tries of a name do not lock its passkeys: nobody guesses a signature.
    func enterByPasskey(_ form: FormFields, _ context: ReviewContext) throws -> Response {
        guard let session = try passkeys.enter(form, context) else { return page(.wrongPasskey, at: context) }
        return Self.begin(session, context.visited)
    }

    private enum Refusal {
        case wrong, wrongCode, wrongPasskey
        case refused(PersonProblem)

        var text: String {
            switch self {
            case .wrong:
                "Name or password is wrong. After five wrong tries a name is locked for a minute, then for longer."
            case .wrongCode:
                "Name or code is wrong, or the code was used or is older than a day. Who administers the review gives a new one."
            case .wrongPasskey: "This passkey is not known here, or no longer. Sign in by name and password."
            case .refused(let problem): "This cannot be taken: \(problem)."
            }
        }

        var isOfCode: Bool {
            switch self {
            case .wrong, .wrongPasskey: false
            case .wrongCode, .refused: true
            }
        }
    }

    private func page(_ refusal: Refusal? = nil, name: String = "", at context: ReviewContext) -> Response {
        let hasPasskeys = context.visited.hostName != nil
        let view: [String: Any?] = [
            "title": "Sign in", "name": name, "wrong": refusal.flatMap { $0.isOfCode ? nil : $0.text },
            "wrongCode": refusal.flatMap { $0.isOfCode ? $0.text : nil }, "isFirst": refusal?.isOfCode,
            "hasPasskeys": hasPasskeys, "elsewhere": hasPasskeys ? nil : place.origin(isForNames: true),
            "scripts": ["passkey.js"],
        ]
        return Page.answer("sign-in", Page.view(view), for: nil, status: refusal == nil ? .ok : .forbidden)
    }

    static func begin(_ session: Session, _ visited: VisitedPlace, at path: String = "/") -> Response {
        // Unless a passkey began it, the browser ends it with itself. `Secure` would keep it from coming back without
        // TLS.
        let seconds = session.isByPasskey ? Int(PeopleStore.longestSession) : nil
        let cookie = Cookie(
            name: visited.cookieName, value: session.key.text, maxAge: seconds, path: "/", secure: visited.isSecure,
            httpOnly: true, sameSite: .strict)
        var response = lead(to: path)
        response.headers[.setCookie] = cookie.description
        return response
    }

    static func lead(to path: String) -> Response { Response(status: .seeOther, headers: [.location: path]) }

    func signOut(_ form: FormFields, _ context: SignedInContext) throws -> Response {
        sessions.signOut(context.session)
        if context.session.isByPasskey { try people?.endSession(secret: context.session.key.text) }
        return Page.answer(
            Page.Message(
                title: "Signed out",
                text: people == nil
                    ? "To come back, open the link that recto review printed last."
                    : "To come back, open this address again and sign in."))
    }
}

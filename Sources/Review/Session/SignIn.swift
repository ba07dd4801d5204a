import HTTPTypes
import Hummingbird
import Operations

/// Signing in, by the link that was printed or, where people have names, by name and password; and signing out.
struct SignIn: Sendable {
    static let path = "/sign-in"

    let sessions: Sessions
    /// Who has the link.
    let reviewer: Reviewer
    /// Nil where nobody has a name.
    let people: PeopleStore?
    /// Is called when the link was used, and another one is good.
    let used: @Sendable () -> Void

    /// The path of the link that is good now.
    static func link(_ sessions: Sessions) -> String { "\(path)?token=\(sessions.linkToken.text)" }

    func show(_ request: Request, _ context: ReviewContext) throws -> Response {
        guard people == nil else { return page() }
        let query = FormFields(encoded: request.uri.query ?? "")
        guard let session = sessions.signIn(query["token"], as: reviewer) else {
            throw PageError(
                .forbidden, "This sign-in link has expired",
                "Each link works once. Open the one that recto review printed last.")
        }
        used()
        return Self.begin(session, context)
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
            guard let person else { return page(code == nil ? .wrong : .wrongCode, name: name) }
            return Self.begin(sessions.begin(person.reviewer, passwordID: person.passwordID), context)
        } catch let problem as PersonProblem {
            return page(.refused(problem), name: name)
        } catch is SignInIsBusy {
            throw PageError(.serviceUnavailable, "Too many sign in at once", "Try again in some seconds.")
        }
    }

    private enum Refusal {
        case wrong, wrongCode
        case refused(PersonProblem)

        var text: String {
            switch self {
            case .wrong:
                "Name or password is wrong. After five wrong tries a name is locked for a minute, then for longer."
            case .wrongCode:
                "Name or code is wrong, or the code was used or is older than a day. Who administers the review gives a new one."
            case .refused(let problem): "This cannot be taken: \(problem)."
            }
        }

        var isOfCode: Bool { if case .wrong = self { false } else { true } }
    }

    private func page(_ refusal: Refusal? = nil, name: String = "") -> Response {
        let view: [String: Any?] = [
            "title": "Sign in", "name": name, "wrong": refusal.flatMap { $0.isOfCode ? nil : $0.text },
            "wrongCode": refusal.flatMap { $0.isOfCode ? $0.text : nil }, "isFirst": refusal?.isOfCode,
        ]
        return Page.answer("sign-in", Page.view(view), session: nil, status: refusal == nil ? .ok : .forbidden)
    }

    private static func begin(_ session: Session, _ context: ReviewContext) -> Response {
        // The browser ends it with itself. `Secure` would keep it from coming back without TLS.
        let cookie = Cookie(
            name: context.cookieName, value: session.key.text, path: "/", secure: context.isSecure, httpOnly: true,
            sameSite: .strict)
        return Response(status: .seeOther, headers: [.location: "/", .setCookie: cookie.description])
    }

    func signOut(_ form: FormFields, _ context: SignedInContext) -> Response {
        sessions.signOut(context.session)
        return Page.answer(
            Page.Message(
                title: "Signed out",
                text: people == nil
                    ? "To come back, open the link that recto review printed last."
                    : "To come back, open this address again and sign in."))
    }
}

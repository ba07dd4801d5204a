import HTTPTypes
import Hummingbird
import Identity
import Operations

/// Routes for programs, and for pages' scripts. Each asks for a role; a page's script that changes something shows, beside
/// its cookie, the token of the page's forms.
struct APIRoutes {
    let router: Router<ReviewContext>
    private let check: CallerCheck
    private(set) var rights: [Right] = []

    typealias Answer = @Sendable (APICall) async throws -> Response

    init(router: Router<ReviewContext>, check: CallerCheck) {
        self.router = router
        self.check = check
    }

    mutating func get(_ path: String, for role: Role?, _ answer: @escaping Answer) { add(.get, path, role, answer) }

    mutating func post(_ path: String, for role: Role?, _ answer: @escaping Answer) { add(.post, path, role, answer) }

    private mutating func add(
        _ method: HTTPRequest.Method, _ path: String, _ role: Role?, _ answer: @escaping Answer
    ) {
        rights.append(Right(method: method, path: API.prefix + path, role: role))
        router.on(RouterPath(API.prefix + path), method: method) { [check] request, context in
            let caller = try check.caller(request, context, for: role)
            return try await answer(APICall(request: request, context: context, caller: caller))
        }
    }
}

/// Who asks, and whether they may.
struct CallerCheck: Sendable {
    let access: Access
    /// Nil where no program may ask.
    let programs: Programs?
    /// Of each caller.
    let limit: RateLimit
    private static let tokenHeader = HTTPField.Name("Recto-Form-Token")

    /// - Throws: `APIProblem`, `PageError`.
    func caller(_ request: Request, _ context: ReviewContext, for role: Role?) throws -> Caller {
        let caller = try known(request, context, for: role)
        if let wait = limit.take(caller.reviewer.name) {
            throw APIProblem(
                .tooManyRequests, "Too many requests", "Ask again when Retry-After is over.", retryAfter: wait)
        }
        return caller
    }

    /// By an access token or, where none is given, by the browser's session.
    private func known(_ request: Request, _ context: ReviewContext, for role: Role?) throws -> Caller {
        if let authorization = request.headers[.authorization] {
            return try program(authorization, for: role)
        }
        let cookie = request.cookies[context.visited.cookieName]?.value
        let signedIn = try access.signedIn(by: cookie, for: role)
        if request.method != .get {
            let token = Self.tokenHeader.flatMap { request.headers[$0] }
            guard signedIn.session.formToken.matches(token) else {
                throw APIProblem(
                    .forbidden, "No form token", "A page shows its forms' token in Recto-Form-Token.",
                    code: "form_token")
            }
        }
        return Caller(
            reviewer: signedIn.reviewer, roles: signedIn.roles, isProgram: false,
            isStillIn: { [access] in (try? access.signedIn(by: cookie, for: $0)) != nil })
    }

    private func program(_ authorization: String, for role: Role?) throws -> Caller {
        let parts = authorization.split(separator: " ")
        guard parts.count == 2, parts[0].lowercased() == "bearer", let tokens = programs?.accessTokens,
            let holder = tokens.holder(of: String(parts[1]))
        else {
            throw APIProblem(
                .unauthorized, "No good token", "The access token was never given, or has ended: exchange another one.",
                code: "invalid_token")
        }
        let roles = Set(holder.scopes.compactMap(Role.init(rawValue:)))
        guard role.map(roles.contains) ?? true else {
            throw APIProblem(
                .forbidden, "This is not for your role", "The access token has not the scope that this asks for.",
                code: "insufficient_scope")
        }
        // No person has such a name.
        let reviewer = Reviewer(name: "program:\(holder.program.name)")
        return Caller(
            reviewer: reviewer, roles: roles, isProgram: true,
            isStillIn: { _ in tokens.holder(of: String(parts[1])) != nil })
    }
}

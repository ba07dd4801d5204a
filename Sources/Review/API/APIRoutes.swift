import HTTPTypes
import Hummingbird
import Operations

/// Routes for programs, and for pages' scripts. Each asks for a role; a page's script that changes something shows, beside
/// its cookie, the token of the page's forms.
struct APIRoutes {
    let router: Router<ReviewContext>
    let access: Access
    private(set) var rights: [Right] = []

    static let tokenHeader = HTTPField.Name("Recto-Form-Token")

    typealias Answer = @Sendable (APICall) async throws -> Response

    init(router: Router<ReviewContext>, access: Access) {
        self.router = router
        self.access = access
    }

    mutating func get(_ path: String, for role: Role?, _ answer: @escaping Answer) { add(.get, path, role, answer) }

    mutating func post(_ path: String, for role: Role?, _ answer: @escaping Answer) { add(.post, path, role, answer) }

    private mutating func add(
        _ method: HTTPRequest.Method, _ path: String, _ role: Role?, _ answer: @escaping Answer
    ) {
        rights.append(Right(method: method, path: API.prefix + path, role: role))
        router.on(RouterPath(API.prefix + path), method: method) { [access] request, context in
            let caller = try Self.caller(request, context, access, for: role)
            return try await answer(APICall(request: request, context: context, caller: caller))
        }
    }

    private static func caller(
        _ request: Request, _ context: ReviewContext, _ access: Access, for role: Role?
    ) throws -> Caller {
        let cookie = request.cookies[context.cookieName]?.value
        let signedIn = try access.signedIn(by: cookie, for: role)
        if request.method != .get {
            let token = tokenHeader.flatMap { request.headers[$0] }
            guard signedIn.session.formToken.matches(token) else {
                throw APIProblem(
                    .forbidden, "No form token", "A page shows its forms' token in Recto-Form-Token.",
                    code: "form_token")
            }
        }
        return Caller(
            reviewer: signedIn.reviewer, roles: signedIn.roles, isProgram: false,
            isStillIn: { (try? access.signedIn(by: cookie, for: $0)) != nil })
    }
}

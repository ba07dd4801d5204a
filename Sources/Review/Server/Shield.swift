import HTTPTypes
import Hummingbird

/// Stands before every route: who asks under another host's name is turned away, and every answer, errors among them,
/// has the headers that keep it to this page and this browser.
struct Shield: RouterMiddleware {
    let place: ListeningPlace

    func handle(
        _ request: Request, context: ReviewContext, next: (Request, ReviewContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.visited = VisitedPlace(
            port: place.port, isSecure: place.address.isSecure, authority: request.head.authority ?? "")
        var response: Response
        do {
            guard place.isNamed(request.head.authority) else {
                throw PageError(
                    .misdirectedRequest, "This is not the address of the review",
                    "Open the link that recto review printed.")
            }
            response = try await next(request, context)
        } catch {
            response = Self.answer(error, isProgram: request.uri.path.hasPrefix("/api/"))
        }
        for field in Self.headers { response.headers[field.name] = field.value }
        // What else this machine serves under the loopback's names may know no TLS.
        if context.visited.isSecure, !place.isLoopback(context.visited.authority) {
            response.headers[.strictTransportSecurity] = "max-age=31536000"
        }
        return response
    }

    private static func answer(_ error: any Error, isProgram: Bool) -> Response {
        if isProgram { return APIProblem(error).response }
        let error = PageError(error)
        return Page.answer(
            Page.Message(title: error.title, text: error.text, isSignIn: error.isSignIn), status: error.status)
    }

    /// Nothing is loaded from elsewhere, framed, cached, or told to other sites. Pictures that a page took are its blobs.
    private static let headers: HTTPFields = {
        var headers: HTTPFields = [
            .contentSecurityPolicy: [
                "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob:",
                "connect-src 'self'",
                "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'",
            ].joined(separator: "; "),
            .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
        ]
        for (name, value) in [
            ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Resource-Policy", "same-origin"), ("X-Frame-Options", "DENY"),
            ("Permissions-Policy", "camera=(self), microphone=(), geolocation=()"),
        ] {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        return headers
    }()
}

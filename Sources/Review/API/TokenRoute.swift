import Foundation
import HTTPTypes
import Hummingbird
import Identity

/// `POST /api/v1/token`: a program exchanges an ID token for an access token (RFC 8693).
struct TokenRoute: Sendable {
    let programs: Programs
    /// For each client, by its address: what is asked for here costs signatures.
    let limit: RateLimit

    init(programs: Programs, limit: RateLimit = RateLimit(burst: 100, perSecond: 20)) {
        self.programs = programs
        self.limit = limit
    }

    private static let exchange = "urn:ietf:params:oauth:grant-type:token-exchange"
    private static let idToken = "urn:ietf:params:oauth:token-type:id_token"
    private static let accessToken = "urn:ietf:params:oauth:token-type:access_token"

    /// - Parameters:
    ///   - form: the request's body.
    ///   - client: whose requests are counted together, such as the address it asks from.
    /// - Returns: the access token, or a problem (RFC 9457) that also has the `error` that OAuth 2.0 gives it.
    func exchange(form: FormFields, from client: String) async -> Response {
        do {
            if let wait = limit.take(client) { throw Refusal.tooMany(wait) }
            let (issued, scopes) = try await granted(form)
            return try Self.answer(
                .ok, "application/json",
                Grant(
                    token: issued.text, issuedType: Self.accessToken, type: "Bearer", life: issued.life,
                    scope: scopes.sorted().joined(separator: " ")))
        } catch {
            return Self.answer(Refusal(error))
        }
    }

    private func granted(_ form: FormFields) async throws -> (AccessTokens.Issued, Set<String>) {
        guard form["grant_type"] == Self.exchange else {
            throw Refusal(.badRequest, "unsupported_grant_type", "grant_type must be \(Self.exchange).")
        }
        guard let token = form["subject_token"], !token.isEmpty, form["subject_token_type"] == Self.idToken,
            form["requested_token_type"] ?? Self.accessToken == Self.accessToken, form["actor_token"] == nil
        else {
            throw Refusal(
                .badRequest, "invalid_request",
                "There must be a subject_token, of the subject_token_type \(Self.idToken), and no actor_token.")
        }
        let (program, scopes) = try await programs.verifier.redeem(token) { subject in
            guard let program = programs.bySubject[subject] else {
                throw Refusal(.forbidden, "unauthorized_client", "The ID token's subject is not in review.programs.")
            }
            let asked = form["scope"].map { Set($0.split(separator: " ").map(String.init)) } ?? program.scopes
            guard !asked.isEmpty, asked.isSubset(of: program.scopes) else {
                throw Refusal(.badRequest, "invalid_scope", "The program may not have each scope that it asks for.")
            }
            if let wait = programs.accessTokens.wait(for: program) { throw Refusal.tooMany(wait) }
            return (program, asked)
        }
        guard let issued = programs.accessTokens.issue(to: program, for: scopes) else {
            throw Refusal.tooMany(programs.accessTokens.wait(for: program) ?? 1)
        }
        return (issued, scopes)
    }

    private struct Grant: Encodable {
        var token: String
        var issuedType: String
        var type: String
        var life: Int
        var scope: String

        private enum CodingKeys: String, CodingKey {
            case token = "access_token"
            case issuedType = "issued_token_type"
            case type = "token_type"
            case life = "expires_in"
            case scope
        }
    }

    /// Why no token is given. Holds nothing of the request.
    private struct Refusal: Error {
        var status: HTTPResponse.Status
        /// As RFC 6749, 5.2 names it.
        var error: String
        var detail: String
        /// Seconds.
        var retryAfter: Int?

        init(_ status: HTTPResponse.Status, _ error: String, _ detail: String, retryAfter: Int? = nil) {
            self.status = status
            self.error = error
            self.detail = detail
            self.retryAfter = retryAfter
        }

        static func tooMany(_ wait: Int) -> Refusal {
            Refusal(.tooManyRequests, "slow_down", "Too many tokens were asked for.", retryAfter: wait)
        }

        init(_ error: any Error) {
            switch error {
            case let error as Refusal: self = error
            case IDTokenError.keysUnavailable(let wait):
                self.init(.serviceUnavailable, "temporarily_unavailable", "\(error)", retryAfter: wait)
            case IDTokenError.busy:
                self.init(.serviceUnavailable, "temporarily_unavailable", "\(error)", retryAfter: 60)
            case let error as IDTokenError: self.init(.badRequest, "invalid_grant", "\(error)")
            default: self.init(.internalServerError, "server_error", "That went wrong.")
            }
        }
    }

    private struct Problem: Encodable {
        var type = "about:blank"
        var title: String
        var status: Int
        var detail: String
        var code: String
        var error: String
    }

    private static func answer(_ refusal: Refusal) -> Response {
        let problem = Problem(
            title: refusal.status.reasonPhrase, status: refusal.status.code, detail: refusal.detail,
            code: refusal.error, error: refusal.error)
        var response =
            (try? answer(refusal.status, "application/problem+json", problem)) ?? Response(status: refusal.status)
        if let wait = refusal.retryAfter { response.headers[.retryAfter] = String(wait) }
        return response
    }

    private static func answer(
        _ status: HTTPResponse.Status, _ type: String, _ value: some Encodable
    ) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Response(
            status: status, headers: [.contentType: type, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try encoder.encode(value))))
    }
}

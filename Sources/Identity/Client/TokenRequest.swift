import Foundation
import WebClient

/// One request for an access token.
struct TokenRequest: Sendable {
    private let settings: TokenSettings
    private let client: WebClient

    init(_ settings: TokenSettings) {
        self.settings = settings
        client = WebClient(patience: settings.patience)
    }

    /// Of a token that does not say how long it lives, in seconds.
    private static let unsaidLife: TimeInterval = 300
    private static let longestLife: TimeInterval = 86_400
    private static let longestToken = 8192

    /// - Throws: `TokenError`; `unavailable` has the seconds that the service asks for, or 0.
    func send() async throws -> GrantedToken {
        let answer = await client.send(try request())
        guard case .answered(let response) = answer else {
            throw TokenError.unavailable("\(answer)", retryAfter: 0)
        }
        switch response.status {
        case 200:
            guard let body = response.body, let grant = try? JSONDecoder().decode(Grant.self, from: body),
                grant.type.lowercased() == "bearer", (1...Self.longestToken).contains(grant.token.utf8.count),
                grant.token.utf8.allSatisfy({ (0x21...0x7e).contains($0) }), grant.life ?? 1 > 0
            else { throw TokenError.malformed }
            return GrantedToken(text: grant.token, life: min(grant.life ?? Self.unsaidLife, Self.longestLife))
        case 408, 429, 500...:
            throw TokenError.unavailable("\(answer)", retryAfter: response.retryAfter ?? 0)
        default:
            let error = response.body.flatMap { try? JSONDecoder().decode(Refusal.self, from: $0).error }
            // Only what RFC 6749 knows is shown: anything else may hold anything.
            throw TokenError.refused(response.status, error.flatMap { Self.errors.contains($0) ? $0 : nil })
        }
    }

    private func request() throws -> WebClient.Request {
        var request = WebClient.Request(to: settings.address)
        request.method = "POST"
        request.headers = ["Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"]
        var form: [(String, String)]
        do {
            switch settings.grant {
            case .clientCredentials(let id, let file):
                let secret = try SecretFile.text(file, of: "the client's secret")
                // RFC 6749, 2.3.1: both are form-encoded first.
                let pair = Data("\(Self.encoded(id)):\(Self.encoded(secret))".utf8)
                request.headers["Authorization"] = "Basic \(pair.base64EncodedString())"
                form = [("grant_type", "client_credentials")]
            case .idToken(let file):
                form = [
                    ("grant_type", "urn:ietf:params:oauth:grant-type:token-exchange"),
                    ("subject_token", try SecretFile.text(file, of: "the ID token", isPrivate: false)),
                    ("subject_token_type", "urn:ietf:params:oauth:token-type:id_token"),
                ]
            }
        } catch let problem as SecretFile.Problem {
            throw TokenError.file("\(problem)")
        }
        if !settings.scope.isEmpty { form.append(("scope", settings.scope)) }
        request.body = Data(form.map { "\(Self.encoded($0))=\(Self.encoded($1))" }.joined(separator: "&").utf8)
        return request
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    private static let errors: Set = [
        "invalid_request", "invalid_client", "invalid_grant", "unauthorized_client", "unsupported_grant_type",
        "invalid_scope", "invalid_target",
    ]

    private struct Grant: Decodable {
        var token: String
        var type: String
        var life: TimeInterval?

        private enum CodingKeys: String, CodingKey {
            case token = "access_token"
            case type = "token_type"
            case life = "expires_in"
        }
    }

    private struct Refusal: Decodable {
        var error: String
    }
}

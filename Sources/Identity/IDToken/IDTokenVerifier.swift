import Crypto
package import Foundation
import JWTKit
package import WebClient

/// Tells whose an ID token is (OpenID Connect Core 1.0, 3.1.3.7), and takes each but once.
package struct IDTokenVerifier: Sendable {
    package struct Settings: Sendable {
        /// As the tokens have it, to the letter.
        package var issuer: String
        /// The one audience that tokens have: of a token with several, another one could be the sender.
        package var audience: String
        /// Where the key set is; nil: the issuer's configuration says so (OpenID Connect Discovery 1.0).
        package var keys: WebAddress?
        /// Seconds by which clocks may differ.
        package var leeway: TimeInterval = 60
        /// Seconds from `iat`, whatever `exp` says.
        package var greatestAge: TimeInterval = 600
        /// Seconds for one exchange with the server of the keys.
        package var patience: TimeInterval = 10

        package init(issuer: String, audience: String, keys: WebAddress? = nil) {
            self.issuer = issuer
            self.audience = audience
            self.keys = keys
        }
    }

    static let mostBytes = 8192
    static let longestSubject = 255

    private let settings: Settings
    private let keys: KeySet
    private let used: UsedTokens
    private let now: @Sendable () -> Date

    /// - Parameters:
    ///   - now: the time that claims are held against.
    ///   - instant: the clock that fetches of the key set go by.
    package init(
        _ settings: Settings, now: @escaping @Sendable () -> Date = { .now },
        instant: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.init(settings, mostUsed: 10_000, now: now, instant: instant)
    }

    init(
        _ settings: Settings, mostUsed: Int, now: @escaping @Sendable () -> Date,
        instant: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        self.settings = settings
        self.now = now
        keys = KeySet(
            settings.keys.map(KeySet.Place.keys) ?? .issuer(settings.issuer), patience: settings.patience, now: instant)
        used = UsedTokens(most: mostUsed)
    }

    /// Exchanges a token for what its subject is given. A token that was taken is used up; one for which `grant` throws
    /// is not.
    ///
    /// - Parameter grant: to the subject.
    /// - Throws: `IDTokenError`; what `grant` throws.
    package func redeem<Grant>(_ token: String, for grant: (String) throws -> Grant) async throws -> Grant {
        let claims = try await verified(token)
        let granted = try grant(claims.subject)
        // A signature can be written in several ways; what is signed, and a token's own number, cannot.
        let identity =
            claims.identifier.map { "jti \($0)" } ?? "signed \(token[..<(token.lastIndex(of: ".") ?? token.endIndex)])"
        let end = min(claims.expiry, claims.issued + settings.greatestAge) + settings.leeway
        try used.use(SHA256.hash(data: Data(identity.utf8)), until: end, now: now().timeIntervalSince1970)
        return granted
    }

    private func verified(_ token: String) async throws -> Claims {
        guard token.utf8.count <= Self.mostBytes else { throw IDTokenError.tooLong }
        guard let (header, claims, _) = try? DefaultJWTParser().parse(Array(token.utf8), as: Claims.self) else {
            throw IDTokenError.malformed
        }
        // Nothing that is chosen by the header alone: the list has no symmetric algorithm, for which a public key would be
        // a password, and not `none`. Access tokens (RFC 9068) have another type.
        guard let algorithm = header.alg.flatMap(JWK.Algorithm.init(rawValue:)), Self.algorithms.contains(algorithm)
        else { throw IDTokenError.algorithm }
        guard header.fields["crit"] == nil, header.fields["typ"] == nil || header.typ?.uppercased() == "JWT" else {
            throw IDTokenError.malformed
        }
        // Before the key: what is not for here does not cost its issuer a request.
        try check(claims)
        let candidates = try await keys.keys(named: header.kid, for: algorithm)
        for key in candidates {
            let collection = JWTKeyCollection()
            guard (try? await collection.add(jwk: key)) != nil else { continue }
            if let claims = try? await collection.verify(token, as: Claims.self) { return claims }
        }
        throw IDTokenError.forged
    }

    private func check(_ claims: Claims) throws {
        guard claims.issuer == settings.issuer else { throw IDTokenError.issuer }
        guard claims.audience.contains(settings.audience) else { throw IDTokenError.audience }
        guard claims.audience == [settings.audience] else { throw IDTokenError.severalAudiences }
        guard (1...Self.longestSubject).contains(claims.subject.utf8.count) else { throw IDTokenError.subject }
        let time = now().timeIntervalSince1970
        guard time < claims.expiry + settings.leeway else { throw IDTokenError.expired }
        guard max(claims.notBefore ?? claims.issued, claims.issued) <= time + settings.leeway else {
            throw IDTokenError.notYetValid
        }
        guard time <= claims.issued + settings.greatestAge + settings.leeway else { throw IDTokenError.tooOld }
    }

    private static let algorithms: [JWK.Algorithm] = [
        .rs256, .rs384, .rs512, .ps256, .ps384, .ps512, .es256, .es384, .es512, .eddsa,
    ]

    /// Times are in seconds since 1970.
    private struct Claims: JWTPayload {
        var issuer: String
        var audience: [String]
        var subject: String
        var expiry: TimeInterval
        var issued: TimeInterval
        var notBefore: TimeInterval?
        var identifier: String?

        private enum CodingKeys: String, CodingKey {
            case issuer = "iss"
            case audience = "aud"
            case subject = "sub"
            case expiry = "exp"
            case issued = "iat"
            case notBefore = "nbf"
            case identifier = "jti"
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            issuer = try container.decode(String.self, forKey: .issuer)
            audience =
                if let one = try? container.decode(String.self, forKey: .audience) {
                    [one]
                } else {
                    try container.decode([String].self, forKey: .audience)
                }
            subject = try container.decode(String.self, forKey: .subject)
            expiry = try container.decode(TimeInterval.self, forKey: .expiry)
            issued = try container.decode(TimeInterval.self, forKey: .issued)
            notBefore = try container.decodeIfPresent(TimeInterval.self, forKey: .notBefore)
            identifier = try container.decodeIfPresent(String.self, forKey: .identifier)
        }

        /// ``IDTokenVerifier/check(_:)`` has the clock and the leeway.
        func verify(using algorithm: some JWTAlgorithm) {}
    }
}

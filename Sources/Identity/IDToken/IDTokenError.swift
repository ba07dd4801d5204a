/// Why an ID token is not taken. Holds nothing of the token.
package enum IDTokenError: Error, Hashable, Sendable, CustomStringConvertible {
    case tooLong, malformed, algorithm, unknownKey, forged, issuer, audience, severalAudiences, subject
    case expired, notYetValid, tooOld, replayed
    /// So many tokens were exchanged lately that this one could not be remembered.
    case busy
    /// The issuer's keys cannot be had now; seconds until they are asked for again.
    case keysUnavailable(retryAfter: Int)

    package var description: String {
        switch self {
        case .tooLong: "The ID token has more than \(IDTokenVerifier.mostBytes) bytes."
        case .malformed: "The ID token is not a signed JSON Web Token with the claims iss, aud, sub, exp and iat."
        case .algorithm: "The ID token is not signed by an algorithm with a public key, such as RS256 or ES256."
        case .unknownKey: "The ID token is signed by a key that its issuer does not publish."
        case .forged: "The ID token's signature is wrong."
        case .issuer: "The ID token is of another issuer."
        case .audience: "The ID token is for another audience."
        case .severalAudiences: "The ID token is for others, too: ask for one with this audience alone."
        case .subject: "The ID token's subject is empty, or longer than \(IDTokenVerifier.longestSubject) bytes."
        case .expired: "The ID token has expired."
        case .notYetValid: "The ID token is not valid yet: is the clock right?"
        case .tooOld: "The ID token was issued too long ago: ask for a new one."
        case .replayed: "The ID token was exchanged before: ask for a new one."
        case .busy: "Too many ID tokens were exchanged lately."
        case .keysUnavailable: "The issuer's keys cannot be had at the moment."
        }
    }
}

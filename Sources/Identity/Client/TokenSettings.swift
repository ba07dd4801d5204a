package import Foundation
package import WebClient

/// Where access tokens are had, and for what.
package struct TokenSettings: Hashable, Sendable {
    package enum Grant: Hashable, Sendable {
        /// RFC 6749, 4.4; the secret is read from its file each time.
        case clientCredentials(id: String, secretFile: String)
        /// RFC 8693; the ID token is read from its file each time, since who puts it there renews it.
        case idToken(file: String)
    }

    package var address: WebAddress
    package var grant: Grant
    /// Separated by spaces; empty: the service's own choice.
    package var scope = ""
    /// Seconds for one exchange.
    package var patience: TimeInterval = 20
    /// In a row, before who waits is told that there is no token.
    var mostAttempts = 4
    /// Seconds after the first attempt that fails; doubled with each further one.
    var firstPause: TimeInterval = 1
    /// Seconds that are waited for the next attempt; where the service asks for more, who waits is told so.
    var longestPause: TimeInterval = 30

    package init(address: WebAddress, grant: Grant, scope: String = "") {
        self.address = address
        self.grant = grant
        self.scope = scope
    }
}

/// Why there is no access token. Holds no secret.
package enum TokenError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The secret's or the ID token's file; in words.
    case file(String)
    /// The service says no: its status, and the `error` of RFC 6749, 5.2 where there is one.
    case refused(Int, String?)
    /// Its answer is no token.
    case malformed
    /// It is away, or busy; why, and the seconds until it is asked again.
    case unavailable(String, retryAfter: TimeInterval)

    package var description: String {
        switch self {
        case .file(let problem): problem
        case .refused(let status, let error): "the token service refused: \(status)" + (error.map { " \($0)" } ?? "")
        case .malformed: "the token service answered, but not with a Bearer token"
        case .unavailable(let cause, let wait):
            "the token service gives none at the moment: \(cause); it is asked again in \(Int(wait.rounded(.up))) s"
        }
    }
}

/// An access token as a service gave it.
package struct GrantedToken: Hashable, Sendable {
    package var text: String
    /// Seconds from when it was asked for.
    package var life: TimeInterval

    package init(text: String, life: TimeInterval) {
        self.text = text
        self.life = life
    }

    /// Seconds for which it is used before another one is asked for: until five minutes before its end, or half of its
    /// life where that is longer.
    package var use: TimeInterval { max(life - 300, life / 2) }
}

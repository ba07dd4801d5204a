import Operations
import Synchronization

/// Who has signed in, in memory alone: with the server's end everybody is signed out.
final class Sessions: Sendable {
    private struct Contents {
        var link = Secret()
        /// The oldest first.
        var sessions: [Session] = []
    }

    /// Of one person: the oldest is signed out for one more.
    private static let most = 32
    /// A browser that is never closed is signed out all the same.
    static let longest = Duration.seconds(12 * 3600)

    private let contents = Mutex(Contents())

    /// The token of the sign-in link that is good now.
    var linkToken: Secret { contents.withLock { $0.link } }

    /// Signs in who has the token, which is then used up, and another one good.
    ///
    /// - Returns: nil for a wrong, used or missing token.
    func signIn(_ token: String?, as reviewer: Reviewer) -> Session? {
        let isRight = contents.withLock { contents in
            guard contents.link.matches(token) else { return false }
            contents.link = Secret()
            return true
        }
        return isRight ? begin(reviewer) : nil
    }

    /// For who has shown who they are.
    func begin(
        _ reviewer: Reviewer, passwordID: String? = nil, at start: ContinuousClock.Instant = .now
    ) -> Session {
        contents.withLock { contents in
            let session = Session(reviewer, passwordID: passwordID, start: start)
            let own = contents.sessions.filter { $0.reviewer == reviewer }
            if own.count >= Self.most { contents.sessions.removeAll { $0.key == own[0].key } }
            contents.sessions.append(session)
            return session
        }
    }

    /// Nil where nobody has signed in with that cookie, or too long ago.
    func session(_ cookie: String?) -> Session? {
        guard let cookie else { return nil }
        return contents.withLock { contents in
            contents.sessions.removeAll { $0.start.duration(to: .now) > Self.longest }
            return contents.sessions.first { $0.key.matches(cookie) }
        }
    }

    func signOut(_ session: Session) {
        contents.withLock { $0.sessions.removeAll { $0.key == session.key } }
    }
}

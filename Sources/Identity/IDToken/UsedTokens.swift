import Crypto
import Foundation
import Synchronization

/// Which ID tokens were exchanged, for as long as they could be again.
final class UsedTokens: Sendable {
    private let most: Int
    /// Until when, in seconds since 1970.
    private let ends = Mutex<[SHA256.Digest: TimeInterval]>([:])

    init(most: Int) { self.most = most }

    /// - Throws: `IDTokenError.replayed`; `busy` where one more cannot be remembered: none is forgotten before its time.
    func use(_ token: SHA256.Digest, until end: TimeInterval, now: TimeInterval) throws {
        try ends.withLock { ends in
            guard ends[token] == nil else { throw IDTokenError.replayed }
            if ends.count >= most { ends = ends.filter { $0.value > now } }
            guard ends.count < most else { throw IDTokenError.busy }
            ends[token] = end
        }
    }
}

import Crypto
import Foundation
import Synchronization

/// Access tokens that were given to programs, in memory alone: with the server's end all are gone.
package final class AccessTokens: Sendable {
    package struct Holder: Hashable, Sendable {
        package var program: Program
        /// Of the program's, those that were asked for.
        package var scopes: Set<String>
    }

    package struct Issued: Sendable {
        /// A secret of 256 bits, in hexadecimal digits.
        package var text: String
        /// Seconds.
        package var life: Int
    }

    private struct Entry {
        var holder: Holder
        var end: ContinuousClock.Instant
    }

    /// Seconds.
    package static let life = 900
    /// Of one program at a time.
    package static let mostOfOne = 256

    /// By the tokens' digests: who reads this memory has no token.
    private let entries = Mutex<[SHA256.Digest: Entry]>([:])
    private let now: @Sendable () -> ContinuousClock.Instant

    package init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

    /// - Returns: nil where the program has as many as it may.
    package func issue(to program: Program, for scopes: Set<String>) -> Issued? {
        var source = SystemRandomNumberGenerator()
        let text = (0..<32).map { _ in
            let digits = String(source.next() as UInt8, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
        let holder = Holder(program: program, scopes: scopes.intersection(program.scopes))
        return entries.withLock { entries in
            let time = now()
            entries = entries.filter { $0.value.end > time }
            guard entries.values.count(where: { $0.holder.program == program }) < Self.mostOfOne else { return nil }
            entries[Self.digest(text)] = Entry(holder: holder, end: time + .seconds(Self.life))
            return Issued(text: text, life: Self.life)
        }
    }

    /// Seconds until the program may have one more; nil where it may now.
    package func wait(for program: Program) -> Int? {
        entries.withLock { entries in
            let time = now()
            let ends = entries.values.filter { $0.holder.program == program && $0.end > time }.map(\.end)
            guard ends.count >= Self.mostOfOne, let first = ends.min() else { return nil }
            return max(1, Int((time.duration(to: first) / .seconds(1)).rounded(.up)))
        }
    }

    /// Whose a token is; nil for one that was never given, or has ended.
    package func holder(of token: String) -> Holder? {
        guard token.utf8.count == 64 else { return nil }
        return entries.withLock { entries in
            guard let entry = entries[Self.digest(token)], entry.end > now() else { return nil }
            return entry.holder
        }
    }

    private static func digest(_ token: String) -> SHA256.Digest { SHA256.hash(data: Data(token.utf8)) }
}

internal import Crypto
package import Foundation
import Synchronization

/// Challenges that are good once, for five minutes, and for what they were issued for. Only those that were answered are
/// remembered: who asks for many takes no memory.
package final class PasskeyChallenges: Sendable {
    /// Seconds.
    package static let longest = 300.0

    private let key = SymmetricKey(size: .bits256)
    /// Until when each could be used again.
    private let used = Mutex<[String: Date]>([:])

    package init() {}

    /// - Parameters:
    ///   - purpose: what it is to be answered for, and by whom.
    ///   - now: this machine's clock.
    /// - Returns: base64url of 16 random bytes, the time in milliseconds, and a code over both and the purpose.
    package func issue(for purpose: String, now: Date = .now) -> String {
        var source = SystemRandomNumberGenerator()
        let head = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &source) } + Self.bytes(of: now)
        return Data(head + code(head, purpose)).base64URL
    }

    func isGood(_ challenge: String, for purpose: String, _ now: Date) -> Bool {
        guard let end = end(challenge, purpose), end >= now, end.timeIntervalSince(now) <= Self.longest else {
            return false
        }
        return used.withLock { $0[challenge] == nil }
    }

    /// Whether it is good, and was not taken before.
    func take(_ challenge: String, for purpose: String, _ now: Date) -> Bool {
        guard isGood(challenge, for: purpose, now), let end = end(challenge, purpose) else { return false }
        return used.withLock { used in
            used = used.filter { $0.value >= now }
            return used.updateValue(end, forKey: challenge) == nil
        }
    }

    /// Nil for what was not issued here for that.
    private func end(_ challenge: String, _ purpose: String) -> Date? {
        // One form alone: another one of the same bytes would be another challenge.
        guard let data = Data(base64URL: challenge), data.count == 56, data.base64URL == challenge,
            HMAC<SHA256>.isValidAuthenticationCode(
                data.suffix(32), authenticating: data.prefix(24) + Data(purpose.utf8), using: key)
        else { return nil }
        let milliseconds = data.dropFirst(16).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        return Date(timeIntervalSince1970: Double(milliseconds) / 1000 + Self.longest)
    }

    private func code(_ head: [UInt8], _ purpose: String) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: head + Array(purpose.utf8), using: key))
    }

    private static func bytes(of time: Date) -> [UInt8] {
        let milliseconds = UInt64(max(0, time.timeIntervalSince1970 * 1000))
        return stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: milliseconds >> UInt64($0)) }
    }
}

extension Data {
    /// RFC 4648, section 5, without padding.
    package var base64URL: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    package init?(base64URL text: String) {
        let plain = text.replacing("-", with: "+").replacing("_", with: "/")
        self.init(base64Encoded: plain + String(repeating: "=", count: (4 - plain.count % 4) % 4))
    }
}

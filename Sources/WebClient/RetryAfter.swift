package import Foundation

/// The header `Retry-After` (RFC 9110, 10.2.3): seconds, or a date.
package enum RetryAfter {
    /// What is said beyond a day counts as a day.
    private static let longest: TimeInterval = 86_400

    /// - Returns: seconds from now, 0 or more; nil for what is neither.
    package static func seconds(_ text: String?, now: Date = .now) -> TimeInterval? {
        guard let text = text?.trimmingCharacters(in: .whitespaces), !text.isEmpty, text.utf8.count <= 64 else {
            return nil
        }
        if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            return min(Double(text) ?? longest, longest)
        }
        guard let end = try? Date(text, strategy: date) else { return nil }
        return min(max(0, end.timeIntervalSince(now)), longest)
    }

    /// RFC 9110, 5.6.7: the form that is sent today.
    private static let date = Date.ParseStrategy(
        format: """
            \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \
            \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) GMT
            """, locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt)
}

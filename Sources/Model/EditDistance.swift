/// Insertions, deletions and substitutions that make one text into another (Levenshtein 1966).
package enum EditDistance {
    /// Whether one of them at most makes `a` into `b`.
    package static func isWithinOne(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        guard abs(a.count - b.count) <= 1 else { return false }
        var front = 0
        while front < min(a.count, b.count), a[front] == b[front] { front += 1 }
        var back = 0
        while back < min(a.count, b.count) - front, a[a.count - 1 - back] == b[b.count - 1 - back] { back += 1 }
        return max(a.count, b.count) - front - back <= 1
    }

    /// - Returns: nil where it takes more than `limit`, beyond which nothing is reckoned.
    package static func between<Letter: Equatable>(_ a: [Letter], _ b: [Letter], atMost limit: Int) -> Int? {
        guard limit >= 0, abs(a.count - b.count) <= limit else { return nil }
        let far = limit + 1
        var row = (0...b.count).map { min($0, far) }
        for i in 0..<a.count {
            var next = [Int](repeating: far, count: b.count + 1)
            next[0] = min(i + 1, far)
            let first = max(0, i - limit)
            let last = min(b.count - 1, i + limit)
            if first <= last {
                for j in first...last {
                    let substituted = row[j] + (a[i] == b[j] ? 0 : 1)
                    next[j + 1] = min(substituted, row[j + 1] + 1, next[j] + 1, far)
                }
            }
            row = next
        }
        return row[b.count] <= limit ? row[b.count] : nil
    }
}

package import Model

/// Words joined to one text that knows which word each character belongs to: from what a parser found in a sentence
/// back to the place on the page.
package struct WordText: Hashable, Sendable {
    package let words: [Word]
    package let text: String
    /// Offset of each word's first character.
    private let starts: [Int]

    /// Words are joined by a space; a word broken by a hyphen at a line's end is joined without it.
    package init(_ words: some Sequence<Word>) {
        self.words = Array(words)
        var text = ""
        var starts: [Int] = []
        var length = 0
        var previous: Word?
        for word in self.words {
            if let last = previous {
                if Self.isBroken(last, before: word) {
                    text.removeLast()
                    length -= 1
                } else {
                    text += " "
                    length += 1
                }
            }
            starts.append(length)
            // Recognition takes the word "I" for a bar.
            text += word.text == "|" ? "I" : word.text
            length += word.text.count
            previous = word
        }
        self.text = text
        self.starts = starts
    }

    private static func isBroken(_ word: Word, before next: Word) -> Bool {
        guard word.line != next.line, word.text.count > 2, word.text.hasSuffix("-") else { return false }
        // A mail address is broken at a hyphen of its own.
        return word.text.dropLast().allSatisfy(\.isLetter) && next.text.first?.isLowercase == true
            && !next.text.contains("@")
    }

    /// Positions (in `words`) of the words that a range of characters touches.
    package func words(in range: Range<Int>) -> Range<Int> {
        guard !range.isEmpty, !starts.isEmpty else { return 0..<0 }
        let first = (starts.firstIndex { $0 > range.lowerBound } ?? starts.count) - 1
        let end = starts.firstIndex { $0 >= range.upperBound } ?? starts.count
        return max(0, first)..<max(max(0, first), end)
    }

    /// Offset of a word's first character.
    package func start(of word: Int) -> Int { starts[word] }

    package func box(of range: Range<Int>) -> Box? { Box.around(words[words(in: range)].map(\.box)) }

    /// Mean confidence of the words weighted by their length, 0…1.
    package func confidence(of range: Range<Int>) -> Double { Self.confidence(words[words(in: range)]) }

    package static func confidence(_ words: some Sequence<Word>) -> Double {
        var sum = 0.0
        var count = 0
        for word in words {
            sum += word.confidence * Double(word.text.count)
            count += word.text.count
        }
        return count > 0 ? sum / Double(count) : 0
    }

    /// What a value is trusted that was read off these words, 0…1: half their mean, half the least sure of them, for one
    /// wrong word spoils it.
    package static func valueConfidence(_ words: some Sequence<Word>) -> Double {
        0.5 * confidence(words) + 0.5 * (words.lazy.map(\.confidence).min() ?? 0)
    }

    package func substring(_ range: Range<Int>) -> String {
        String(text.dropFirst(range.lowerBound).prefix(range.count))
    }
}

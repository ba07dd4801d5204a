import Foundation

/// WordPiece (Wu et al. 2016): a word as the longest known pieces from its left, as all-MiniLM-L6-v2 knows them; digits are all 0.
struct WordPieces {
    private let numbers: [String: Int]
    private let unknown: Int
    /// Characters of the longest piece.
    private let longest: Int

    /// - Parameter vocabulary: the pieces by number; those that go on in a word begin with `##`.
    init(vocabulary: [String]) {
        numbers = Dictionary(vocabulary.enumerated().map { ($1, $0) }) { first, _ in first }
        unknown = numbers["[UNK]"] ?? 0
        longest = vocabulary.map(\.unicodeScalars.count).max() ?? 1
    }

    /// The numbers of a word's pieces: of a long word the first four and the last two.
    func pieces(of text: String, most: Int) -> [Int] {
        let found = Self.parts(Self.folded(text)).flatMap(pieces)
        return found.count <= most ? found : Array(found.prefix(most - 2) + found.suffix(2))
    }

    /// Lower case without diacritics, each digit a 0.
    static func folded(_ text: String) -> [Unicode.Scalar] {
        text.lowercased().decomposedStringWithCompatibilityMapping.unicodeScalars.compactMap { scalar in
            let properties = scalar.properties
            if properties.canonicalCombiningClass != .notReordered { return nil }
            return properties.numericType == .decimal || properties.numericType == .digit ? "0" : scalar
        }
    }

    /// Runs of letters and digits, and single characters of any other kind.
    private static func parts(_ scalars: [Unicode.Scalar]) -> [[Unicode.Scalar]] {
        var parts: [[Unicode.Scalar]] = []
        var isOpen = false
        for scalar in scalars {
            let isWord = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            if isWord, isOpen { parts[parts.count - 1].append(scalar) } else { parts.append([scalar]) }
            isOpen = isWord
        }
        return parts
    }

    private func pieces(of part: [Unicode.Scalar]) -> [Int] {
        var found: [Int] = []
        var start = 0
        while start < part.count {
            var end = min(part.count, start + longest)
            var number: Int?
            while end > start {
                number = numbers[(start > 0 ? "##" : "") + String(String.UnicodeScalarView(part[start..<end]))]
                if number != nil { break }
                end -= 1
            }
            guard let number else { return [unknown] }
            found.append(number)
            start = end
        }
        return found
    }
}

/// Runs of digits, runs of letters and single symbols: what dates and amounts are made of.
struct TextToken: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// Digits as text; `repaired` where letters had to be read as digits.
        case number(String, repaired: Bool)
        /// Folded letters.
        case word(String)
        case symbol(Character)
    }

    var kind: Kind
    /// Offsets of its characters in the text.
    var range: Range<Int>
    var spaceBefore: Bool

    var word: String? { if case .word(let word) = kind { word } else { nil } }
    var symbol: Character? { if case .symbol(let symbol) = kind { symbol } else { nil } }
    var digits: String? { if case .number(let digits, _) = kind { digits } else { nil } }
    var isRepaired: Bool { if case .number(_, repaired: true) = kind { true } else { false } }

    static func tokens(of text: some StringProtocol) -> [TextToken] {
        let characters = Array(text)
        var tokens: [TextToken] = []
        var position = 0
        var space = false
        while position < characters.count {
            let character = characters[position]
            if character.isWhitespace {
                space = true
                position += 1
                continue
            }
            if isAlphanumeric(character) {
                var end = position
                while end < characters.count, isAlphanumeric(characters[end]) { end += 1 }
                split(characters, position..<end, spaceBefore: space, into: &tokens)
                position = end
            } else {
                tokens.append(
                    TextToken(kind: .symbol(character), range: position..<position + 1, spaceBefore: space))
                position += 1
            }
            space = false
        }
        return tokens
    }

    private static func isAlphanumeric(_ character: Character) -> Bool {
        character.isLetter || (character.isASCII && character.isNumber)
    }

    /// One run of letters and digits: a number misread in part stays one, otherwise letters part from digits.
    private static func split(
        _ characters: [Character], _ range: Range<Int>, spaceBefore: Bool, into tokens: inout [TextToken]
    ) {
        let run = characters[range]
        let digits = run.filter { $0.isASCII && $0.isNumber }.count
        let repaired = run.compactMap(TextFolding.digit)
        if digits > 0, digits < run.count, repaired.count == run.count, !isOrdinal(run), digits * 2 >= run.count {
            tokens.append(
                TextToken(kind: .number(String(repaired), repaired: true), range: range, spaceBefore: spaceBefore))
            return
        }
        var start = range.lowerBound
        while start < range.upperBound {
            let numeric = characters[start].isNumber
            var end = start
            while end < range.upperBound, characters[end].isNumber == numeric { end += 1 }
            let part = String(characters[start..<end])
            tokens.append(
                TextToken(
                    kind: numeric ? .number(part, repaired: false) : .word(TextFolding.fold(part)),
                    range: start..<end, spaceBefore: spaceBefore && start == range.lowerBound))
            start = end
        }
    }

    private static func isOrdinal(_ run: ArraySlice<Character>) -> Bool {
        ordinalSuffixes.contains(String(run.suffix(2)).lowercased())
    }

    static let ordinalSuffixes: Set<String> = ["st", "nd", "rd", "th"]
}

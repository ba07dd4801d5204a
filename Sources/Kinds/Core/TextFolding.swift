/// Letters as they are compared: lower case, without accents.
package enum TextFolding {
    private static let accented: [Character: String] = {
        let groups = [
            "a": "àáâãäåāăą", "ae": "æ", "c": "çćč", "d": "ďđ", "e": "èéêëēėęě", "g": "ğģ", "i": "ìíîïīįı", "k": "ķ",
            "l": "ĺľłļ", "n": "ñńňņ", "o": "òóôõöøōő", "oe": "œ", "r": "ŕř", "s": "śšşș", "ss": "ß", "t": "ťţț",
            "u": "ùúûüūůűų", "y": "ýÿ", "z": "źżž",
        ]
        var table: [Character: String] = [:]
        for (plain, marked) in groups {
            for character in marked { table[character] = plain }
        }
        return table
    }()

    /// Lower case without accents; other characters stay.
    package static func fold(_ text: some StringProtocol) -> String {
        if text.utf8.allSatisfy({ $0 < 128 }) { return text.lowercased() }
        var folded = ""
        for character in text.lowercased() { folded += accented[character] ?? String(character) }
        return folded
    }

    /// The ASCII letters and digits alone, folded.
    package static func letters(_ text: some StringProtocol) -> [UInt8] {
        fold(text).utf8.filter { (97...122).contains($0) || (48...57).contains($0) }
    }

    /// Folded words without punctuation, one space between them.
    package static func key(_ text: some StringProtocol) -> String {
        fold(text).split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
    }

    /// White space folded to single spaces, none at the ends.
    package static func squeeze(_ text: some StringProtocol) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Without characters of a set at either end.
    package static func trim(_ text: some StringProtocol, _ characters: Set<Character>) -> String {
        var rest = text[...]
        while let first = rest.first, characters.contains(first) || first.isWhitespace { rest = rest.dropFirst() }
        while let last = rest.last, characters.contains(last) || last.isWhitespace { rest = rest.dropLast() }
        return String(rest)
    }

    /// The digit that a letter is often misread for, or the digit itself.
    package static func digit(_ character: Character) -> Character? {
        if character.isASCII, character.isNumber { return character }
        switch character {
        case "O", "o", "Q", "D": return "0"
        case "I", "l", "|", "i", "!": return "1"
        case "Z", "z": return "2"
        case "S", "s": return "5"
        case "G": return "6"
        case "B": return "8"
        default: return nil
        }
    }

    /// Letters and figures in upper case, with a figure for each letter that looks like one: what print cannot tell apart.
    package static func figures(_ text: String) -> String {
        String(text.uppercased().filter { $0.isLetter || $0.isNumber }.map { $0 == "L" ? "1" : digit($0) ?? $0 })
    }
}

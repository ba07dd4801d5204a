/// The check digit of machine-readable zones (ICAO Doc 9303 Part 3, section 4.9): weights 7, 3, 1 repeating from the
/// left over the characters' values, the sum modulo 10.
package enum CheckDigit {
    /// 0…9 for the digits, 10…35 for A…Z, 0 for the filler `<`; nil for any other character.
    package static func value(of character: UInt8) -> Int? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(character - UInt8(ascii: "0"))
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(character - UInt8(ascii: "A")) + 10
        case UInt8(ascii: "<"): 0
        default: nil
        }
    }

    /// Nil where a character is not of the zone's alphabet.
    package static func compute(_ characters: some Sequence<UInt8>) -> Int? {
        let weights = [7, 3, 1]
        var sum = 0
        for (position, character) in characters.enumerated() {
            guard let value = value(of: character) else { return nil }
            sum += value * weights[position % 3]
        }
        return sum % 10
    }

    package static func compute(_ text: String) -> Int? { compute(text.utf8) }

    /// Whether the printed digit is that of the characters. For characters that are all fillers, `<` may stand for 0
    /// (Part 4, section 4.2.2.2, the personal number).
    package static func matches(_ characters: some Collection<UInt8>, printed: UInt8) -> Bool {
        guard let digit = compute(characters) else { return false }
        if printed == UInt8(ascii: "<") { return characters.allSatisfy { $0 == UInt8(ascii: "<") } }
        return printed == UInt8(ascii: "0") + UInt8(digit)
    }
}

/// Compares names as printed with names as zones and barcodes write them.
enum Transliteration {
    /// What ICAO Doc 9303 Part 3, section 6 writes for letters of national alphabets, beside the plain letter, which
    /// some issuers use and recognition often makes of them.
    private static let options: [Character: [String]] = [
        "Ä": ["AE", "A"], "Ö": ["OE", "O"], "Ü": ["UE", "UXX", "U"], "ß": ["SS"], "ẞ": ["SS"], "Å": ["AA", "A"],
        "Æ": ["AE"], "Ø": ["OE", "O"], "Œ": ["OE"], "Ñ": ["N", "NXX"], "Þ": ["TH"], "Ð": ["D"], "Đ": ["D"],
        "Ĳ": ["IJ"], "ı": ["I"], "İ": ["I"], "Ł": ["L"], "Ħ": ["H"], "Ŋ": ["N"], "Ə": ["E"],
    ]

    /// Whether both are one name: hyphens, apostrophes, commas and spaces aside; the second may lack its end where it
    /// was truncated.
    /// - Parameters:
    ///   - printed: in any case, with accents.
    ///   - machine: upper case A…Z, spaces for fillers.
    static func matches(printed: String, machine: String, truncated: Bool = false) -> Bool {
        let target = Array(machine.uppercased().unicodeScalars.filter { $0.properties.isAlphabetic || $0.isNumber })
        let letters = printed.uppercased().filter { $0.isLetter || $0.isNumber }
        guard !target.isEmpty, !letters.isEmpty else { return false }
        // Positions of the target that the letters so far may have reached.
        var reached: Set<Int> = [0]
        for letter in letters {
            var next: Set<Int> = []
            for position in reached {
                if truncated, position == target.count {
                    next.insert(position)
                    continue
                }
                for option in forms(of: letter) {
                    let scalars = Array(option.unicodeScalars)
                    let end = min(position + scalars.count, target.count)
                    let part = target[position..<end]
                    guard part.elementsEqual(scalars.prefix(part.count)) else { continue }
                    if part.count == scalars.count || truncated { next.insert(end) }
                }
            }
            if next.isEmpty { return false }
            reached = next
        }
        return reached.contains(target.count)
    }

    private static func forms(of letter: Character) -> [String] {
        if let known = options[letter] { return known }
        return [TextFolding.fold(String(letter)).uppercased()]
    }

    /// Letters alone, plain: for a distance between names.
    static func key(_ text: some StringProtocol) -> [UInt8] { TextFolding.letters(text) }
}

extension Unicode.Scalar {
    fileprivate var isNumber: Bool { properties.numericType != nil }
}

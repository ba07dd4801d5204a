/// Compares names as printed with names as zones and barcodes write them.
package enum Transliteration {
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
    package static func matches(printed: String, machine: String, truncated: Bool = false) -> Bool {
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

    /// The name as it must be printed where recognition lost its dots and rings: where a zone has two letters for one
    /// that was read, it was Ä, Ö, Ü, Å or Ø.
    /// - Parameter nationality: Ö in German and Swedish is Ø in Danish and Norwegian.
    /// - Returns: nil where that does not make the two one name.
    static func restored(printed: String, machine: String, nationality: String?) -> String? {
        let target = Array(machine.uppercased().filter { $0.isLetter })
        let stroked = ["DNK", "NOR", "FRO", "GRL"].contains(nationality)
        let marked: [String: Character] = ["AE": "Ä", "OE": stroked ? "Ø" : "Ö", "UE": "Ü", "AA": "Å"]
        var result = ""
        var position = 0
        var changed = false
        for character in printed {
            guard character.isLetter else {
                result.append(character)
                continue
            }
            guard position < target.count, let letter = character.uppercased().first, letter == target[position] else {
                return nil
            }
            let pair = String(target[position..<min(position + 2, target.count)])
            let next = printedLetter(after: result.count, in: printed)
            if let mark = marked[pair], next != pair.last {
                result += character.isUppercase ? String(mark) : mark.lowercased()
                position += 2
                changed = true
            } else {
                result.append(character)
                position += 1
            }
        }
        return changed && position == target.count ? result : nil
    }

    private static func printedLetter(after offset: Int, in text: String) -> Character? {
        text.dropFirst(offset + 1).first { $0.isLetter }?.uppercased().first
    }

    private static func forms(of letter: Character) -> [String] {
        if let known = options[letter] { return known }
        return [TextFolding.fold(String(letter)).uppercased()]
    }

    /// Nationalities whose names often have marks that neither a zone shows nor recognition of plain letters sees: there
    /// a name read without any may have lost them. German and Nordic marks are two letters in a zone.
    static let marked: Set<String> = [
        "ALB", "ARG", "AZE", "BEL", "BIH", "BOL", "BRA", "CAN", "CHE", "CHL", "CIV", "COL", "CRI", "CUB", "CZE", "DOM",
        "ECU", "ESP", "EST", "FRA", "GNQ", "GTM", "HND", "HRV", "HUN", "IRL", "ISL", "LTU", "LUX", "LVA", "MCO", "MDA",
        "MEX", "MNE", "NIC", "PAN", "PER", "POL", "PRT", "PRY", "ROU", "SEN", "SLV", "SRB", "SVK", "SVN", "TUR", "URY",
        "VEN", "VNM", "XKX", "RKS",
    ]
}

extension Unicode.Scalar {
    fileprivate var isNumber: Bool { properties.numericType != nil }
}

import Foundation
import Model

/// Doubts names whose marks a zone does not show and whose print was not read: zones write Ü as UE or U, and most other
/// accents not at all (ICAO Doc 9303 Part 3, section 6); those that two readers read otherwise; and those
/// with a mark that is more likely a speck. A wrong spelling accepted is worse than a look.
struct LostMarks {
    let nationality: String?
    /// Whether the names are printed beside the zone. A card's back has the zone's spelling alone.
    let hasPrint: Bool

    /// The check that a name fails which may be spelled otherwise.
    static let check = "spelling"

    /// - Parameter lines: the printed side's words.
    func doubt(_ fields: inout [FieldName: Field], in lines: [(page: Int, words: [Word])]) {
        doubtSpelling(&fields)
        let marked = Set(lines.flatMap(\.words).filter(\.isDisputed).flatMap { Self.parts($0.text) })
        for name in ["surname", "given_names", "place_of_birth"] as [FieldName] {
            guard let text = fields[name]?.text,
                !marked.isDisjoint(with: Self.parts(text)) || hasStrangeMark(text)
            else { continue }
            fields[name]?.doubt(Self.check)
        }
    }

    /// Whether a letter has a mark that a speck makes of it, a dot or what hangs below, and that no language of the holder's
    /// country writes there: `ŞABINE` on an Austrian passport. Every picture shows the speck.
    private func hasStrangeMark(_ text: String) -> Bool {
        text.uppercased().contains { letter in
            let marks = String(letter).decomposedStringWithCanonicalMapping.unicodeScalars.dropFirst()
            guard marks.contains(where: Self.likeSpecks.contains) else { return false }
            guard let nationality else { return true }
            // Vietnamese has a dot below any vowel, beside another mark too: Ộ.
            if nationality == "VNM", marks.contains("\u{323}") { return false }
            return Self.writers[letter]?.contains(nationality) != true
        }
    }

    /// Dots above and below, cedilla, comma below, ogonek.
    private static let likeSpecks: Set<Unicode.Scalar> = ["\u{307}", "\u{323}", "\u{326}", "\u{327}", "\u{328}"]
    /// By letter, the countries in whose languages it is written.
    private static let writers: [Character: Set<String>] = [
        "İ": ["AZE", "TUR"], "Ż": ["MLT", "POL"], "Ė": ["LTU"], "Ċ": ["MLT"], "Ġ": ["MLT"],
        "Ş": ["AZE", "MDA", "ROU", "TKM", "TUR"], "Ţ": ["MDA", "ROU"], "Ș": ["MDA", "ROU"], "Ț": ["MDA", "ROU"],
        "Ģ": ["LVA"], "Ķ": ["LVA"], "Ļ": ["LVA"], "Ņ": ["LVA"],
        "Ą": ["LTU", "POL"], "Ę": ["LTU", "POL"], "Į": ["LTU"], "Ų": ["LTU"],
        "Ç": [
            "AGO", "ALB", "AND", "AZE", "BEL", "BRA", "CAN", "CHE", "CPV", "DZA", "ESP", "FRA", "LUX", "MAR", "MCO",
            "MOZ", "PRT", "RKS", "TKM", "TUN", "TUR",
        ],
    ]

    private static func parts(_ text: String) -> [String] {
        text.split { !$0.isLetter }.map { $0.uppercased() }
    }

    private func doubtSpelling(_ fields: inout [FieldName: Field]) {
        guard hasPrint else { return }
        for name in ["surname", "given_names"] as [FieldName] {
            guard let field = fields[name], field.source == .mrz, let text = field.text,
                !field.isConfirmedByPrint, mayHaveMarks(text)
            else { continue }
            fields[name]?.doubt(Self.check)
        }
    }

    private func mayHaveMarks(_ name: String) -> Bool {
        let pairs = ["AE", "OE", "UE", "AA", "SS", "TH", "IJ"]
        // A filler between two names is a space or a hyphen.
        return name.contains(" ") || pairs.contains(where: name.contains)
            || nationality.map(Self.marked.contains) ?? true
    }

    /// Nationalities whose names often have marks.
    private static let marked = Transliteration.marked.union([
        "AUT", "D", "DNK", "FIN", "FRO", "GRL", "LIE", "NOR", "SWE", "NLD", "ITA", "MAR", "DZA", "TUN",
    ])
}

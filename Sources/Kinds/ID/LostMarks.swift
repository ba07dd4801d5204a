import Foundation
import Model

/// Doubts names whose marks a zone does not show and whose print was not read: zones write Ü as UE or U, and most other
/// accents not at all (ICAO Doc 9303 Part 3, section 6); and those that two readers read otherwise. A wrong spelling accepted is
/// worse than a look.
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
            guard let text = fields[name]?.text, !marked.isDisjoint(with: Self.parts(text)) else { continue }
            fields[name]?.doubt(Self.check)
        }
    }

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

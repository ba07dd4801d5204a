/// Three-letter codes of issuers and nationalities: ISO 3166-1 alpha-3 with the exceptions of ICAO Doc 9303 Part 3,
/// section 5 (`D` for Germany, `UTO` for specimens, `GBD`…, `UNO`…, `XXA`…, `EUE`).
package enum CountryCodes {
    /// All codes, fillers left out.
    package static let all: Set<String> = Set(rows.map(\.code))

    /// The code of specimens.
    package static let specimen = "UTO"

    package static func contains(_ code: String) -> Bool { all.contains(code) }

    /// The code for a country's name, for a word for its nationals, or for a code itself, as printed in any case, with
    /// or without accents; nil where it is none.
    package static func code(for text: String) -> String? {
        let folded = TextFolding.key(text)
        // ISO's own code for Germany stands in print; zones have D.
        if folded == "deu" { return "D" }
        if folded.count <= 3, all.contains(folded.uppercased()) { return folded.uppercased() }
        return names[folded] ?? nationals[folded]
    }

    /// The code for a country's name alone.
    package static func code(forName text: String) -> String? { names[TextFolding.key(text)] }

    private struct Row {
        var code: String
        var names: [String]
        var nationals: [String]
    }

    private static let rows: [Row] = CountryTable.rows.split(separator: "\n").map { line in
        let parts = line.split(separator: "|", omittingEmptySubsequences: false)
        func list(_ index: Int) -> [String] {
            index < parts.count ? parts[index].split(separator: ";").map { TextFolding.key($0) } : []
        }
        return Row(code: String(parts[0]), names: list(1), nationals: list(2))
    }

    private static let names = dictionary(\.names)
    private static let nationals = dictionary(\.nationals)

    private static func dictionary(_ words: (Row) -> [String]) -> [String: String] {
        Dictionary(rows.flatMap { row in words(row).map { ($0, row.code) } }, uniquingKeysWith: { first, _ in first })
    }
}

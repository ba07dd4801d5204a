import Model

/// The legal forms that end companies' names.
enum LegalForm {
    private static let forms: Set<String> = [
        "Inc", "LLC", "Corp", "Ltd", "LLP", "LP", "Co", "PLC", "GmbH", "AG", "SA", "BV", "NV", "AB", "AS", "SE", "Oy",
        "Pty", "Incorporated", "Corporation", "Limited", "Company", "SAS", "SARL", "Srl", "SpA", "PC", "PLLC", "NA",
    ]

    /// Whether a name ends in one.
    static func ends(_ name: some StringProtocol) -> Bool {
        guard let last = name.split(separator: " ").last else { return false }
        let letters = String(last.filter(\.isLetter))
        return forms.contains { $0.lowercased() == letters.lowercased() }
    }

    /// Whether a word is a form of capitals that is written without periods: behind `LLC.` a sentence ends.
    static func hasNoPeriod(_ word: some StringProtocol) -> Bool {
        word.hasSuffix(".") && ["LLC", "LLP", "PLLC", "PLC"].contains(String(word.dropLast()))
    }
}

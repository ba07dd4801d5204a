/// A name as printed, cleaned of what is not part of it.
package struct PartyName: Hashable, Sendable {
    /// Printed order, case, honorifics and suffixes.
    package var name: String
    /// Words that say in what capacity, behind the name: "a married man", "as Trustee of the Doe Trust"; nil for none.
    package var capacity: String?
    /// Whether a suffix or a word of the name says that it is a company, trust or public body.
    package var isOrganization: Bool

    package init(name: String, capacity: String? = nil, isOrganization: Bool = false) {
        self.name = name
        self.capacity = capacity
        self.isOrganization = isOrganization
    }
}

/// Names of persons and companies: cleanup only, nothing is reordered or recased.
package enum NameParser {
    private static let noise: Set<Character> = [
        ",", ";", ":", "_", "-", "–", "—", "|", "*", "•", "·", "=", "~", "\"", "“", "”", "(", "[", "{", "}", "<", ">",
        "/", "\\", "'", "‘", "’", ".",
    ]

    package static func parse(_ text: some StringProtocol) -> Reading<PartyName>? {
        let squeezed = TextFolding.squeeze(String(text).replacing("_", with: " "))
        var name = TextFolding.trim(squeezed, noise)
        // The dot of a suffix or an initial belongs to the name: "Acme Inc.", "John Doe Jr.", "Mary P."
        if squeezed.hasPrefix(name + ".") || squeezed.contains(name + "."), endsInAbbreviation(name) { name += "." }
        if name.contains("("), !name.contains(")") { name += ")" }
        name = withNumeral(withHyphens(name))
        let capacity = capacityStart(name)
        var rest: String?
        if let start = capacity {
            rest = TextFolding.trim(name.dropFirst(start), [",", ";", "."])
            name = TextFolding.trim(name.prefix(start), [",", ";"])
        }
        let letters = name.filter(\.isLetter).count
        guard letters >= 2 else { return nil }
        let organization = isOrganization(name)
        let strange = name.filter { !$0.isLetter && !$0.isWhitespace && !".,'’-&()".contains($0) }.count
        let digits = name.filter(\.isNumber).count
        return Reading(
            PartyName(name: name, capacity: rest, isOrganization: organization),
            isWellFormed: letters * 2 > name.count && hasWholeBrackets(name)
                && (organization ? strange <= 4 : strange == 0 && digits == 0)
                && (organization || name.contains(" ")) && name.count <= 120)
    }

    /// `Wexford IlI`: strokes alone are a numeral at a name's end. `0'Hara`: what stands before an apostrophe is a letter.
    private static func withNumeral(_ name: String) -> String {
        name.replacing(/\s([Il1|]{2,3})$/) { " " + String(repeating: "I", count: $0.output.1.count) }
            .replacing(/\b0(?=['’]\p{Lu})/, with: "O")
    }

    /// `ACT), Part 3` is the rest of a sentence.
    private static func hasWholeBrackets(_ name: String) -> Bool {
        var open = 0
        for character in name {
            if character == "(" { open += 1 } else if character == ")" { open -= 1 }
            if open < 0 { return false }
        }
        return open == 0
    }

    /// `Redmond- Wexford`: no name has a space at one side of its hyphen.
    static func withHyphens(_ name: String) -> String {
        name.replacing(/(\p{L})(?:- | -)(\p{Lu})/) { "\($0.output.1)-\($0.output.2)" }
    }

    private static let suffixes: Set<String> = [
        "inc", "llc", "llp", "lp", "ltd", "corp", "co", "pllc", "plc", "pc", "na", "gmbh", "ag", "sa", "bv", "jr", "sr",
        "esq", "md", "phd", "dds", "trust", "tr",
    ]

    private static func endsInAbbreviation(_ name: String) -> Bool {
        guard let last = name.split(separator: " ").last else { return false }
        let key = last.filter(\.isLetter).lowercased()
        return key.count == 1 || suffixes.contains(key) || last.contains(".")
    }

    /// Whether the last word is a company's legal form, or a suffix of a person's name.
    package static func endsInSuffix(_ name: String) -> Bool {
        name.split(separator: " ").last.map { suffixes.contains($0.filter(\.isLetter).lowercased()) } ?? false
    }

    private static let organizationWords: Set<String> = [
        "inc", "incorporated", "llc", "llp", "lp", "ltd", "limited", "corp", "corporation", "company", "co", "pllc",
        "plc", "gmbh", "trust", "bank", "association", "foundation", "university", "church", "county", "city",
        "department", "authority", "partnership", "partners", "holdings", "properties", "group", "services",
        "solutions", "systems", "data", "analytics", "media", "marketing", "credit", "union", "estate", "federal",
        "national", "homes", "builders", "investments", "ventures", "enterprises", "technologies", "information",
        "associates", "fund", "district", "society", "institute", "agency", "ministries", "bv", "sarl", "srl",
    ]

    /// Whether a word of the name says that it is no natural person.
    package static func isOrganization(_ name: some StringProtocol) -> Bool {
        let words = TextFolding.fold(name).split { !$0.isLetter && $0 != "." }
            .map { $0.filter(\.isLetter) }
        return words.dropFirst().contains(where: organizationWords.contains) || words.first == "the"
    }

    private static let capacityPhrases: [String] = [
        "a married", "an unmarried", "a single", "a widow", "a widower", "husband and wife", "wife and husband",
        "a married couple", "as trustee", "as trustees", "trustee of", "trustees of", "as joint tenants",
        "as tenants", "as community property", "as his sole", "as her sole", "as executor", "as administrator",
        "as personal representative", "as attorney", "a limited liability", "a corporation", "a partnership",
        "a delaware", "individually", "not individually", "and his wife", "spouses", "domestic partners",
        "as nominee", "not as", "as guardian", "as conservator", "a divorced", "an individual",
    ]

    /// Offset where words of capacity begin, behind a comma or a space.
    private static func capacityStart(_ name: String) -> Int? {
        let folded = TextFolding.fold(name)
        guard folded.count == name.count else { return nil }
        let characters = Array(folded)
        var best: Int?
        for phrase in capacityPhrases {
            guard let range = folded.firstRange(of: phrase) else { continue }
            let start = folded.distance(from: folded.startIndex, to: range.lowerBound)
            let end = start + phrase.count
            guard start > 2, !characters[start - 1].isLetter,
                end == characters.count || !characters[end].isLetter || phrase.hasSuffix("of")
            else { continue }
            best = min(best ?? start, start)
        }
        return best
    }
}

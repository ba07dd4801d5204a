import Model

/// The legal forms that end companies' names.
package enum LegalForm {
    private static let forms: Set<String> = [
        "Inc", "LLC", "Corp", "Ltd", "LLP", "LP", "Co", "PLC", "GmbH", "AG", "SA", "BV", "NV", "AB", "AS", "SE", "Oy",
        "Pty", "Incorporated", "Corporation", "Limited", "Company", "SAS", "SARL", "Srl", "SpA", "PC", "PLLC", "NA",
    ]
    /// Those that recognition's slips are mended to.
    private static let usual = ["Inc", "LLC", "Corp", "Ltd"]
    /// What else but Inc at a name's end is no word.
    private static let slips: Set<String> = ["ine", "lnc", "1nc", "inç"]

    /// Whether a name ends in one.
    package static func ends(_ name: some StringProtocol) -> Bool {
        guard let last = name.split(separator: " ").last else { return false }
        let letters = String(last.filter(\.isLetter))
        return forms.contains { $0.lowercased() == letters.lowercased() }
    }

    /// Whether a word is a form of capitals that is written without a stop: behind `LLC.` a sentence ends.
    static func hasNoStop(_ word: some StringProtocol) -> Bool {
        word.hasSuffix(".") && ["LLC", "LLP", "PLLC", "PLC"].contains(String(word.dropLast()))
    }

    /// "Acme Data, Ine." for "Acme Data, Inc.": what stands behind a comma at a name's end and is no legal form but for
    /// one letter is the form that it resembles. Nil where there is nothing to mend.
    static func mended(_ name: String) -> String? {
        guard !ends(name) else { return nil }
        if let slip = name.split(separator: " ").last, slips.contains(slip.lowercased().filter { $0 != "." }) {
            return name.dropLast(slip.count) + "Inc."
        }
        guard let comma = name.lastIndex(of: ",") else { return nil }
        let tail = name[name.index(after: comma)...].filter { !$0.isWhitespace }
        let letters = String(tail.filter { $0.isLetter || $0.isNumber })
        guard (2...5).contains(letters.count), tail.count <= letters.count + 1 else { return nil }
        let near = usual.filter {
            EditDistance.between(Array(letters.lowercased()), Array($0.lowercased()), atMost: 1) == 1
        }
        guard near.count == 1, let form = near.first else { return nil }
        return name[...comma] + " " + form + (form == "LLC" ? "" : ".")
    }

    /// Whether a word is nothing but a misread `Inc`.
    static func isSlip(_ word: some StringProtocol) -> Bool {
        slips.contains(word.lowercased().filter { $0 != "." && $0 != "," })
    }

    /// The most that a company's name is worth that lost its end, or has a stop, a label or a gap that is none of its own.
    static let mostOfCutName = 0.75

    /// `Blue Privacy Services LL`: a legal form that lost its end.
    static func isCutOff(_ name: String) -> Bool {
        guard !ends(name), let last = name.split(separator: " ").last?.filter(\.isLetter), last.count >= 2 else {
            return false
        }
        return usual.contains { $0.count == last.count + 1 && $0.hasPrefix(last) }
    }

    /// `Oracle America, Inc.` for `Oracle America. Inc.`: before a legal form only a comma stands behind a whole word.
    static func withComma(_ name: String) -> String? {
        var words = name.split(separator: " ").map(String.init)
        guard words.count > 1, ends(name), words[words.count - 2].hasSuffix("."), hasStrayStop(name) else { return nil }
        words[words.count - 2].removeLast()
        words[words.count - 2] += ","
        return words.joined(separator: " ")
    }

    /// `Atlas Solutions. Corp.`, `Atlas Solutions., Corp.`: a word that is no abbreviation has no full stop inside a name.
    static func hasStrayStop(_ name: String) -> Bool {
        name.split(separator: " ").dropLast().contains { word in
            (word.hasSuffix(".") || word.hasSuffix(".,")) && word.count > 4 && !ends(word)
                && !abbreviations.contains(word.lowercased().filter(\.isLetter))
        }
    }

    private static let abbreviations: Set<String> = [
        "bros", "assn", "assoc", "intl", "natl", "univ", "mgmt", "mktg", "svcs", "serv", "tech", "info", "comm", "dept",
    ]

    /// `Consumer William W. Kimball`: the line of another field, with its label.
    static func hasLabel(_ name: String) -> Bool {
        let words = name.split(separator: " ")
        guard words.count > 1, !ends(name) else { return false }
        return labels.contains(words[0].lowercased().filter { $0.isLetter })
    }

    private static let labels: Set<String> = [
        "consumer", "requester", "requestor", "applicant", "individual", "name", "address", "email", "telephone",
        "phone", "date", "agent",
    ]
}

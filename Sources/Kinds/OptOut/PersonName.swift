/// What no natural person's name holds: words of headings, forms and letters, and dates.
enum PersonName {
    private static let foreign: Set<String> = [
        "request", "requests", "form", "agent", "agents", "authorized", "authorization", "consumer", "consumers",
        "customer", "privacy", "data", "personal", "information", "act", "rights", "request's", "requester", "subject",
        "dear", "re", "to", "from", "date", "dated", "address", "email", "mail", "phone", "telephone", "signature",
        "signed", "name", "printed", "legal", "department", "officer", "team", "office", "attn", "attention",
        "sincerely", "regards", "opt", "out", "delete", "deletion", "removal", "erasure", "access", "correction",
        "sale", "sell", "share", "section", "page", "notice", "application", "company", "business", "broker",
        "january", "february", "september", "october", "november", "december", "born", "your", "my", "our", "please",
        // Streets that hardly anyone is named for.
        "street", "drive", "avenue", "circle", "boulevard", "terrace", "parkway", "highway", "blvd", "ave",
        "permission", "declaration", "we", "they", "this", "the", "city", "state", "zip", "enclosure", "enclosures",
    ]
    private static let particles: Set<String> = [
        "de", "del", "della", "der", "den", "di", "da", "dos", "du", "la", "le", "van", "von", "zu", "bin", "ibn",
        "al", "el", "y", "e", "ter", "ten", "af", "av",
    ]

    /// Whether the letters, spaces aside, are a heading's word: `REQU EST`.
    static func isHeading(_ text: String) -> Bool {
        foreign.contains(TextFolding.key(text).filter { !$0.isWhitespace })
    }

    /// Whether it is an organization's name or holds a heading's, a label's or a date's word.
    static func isForeign(_ name: String) -> Bool {
        NameParser.isOrganization(name) || name.split(separator: " ").contains { foreign.contains(TextFolding.key($0)) }
    }

    /// Two to six words with capitals, particles aside, none of them a heading's, a label's or a date's, and the last one
    /// no initial: `Peter C.` lost his surname.
    static func isPlausible(_ name: String) -> Bool {
        let words = name.split(separator: " ").map { String($0) }
        guard (2...6).contains(words.count), !name.contains(where: \.isNumber), !isHeading(name),
            !NameParser.isOrganization(name)
        else {
            return false
        }
        return words.allSatisfy { word in
            let key = TextFolding.key(word)
            return !foreign.contains(key) && (word.first?.isUppercase == true || particles.contains(key))
        } && words.contains { $0.filter(\.isLetter).count > 1 } && (words.last ?? "").filter(\.isLetter).count > 1
    }
}

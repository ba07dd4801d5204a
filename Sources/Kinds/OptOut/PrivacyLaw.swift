import Model

/// Laws that requests rest on, by their usual short names.
struct PrivacyLaw: Hashable, Sendable {
    /// As `legal_basis` gives it.
    var name: String
    var phrases: [String]

    static let all: [PrivacyLaw] = [
        // CPRA and the Delete Act amend the CCPA's title of the Civil Code.
        .init(
            name: "ccpa",
            phrases: [
                "california consumer privacy act", "ccpa", "california privacy rights act", "cpra",
                "california civil code 1798", "civil code section 1798", "civ. code 1798", "1798.105", "1798.120",
                "1798.110", "1798.106", "1798.121", "california delete act",
            ]),
        .init(
            name: "gdpr",
            phrases: [
                "general data protection regulation", "gdpr", "regulation (eu) 2016/679", "article 17 gdpr",
                "article 15 gdpr",
            ]),
        .init(name: "vcdpa", phrases: ["virginia consumer data protection act", "vcdpa"]),
        .init(name: "cpa", phrases: ["colorado privacy act"]),
        .init(name: "ctdpa", phrases: ["connecticut data privacy act", "ctdpa"]),
        .init(name: "ucpa", phrases: ["utah consumer privacy act", "ucpa"]),
        .init(name: "tdpsa", phrases: ["texas data privacy and security act", "tdpsa"]),
        .init(name: "ocpa", phrases: ["oregon consumer privacy act", "ocpa"]),
        .init(name: "mcdpa", phrases: ["montana consumer data privacy act", "mcdpa"]),
        .init(name: "icdpa", phrases: ["iowa consumer data protection act", "icdpa"]),
        .init(name: "dpdpa", phrases: ["delaware personal data privacy act", "dpdpa"]),
        .init(name: "njdpa", phrases: ["new jersey data privacy act", "njdpa"]),
        .init(name: "nhpa", phrases: ["new hampshire privacy act", "nhpa"]),
        .init(name: "tipa", phrases: ["tennessee information protection act", "tipa"]),
        .init(name: "fdbr", phrases: ["florida digital bill of rights", "fdbr"]),
        .init(name: "modpa", phrases: ["maryland online data privacy act", "modpa"]),
        .init(name: "nevada_sb220", phrases: ["nevada senate bill 220", "nevada revised statutes 603a", "nrs 603a"]),
        .init(name: "vermont_act_171", phrases: ["vermont act 171"]),
        .init(name: "uk_gdpr", phrases: ["uk gdpr", "uk general data protection regulation"]),
        .init(name: "dpa", phrases: ["data protection act 2018", "data protection act"]),
        .init(
            name: "pipeda",
            phrases: ["personal information protection and electronic documents act", "pipeda"]),
        .init(name: "lgpd", phrases: ["lei geral de protecao de dados", "lgpd"]),
        .init(name: "fcra", phrases: ["fair credit reporting act", "fcra"]),
    ]

    /// Whether a law's full name stands in the text, or the text is the end of one, as a line begins with it: "Privacy
    /// Act", "Act (CCPA)". Short names alone may be a company's: "CPA Records".
    static func isNamed(in text: String) -> Bool {
        let key = TextFolding.key(text)
        let words = key.split(separator: " ").map(String.init)
        return all.contains { law in
            let names = law.phrases.filter { $0.contains(" ") }.map(TextFolding.key)
            if names.contains(where: { " \(key) ".contains(" \($0) ") }) { return true }
            let shorts = Set(law.phrases.filter { !$0.contains(" ") } + [law.name])
            let end = words.filter { !shorts.contains($0) }.joined(separator: " ")
            return !end.isEmpty && names.contains { $0.hasSuffix(" " + end) && Self.isLaw($0) }
        }
    }

    static func isNamed(in field: Field) -> Bool { field.text.map(isNamed(in:)) == true }

    private static func isLaw(_ name: String) -> Bool { name.hasSuffix(" act") || name.hasSuffix(" regulation") }
}

/// Finds the law that a request names.
struct PrivacyLawReader {
    let layouts: [PageLayout]

    private struct Hit {
        var law: String
        var field: Field
        var length: Int
    }

    /// The law of a checked box; else the one that the text names. Several laws leave it open.
    func field() -> Field? {
        let marked = layouts.flatMap { checked(on: $0) }
        if let first = marked.first { return agreed(marked.map(\.field), first.field) }
        let named = layouts.flatMap { self.named(on: $0) }
        guard let first = named.first else { return nil }
        return agreed(named.map(\.field), first.field)
    }

    private func agreed(_ fields: [Field], _ first: Field) -> Field {
        var best = first
        var counts: [FieldValue: Int] = [:]
        for field in fields { counts[field.value, default: 0] += 1 }
        guard counts.count > 1 else { return best }
        best = fields.max { (counts[$0.value] ?? 0) < (counts[$1.value] ?? 0) } ?? first
        let others = counts.keys.filter { $0 != best.value }.map(\.plainText).sorted()
        best.confidence *= 0.6
        best.alternatives = others.map { Alternative(value: .text($0), confidence: 0.4) }
        return best
    }

    private func checked(on layout: PageLayout) -> [Hit] {
        MarkReader(layout).texts().filter { $0.mark.state == .checked }.compactMap { text in
            let words = text.words.map { layout.words[$0] }
            guard let (law, match, length) = Self.best(in: words) else { return nil }
            let field = Field(
                value: .text(law), raw: words.map(\.text).joined(separator: " "),
                confidence: text.mark.confidence * match.similarity, source: .mark, page: layout.page.index,
                box: text.mark.box)
            return Hit(law: law, field: field, length: length)
        }
    }

    /// Laws in the text; not those beside boxes that are left empty.
    private func named(on layout: PageLayout) -> [Hit] {
        let boxed = Set(MarkReader(layout).texts().flatMap { $0.words })
        var hits: [(hit: Hit, words: Range<Int>)] = []
        for law in PrivacyLaw.all {
            for phrase in law.phrases {
                for match in layout.matcher.matches(phrase)
                where boxed.isDisjoint(with: match.words) && match.similarity > 0.9
                    && Self.isExact(phrase, layout.words[match.words])
                {
                    let words = layout.words[match.words]
                    let field = Field(
                        value: .text(law.name), raw: words.map(\.text).joined(separator: " "),
                        confidence: min(0.97, 0.5 + 0.5 * WordText.confidence(words)) * match.similarity,
                        source: .text, page: layout.page.index, box: match.box)
                    hits.append((Hit(law: law.name, field: field, length: phrase.count), match.words))
                }
            }
        }
        // "UK GDPR" is not "GDPR": of overlapping phrases the longest counts.
        return hits.filter { hit in
            !hits.contains {
                $0.words.overlaps(hit.words) && $0.hit.length > hit.hit.length && $0.hit.law != hit.hit.law
            }
        }.map(\.hit)
    }

    /// Two letters that name the country are no misreading of another word.
    private static func isExact(_ phrase: String, _ words: some Collection<Word>) -> Bool {
        !phrase.hasPrefix("uk ") || words.first.map { TextFolding.key($0.text) } == "uk"
    }

    private static func best(in words: [Word]) -> (String, PhraseMatch, Int)? {
        let matcher = PhraseMatcher(words: words)
        var best: (String, PhraseMatch, Int)?
        for law in PrivacyLaw.all {
            for phrase in law.phrases where phrase.count > best?.2 ?? 0 {
                if let match = matcher.matches(phrase).first(where: { isExact(phrase, words[$0.words]) }) {
                    best = (law.name, match, phrase.count)
                }
            }
        }
        return best
    }
}

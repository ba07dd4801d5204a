import Model

/// Who issued a document, by what is printed on it.
struct IssuerReader {
    let pages: [RecognizedPage]

    /// A state or province by its name in the upper part of a page, where licences and identification cards have it.
    ///
    /// - Parameter values: what labels name, such as the authority or the place of birth: no title.
    func region(besides values: [Field] = []) -> Field? {
        var best: (code: String, match: PhraseMatch, page: RecognizedPage)?
        for page in pages {
            let matcher = PhraseMatcher(words: upperWords(page))
            for (code, name) in Self.regions {
                // The longer name holds the shorter one: West Virginia, Virginia.
                for match in matcher.matches(name) where isTitle(match) && !isPart(match.box, of: values, page.index) {
                    let better = best.map { Self.rank($0.match, $0.code) < Self.rank(match, code) } ?? true
                    if better { best = (code, match, page) }
                }
            }
        }
        guard let best else { return nil }
        return Field(
            value: .text(best.code), confidence: 0.95 * best.match.similarity, source: .text, page: best.page.index,
            box: best.match.box)
    }

    private static func rank(_ match: PhraseMatch, _ code: String) -> Double {
        Double(match.box.height) + Double(match.words.count) * 4 + match.similarity
    }

    /// A place in an address or behind a label is none: a title has no figures beside it.
    private func isTitle(_ match: PhraseMatch) -> Bool {
        !(match.before + match.after).contains { $0.isLetter || $0.isNumber }
    }

    /// A state by its letters beside or below `USA`, as licences have them (AAMVA DL/ID Card Design Standard, Annex A).
    func codedRegion() -> Field? {
        for page in pages {
            for union in page.words where TextFolding.trim(union.text, [".", ","]) == "USA" {
                let near = union.box.inset(by: -union.box.height)
                let code = page.words.lazy.compactMap { word -> (String, Word)? in
                    let text = TextFolding.trim(word.text, [".", ","])
                    guard text.count == 2, text.allSatisfy(\.isUppercase), USStates.names[text] != nil,
                        !word.box.intersection(near).isEmpty
                    else { return nil }
                    return (text, word)
                }.first
                if let (code, word) = code {
                    return Field(
                        value: .text(code), confidence: 0.95 * word.confidence, source: .text, page: page.index,
                        box: word.box)
                }
            }
        }
        return nil
    }

    private func isPart(_ box: Box, of values: [Field], _ page: Int) -> Bool {
        values.contains { $0.page == page && $0.box.map { !$0.intersection(box).isEmpty } ?? false }
    }

    private func upperWords(_ page: RecognizedPage) -> [Word] {
        // A card may lie anywhere on a larger page.
        guard let print = Box.around(page.words.map(\.box)) else { return [] }
        let limit = Double(print.y) + Double(min(print.height, page.prepared.height)) * 0.35
        return page.lines.filter { line in
            (line.box.midY < limit || namesTheUnion(line)) && !line.words.contains { AddressParser.isZip($0.text) }
        }.flatMap(\.words)
    }

    /// "TEXAS - USA": a state beside its country is a title wherever it stands.
    private func namesTheUnion(_ line: TextLine) -> Bool {
        line.words.count <= 5 && line.words.contains { ["USA", "U.S.A.", "CANADA"].contains($0.text.uppercased()) }
    }

    private static let regions: [(String, String)] = {
        let provinces = [
            ("AB", "Alberta"), ("BC", "British Columbia"), ("MB", "Manitoba"), ("NB", "New Brunswick"),
            ("NL", "Newfoundland and Labrador"), ("NS", "Nova Scotia"), ("NT", "Northwest Territories"),
            ("NU", "Nunavut"), ("ON", "Ontario"), ("PE", "Prince Edward Island"), ("QC", "Québec"),
            ("SK", "Saskatchewan"), ("YT", "Yukon"),
        ]
        return USStates.names.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 } + provinces
    }()

    /// A country by its name: the longest one, those in the upper part before others.
    ///
    /// - Parameter values: what labels name, such as the nationality: no issuer.
    func country(besides values: [Field] = []) -> Field? {
        var best: (code: String, rank: Double, box: Box, confidence: Double, page: Int)?
        for page in pages {
            for line in page.lines {
                for (code, words) in Self.countries(in: line.words) {
                    guard let box = Box.around(words.map(\.box)), !isPart(box, of: values, page.index) else { continue }
                    let upper = line.box.midY < Double(page.prepared.height) * 0.35
                    let alone = words.count * 2 > line.words.count
                    let rank = (upper ? 4.0 : 0) + (alone ? 2 : 0) + Double(words.count)
                    if rank > best?.rank ?? 0 {
                        best = (code, rank, box, WordText.confidence(words) * (upper ? 0.96 : 0.6), page.index)
                    }
                }
            }
        }
        guard let best else { return nil }
        return Field(
            value: .text(best.code), confidence: best.confidence, source: .text, page: best.page, box: best.box)
    }

    /// Names of countries in a row of words, the longest at each place.
    private static func countries(in words: [Word]) -> [(code: String, words: [Word])] {
        var found: [(String, [Word])] = []
        var start = 0
        while start < words.count {
            var length = min(9, words.count - start)
            var matched = false
            while length > 0 {
                let part = Array(words[start..<(start + length)])
                let text = part.map(\.text).joined(separator: " ")
                if text.count > 3, let code = CountryCodes.code(forName: text) {
                    found.append((code, part))
                    start += length
                    matched = true
                    break
                }
                length -= 1
            }
            if !matched { start += 1 }
        }
        return found
    }
}

import Model

/// The last word of a street's name: `St`, `Road`, `Blvd` (USPS Publication 28, appendix C).
enum StreetSuffix {
    /// The line with its suffix put right where recognition changed it and only one can stand: `83 Church PI` is
    /// `83 Church Pl`.
    static func repaired(_ line: String) -> String {
        let line = withComma(line)
        guard let place = place(in: line), let suffix = misread[place.words[place.position]] else { return line }
        var words = place.words
        let isUpper = !words[1..<place.position].joined().contains(where: \.isLowercase)
        words[place.position] = isUpper ? suffix.uppercased() : suffix
        return words.joined(separator: " ")
    }

    /// `3596 Walnut PI. Denver`: what is no abbreviation until it is put right has no stop of its own. `54 Prospect Dr.
    /// Pasadena, CA`: a comma parts a street from its town, and was read as the abbreviation's stop. `82 Bay Ave Unit 18.
    /// Columbia, MO`: a unit's number has none.
    static func withComma(_ line: String) -> String {
        guard line.first?.isNumber == true else { return line }
        var words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        // Behind a comma comes the town: `9 Oak Way, St. George`.
        let end = words.firstIndex { $0.hasSuffix(",") } ?? words.endIndex
        for index in words.indices.dropFirst(2).dropLast()
        where index < end && words[index].hasSuffix(".") && words[index + 1].first?.isUppercase == true {
            let word = String(words[index].dropLast())
            if let suffix = misread[word] {
                words[index] = suffix + ","
            } else if known.contains(TextFolding.key(word)) || units.contains(TextFolding.key(words[index - 1]))
                || word.wholeMatch(of: /#\w+/) != nil, isTown(words[(index + 1)...])
            {
                words[index] = word + ","
            }
        }
        return words.joined(separator: " ")
    }

    /// Whether what follows up to the next comma is neither the rest of a street (`St. Louis Avenue`) nor a unit.
    private static func isTown(_ words: ArraySlice<String>) -> Bool {
        let end = words.firstIndex { $0.hasSuffix(",") }.map { $0 + 1 } ?? words.endIndex
        let town = words[..<end].filter { USStates.code($0) == nil || $0.hasSuffix(",") }
        guard (1...3).contains(town.count), let last = town.last else { return false }
        return !isPart(last)
            && town.allSatisfy { $0.first?.isUppercase == true && !units.contains(TextFolding.key($0)) }
    }

    /// Whether what stands for a suffix is none, but a letter away from one: `3303 Birch Ra`.
    static func isMisread(_ line: String) -> Bool {
        guard let place = place(in: line) else { return false }
        let word = TextFolding.key(place.words[place.position])
        guard word.count >= 2, !known.contains(word), !directions.contains(word) else { return false }
        let limit = word.count > 5 ? 2 : 1
        return known.contains {
            $0.count > limit && $0.first == word.first
                && EditDistance.between(Array(word.utf8), Array($0.utf8), atMost: limit) != nil
        }
    }

    /// Whether any of its words behind the number is a suffix.
    static func isIn(_ line: some StringProtocol) -> Bool {
        line.split(separator: " ").dropFirst(2).contains { known.contains(TextFolding.key($0)) }
    }

    /// Whether the word is a suffix written out.
    static func isWhole(_ word: some StringProtocol) -> Bool {
        let key = TextFolding.key(word)
        return short.contains(key) || key.count > 4 && known.contains(key)
    }

    /// Suffixes of up to four letters that abbreviate nothing.
    private static let short: Set<String> = [
        "cove", "hill", "lake", "lane", "loop", "mews", "mill", "park", "pass", "path", "pike", "pine", "road", "row",
        "run",
        "view", "walk", "way",
    ]

    /// Whether the word is a suffix, a direction or what a unit is called.
    static func isPart(_ word: String) -> Bool {
        misread[word] != nil || [known, directions, units].contains { $0.contains(TextFolding.key(word)) }
    }

    /// Whether a part of an address is a unit in a house: `Apt 4`, `#12`.
    static func isUnit(_ part: Substring) -> Bool {
        let first = part.split(separator: " ").first ?? ""
        return first.hasPrefix("#") || units.contains(TextFolding.key(first))
    }

    /// Only the last word of a street line, or the one before its unit, is a suffix.
    private static func place(in line: String) -> (words: [String], position: Int)? {
        guard line.first?.isNumber == true else { return nil }
        let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        let unit = words.indices.dropFirst(3).first { index in
            words[index].hasPrefix("#") || units.contains(words[index].lowercased().filter(\.isLetter))
        }
        let position = (unit ?? words.count) - 1
        return position >= 2 ? (words, position) : nil
    }

    private static let units: Set<String> = [
        "apt", "apartment", "unit", "suite", "ste", "floor", "fl", "room", "rm", "lot",
    ]
    private static let directions: Set<String> = [
        "n", "e", "s", "w", "ne", "nw", "se", "sw", "north", "east", "south", "west",
    ]
    private static let misread: [String: String] = [
        "PI": "Pl", "Pi": "Pl", "P1": "Pl", "P|": "Pl", "P!": "Pl", "$t": "St", "5t": "St", "S1": "St", "BIvd": "Blvd",
        "B1vd": "Blvd", "Bivd": "Blvd", "BIivd": "Blvd", "In": "Ln", "1n": "Ln", "|n": "Ln", "Hwv": "Hwy",
        "Clr": "Cir", "C1r": "Cir",
    ]
    /// The common ones and their abbreviations.
    private static let known: Set<String> = Set(
        """
        alley aly avenue ave av boulevard blvd circle cir court ct cove cv crescent cres crossing xing drive dr expressway \
        expy freeway fwy gardens gdns green grn grove grv heights hts highway hwy hill hl hills hls landing lndg lane ln \
        loop manor mnr meadow mdw meadows mdws mews park parkway pkwy path pass place pl plaza plz point pt ridge rdg road \
        rd route rte row run square sq street st summit smt terrace ter trail trl turnpike tpke valley vly view vw vista \
        vis walk way bend bnd bluff blf branch br bridge brg brook brk center ctr commons cmns creek crk estates ests field \
        fld fields flds forest frst fork frk garden gdn glen gln harbor hbr haven hvn hollow holw island is junction jct \
        knoll knl lake lk mill ml orchard orch pike pine pines pnes prairie pr ranch rnch river riv shore shr spring spg \
        springs spgs station sta stream strm track trak union un village vlg
        """.split(separator: " ").map(String.init))
}

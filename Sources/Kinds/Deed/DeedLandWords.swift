/// Words of descriptions of land, for those who compare readings of them.
package enum SurveyWord {
    /// A bearing, a part of a section, a township's or range's side, or a quarter's name as it must be meant: `S39-07-11E`
    /// for `= $39-07-11E`, `(S/2` for `(5/2`, `T24S` for `T245`, `East` for `Fast`. Other words as they are.
    package static func canonical(_ word: String) -> String {
        let core = String(word.drop { !$0.isLetter && !$0.isNumber && !"$§(".contains($0) })
        if core.first == "T", let side = core.wholeMatch(of: /(T\.?\d{1,2})5(\W*)/) {
            return side.output.1 + "S" + side.output.2
        }
        if core.first == "R", let side = core.wholeMatch(of: /(R\.?\d{1,3})[FẸ](\W*)/) {
            return side.output.1 + "E" + side.output.2
        }
        return DeedAngles.compactBearing(core)?.text
            ?? DeedAngles.withSigns(DeedLandWords.repaired(core))
    }

    /// Whether letters name a direction or a number, of which none may differ: `SE`, `Northwesterly`, `twelve`, `ninth`.
    package static func isExact(_ letters: String) -> Bool {
        let word = letters.lowercased()
        let direction = /[nsew]|[ns][ew]|((north|south)(east|west)?|east|west)(er(ly|n)|ward(ly)?)?/
        return NumberWords.isPart(word) || word.wholeMatch(of: direction) != nil
    }
}

/// Words of a survey that recognition changes, put right where only one word can stand.
enum DeedLandWords {
    /// `Fast`, `Fasterly` and `Fstates`: a capital E that lost its foot. No description of land has a word `Fast`. `óth
    /// Principal Meridian`: a 6. `Clerk''s`: one apostrophe.
    static func repaired(_ word: String) -> String {
        if word == "óth" { return "6th" }
        if word.count <= 2, let side = word.wholeMatch(of: /([ẸẺĘĖĒÈÉÊË])([,.;:]?)/) { return "E" + side.output.2 }
        if word.contains(where: { "'’‘`´".contains($0) }),
            let doubled = word.wholeMatch(of: /([A-Za-z]{2,})['’‘`´]{2}(s\W*)/)
        {
            return doubled.output.1 + "'" + doubled.output.2
        }
        if word.contains("/") { return sectionPart(word) }
        guard let first = word.first(where: \.isLetter), first == "F" || first == "B" || first == "C",
            eWords.contains(Vocabulary.key(word).dropFirst().description)
        else { return DeedPlainWords.mended(word) ?? word }
        return word.replacing(String(first), with: "E", maxReplacements: 1)
    }

    /// What stands behind the E.
    private static let eWords: Set<String> = [
        "ast", "asterly", "astern", "astward", "astwardly", "state", "states", "asement", "asements", "ighth",
        "ighteen",
        "leven", "lm",
    ]

    /// `All that certain lot` for `Al that certain lot` and `ALl that certain lot`, at a description's start.
    static func withAll(_ words: [String]) -> [String] {
        guard let first = words.first, ["Al", "ALl", "AIl", "AlI", "A1l", "Al1"].contains(first),
            words.dropFirst().first.map({ ["that", "those", "of", "the"].contains($0) }) == true
        else { return words }
        return ["All"] + words.dropFirst()
    }

    /// `Plat 5360, filed` for `Plat 5360., filed`, and `"UNIT 1", filed` for `"UNIT 1". filed`: no sentence ends there.
    static func withCommas(_ words: [String]) -> [String] {
        zip(words, words.dropFirst() + [""]).map { word, next in
            let mended = word.replacing(/(\d|\p{L}{7})\.,$/) { $0.output.1 + "," }
            guard next.first?.isLowercase == true else { return mended }
            return mended.replacing(/(["”])\.$/) { $0.output.1 + "," }
        }
    }

    /// Two words that a speck is read as the joint of: `rebar;.thence`; one as it is.
    static func apart(_ word: String) -> [String] {
        word.wholeMatch(of: /([a-z]+;)[.,](thence)/).map { [String($0.output.1), String($0.output.2)] } ?? [word]
    }

    /// `S11-31-09W,` for `S11-31-09W, W,` and `S 60°21'24"` for `S S 60°21'24"`, `29°20'40"` for
    /// `29 29°20'40"`: a part was read twice.
    static func joinedEcho(_ bearing: String, _ word: String) -> String? {
        if word == bearing, ["N", "S"].contains(word) { return word }
        if bearing.wholeMatch(of: /\d{1,2}/) != nil, word.hasPrefix(bearing + "°") { return word }
        guard let side = word.first(where: \.isLetter), word.count(where: \.isLetter) == 1, "EW".contains(side),
            bearing.last(where: \.isLetter) == side, DeedAngles.compactBearing(bearing)?.isValid == true
        else { return nil }
        return bearing
    }

    /// `North 0 degrees` for `North O degrees`.
    static func withNoughts(_ words: [String]) -> [String] {
        zip(words, words.dropFirst() + [""]).map { word, next in
            ["O", "o"].contains(word) && Vocabulary.key(next).hasPrefix("degree") ? "0" : word
        }
    }

    /// `Block 0` is block O: blocks are counted from 1 or lettered from A. `Block §` is block S.
    static func blockLetter(_ word: String, behind label: String) -> String? {
        guard Vocabulary.key(label) == "block", let letter = word.first.flatMap({ ["0": "O", "§": "S"][$0] }),
            word.dropFirst().allSatisfy({ ",.;".contains($0) })
        else { return nil }
        return letter + word.dropFirst()
    }

    /// `Block l`, which may be I or 1, `Block ?` of `Block 9`, `Block Bona certain map`, whose letter ran into the next words,
    /// and `the South & acres` or `F acres`: what stands for a number or a letter that is not known.
    static func isLostFigure(_ word: String, behind label: String, before unit: String) -> Bool {
        if word.count == 1, let sign = word.first, !sign.isNumber, !"aA½¼¾".contains(sign),
            units.contains(Vocabulary.key(unit))
        {
            return true
        }
        guard numbered.contains(Vocabulary.key(label)) else { return false }
        return ["l", "&"].contains(word.filter { !",.;".contains($0) })
            || word.contains(where: unnumbered.contains)
            || word.wholeMatch(of: /[A-Z0-9]{1,4}(?:on|of|in|as)(?:a|the)?/) != nil
    }

    /// Signs that are in no lot's or page's number.
    private static let unnumbered = Set<Character>("?!|$§%*@~<>^=+_{}\\£€¢")
    private static let units: Set<String> = [
        "acre", "acres", "foot", "feet", "rod", "rods", "chain", "chains", "degrees",
    ]
    /// Labels behind which a number stands.
    static let numbered: Set<String> = [
        "block", "lot", "lots", "unit", "section", "tract", "parcel", "phase", "book", "page", "township", "range",
    ]

    /// `T165,` before `R10E`: a township lies north or south, so that the last figure is a misread letter.
    static func isTownshipWithoutSide(_ word: String, before next: String) -> Bool {
        word.wholeMatch(of: /T\.?\d+[,.]?/) != nil && next.prefixMatch(of: /R\.?\d+[EW]/) != nil
    }

    /// `T16S,` for `T165,` before `R10E`: the letter that looks like the figure; nil for another figure.
    static func townshipSide(_ word: String, before next: String) -> String? {
        guard isTownshipWithoutSide(word, before: next), let last = word.lastIndex(where: \.isNumber),
            word[last] == "5",
            word[..<last].last?.isNumber == true
        else { return nil }
        return word[..<last] + "S" + word[word.index(after: last)...]
    }

    /// `R1W,` for `R1 W,` behind `T1S,`: the side of a range stands at its number where the township's does.
    static func joinedRange(_ word: String, _ next: String, behind township: String) -> String? {
        guard word.wholeMatch(of: /R\.?\d{1,3}/) != nil, next.wholeMatch(of: /[EW][,.;]?/) != nil,
            township.wholeMatch(of: /T\.?\d{1,3}[NS][,.]?/) != nil
        else { return nil }
        return word + next
    }

    /// Whether a word is a speck between words: `3.3582 _ percent`, `in the - County`. Names of plats have hyphens.
    static func isSpeck(_ word: String, behind previous: String?) -> Bool {
        if !word.isEmpty, word.allSatisfy({ "_~·•|".contains($0) }) { return true }
        return ["-", "–", "—"].contains(word) && previous?.allSatisfy(\.isLowercase) == true
    }

    /// What a number stands before: no sign parts the two.
    private static let counted: Set<String> = ["degrees", "minutes", "seconds", "acre", "acres", "feet"]
    private static let ofAngles: Set<String> = ["degrees", "minutes", "seconds"]
    /// Words behind which no sentence of a description ends.
    private static let joining = DeedText.goingOn.union(["to", "at", "by", "on"])

    /// `Clerk's.`, before an office.
    static func isOwnerWithStop(_ word: String) -> Bool { word.contains(/\p{L}['’]s\.$/) }

    /// Without the specks that were read as signs where none can stand: `01, seconds` for `01 seconds`, `352,49 feet`
    /// for `352.49 feet`, `"UNIT 1°,` for `"UNIT 1",`, `County of. Polk` for `County of Polk`, `a.5/8 inch` for
    /// `a 5/8 inch`, `.situate` for `situate`, `m the County` and `1n Polk County` for `in …`, `01 seconds` for `O1
    /// seconds`, `Range No. 8` for `Range No., 8`, `, filed in` for `, Filed in`, `Clerk's Office` for `Clerks Office` and
    /// for `Clerk's. Office`.
    static func withoutSpecks(_ words: [String]) -> [String] {
        var words = words
        for position in words.indices.dropLast() {
            let unit = Vocabulary.key(words[position + 1])
            if words[position].hasSuffix("."), joining.contains(String(words[position].dropLast())) {
                words[position].removeLast()
            }
            if let fraction = words[position].wholeMatch(of: /([a-z]+)\.(\d+\/\d+)/) {
                words[position] = fraction.output.1 + " " + fraction.output.2
            }
            if words[position].wholeMatch(of: /\.[a-z]+[,;]?/) != nil { words[position].removeFirst() }
            if counted.contains(unit), words[position].wholeMatch(of: /\d{1,3}[,.;:]/) != nil {
                words[position].removeLast()
            }
            if ofAngles.contains(unit), words[position].wholeMatch(of: /[\dOoIl|]{2}/) != nil {
                words[position] = words[position].replacing(/[Oo]/, with: "0").replacing(/[Il|]/, with: "1")
            }
            if words[position] == "Filed", position > 0, words[position - 1].hasSuffix(","), unit == "in" {
                words[position] = "filed"
            }
            if ["Clerks", "Recorders"].contains(words[position]), unit == "office" {
                words[position] = words[position].dropLast() + "'s"
            }
            if unit == "office", isOwnerWithStop(words[position]) { words[position].removeLast() }
            // `S59-26-54E,.`: no word ends so.
            if words[position].hasSuffix(",.") { words[position].removeLast() }
            if words[position] == "No.,", words[position + 1].first?.isNumber == true { words[position] = "No." }
            if words[position] == "m" && words[position + 1] == "the" || ["1n", "ln"].contains(words[position]) {
                words[position] = "in"
            }
            // Between thousands there are three figures.
            if SurveyLength.feet(of: unit) != nil, words[position].wholeMatch(of: /\d{1,3},\d{2}/) != nil {
                words[position] = words[position].replacing(",", with: ".")
            }
        }
        return withClosedQuotation(words)
    }

    /// `S. 45° 30' E. 33 poles`: where a bearing's first letter has a stop, its second one has its own.
    static func isAbbreviatedCourse(_ word: String, behind words: ArraySlice<String>) -> Bool {
        word.count == 2 && words.suffix(4).contains { ["N.", "S."].contains($0) }
    }

    /// `East, 222.36 feet` for `East. 222.36 feet`, `stake; thence` for `stake: thence` and `stakee thence`: behind a bearing
    /// stands a comma before its length, and before the next course what stands there elsewhere in the description.
    static func withCourseSigns(_ words: [String]) -> [String] {
        var words = words
        let hasSemicolons = zip(words, words.dropFirst()).contains { $0.hasSuffix(";") && $1 == "thence" }
        for position in words.indices.dropLast(2) {
            let (word, next) = (words[position], words[position + 1])
            let isLength =
                SurveyLength.read(next, unit: words[position + 2]) != nil
                || next == "a" && Vocabulary.key(words[position + 2]) == "distance"
            if isLength, !isAbbreviatedCourse(word, behind: words[..<position]),
                word.wholeMatch(of: /(East|West|E|W|[NS]\d.*[EW])\./) != nil
            {
                words[position] = word.dropLast() + ","
            }
            if hasSemicolons, next == "thence", word.wholeMatch(of: /[a-z]+:/) != nil || isMarkerRunIntoSign(word) {
                words[position] = word.dropLast() + ";"
            }
        }
        return words
    }

    /// `pointe`: what stands at a course's end, and its semicolon read as a letter.
    private static func isMarkerRunIntoSign(_ word: String) -> Bool {
        word.wholeMatch(of: /(?:point|pin|pipe|stake|rebar|rod|stone|post|tree|nail|spike|monument|corner)[ec]/) != nil
    }

    /// Whether colons stand before its courses, where ``withCourseSigns(_:)`` had no semicolon to go by: `an iron pipe: thence`,
    /// course for course, as faces have them whose commas' tails are hairlines. What comes may be said once: `as follows: thence`.
    static func hasColonsBetweenCourses(_ description: String) -> Bool {
        description.matches(of: /: thence\b/).count > 1
    }

    /// What opened with two strokes does not close with a degrees' sign.
    private static func withClosedQuotation(_ words: [String]) -> [String] {
        guard let opening = words.firstIndex(where: { $0.hasPrefix("\"") }),
            words.count(where: { $0.contains("\"") }) == 1, words[opening].count(where: { $0 == "\"" }) == 1,
            let closing = words[opening...].firstIndex(where: { $0.wholeMatch(of: /\w+°[,.;]?/) != nil }),
            closing + 1 == words.count || words[closing + 1].first?.isLowercase == true
        else { return words }
        var words = words
        words[closing] = words[closing].replacing("°", with: "\"")
        return words
    }

    /// `(S/2 SE/4)` for `(5/2 S5E/4}`: halves and quarters of sections; no fraction is more than one.
    static func sectionPart(_ word: String) -> String {
        guard let parts = word.wholeMatch(of: /(\W?)(?:S?[58$§]|S)([EW]?)(1?\/[24])(\W*)/),
            !(parts.output.3.hasPrefix("1") && parts.output.2.isEmpty)
        else { return word }
        return parts.output.1 + "S" + parts.output.2 + parts.output.3 + parts.output.4.replacing("}", with: ")")
    }

    /// Whether a half or a quarter of a section stands there whose fraction was not read: `(S½ NW4)`, `(S NW)`. The Public Land
    /// Survey System halves by one direction (½) and quarters by two (¼); signs as small as these are misread more than others.
    static func lacksFraction(_ text: String) -> Bool {
        text.contains(/\b[NSEW]{1,2}[0-9]{1,2}½?(?![0-9°º'’"\/.\-½¼])/)
            || text.matches(of: /\(([NSEW]{1,2}[^ (),]{0,4}(?: (?:of )?(?:the )?[NSEW]{1,2}[^ (),]{0,4})*)[^()]?\)/)
                .contains {
                    !$0.output.1.split(separator: " ").filter { !["of", "the"].contains($0) }.allSatisfy {
                        $0.wholeMatch(of: /[NSEW](½|1?\/2|\.5)|[NS][EW](¼|1?\/4)/) != nil
                    }
                }
    }

    /// `S` for `§` and `S$` where an angle follows.
    static func withSouth(_ words: [String]) -> [String] {
        var words = words
        for position in words.indices.dropLast() where ["§", "$", "S$", "S§", "$S", "§S"].contains(words[position]) {
            let next = words[position + 1]
            if next.first?.isNumber == true, next.contains(where: { "°º".contains($0) }) { words[position] = "S" }
        }
        return words
    }

    /// Typographic quotation marks as typewriters have them: recognizers take the one for the other.
    static func withPlainQuotation(_ text: String) -> String {
        text.replacing(/[’‘`´]/, with: "'").replacing(/[“”]/, with: "\"")
    }

    /// `"STONE CREEK";` for `"STONE CREEK';`: what opened with two strokes does not close with one.
    static func withClosedQuotation(_ text: String) -> String {
        guard text.count(where: { $0 == "\"" }) == 1, let opening = text.firstIndex(of: "\""),
            opening == text.startIndex || text[text.index(before: opening)].isWhitespace
        else { return text }
        let behind = text[opening...]
        guard let closing = behind.firstMatch(of: /[A-Za-z.](\s?')[,;.]?(\s|$)/) else { return text }
        let sign = closing.output.1
        return text[..<sign.startIndex] + "\"" + text[sign.endIndex...]
    }

    /// Whether no word begins like this: `Fm`, `Fd`. An E was read as F, and only some words show it.
    static func isBroken(_ word: String) -> Bool {
        let letters = word.drop { !$0.isLetter }.prefix(2).map { String($0) }
        return letters.count == 2 && letters[0] == "F" && "bcdgkmnpqstvxz".contains(letters[1].lowercased())
    }
}

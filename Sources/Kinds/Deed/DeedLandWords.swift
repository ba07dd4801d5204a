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
        return DeedLandWords.compactBearing(core)?.text
            ?? DeedLandWords.withMinuteSign(DeedLandWords.repaired(core))
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

    /// `S11-31-09W,` for `S11-31-09W, W,`: its side was read twice.
    static func joinedEcho(_ bearing: String, _ word: String) -> String? {
        guard let side = word.first(where: \.isLetter), word.count(where: \.isLetter) == 1, "EW".contains(side),
            bearing.last(where: \.isLetter) == side, compactBearing(bearing)?.isValid == true
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
    private static let numbered: Set<String> = [
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

    /// `N30-30-53W,` for `N30-30-53 W,`: such a bearing is written in one. Before two figures, an 8 or a 5 is an S.
    static func joinedBearing(_ word: String, _ next: String) -> String? {
        guard word.wholeMatch(of: /([NS]\d{1,2}|[85]\d{2})(-\d{1,2}){1,2}/) != nil,
            next.wholeMatch(of: /[EW][,.;]?/) != nil
        else {
            return nil
        }
        return word + next
    }

    /// `54°10'43"` for `54 1043"` behind a quarter: the signs of degrees and minutes were lost.
    static func joinedFigures(_ word: String, _ next: String, behind meridian: String) -> String? {
        guard ["n", "s", "north", "south"].contains(Vocabulary.key(meridian)), word.wholeMatch(of: /\d{1,2}/) != nil,
            let angle = next.wholeMatch(of: /([0-5]\d)['’′]?([0-5]\d["”″][,.;]?)/)
        else { return nil }
        return word + "°" + angle.output.1 + "'" + angle.output.2
    }

    /// `34°58'22"` for `34° 58'22"`, where other angles are written in one.
    static func joinedAngle(_ word: String, _ next: String) -> String? {
        guard word.wholeMatch(of: /\d{1,3}°/) != nil, next.wholeMatch(of: /\d{1,2}['’′](1?\d{1,2}["”″])?[,.;]?/) != nil
        else { return nil }
        return word + next
    }

    /// Whether an angle is written in one word.
    static func isWholeAngle(_ word: String) -> Bool { word.contains(/\d°\d+['’′]/) }

    /// Whether a word is a speck between words: `3.3582 _ percent`, `in the - County`. Names of plats have hyphens.
    static func isSpeck(_ word: String, behind previous: String?) -> Bool {
        if !word.isEmpty, word.allSatisfy({ "_~·•|".contains($0) }) { return true }
        return ["-", "–", "—"].contains(word) && previous?.allSatisfy(\.isLowercase) == true
    }

    /// What a number stands before: no sign parts the two.
    private static let counted: Set<String> = ["degrees", "minutes", "seconds", "acre", "acres", "feet"]
    private static let ofAngles: Set<String> = ["degrees", "minutes", "seconds"]
    /// Words behind which no sentence ends.
    private static let joining: Set<String> = ["of", "the", "to", "at", "and", "by", "on"]

    /// Without the specks that were read as signs where none can stand: `01, seconds` for `01 seconds`, `352,49 feet`
    /// for `352.49 feet`, `"UNIT 1°,` for `"UNIT 1",`, `County of. Polk` for `County of Polk`, `a.5/8 inch` for
    /// `a 5/8 inch`, `.situate` for `situate`, `m the County` for `in the County`, `01 seconds` for `O1
    /// seconds`, `Range No. 8` for `Range No., 8`, `, filed in` for `, Filed in`, `Clerk's Office` for `Clerks Office`.
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
            if words[position] == "No.,", words[position + 1].first?.isNumber == true { words[position] = "No." }
            if words[position] == "m", words[position + 1] == "the" { words[position] = "in" }
            // Between thousands there are three figures.
            if SurveyLength.feet(of: unit) != nil, words[position].wholeMatch(of: /\d{1,3},\d{2}/) != nil {
                words[position] = words[position].replacing(",", with: ".")
            }
        }
        return withClosedQuotation(words)
    }

    /// `East, 222.36 feet` for `East. 222.36 feet`, `stake; thence` for `stake: thence`: behind a bearing stands a comma before
    /// its length, and before the next course what stands there elsewhere in the description.
    static func withCourseSigns(_ words: [String]) -> [String] {
        var words = words
        let hasSemicolons = zip(words, words.dropFirst()).contains { $0.hasSuffix(";") && $1 == "thence" }
        for position in words.indices.dropLast(2) {
            let (word, next) = (words[position], words[position + 1])
            let isLength =
                SurveyLength.read(next, unit: words[position + 2]) != nil
                || next == "a" && Vocabulary.key(words[position + 2]) == "distance"
            if isLength, word.wholeMatch(of: /(East|West|E|W|[NS]\d.*[EW])\./) != nil {
                words[position] = word.dropLast() + ","
            }
            if hasSemicolons, next == "thence", word.wholeMatch(of: /[a-z]+:/) != nil {
                words[position] = word.dropLast() + ";"
            }
        }
        return words
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

    /// The signs of angles in degrees, minutes and seconds: `77°08°28"`, `61°44£05"` and `10°5156"` are 77°08'28" and so on.
    /// Between the degrees' sign and the seconds' there are two figures each of minutes and seconds, and the minutes' sign,
    /// which `19°02714"` and `85°10'119"` have as a figure.
    static func withMinuteSigns(_ words: [String]) -> [String] {
        var result = words.map(withMinuteSign)
        for (position, word) in result.enumerated() {
            // `82°44 50"`: the sign was at the word's end.
            guard position + 1 < result.count, isOpenAngle(word), isSeconds(result[position + 1]) else { continue }
            result[position] = word + "'"
        }
        return result
    }

    fileprivate static func withMinuteSign(_ word: String) -> String {
        guard let sign = word.firstIndex(where: { "°º".contains($0) }), word[..<sign].last?.isNumber == true else {
            return word
        }
        let angle = String(word[word.index(after: sign)...])
        if let parts = angle.wholeMatch(of: /([0-5]\d)(?:[17]|['’′]1)([0-5]\d["”″].*)/) {
            return word[...sign] + parts.output.1 + "'" + parts.output.2
        }
        let behind = Array(angle)
        guard behind.count >= 5, behind[0].isNumber, behind[1].isNumber else { return word }
        let hasSign = !behind[2].isNumber
        let seconds = behind.dropFirst(hasSign ? 3 : 2)
        guard seconds.prefix(2).allSatisfy(\.isNumber), seconds.count >= 3,
            seconds.dropFirst(2).first.map({ "\"”″".contains($0) }) == true,
            !(hasSign && "'’′.-".contains(behind[2])),
            Int(String(behind[..<2])).map({ $0 < 60 }) == true, Int(String(seconds.prefix(2))).map({ $0 < 60 }) == true
        else { return word }
        return word[...sign] + String(behind[..<2]) + "'" + String(seconds)
    }

    /// `82°44`, or `44` where it stands alone: minutes without their sign.
    private static func isOpenAngle(_ word: String) -> Bool {
        guard let sign = word.firstIndex(where: { "°º".contains($0) }), word[..<sign].last?.isNumber == true else {
            return false
        }
        let minutes = word[word.index(after: sign)...]
        return minutes.count == 2 && minutes.allSatisfy(\.isNumber) && Int(minutes).map { $0 < 60 } == true
    }

    private static func isSeconds(_ word: String) -> Bool {
        let figures = word.prefix(while: \.isNumber)
        return figures.count == 2 && Int(figures).map { $0 < 60 } == true
            && word.dropFirst(2).first.map { "\"”″".contains($0) } == true
    }

    /// The figures of `45°30'10"`, in order.
    static func angleParts(_ word: some StringProtocol) -> [Double] {
        word.split { !$0.isNumber && $0 != "." }.compactMap { Double($0) }
    }

    /// What stands for east and west at a bearing's end: no other letter can.
    private static let quarters = ["E": "E", "EE": "E", "F": "E", "EF": "E", "FE": "E", "W": "W", "WW": "W", "VV": "W"]

    /// `S846-24-57W`: an S that was read twice, for no angle has three figures.
    private static func withoutSecondS(_ angle: Substring) -> Substring {
        let isDouble = (angle.first == "8" || angle.first == "5") && angle.prefix(3).count(where: \.isNumber) == 3
        return isDouble ? angle.dropFirst() : angle
    }

    /// `N49-21-21E` or `S12°30'39"W` in one word. `$`, `§` and, before two figures, `8` and `5` are a misread S; a doubled
    /// `Ww` is one W. Nil for what is no bearing.
    static func compactBearing(_ word: String) -> (text: String, isValid: Bool)? {
        var core = word[...]
        while let last = core.last, ",;.:".contains(last) { core.removeLast() }
        let tail = word[core.endIndex...]
        var sides = ""
        while let last = core.last, last.isLetter {
            sides += last.uppercased()
            core.removeLast()
        }
        // `EẸE`: an E that was read again and again.
        guard let first = core.first, !sides.isEmpty else { return nil }
        let name = Vocabulary.key(sides).uppercased().replacing(/EE+/, with: "E")
        guard let side = quarters[name] else { return nil }
        let meridian: String
        if first == "N" || first == "S" {
            meridian = String(first)
            core = core.dropFirst()
            if core.first == "§" || core.first == "$" { core = core.dropFirst() }
            if first == "S" { core = withoutSecondS(core) }
        } else if let behind = core.prefixMatch(of: /[8§$]*[§$]S?(?=\d{1,2}[-–°])/) {
            // An S that was read two or three times: `8§13-17-18E`, `$S31-24-46W`.
            meridian = "S"
            core = withoutSecondS(core[behind.range.upperBound...])
        } else if first == "$" || first == "§"
            || ((first == "8" || first == "5") && core.prefix(3).allSatisfy(\.isNumber))
        {
            meridian = "S"
            core = withoutSecondS(core.dropFirst())
            if core.first == "§" || core.first == "$" { core = core.dropFirst() }
        } else {
            return nil
        }
        core = Substring(core.map { "Oo".contains($0) ? "0" : "Il".contains($0) ? "1" : String($0) }.joined())
        // `N0O8-28-48W`: a nought that was read twice, for no angle has three figures.
        if core.first == "0", core.prefix(3).count(where: \.isNumber) == 3 { core = core.dropFirst() }
        guard core.first?.isNumber == true, core.allSatisfy({ $0.isNumber || "-–°'’′\"”″.".contains($0) }) else {
            return nil
        }
        let parts = angleParts(core)
        guard (2...3).contains(parts.count) else { return nil }
        // `S05-53-1W`: a figure was lost, for between hyphens stand two.
        let isWhole = !core.contains("-") || core.split(separator: "-").allSatisfy { $0.count > 1 }
        let isValid = isWhole && parts[0] <= 90 && parts.dropFirst().allSatisfy { $0 < 60 }
        return (meridian + core + side + tail, isValid)
    }
}

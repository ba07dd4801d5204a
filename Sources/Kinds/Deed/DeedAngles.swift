/// The angles of a survey's bearings, `45°30'10"`, and bearings in one word: signs put right where only one can stand.
enum DeedAngles {
    /// The signs of angles in degrees, minutes and seconds: `77°08°28"`, `61°44£05"` and `10°5156"` are 77°08'28" and so on.
    /// Between the degrees' sign and the seconds' there are two figures each of minutes and seconds, and the minutes' sign,
    /// which `19°02714"` and `85°10'119"` have as a figure, `82°32?'29"` has another sign beside it and `85°15'37%` another
    /// one than the seconds'.
    static func withSigns(_ words: [String]) -> [String] {
        var result = words.map(withSigns)
        for (position, word) in result.enumerated() {
            // `82°44 50"`: the sign was at the word's end.
            guard position + 1 < result.count, isOpenAngle(word), isSeconds(result[position + 1]) else { continue }
            result[position] = word + "'"
        }
        return result
    }

    static func withSigns(_ word: String) -> String {
        guard let sign = word.firstIndex(where: { "°º".contains($0) }), word[..<sign].last?.isNumber == true else {
            return word
        }
        let angle = String(word[word.index(after: sign)...])
        if let parts = angle.wholeMatch(of: /([0-5]\d)(?:[17]|['’′]1|[?*%]['’′])([0-5]\d["”″].*)/) {
            return word[...sign] + parts.output.1 + "'" + parts.output.2
        }
        if let parts = angle.wholeMatch(of: /([0-5]\d['’′][0-5]\d)[%*?]([,.;]?)/) {
            return word[...sign] + parts.output.1 + "\"" + parts.output.2
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
    static func parts(_ word: some StringProtocol) -> [Double] {
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
        let figures = parts(core)
        guard (2...3).contains(figures.count) else { return nil }
        // `S05-53-1W`: a figure was lost, for between hyphens stand two.
        let isWhole = !core.contains("-") || core.split(separator: "-").allSatisfy { $0.count > 1 }
        let isValid = isWhole && figures[0] <= 90 && figures.dropFirst().allSatisfy { $0 < 60 }
        return (meridian + core + side + tail, isValid)
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
    static func joined(_ word: String, _ next: String) -> String? {
        guard word.wholeMatch(of: /\d{1,3}°/) != nil, next.wholeMatch(of: /\d{1,2}['’′](1?\d{1,2}["”″])?[,.;]?/) != nil
        else { return nil }
        return word + next
    }

    /// Whether an angle is written in one word.
    static func isWhole(_ word: String) -> Bool { word.contains(/\d°\d+['’′]/) }
}

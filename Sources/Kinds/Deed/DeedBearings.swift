import Model

/// The bearings of a survey (`North 45°30'10" East`): each names two of the four quarters, with an angle of at most 90
/// degrees and minutes and seconds below 60 between them. What breaks that rule was misread.
struct DeedBearings {
    struct Result {
        /// A quarter's name that is one letter off where nothing else can stand is put right.
        var words: [String]
        /// Of each word its token, of joined ones the first.
        var tokens: [Int] = []
        /// Bearings found, sound or not.
        var count = 0
        /// Those that could be understood.
        var bearings: [Bearing] = []
        var isSound = true

        /// The words in one line.
        var text: String { words.joined(separator: " ") }
    }

    /// A direction of a survey, from the meridian.
    struct Bearing: Hashable {
        /// Positions among the words.
        var words: Range<Int>
        /// 0…90.
        var degrees: Double
        var isNorth: Bool
        var isEast: Bool
        /// The unit of its last figure, in degrees: 1/60 where minutes are given and no seconds.
        var precision: Double
    }

    let text: DeedText

    func checked(_ tokens: [Int]) -> Result {
        let all = tokens.filter { !text.tokens[$0].isFurniture }
        let tokens = zip(all, [nil] + all.map { text.tokens[$0].text }).filter {
            !DeedLandWords.isSpeck(text.tokens[$0].text, behind: $1)
        }.map(\.0)
        let printed = DeedLandWords.withSouth(tokens.map { text.tokens[$0].text })
        let joined = Self.joined(printed.map(DeedLandWords.repaired))
        let words = DeedLandWords.withNoughts(DeedLandWords.withAll(DeedLandWords.withoutSpecks(joined.map(\.word))))
        var result = Result(words: DeedAngles.withSigns(words), tokens: joined.map { tokens[$0.first] })
        var position = 0
        while position < result.words.count { position = read(at: position, &result) }
        result.words = DeedLandWords.withCommas(DeedLandWords.withCourseSigns(result.words))
        return result
    }

    /// `a distance of 1:51 feet`: figures that are no length.
    private static func isUnreadDistance(_ words: ArraySlice<String>) -> Bool {
        let words = Array(words.prefix(4))
        return words.count == 4 && Vocabulary.key(words[0]) == "distance" && Vocabulary.key(words[1]) == "of"
            && words[2].contains(where: \.isNumber) && SurveyLength.feet(of: Vocabulary.key(words[3])) != nil
            && SurveyLength.read(words[2], unit: words[3]) == nil
    }

    /// - Returns: the words, and of each the position of its first part.
    private static func joined(_ words: [String]) -> [(word: String, first: Int)] {
        var joined: [(word: String, first: Int)] = []
        let hasWholeAngles = words.contains(where: DeedAngles.isWhole)
        for (position, word) in words.enumerated() {
            let (last, before) = (joined.last?.word ?? "", joined.dropLast().last?.word ?? "")
            if let whole = DeedLandWords.joinedRange(last, word, behind: before)
                ?? DeedAngles.joinedBearing(last, word) ?? DeedLandWords.joinedEcho(last, word)
                ?? (hasWholeAngles ? DeedAngles.joined(last, word) : nil)
                ?? DeedAngles.joinedFigures(last, word, behind: before)
            {
                joined[joined.count - 1].word = whole
            } else {
                joined += DeedLandWords.apart(word).map { ($0, position) }
            }
        }
        return joined
    }

    /// - Returns: where to go on.
    private func read(at position: Int, _ result: inout Result) -> Int {
        let words = result.words
        if position > 0, let letter = DeedLandWords.blockLetter(words[position], behind: words[position - 1]) {
            result.words[position] = letter
            return position + 1
        }
        if DeedLandWords.isLostFigure(
            words[position], behind: position > 0 ? words[position - 1] : "",
            before: position + 1 < words.count ? words[position + 1] : "")
        {
            result.isSound = false
        }
        if position + 1 < words.count,
            DeedLandWords.isTownshipWithoutSide(words[position], before: words[position + 1])
        {
            guard let mended = DeedLandWords.townshipSide(words[position], before: words[position + 1]) else {
                result.isSound = false
                return position + 1
            }
            result.words[position] = mended
        }
        if Self.isUnreadDistance(words[position...]) { result.isSound = false }
        if let compact = DeedAngles.compactBearing(words[position]) {
            result.count += 1
            result.words[position] = compact.text
            if !compact.isValid { result.isSound = false }
            let letters = compact.text.filter(\.isLetter)
            note(
                DeedAngles.parts(compact.text), position..<(position + 1), letters.first, letters.last, &result)
            return position + 1
        }
        guard Self.meridians.contains(Vocabulary.key(words[position])) else {
            // `S5 86 degrees 20' East`: figures of an angle with no quarter before them.
            guard !Self.isTurn(words[..<position]), let angle = angle(words[position...]) else { return position + 1 }
            result.count += 1
            result.isSound = false
            return position + angle.length
        }
        guard let angle = angle(words[(position + 1)...]) else {
            if isUnread(words[(position + 1)...]), words[..<position].last.map(Vocabulary.key) == "thence" {
                result.count += 1
                result.isSound = false
            }
            return position + 1
        }
        result.count += 1
        if !angle.isValid { result.isSound = false }
        let end = position + 1 + angle.length
        guard end < words.count else { return end }
        if !Self.parallels.contains(Vocabulary.key(words[end])) {
            guard let repaired = Self.repaired(words[end]) else {
                result.isSound = false
                return end
            }
            result.words[end] = repaired
        }
        note(angle.numbers, position..<(end + 1), words[position].first, result.words[end].first, &result)
        return end + 1
    }

    private func note(
        _ numbers: [Double], _ words: Range<Int>, _ meridian: Character?, _ side: Character?, _ result: inout Result
    ) {
        guard let meridian, let side, !numbers.isEmpty else { return }
        let degrees = zip(numbers, [1, 60, 3600]).reduce(0.0) { $0 + $1.0 / $1.1 }
        result.bearings.append(
            Bearing(
                words: words, degrees: degrees, isNorth: meridian.uppercased() == "N", isEast: side.uppercased() == "E",
                precision: [1, 1.0 / 60, 1.0 / 3600][min(numbers.count, 3) - 1]))
    }

    /// - Parameter key: `n`, `west`.
    static func isQuarter(_ key: String) -> Bool { meridians.contains(key) || parallels.contains(key) }

    private static let meridians: Set<String> = ["n", "s", "north", "south"]
    private static let parallels: Set<String> = ["e", "w", "east", "west"]

    /// Whether an angle that follows is a curve's or a turn's rather than a bearing's.
    private static func isTurn(_ words: ArraySlice<String>) -> Bool {
        words.suffix(4).contains { turns.contains(Vocabulary.key($0)) }
    }

    private static let turns: Set<String> = [
        "angle", "angles", "delta", "deflecting", "deflection", "turning", "turn", "curve", "azimuth", "latitude",
        "longitude", "declination",
    ]

    /// Figures behind a quarter that are no length either: `N 45930'10" E`, its sign read as a figure.
    private func isUnread(_ words: ArraySlice<String>) -> Bool {
        guard let first = words.first, first.first?.isNumber == true,
            first.filter(\.isNumber).count >= 3 || first.contains(where: { "'’\"”°º*".contains($0) })
        else { return false }
        guard let next = words.dropFirst().first else { return true }
        // `North 1,320'`: a length with its sign.
        if first.last.map({ "'’′".contains($0) }) == true, DeedAngles.parts(first).count == 1,
            !Self.parallels.contains(Vocabulary.key(next))
        {
            return false
        }
        return SurveyLength.feet(of: Vocabulary.key(next)) == nil
    }
    private static let units: Set<String> = [
        "degrees", "degree", "deg", "minutes", "minute", "min", "seconds", "second", "sec", "and",
    ]

    /// Words of an angle: figures with its signs, or figures and the names of its units.
    private func angle(_ words: ArraySlice<String>) -> (length: Int, isValid: Bool, numbers: [Double])? {
        var numbers: [Double] = []
        var length = 0
        var isAngle = false
        // `56 degrees seconds`: a unit without its figures.
        var isWhole = true
        var followsNumber = false
        for word in words.prefix(8) {
            let key = Vocabulary.key(word)
            if Self.units.contains(key) {
                isAngle = isAngle || key.hasPrefix("deg")
                if key != "and" { isWhole = isWhole && followsNumber }
                followsNumber = false
                length += 1
                continue
            }
            guard let first = word.first, first.isNumber, word.allSatisfy({ !$0.isLetter }) else { break }
            let parts = DeedAngles.parts(word)
            guard numbers.count + parts.count <= 3 else { break }
            numbers += parts
            followsNumber = true
            // `45-30-10`: degrees, minutes and seconds, too.
            isAngle = isAngle || word.contains { "°º".contains($0) } || (parts.count == 3 && word.contains("-"))
            length += 1
            if word.hasSuffix(",") { break }
        }
        guard isAngle, let degrees = numbers.first else { return nil }
        return (length, isWhole && degrees <= 90 && numbers.dropFirst().allSatisfy { $0 < 60 }, numbers)
    }

    /// `Fast,` where East or West must stand.
    private static func repaired(_ word: String) -> String? {
        let letters = word.prefix { $0.isLetter }
        guard letters.count >= 3 else { return nil }
        let bytes = Array(Vocabulary.key(String(letters)).utf8)
        let near = ["East", "West"].filter {
            EditDistance.between(bytes, Array($0.lowercased().utf8), atMost: 1) != nil
        }
        guard near.count == 1, let name = near.first else { return nil }
        let isUpper = letters.allSatisfy(\.isUppercase)
        return (isUpper ? name.uppercased() : name) + word.dropFirst(letters.count)
    }
}

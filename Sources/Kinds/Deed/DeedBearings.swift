import Model

/// The bearings of a survey (`North 45°30'10" East`): each names two of the four quarters, with an angle of at most 90
/// degrees and minutes and seconds below 60 between them. What breaks that rule was misread, and is doubted.
struct DeedBearings {
    struct Result {
        /// As printed.
        var words: [String]
        /// Bearings found, sound or not.
        var count = 0
        /// Those that could be understood.
        var bearings: [Bearing] = []
        var isSound = true
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
        var result = Result(words: tokens.map { text.tokens[$0].text })
        var position = 0
        while position < result.words.count { position = read(at: position, &result) }
        return result
    }

    /// `a distance of 1:51 feet`: figures that are no length.
    private static func isUnreadDistance(_ words: ArraySlice<String>) -> Bool {
        let words = Array(words.prefix(4))
        return words.count == 4 && Vocabulary.key(words[0]) == "distance" && Vocabulary.key(words[1]) == "of"
            && words[2].contains(where: \.isNumber) && SurveyLength.feet(of: Vocabulary.key(words[3])) != nil
            && SurveyLength.read(words[2], unit: words[3]) == nil
    }

    /// - Returns: where to go on.
    private func read(at position: Int, _ result: inout Result) -> Int {
        let words = result.words
        if Self.isUnreadDistance(words[position...]) { result.isSound = false }
        if let compact = DeedAngles.Compact(words[position]) {
            result.count += 1
            if !compact.isValid { result.isSound = false }
            note(compact.figures, position..<(position + 1), compact.meridian, compact.side, &result)
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
        guard Self.parallels.contains(Vocabulary.key(words[end])) else {
            result.isSound = false
            return end
        }
        note(angle.numbers, position..<(end + 1), words[position].first, words[end].first, &result)
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
}

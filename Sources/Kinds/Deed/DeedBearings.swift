import Model

/// The bearings of a survey (`North 45°30'10" East`): each names two of the four quarters, with an angle of at most 90
/// degrees and minutes and seconds below 60 between them. What breaks that rule was misread.
struct DeedBearings {
    struct Result {
        /// The words in one line; a quarter's name that is one letter off where nothing else can stand is put right.
        var text: String
        /// Bearings found.
        var count = 0
        var isSound = true
    }

    let text: DeedText

    func checked(_ tokens: [Int]) -> Result {
        let tokens = tokens.filter { !text.tokens[$0].isFurniture }
        var words = tokens.map { DeedLandWords.repaired(text.tokens[$0].text) }
        var result = Result(text: "")
        var position = 0
        while position < words.count {
            defer { position += 1 }
            if position > 0, let letter = DeedLandWords.blockLetter(words[position], behind: words[position - 1]) {
                words[position] = letter
                continue
            }
            if let bearing = DeedLandWords.compactBearing(words[position]) {
                result.count += 1
                words[position] = bearing.text
                if !bearing.isValid { result.isSound = false }
                continue
            }
            guard Self.meridians.contains(Vocabulary.key(words[position])),
                let angle = angle(words[(position + 1)...])
            else { continue }
            result.count += 1
            if !angle.isValid { result.isSound = false }
            let end = position + 1 + angle.length
            guard end < words.count else { continue }
            if Self.parallels.contains(Vocabulary.key(words[end])) {
                position = end
            } else if let repaired = Self.repaired(words[end]) {
                words[end] = repaired
                position = end
            } else {
                result.isSound = false
            }
        }
        result.text = words.joined(separator: " ")
        return result
    }

    private static let meridians: Set<String> = ["n", "s", "north", "south"]
    private static let parallels: Set<String> = ["e", "w", "east", "west"]
    private static let units: Set<String> = [
        "degrees", "degree", "deg", "minutes", "minute", "min", "seconds", "second", "sec", "and",
    ]

    /// Words of an angle: figures with its signs, or figures and the names of its units.
    private func angle(_ words: ArraySlice<String>) -> (length: Int, isValid: Bool)? {
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
            let parts = word.split { !$0.isNumber && $0 != "." }.compactMap { Double($0) }
            guard numbers.count + parts.count <= 3 else { break }
            numbers += parts
            followsNumber = true
            isAngle = isAngle || word.contains { "°º".contains($0) }
            length += 1
            if word.hasSuffix(",") { break }
        }
        guard isAngle, let degrees = numbers.first else { return nil }
        return (length, isWhole && degrees <= 90 && numbers.dropFirst().allSatisfy { $0 < 60 })
    }

    /// `Fast,` where East or West must stand.
    private static func repaired(_ word: String) -> String? {
        let letters = word.prefix { $0.isLetter }
        guard letters.count >= 3 else { return nil }
        let bytes = Array(Vocabulary.key(String(letters)).utf8)
        let near = ["East", "West"].filter { Vocabulary.distance(bytes, Array($0.lowercased().utf8), atMost: 1) != nil }
        guard near.count == 1, let name = near.first else { return nil }
        let isUpper = letters.allSatisfy(\.isUppercase)
        return (isUpper ? name.uppercased() : name) + word.dropFirst(letters.count)
    }
}

import Model

/// A stretch of words as one string, with the way back from its characters to the words.
struct DeedSpan {
    let string: String
    private let tokens: [Int]
    private let starts: [Int]

    init(_ text: DeedText, _ indices: some Sequence<Int>) {
        var string = ""
        var tokens: [Int] = []
        var starts: [Int] = []
        var count = 0
        for index in indices where !text.tokens[index].isFurniture {
            if count > 0 {
                string += " "
                count += 1
            }
            tokens.append(index)
            starts.append(count)
            string += text.tokens[index].text
            count += text.tokens[index].text.count
        }
        self.string = string
        self.tokens = tokens
        self.starts = starts
    }

    /// Whether a word begins at a character, brackets and signs left out; the `100` of `N0O/100` does not.
    func startsWord(at offset: Int) -> Bool {
        guard let start = starts.last(where: { $0 <= offset }) else { return false }
        return !string.dropFirst(start).prefix(offset - start).contains { $0.isLetter || $0.isNumber || $0 == "/" }
    }

    /// The words that hold these characters.
    func tokens(in range: Range<Int>) -> [Int] {
        tokens.indices.filter { position in
            let end = position + 1 < starts.count ? starts[position + 1] - 1 : Int.max
            return starts[position] < range.upperBound && end > range.lowerBound
        }.map { tokens[$0] }
    }
}

extension DeedText {
    func places(_ indices: [Int]) -> [WordPlace] {
        indices.map { WordPlace(page: tokens[$0].page, box: tokens[$0].box) }
    }

    /// A field read from words: its confidence is how it was found times how well the words were read.
    func field(
        _ value: FieldValue, _ indices: [Int], how: Double, source: FieldSource = .text, checks: [Check] = [],
        alternatives: [Alternative] = []
    ) -> Field {
        let place = place(indices)
        return Field(
            value: value, raw: text(indices), confidence: how * reading(indices), source: source, page: place?.page,
            box: place?.box, checks: checks, alternatives: alternatives)
    }
}

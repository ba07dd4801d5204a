import Model

extension Field {
    /// A value that stands in these words of a page.
    ///
    /// - Parameter factor: 0…1, how surely they are the value, apart from how surely they were read.
    init(_ value: String, from words: [Word], page: Int, factor: Double, checks: [Check] = []) {
        self.init(
            value: .text(value), raw: words.map(\.text).joined(separator: " "),
            confidence: WordText.valueConfidence(words) * factor, source: .text, page: page,
            box: Box.around(words.map(\.box)),
            checks: checks)
    }

    static let wellFormed = [Check(name: "format", passed: true)]
}

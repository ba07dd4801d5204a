package import Model

/// A phrase found among the words of a page.
package struct PhraseMatch: Hashable, Sendable {
    /// Positions among the page's words.
    package var words: Range<Int>
    package var box: Box
    /// 1 for the same letters, less for each one misread.
    package var similarity: Double

    package init(words: Range<Int>, box: Box, similarity: Double) {
        self.words = words
        self.box = box
        self.similarity = similarity
    }
}

/// Finds phrases despite recognition errors, case and punctuation.
package struct PhraseMatcher: Sendable {
    /// Built once a page and asked for many phrases.
    package init(page: RecognizedPage) {}

    /// All places where the phrase stands, in reading order; it may run over a line's end.
    package func matches(_ phrase: String) -> [PhraseMatch] { [] }
}

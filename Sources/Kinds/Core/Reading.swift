/// What a typed parser made of a text.
package struct Reading<Value: Hashable & Sendable>: Hashable, Sendable {
    package var value: Value
    /// Whether characters that recognition confuses (O and 0, l and 1, …) had to be exchanged for it.
    package var isRepaired: Bool
    /// Other meanings that the same print allows; not empty: the print alone does not decide.
    package var alternatives: [Value]
    /// Whether the value passes the checks of its type: lengths, ranges, known codes, agreement of words and figures.
    package var isWellFormed: Bool

    package init(_ value: Value, isRepaired: Bool = false, alternatives: [Value] = [], isWellFormed: Bool = true) {
        self.value = value
        self.isRepaired = isRepaired
        self.alternatives = alternatives
        self.isWellFormed = isWellFormed
    }

    package var isAmbiguous: Bool { !alternatives.isEmpty }
}

/// A value found inside a longer text.
package struct Found<Value: Hashable & Sendable>: Hashable, Sendable {
    package var reading: Reading<Value>
    /// Offsets of its characters in the text.
    package var range: Range<Int>

    package init(_ reading: Reading<Value>, range: Range<Int>) {
        self.reading = reading
        self.range = range
    }
}

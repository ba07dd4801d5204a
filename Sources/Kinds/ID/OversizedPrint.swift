import Model

// Print that runs across a card, such as SPECIMEN, and pieces of which are read in a value's place.

extension PrintedSide {
    private static let values: Set<FieldName> = [
        "surname", "given_names", "document_number", "personal_number", "date_of_birth", "date_of_issue",
        "date_of_expiry", "place_of_birth", "address",
    ]
    /// Values that show how high a card's words are.
    private static let leastValues = 3
    /// Height of a word over that of most values; what is higher is none of them. Recognition gives some words boxes of
    /// twice their height.
    private static let mostHeight = 2.5
    private static let most = 0.25

    /// Doubts values with a word far higher than the other values' words.
    mutating func doubtOversized() {
        let heights = fields.filter { Self.values.contains($0.key) }.compactMapValues(height)
        guard heights.count >= Self.leastValues else { return }
        let usual = Double(heights.values.sorted()[heights.count / 2])
        for (name, height) in heights where Double(height) > Self.mostHeight * usual {
            fields[name]?.cap(at: Self.most)
        }
    }

    /// Of a value's highest word, in pixels.
    private func height(_ field: Field) -> Int? {
        guard let box = field.box else { return nil }
        let words = lines.filter { $0.page == field.page }.flatMap(\.words)
        return words.filter { $0.box.intersection(box).area * 2 > $0.box.area }.map(\.box.height).max()
    }
}

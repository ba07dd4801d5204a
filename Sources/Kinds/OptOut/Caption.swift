import Model

/// The word that a form prints before a value, on the same line.
enum Caption {
    static let words: Set<String> = [
        "consumer", "requester", "requestor", "name", "address", "email", "telephone", "phone", "street", "city",
        "applicant", "business", "company", "broker", "organization", "recipient",
    ]

    /// The gap behind a caption over the widest of the value's, which is taken for no less than this share of the line's height.
    private static let (widerGap, leastGap) = (1.5, 0.4)

    /// `Business   Sightline Data Inc.` without its caption, behind which the gap is wider than between the words of the value.
    ///
    /// - Parameter line: words of one line, from left to right.
    static func removed(from line: [Word]) -> [Word] {
        guard let first = line.first, line.count > 2, words.contains(TextFolding.key(first.text)) else { return line }
        let gaps = zip(line, line.dropFirst()).map { Double($1.box.x - $0.box.maxX) }
        let widest = max(gaps.dropFirst().max() ?? 0, leastGap * Double(first.box.height))
        return gaps[0] > widerGap * widest ? Array(line.dropFirst()) : line
    }
}

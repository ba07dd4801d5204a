import Model

/// Names that no caption or number announces: surname, other names and address stand one below the other on the licences of
/// North America (AAMVA DL/ID Card Design Standard, Annex A).
struct NamesOverAddress {
    let pages: [RecognizedPage]
    /// The holder's, as they were found.
    let address: Field?
    let given: Field?

    /// Surname and other names; empty where what stands there is none.
    func names() -> [FieldName: Field] {
        if let given, let (page, words) = words(of: given), let surname = line(above: words, on: page) {
            return ["surname": field(surname, on: page)]
        }
        guard let address, let (page, street) = words(of: address), let given = line(above: street, on: page) else {
            return [:]
        }
        guard let surname = line(above: given, on: page) else { return names(in: given, on: page) }
        return ["surname": field(surname, on: page), "given_names": field(given, on: page)]
    }

    /// A whole name in one line: the surname last, or first before a comma.
    private func names(in words: [Word], on page: RecognizedPage) -> [FieldName: Field] {
        let whole = field(words, on: page)
        if whole.text?.contains(",") == true { return PrintedName.parted(whole) ?? [:] }
        guard words.count > 1, let surname = words.last else { return [:] }
        return ["surname": field([surname], on: page), "given_names": field(words.dropLast(), on: page)]
    }

    private func field(_ words: [Word], on page: RecognizedPage) -> Field {
        let text = words.map(\.text).joined(separator: " ")
        return Field(
            value: .text(text), raw: text, confidence: WordText.valueConfidence(words) * Self.share, source: .text,
            page: page.index, box: Box.around(words.map(\.box)))
    }

    /// Of a name's figure, what it is trusted for its place alone.
    private static let share = 0.7

    /// The words of a value's first line.
    private func words(of value: Field) -> (RecognizedPage, [Word])? {
        guard let box = value.box, let page = pages.first(where: { $0.index == value.page }) else { return nil }
        let lines = level(page).map { line in
            line.words.filter { word in
                word.box.intersection(box).area * 2 > word.box.area && word.box.midY > Double(box.y)
                    && word.text.contains { $0.isLetter || $0.isNumber }
            }
        }.filter { !$0.isEmpty }
        return lines.min { $0[0].box.midY < $1[0].box.midY }.map { (page, $0) }
    }

    private func level(_ page: RecognizedPage) -> [TextLine] { page.lines.filter { abs($0.words[0].slant ?? 0) < 45 } }

    /// The words of the line right above, from where the lower one begins, where they are a name.
    private func line(above words: [Word], on page: RecognizedPage) -> [Word]? {
        guard let lower = Box.around(words.map(\.box)) else { return nil }
        let height = Double(lower.height)
        let near = level(page).compactMap { line -> [Word]? in
            let words = line.words.drop { Double($0.box.x) < Double(lower.x) - 0.6 * height }
                .filter { $0.text.contains { $0.isLetter || $0.isNumber } }
            guard let first = words.first, let box = Box.around(words.map(\.box)) else { return nil }
            let gap = Double(lower.y - box.maxY)
            return Double(abs(first.box.x - lower.x)) < 0.6 * height && box.midY < Double(lower.y) && gap < 1.2 * height
                ? words : nil
        }
        guard let words = near.max(by: { $0[0].box.midY < $1[0].box.midY }) else { return nil }
        let isName = words.allSatisfy { $0.text.allSatisfy { $0.isUppercase || ".,'’-".contains($0) } }
        return isName && !words.allSatisfy({ PrintedCaptions.isCaption($0.text) }) ? words : nil
    }
}

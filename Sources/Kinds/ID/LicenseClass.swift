import Model

/// What a licence's holder may drive: behind the word `CLASS`, at its number, or at a label of the kind's definition.
struct LicenseClass {
    let pages: [RecognizedPage]
    let labelled: Field?
    let numbered: NumberedFields.Entry?

    func read() -> Field? {
        behindWord ?? atNumber ?? labelled.flatMap { Self.plain($0) }
    }

    /// Some states' classes are figures; elsewhere such are the next field's number.
    private var atNumber: Field? {
        guard let numbered, let word = numbered.words.first, word.text.count <= Self.mostOfClass else { return nil }
        let field = Field(
            value: .text(word.text), raw: word.text, confidence: word.confidence * 0.97, source: .text,
            page: numbered.page, box: word.box)
        return Self.plain(field, mayBeFigures: true)
    }

    private static let mostOfClass = 4

    private var behindWord: Field? {
        for page in pages {
            for line in page.lines {
                for (index, word) in line.words.enumerated() {
                    guard let (value, text) = Self.value(word, next: line.words.dropFirst(index + 1).first) else {
                        continue
                    }
                    let field = Field(
                        value: .text(text), raw: text, confidence: value.confidence * 0.97, source: .text,
                        page: page.index, box: value.box)
                    // `9 CLASS 5`, but no `9 CLASS 12 REST NONE`.
                    let isNumbered =
                        index > 0 && TextFolding.key(line.words[index - 1].text) == "9"
                        && line.words.dropFirst(index + 2).first.map { NumberedFields.isCaption($0.text) } != true
                    if let field = Self.plain(field, mayBeFigures: isNumbered) { return field }
                }
            }
        }
        return nil
    }

    /// What stands behind a word `CLASS`, or in it where the two were read as one: "class-C".
    private static func value(_ word: Word, next: Word?) -> (word: Word, text: String)? {
        if ["class", "classification"].contains(TextFolding.key(word.text)) { return next.map { ($0, $0.text) } }
        let parts = word.text.split(maxSplits: 1) { "-:.–—".contains($0) }
        guard parts.count == 2, TextFolding.key(String(parts[0])) == "class" else { return nil }
        return (word, String(parts[1]))
    }

    /// Classes are plain letters: an accent over one is a line of the background.
    private static func plain(_ field: Field, mayBeFigures: Bool = false) -> Field? {
        guard let text = field.text else { return nil }
        let plain = TextFolding.trim(text, [":", ",", ";", "."]).map { letter in
            letter.isASCII ? String(letter) : TextFolding.fold(String(letter)).uppercased()
        }.joined()
        guard plain == "0" || isClass(plain) || mayBeFigures && plain.count < 3 && plain.allSatisfy(\.isNumber) else {
            return nil
        }
        var result = field
        // No state's class is the figure 0: O is an operator's.
        result.value = .text(plain == "0" ? "O" : plain)
        // Such a line may have been read as a letter of its own: "ÅA" is an A. No witness against a barcode.
        if plain != text { result.cap(at: 0.25) }
        return result
    }

    private static func isClass(_ text: String) -> Bool {
        (1...12).contains(text.count) && text.contains(where: \.isLetter)
            && text.allSatisfy { $0.isUppercase || $0.isNumber || "/-,".contains($0) }
            && !["END", "REST", "CLASS", "CAT", "HAB", "TYPE", "SEX", "DOB", "EXP", "ISS"].contains(text)
    }
}

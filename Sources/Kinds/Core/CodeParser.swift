/// Numbers that are codes: of documents, parcels, instruments, licences.
package enum CodeParser {
    private static let noise: Set<Character> = [
        ",", ";", ":", ".", "_", "|", "*", "#", "•", "=", "~", "\"", "“", "”", "(", ")", "[", "]", "'", "‘", "’", "-",
        "–",
        "—", "/",
    ]

    /// The code that the text begins with: words that hold a digit, joined as printed. Words like "No." in front of it
    /// are not part of it.
    /// - Parameter joinsWords: whether a code may have spaces inside, which are kept.
    package static func parse(_ text: some StringProtocol, joinsWords: Bool = true) -> Reading<String>? {
        // `47 -35-80`, `47 - 35 - 80`: a word's space before a hyphen, or around it.
        let joined = String(text).replacing(/(\d)\s+-\s*(?=\d)/) { $0.1 + "-" }
        var words = joined.split(whereSeparator: \.isWhitespace).map { TextFolding.trim($0, noise) }
        while let first = words.first, first.isEmpty || isMark(first) { words.removeFirst() }
        guard let first = words.first, !isDate(first) else { return nil }
        var code: [String] = []
        if first.contains(where: \.isNumber) {
            code = [first]
        } else if words.count > 1, first.count <= 3, first.allSatisfy({ $0.isUppercase }),
            words[1].contains(where: \.isNumber)
        {
            // A short prefix in capitals: "DOC 2021-00012" keeps its letters where they stand apart.
            code = [first, words[1]]
        } else {
            return nil
        }
        for word in words.dropFirst(code.count) where joinsWords {
            guard word.contains(where: \.isNumber), word.count <= 12, isCode(word), !isDate(word) else { break }
            code.append(word)
        }
        let value = code.joined(separator: " ")
        return Reading(value, isWellFormed: code.allSatisfy(isCode) && value.count >= 2 && value.count <= 40)
    }

    private static func isDate(_ word: String) -> Bool { word.wholeMatch(of: /\d{1,2}\/\d{1,2}\/\d{4}/) != nil }

    private static func isMark(_ word: String) -> Bool {
        ["no", "number", "nos", "nr", "num"].contains(word.lowercased())
    }

    private static func isCode(_ word: String) -> Bool {
        word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-/.&".contains($0)) }
    }
}

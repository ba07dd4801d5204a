import Kinds
import Model

extension SecondLook {
    /// Share of a legal description's characters that may differ where they are no number, bearing or direction: then it
    /// is right all the same.
    private static let tolerance = 0.01
    /// Letters of a word that names no lot or block.
    private static let plainLetters = 3

    /// What a word that every picture has, and that is none, is worth: where one was misread so, others were.
    private static let editsOfMisspelt = 2

    /// Whether a word is none, and was not put right by what alone can stand in a description of land.
    static func isMisspelt(_ request: Request, _ reading: Rereading) -> Bool {
        reading.isNoWord && Request.key(request.meant) == Request.key(request.text)
    }

    /// Whether words that were read otherwise leave a legal description right: plain words, of which few letters differ.
    ///
    /// - Parameter misspelt: words that are none.
    func isTolerable(
        _ doubtful: [(Request, Rereading)], misspelt: Int, _ name: FieldName, _ field: Field
    ) -> Bool {
        guard name == Self.land else { return false }
        let text = field.value.plainText
        let most = Int(Self.tolerance * Double(text.count))
        var edits = misspelt * Self.editsOfMisspelt
        if misspelt > 0, !text.hasSuffix(".") { edits += 1 }
        for (request, reading) in doubtful {
            let texts = reading.all
            guard isPlain(request.text), texts.allSatisfy(isPlain) else { return false }
            let differing = texts.compactMap {
                EditDistance.between(Array(request.text), Array($0), atMost: most - edits)
            }.min()
            guard let differing else { return false }
            edits += max(differing, corrected.contains(request.place) ? 0 : 1)
        }
        return edits <= most
    }

    private func isPlain(_ text: String) -> Bool {
        text.split(whereSeparator: \.isWhitespace).allSatisfy { word in
            let letters = word.filter(\.isLetter)
            return letters.count >= Self.plainLetters && !word.contains(where: \.isNumber)
                && !SurveyWord.isExact(letters) && !SurveyWord.isExact(SurveyWord.canonical(letters))
        }
    }
}

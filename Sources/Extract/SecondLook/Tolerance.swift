import Kinds
import Model

extension SecondLook {
    /// Share of a legal description's characters that may differ where they are no number, bearing or direction: then it
    /// is right all the same.
    private static let tolerance = 0.01
    /// Letters of a word that names no lot or block.
    private static let plainLetters = 3

    /// Whether words that were read otherwise leave a legal description right: plain words, of which few letters differ.
    func isTolerable(_ doubtful: [(Request, Rereading)], _ name: FieldName, _ field: Field) -> Bool {
        guard name == Self.land else { return false }
        let most = Int(Self.tolerance * Double(field.value.plainText.count))
        var edits = 0
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

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

    /// Whether a word is none, is not printed so, and was not put right by what alone can stand in a description of land.
    private static func isMisspelt(_ request: Request, _ reading: Rereading) -> Bool {
        reading.isNoWord && Request.key(request.meant) == Request.key(request.text)
            && !request.isConfirmed(by: reading)
    }

    /// Characters of a description that differ, as far as it tells by itself: words that are none, and quotation marks and
    /// apostrophes that left a gap (`entitled Eagle Ridge , filed in the Clerk s Office`).
    static func flaws(_ field: Field, _ looked: [(Request, Rereading)]) -> Int {
        let misspelt = looked.count(where: isMisspelt)
        let text = field.value.plainText
        let gaps = text.matches(of: /\s[,;.](?=\s|$)/).count * editsOfGap + text.matches(of: /\p{Ll} s \p{Lu}/).count
        guard misspelt > 0 else { return gaps }
        return misspelt * editsOfMisspelt + (text.hasSuffix(".") ? 0 : 1) + gaps
    }

    /// The mark before a lone comma, and the one that it closed.
    private static let editsOfGap = 2

    /// Whether words that were read otherwise leave a legal description right: plain words, of which few letters differ.
    ///
    /// - Parameter flaws: as ``flaws(_:_:)`` counts them.
    func isTolerable(_ doubtful: [(Request, Rereading)], flaws: Int, _ name: FieldName, _ field: Field) -> Bool {
        guard name == Self.land else { return false }
        let text = field.value.plainText
        let most = Int(Self.tolerance * Double(text.count))
        var edits = flaws
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

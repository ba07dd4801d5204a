import Kinds
import Model

// What the recognizer of another make says of a word. It errs where Tesseract's models do not: where it was sure it read 4,561
// of 4,577 right words of a held-back seed as the page was read, and all of 15 misread ones right (docs/decisions.md). So a
// word on which both agree needs no further reading, and one on which they do not is doubtful, whatever the models' other
// readings say.

extension SecondLook.Request {
    /// How sure it has to be of each of a word's letters to be heard.
    private static let sure = 0.9
    /// From how much on it is half sure, and how many of the models' readings it is worth then, beside one of theirs.
    private static let halfSure = 0.6
    static let worthOfHalf = 2
    /// From how much on a mark that it sees counts, where a picture shows one, too.
    private static let sureOfMark = 0.4
    /// Readings of the models that have to say what it says for a word to be put right by it.
    private static let leastSpelling = 2

    /// Whether it read what the page did.
    func isConfirmed(by reading: Rereading) -> Bool {
        guard let text = sure(reading) else { return false }
        return agrees(with: text) && !hasOtherJoints(than: text)
    }

    /// Whether it read something else, not just less: a picture's edge may cut a letter. Half sure, it has to read other
    /// letters or figures, marks and look-alikes apart, and not of a description of land, which has many words.
    func isContradicted(by reading: Rereading) -> Bool {
        guard let text = sure(reading) ?? (isOfLand ? nil : halfSure(reading)) else { return false }
        if hasOtherJoints(than: text) { return true }
        return !agrees(with: text) && !isUntold(by: text) && !lacksComma(text)
            && (sure(reading) != nil || Self.plain(Self.key(text)) != Self.plain(Self.key(self.text)))
    }

    /// Whether the same letters have other hyphens or apostrophes, which keys leave out: `Al-Rashidi` and `AlRashidi`.
    private func hasOtherJoints(than reading: String) -> Bool {
        guard !isOfLand, !Self.isAddress(text), Self.key(text) == Self.key(reading) else { return false }
        return Sign.between(text).filter(\.isJoint) != Sign.between(reading).filter(\.isJoint)
    }

    /// Whether a reading is the word but for the comma that stands before a legal form: it may lie outside of the word's box.
    private func lacksComma(_ reading: String) -> Bool { signs.contains(",") && agreesButForSign(reading) }

    /// Whether a reading is the word without a mark that the page has on a letter. Recognizers read past marks more often than
    /// they see some that are not there: `THIES` for `THIÈS`.
    func lacksMark(_ reading: String) -> Bool {
        let isPlainer = reading.count(where: \.isASCII) > text.count(where: \.isASCII)
        return isPlainer && Self.key(reading) != Self.key(text) && TextFolding.key(reading) == TextFolding.key(text)
    }

    /// Whether a name's word lacks a mark that a picture of it shows and the other recognizer sees, however unsure: `Ase` for
    /// `Åse`, whose ring is grey (`ÄĀse`, `Áse`). Marks are read past rather than seen where there are none.
    func hasLostMark(by reading: Rereading) -> Bool {
        guard isOfName, let other = reading.other, other.confidence >= Self.sureOfMark else { return false }
        return hasMoreMarks(spelt(other.text)) && reading.all.contains(where: hasMoreMarks)
    }

    /// Whether a reading has marks that the word lacks, and its letters but for one.
    private func hasMoreMarks(_ reading: String) -> Bool {
        let marks = { (text: String) in text.count { $0.isLetter && !$0.isASCII } }
        return marks(reading) > marks(text)
            && EditDistance.between(Array(TextFolding.key(reading)), Array(TextFolding.key(text)), atMost: 1) != nil
    }

    /// Whether it read what the page did, but is not sure of a letter: so it was of 221 right words of the seed above, and of
    /// a wrong one, whose O is a nought to it.
    func isHalfConfirmed(by reading: Rereading) -> Bool {
        halfSure(reading).map(agrees) == true
    }

    /// What it read, where it is sure of it.
    func sure(_ reading: Rereading) -> String? {
        guard let other = reading.other, other.confidence >= Self.sure else { return nil }
        return spelt(other.text)
    }

    /// What it read, where it is at least half sure of it.
    private func halfSure(_ reading: Rereading) -> String? {
        guard let other = reading.other, other.confidence >= Self.halfSure else { return nil }
        return spelt(other.text)
    }

    private func spelt(_ reading: String) -> String { withLetters(withoutStopOfSentence(reading)) }

    /// A reading of a name's word that has no figure, with the word's letters for the noughts and ones in their places: it
    /// knows no words, and a capital O in some faces is a nought to it, `0LD`.
    private func withLetters(_ reading: String) -> String {
        guard isOfName, !text.contains(where: \.isNumber) else { return reading }
        let letters = zip(text, reading).map { own, read in
            read == "0" && "Oo".contains(own) || read == "1" && "Il".contains(own) ? own : read
        }
        return String(letters) + reading.dropFirst(letters.count)
    }

    /// How it spells a word that the page has otherwise, where the models' other readings bear it out.
    func otherSpelling(by reading: Rereading) -> String? {
        guard let text = sure(reading), !agrees(with: text), !isUntold(by: text), !lacksComma(text), !lacksMark(text),
            reading.all.map(withoutStopOfSentence).count(where: { isSame($0, as: text) }) >= Self.leastSpelling
        else { return nil }
        let isWhole = positions.isEmpty && Self.isAddress(self.text) && !text.contains(" ")
        return isWhole || text.split(separator: " ").count == positions.count ? text : nil
    }

    /// The word with its signs as it read them, where nothing but signs differs: a comma for a stop, the minutes of a
    /// bearing. What stands at an edge of the picture may be lost, and is left as it is.
    func withOtherSigns(by reading: Rereading) -> String? {
        guard !Self.isAddress(text), let other = sure(reading) else { return nil }
        let (own, read) = (text.split(separator: " "), other.split(separator: " "))
        guard own.count == positions.count, own.count == read.count else { return nil }
        let words = zip(own, read).map { Self.withSigns(of: String($1), String($0)) }
        let text = words.joined(separator: " ")
        return text == self.text ? nil : text
    }

    /// A key without what tells look-alikes and marks from each other.
    static func plain(_ key: String) -> String {
        TextFolding.fold(key).uppercased().replacing("O", with: "0").replacing("I", with: "1")
    }

    /// Signs that are one for the other, and those that fall out of numbers.
    private static let (stops, strokes) = (Set(".,;:"), Set("'\"°’”"))

    private static func withSigns(of other: String, _ own: String) -> String {
        let isKept = { (sign: Character) in sign.isLetter || sign.isNumber }
        guard other.filter(isKept) == own.filter(isKept) else { return own }
        if own.count == other.count {
            return String(zip(own, other).map { stops.contains($0) && stops.contains($1) ? $1 : $0 })
        }
        // A comma that stood outside of the word's box: `Tacoma WA`.
        if own.last?.isLetter == true, other == own + "," { return other }
        // `36°4117"`, and a stop that was read with the comma behind it.
        let isOfNumber = own.contains(where: \.isNumber) && own.first == other.first && own.last == other.last
        let hasStopMore =
            own.count == other.count + 1 && own.hasPrefix(other.dropLast()) && stops.contains(other.last ?? " ")
            && own.last == other.last && !own.dropLast(2).contains(".")
        let hasStrokesMore = isOfNumber && own.allSatisfy(isKeptOrStroke) && other.allSatisfy(isKeptOrStroke)
        return hasStopMore || hasStrokesMore ? other : own
    }

    private static func isKeptOrStroke(_ sign: Character) -> Bool {
        sign.isLetter || sign.isNumber || strokes.contains(sign)
    }
}

import Foundation
import Model

/// Holds each letter of a page against the page's others. A page is printed in few faces and worn, scanned or photographed
/// as a whole, and nearly all of it was read right. So a letter that looks like the page's c's and unlike its e's is a c,
/// however sure a recognizer is that it is an e, and one that looks like others of its name and of no other is right,
/// whatever other readings make of it. That needs no font and no language; the idea is that of style-consistent
/// recognition (Sarkar and Nagy, *Style Consistent Classification of Isogenous Patterns*, IEEE PAMI 27(1), 2005).
struct PageLetters {
    /// A character of a word with its ink.
    private struct Letter {
        var character: Character
        var place: String.Index
        var glyph: Glyph
        /// Number of its word's letters and figures among those of the page's words.
        var text: Int
    }

    /// Of each word.
    private let glyphs: [[Glyph]]
    private let texts: [Int]
    /// By character: those that others are held against.
    private let fellows: [(character: Character, letters: [Letter])]

    /// Characters of a name that are looked at, spread over the page, and what a word must be worth to be among them.
    private static let (mostFellows, leastConfidence) = (120, 0.8)
    /// Of the nearest ones of a name, how many are looked at.
    private static let nearest = 3
    /// A distance up to which two are the same character: in a trial on 82,000 letters of 80 pages of deeds 88 % lie as near
    /// to others of their name, and six to others of another name (docs/decisions.md).
    private static let same: Float = 0.03
    /// A distance from which it tells nothing more.
    private static let far: Float = 0.15
    /// How much nearer another name is where a letter is that.
    private static let nearer: Float = 0.5
    /// How much farther the next name is where a letter is surely its own.
    private static let farther: Float = 1.3

    /// - Parameters:
    ///   - words: of the page.
    ///   - picture: the page in grey, evenly lit.
    init(_ words: [ReadWord], on picture: GreyPicture) throws {
        let cutter = GlyphCutter(picture: picture)
        glyphs = try words.map(cutter.glyphs)
        var numbers: [String: Int] = [:]
        texts = words.map { word in
            let letters = word.text.filter { $0.isLetter || $0.isNumber }
            let number = numbers[letters, default: numbers.count]
            numbers[letters] = number
            return number
        }
        var sure: [Letter] = []
        for (index, word) in words.enumerated() where word.confidence >= Self.leastConfidence {
            sure += Self.letters(of: word.text, glyphs[index], texts[index]) ?? []
        }
        fellows = Dictionary(grouping: sure, by: \.character).sorted { $0.key < $1.key }.map { character, all in
            let step = max(1, (all.count + Self.mostFellows - 1) / Self.mostFellows)
            return (character, stride(from: 0, to: all.count, by: step).map { all[$0] })
        }
    }

    /// - Returns: nil where the ink is not one patch for each character.
    private static func letters(of text: String, _ glyphs: [Glyph], _ number: Int) -> [Letter]? {
        let places = GlyphCutter.places(in: text)
        guard places.count == glyphs.count else { return nil }
        return zip(places, glyphs).map { Letter(character: text[$0], place: $0, glyph: $1, text: number) }
    }

    /// The words, letters that are plainly others put right, and those marked whose every letter is borne out.
    func judged(_ words: [ReadWord]) -> [ReadWord] {
        words.indices.map { index in
            let text =
                text(of: words[index], index) ?? textWithoutEcho(words[index], index)
                ?? textWithTwin(words[index], index)
            guard let text else { return words[index] }
            var judged = words[index]
            (judged.text, judged.isBorneOut) = (text, true)
            return judged
        }
    }

    /// - Returns: nil where any letter is open: where two touch and a third fell apart, there are as many patches, and each
    ///   letter seems another.
    private func text(of word: ReadWord, _ index: Int) -> String? {
        guard let letters = Self.letters(of: word.text, glyphs[index], texts[index]) else { return nil }
        var text = word.text
        for letter in letters.reversed() {
            switch verdict(of: letter, in: word) {
            case .own: break
            case .other(let character):
                text.replaceSubrange(letter.place...letter.place, with: String(character))
            case .open: return nil
            }
        }
        return text
    }

    /// `Joyce` for `Joycee`, `11` for `114`: a letter that was read twice, once as one that it looks like. The one way in
    /// which each patch of ink looks like the letter that it is read as.
    private func textWithoutEcho(_ word: ReadWord, _ index: Int) -> String? {
        let characters = Array(word.text)
        guard glyphs[index].count > 1, characters.count == glyphs[index].count + 1 else { return nil }
        let shorter = characters.indices.filter { place in
            let beside = [place - 1, place + 1].filter(characters.indices.contains)
            return beside.contains { Self.echoes(characters[$0], characters[place]) }
        }.map { String(characters[..<$0] + characters[($0 + 1)...]) }
        return onlyFitting(shorter, word, index)
    }

    private func onlyFitting(_ texts: [String], _ word: ReadWord, _ index: Int) -> String? {
        let fitting = Set(texts).filter { text in
            Self.letters(of: text, glyphs[index], self.texts[index])?.allSatisfy { verdict(of: $0, in: word) == .own }
                == true
        }
        return fitting.count == 1 ? fitting.first : nil
    }

    /// `William` for `Wiliam`: one of two equal letters was left out. The one word in which each patch of ink looks like the
    /// letter that it is read as.
    private func textWithTwin(_ word: ReadWord, _ index: Int) -> String? {
        let characters = Array(word.text)
        guard characters.count > 1, glyphs[index].count == characters.count + 1 else { return nil }
        let longer = characters.indices.filter { characters[$0].isLetter || characters[$0].isNumber }
            .map { String(characters[...$0] + characters[$0...]) }
        return onlyFitting(longer, word, index)
    }

    private static let echoes: [Set<Character>] = [
        ["c", "e"], ["1", "4"], ["f", "ß"], ["0", "O"], ["1", "I", "l"],
    ]

    private static func echoes(_ first: Character, _ second: Character) -> Bool {
        first == second || echoes.contains { $0.contains(first) && $0.contains(second) }
    }

    private enum Verdict: Equatable {
        /// It looks like others of its name, and of no other.
        case own
        /// It looks like those of another name, and not of its own.
        case other(Character)
        case open
    }

    private func verdict(of letter: Letter, in word: ReadWord) -> Verdict {
        var own = Nearness()
        var other: (nearness: Nearness, character: Character) = (Nearness(), " ")
        var nearestOther = Self.far
        for (character, fellows) in fellows {
            let nearness = Nearness(of: letter, among: fellows)
            if character == letter.character {
                own = nearness
            } else if !Self.looksAlike(character, letter.character) {
                nearestOther = min(nearestOther, nearness.distance)
                if nearness.count >= Self.nearest, nearness.distance < other.nearness.distance {
                    other = (nearness, character)
                }
            }
        }
        if own.count > 1, own.distance < Self.same, nearestOther > Self.farther * own.distance { return .own }
        // Of a letter with a mark there may be no other; it is higher than the plain one.
        let isKnown = own.count >= Self.nearest || Self.isMarked(letter.character, over: other.character)
        let isOther =
            isKnown && other.nearness.distance < Self.same
            && other.nearness.distance < Self.nearer * own.distance
        return isOther && Self.mayBe(other.character, for: letter.character, in: word) ? .other(other.character) : .open
    }

    private static func isMarked(_ letter: Character, over plain: Character) -> Bool {
        let parts = String(letter).decomposedStringWithCanonicalMapping.unicodeScalars
        return parts.count > 1 && parts.first.map(Character.init) == plain
    }

    /// How near a glyph is to the nearest of a name.
    private struct Nearness {
        /// The mean over up to three.
        var distance = PageLetters.far
        /// How many there are in other words: a name that stands on the page several times was misread as often.
        var count = 0

        init() {}

        init(of letter: Letter, among fellows: [Letter]) {
            var nearest = SIMD4<Float>(repeating: PageLetters.far)
            for fellow in fellows where fellow.text != letter.text {
                count += 1
                let distance = letter.glyph.distance(to: fellow.glyph, below: nearest[2])
                guard distance < nearest[2] else { continue }
                nearest[2] = distance
                if nearest[2] < nearest[1] { (nearest[1], nearest[2]) = (nearest[2], nearest[1]) }
                if nearest[1] < nearest[0] { (nearest[0], nearest[1]) = (nearest[1], nearest[0]) }
            }
            let known = min(count, PageLetters.nearest)
            guard known > 0 else { return }
            distance = (0..<known).reduce(0) { $0 + nearest[$1] } / Float(known)
        }
    }

    /// Characters that have one shape in some faces, or differ in size and place alone.
    private static let lookalikes: [Set<Character>] = [
        ["c", "C"], ["k", "K"], ["l", "I", "|", "1"], ["o", "O", "0"], ["p", "P"], ["s", "S"], ["u", "U"],
        ["v", "V"], ["w", "W"], ["x", "X"], ["y", "Y"], ["z", "Z"], [",", "'", "’", "`", "‘"], ["-", "–", "—", "_"],
    ]

    private static func looksAlike(_ first: Character, _ second: Character) -> Bool {
        lookalikes.contains { $0.contains(first) && $0.contains(second) }
    }

    /// A letter is put in a letter's place, a figure in a figure's or in that of the one letter of a number, and a comma in a
    /// stop's.
    private static func mayBe(_ other: Character, for character: Character, in word: ReadWord) -> Bool {
        if character.isLetter, other.isNumber { return word.text.count { !$0.isNumber && !".,".contains($0) } == 1 }
        return character.isLetter && other.isLetter || character.isNumber && other.isNumber
            || word.box.height >= leastHeightOfStops && [character, other].allSatisfy { ".,".contains($0) }
    }

    /// Pixels of a word's height below which a comma is a stop and a pixel.
    private static let leastHeightOfStops = 20
}

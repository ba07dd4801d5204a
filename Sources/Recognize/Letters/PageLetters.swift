import Model

/// Holds each letter of a page against the page's others. A page is printed in few faces and worn, scanned or photographed
/// as a whole, and nearly all of it was read right. So a letter that looks like the page's c's and unlike its e's is a c,
/// however sure a recognizer is that it is an e, and one that looks like others of its name and of no other is right,
/// whatever other readings make of it. That needs no font and no language; the idea is that of style-consistent
/// recognition (Sarkar and Nagy, *Style Consistent Classification of Isogenous Patterns*, IEEE PAMI 27(1), 2005).
struct PageLetters {
    private let glyphs: [[Glyph]?]
    /// By character: those that others are held against.
    private let fellows: [(character: Character, glyphs: [Glyph])]

    /// Characters of a name that are looked at, spread over the page, and what a word must be worth to be among them.
    private static let (mostFellows, leastConfidence) = (120, 0.8)
    /// Of the nearest ones of a name, how many are looked at.
    private static let nearest = 3
    /// A distance up to which two are the same character; of 82,000 letters of 80 pages of deeds 88 % lie as near to others
    /// of their name, and six to others of another name: all six had been misread.
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
        var texts: [String: Int] = [:]
        glyphs = try words.map { word in
            let letters = word.text.filter { $0.isLetter || $0.isNumber }
            let text = texts[letters, default: texts.count]
            texts[letters] = text
            return try cutter.glyphs(of: word, text: text)
        }
        let sure = zip(words, glyphs).filter { $0.0.confidence >= Self.leastConfidence }.flatMap { $0.1 ?? [] }
        fellows = Dictionary(grouping: sure, by: \.character).sorted { $0.key < $1.key }.map { character, all in
            let step = max(1, (all.count + Self.mostFellows - 1) / Self.mostFellows)
            return (character, stride(from: 0, to: all.count, by: step).map { all[$0] })
        }
    }

    /// The words, letters that are plainly others put right, and those marked whose every letter is borne out.
    func judged(_ words: [ReadWord]) -> [ReadWord] {
        zip(words, glyphs).map { word, glyphs in
            guard let glyphs else { return word }
            let verdicts = glyphs.map { verdict(of: $0, inHeight: word.box.height) }
            // Where two letters touch and a third fell apart, there are as many patches, and each letter seems another.
            guard verdicts.allSatisfy({ $0 != .open }) else { return word }
            var judged = word
            for (glyph, verdict) in zip(glyphs, verdicts).reversed() {
                guard case .other(let character) = verdict else { continue }
                judged.text.replaceSubrange(glyph.place...glyph.place, with: String(character))
            }
            judged.isBorneOut = true
            return judged
        }
    }

    private enum Verdict: Equatable {
        /// It looks like others of its name, and of no other.
        case own
        /// It looks like those of another name, and not of its own.
        case other(Character)
        case open
    }

    private func verdict(of glyph: Glyph, inHeight height: Int) -> Verdict {
        var own = Nearness()
        var other: (nearness: Nearness, character: Character) = (Nearness(), " ")
        var nearestOther = Self.far
        for (character, fellows) in fellows {
            let nearness = Nearness(of: glyph, among: fellows)
            if character == glyph.character {
                own = nearness
            } else if !Self.looksAlike(character, glyph.character) {
                nearestOther = min(nearestOther, nearness.distance)
                if nearness.count >= Self.nearest, nearness.distance < other.nearness.distance {
                    other = (nearness, character)
                }
            }
        }
        if own.count > 1, own.distance < Self.same, nearestOther > Self.farther * own.distance { return .own }
        let isOther =
            own.count >= Self.nearest && other.nearness.distance < Self.same
            && other.nearness.distance < Self.nearer * own.distance
        return isOther && Self.mayBe(other.character, for: glyph.character, inHeight: height)
            ? .other(other.character) : .open
    }

    /// How near a glyph is to the nearest of a name.
    private struct Nearness {
        /// The mean over up to three.
        var distance = PageLetters.far
        /// How many there are in other words: a name that stands on the page several times was misread as often.
        var count = 0

        init() {}

        init(of glyph: Glyph, among fellows: [Glyph]) {
            var nearest = SIMD4<Float>(repeating: PageLetters.far)
            for fellow in fellows where fellow.text != glyph.text {
                count += 1
                let distance = glyph.distance(to: fellow, below: nearest[2])
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
        ["c", "C"], ["o", "O", "0"], ["s", "S"], ["v", "V"], ["w", "W"], ["x", "X"], ["z", "Z"], ["u", "U"],
        ["p", "P"],
        ["k", "K"], ["y", "Y"], ["l", "I", "|", "1"], [",", "'", "’", "`", "‘"], ["-", "–", "—", "_"],
    ]

    private static func looksAlike(_ first: Character, _ second: Character) -> Bool {
        lookalikes.contains { $0.contains(first) && $0.contains(second) }
    }

    /// A letter is put in a letter's place, a figure in a figure's, and a comma in a stop's.
    private static func mayBe(_ other: Character, for character: Character, inHeight height: Int) -> Bool {
        character.isLetter && other.isLetter || character.isNumber && other.isNumber
            || height >= leastHeightOfStops && [character, other].allSatisfy { ".,".contains($0) }
    }

    /// Pixels of a word's height below which a comma is a stop and a pixel.
    private static let leastHeightOfStops = 20
}

import Imaging
import Model

/// Holds what was read against the strokes of its letters, where every model takes one for another in some faces, whatever
/// the picture, and is sure of it: a 1 with a flag and a foot for a 4, the small l of typewriters' faces for an L, a c whose
/// ends come near each other for an e, an Å for an Ä or an A.
struct LetterShapes {
    /// In grey: black and white has no hairlines, and a 4 without them is a 1.
    let picture: GreyPicture
    /// Whether a dictionary has a word.
    let isWord: (String) -> Bool
    /// Whether the page's e's have no bars, so that one without is no c (``LostBars``).
    var barsAreLost = false

    /// Height of a letter over its word's, which may hold a comma, and of a small one.
    private static let (leastHeight, leastOfSmall) = (0.55, 0.4)
    /// How much darker than its paper a stroke is at least, over the darkness of ink: hairlines are faint, and the bars of
    /// small e's are the faintest.
    private static let (faint, faintest) = (0.25, 0.16)
    /// The same of a mark.
    private static let dark = 0.45
    /// Pixels of a mark below which nothing shows that it is hollow.
    private static let leastMark = 5

    /// The word with a 1 for each 4 that is one, a c for each e, an Å for each A under a ring, and `All` for `ALL` where its
    /// last letters are small.
    func repaired(_ word: ReadWord) throws -> ReadWord {
        let suspects = suspects(in: word)
        guard !suspects.isEmpty else { return word }
        guard let letters = try letters(of: word) else { return try withOneC(word) ?? spelled(word) }
        var repaired = word
        if suspects.contains("L"), letters.dropFirst().allSatisfy({ $0.character != "L" || $0.strokes.isSmallL }) {
            let first = word.text.firstIndex(where: \.isLetter) ?? word.text.startIndex
            repaired.text = word.text[...first] + word.text[first...].dropFirst().lowercased()
        }
        for letter in letters.reversed() {
            if let other = letter.other, suspects.contains(letter.character) {
                repaired.text.replaceSubrange(letter.place...letter.place, with: String(other))
            }
        }
        return try suspects.contains("e") || suspects.contains("c") ? spelled(repaired) : repaired
    }

    /// `Inc.` for `Ince.`: a c that was read twice, the second time as an e. Nil where the ink has as many letters.
    private func withOneC(_ word: ReadWord) throws -> ReadWord? {
        guard !word.isKnown, let pair = word.text.firstRange(of: "ce") else { return nil }
        var once = word
        once.text.remove(at: word.text.index(after: pair.lowerBound))
        let bow = try letters(of: once)?.first { $0.place == pair.lowerBound }
        return bow?.strokes.isC == true ? once : nil
    }

    /// `Stockton` for `Stoekton`, `Terrace` for `Tcrracc`: a word of the dictionary for one that is none, unless the ink
    /// shows the letter that was read. In black and white that lost its hairlines, an e's bar among them, nothing but the
    /// language tells the two.
    func spelled(_ word: ReadWord) throws -> ReadWord {
        let spellings = word.text.ranges(of: /\p{L}+/).compactMap { Self.spelling(of: $0, in: word.text, isWord) }
        guard !spellings.isEmpty, let print = try print(of: word, least: Self.leastOfSmall) else { return word }
        let centres = Self.centres(of: word.text, in: print.place)
        var spelled = word
        for changed in spellings {
            let isContradicted = changed.contains { place in
                guard let centre = centres[place],
                    let nearest = print.patches.indices.min(by: {
                        abs(print.patches[$0].midX - centre) < abs(print.patches[$1].midX - centre)
                    })
                else { return false }
                let strokes = print.letter(nearest)
                // Where one e lost its bar, others have as well; a name such as `Maric` has but one c.
                return word.text[place] == "e" ? strokes.hasBar : !barsAreLost && changed.count == 1 && strokes.isC
            }
            for place in changed where !isContradicted {
                spelled.text.replaceSubrange(place...place, with: word.text[place] == "c" ? "e" : "c")
            }
        }
        return spelled
    }

    /// The c's and e's of a part of a word that have to change places to make it a word; nil where it is one, and where
    /// there is no one way.
    private static func spelling(
        of part: Range<String.Index>, in text: String, _ isWord: (String) -> Bool
    ) -> [String.Index]? {
        let bows = text[part].indices.filter { "ce".contains(text[$0]) }
        guard text[part].count >= leastSpelled, (1...mostBows).contains(bows.count), !isWord(String(text[part])) else {
            return nil
        }
        let spellings = (1..<(1 << bows.count)).map { chosen in
            bows.indices.filter { chosen & (1 << $0) != 0 }.map { bows[$0] }
        }.filter { changed in
            isWord(String(text[part].indices.map { changed.contains($0) ? (text[$0] == "c" ? "e" : "c") : text[$0] }))
        }
        return spellings.count == 1 ? spellings[0] : nil
    }

    /// Letters below which a word of the dictionary proves nothing, and c's and e's above which there are too many others.
    private static let (leastSpelled, mostBows) = (5, 4)

    /// Where the middle of each letter is, by their usual widths.
    private static func centres(of text: String, in place: Box) -> [String.Index: Double] {
        func width(_ letter: Character) -> Double {
            if "iljtfrI|!.,;:'()[]".contains(letter) { return 0.6 }
            return letter.isUppercase || letter == "m" || letter == "w" ? 1.5 : 1
        }
        let whole = text.reduce(0) { $0 + width($1) }
        var before = 0.0
        return Dictionary(
            uniqueKeysWithValues: text.indices.map { index in
                defer { before += width(text[index]) }
                return (index, Double(place.x) + Double(place.width) * (before + width(text[index]) / 2) / whole)
            })
    }

    /// The letters of a word that may be others.
    private func suspects(in word: ReadWord) -> Set<Character> {
        var suspects: Set<Character> = []
        if word.text.contains("4"), !word.text.contains(where: \.isLowercase) { suspects.insert("4") }
        if word.text.contains("L"), word.text.wholeMatch(of: /\P{L}*\p{Lu}L+\P{L}*/) != nil { suspects.insert("L") }
        let isName = word.text.first { $0.isLetter }?.isUppercase == true
        if word.text.contains("e"), !barsAreLost, !word.isKnown || isName { suspects.insert("e") }
        if word.text.contains("c"), !word.isKnown { suspects.insert("c") }
        if isName { suspects.formUnion(Letter.ringed.keys.filter(word.text.contains)) }
        return suspects
    }

    private struct Letter {
        var character: Character
        var place: String.Index
        var strokes: LetterStrokes

        static let ringed: [Character: Character] = ["A": "Å", "Ä": "Å", "a": "å", "ä": "å"]

        /// What it is by its strokes; nil where they say nothing.
        var other: Character? {
            switch character {
            case "4": strokes.isOne ? "1" : nil
            case "e": strokes.isC ? "c" : nil
            default: strokes.hasRing ? Self.ringed[character] : nil
            }
        }
    }

    /// A word's high patches of ink, from the left.
    private struct Print {
        /// The word's place in its cut.
        var place: Box
        var strokes: InkMap
        var bars: InkMap
        var marks: [Box]
        var patches: [Box]

        func letter(_ index: Int) -> LetterStrokes {
            LetterStrokes(
                ink: strokes, bars: bars, letter: patches[index], before: index > 0 ? patches[index - 1].maxX + 1 : 0,
                marks: marks)
        }
    }

    /// Of each small e of a word that is large enough to show it, whether it has its bar; none where the word's letters are not
    /// one patch of ink each.
    func barsOfEs(in word: ReadWord) throws -> [Bool] {
        try (letters(of: word) ?? []).filter { $0.character == "e" && $0.strokes.mayShowBar }.map(\.strokes.hasBar)
    }

    /// A word's high letters and figures, each with its strokes; nil where they are not one patch of ink each.
    private func letters(of word: ReadWord) throws -> [Letter]? {
        let places = word.text.indices.filter { Self.isHigh(word.text[$0]) }
        let least = word.text.contains(where: \.isLowercase) ? Self.leastOfSmall : Self.leastHeight
        guard let print = try print(of: word, least: least), print.patches.count == places.count else { return nil }
        return places.indices.map {
            Letter(character: word.text[places[$0]], place: places[$0], strokes: print.letter($0))
        }
    }

    /// - Parameter least: height of a letter over the word's.
    /// - Returns: nil where there is nothing but paper.
    private func print(of word: ReadWord, least: Double) throws -> Print? {
        // A mark stands higher than the box of a word that was read without it.
        var part = word.box.inset(by: -max(2, word.box.height / 4))
        (part.y, part.height) = (part.y - word.box.height / 4, part.height + word.box.height / 4)
        part = part.intersection(picture.bounds)
        guard !part.isEmpty else { return nil }
        let cut = picture.cropped(to: part)
        let level = try Image(width: cut.width, height: cut.height, grey: cut.bytes).otsuLevel()
        guard let means = cut.means(ofInkBelow: level) else { return nil }
        /// What is darker than the paper by a share of the ink's darkness.
        func ink(_ share: Double) -> InkMap {
            InkMap(cut.inBlack(below: Int(means.paper - share * (means.paper - means.ink))))
        }
        let place = word.box.moved(by: -part.x, -part.y)
        let least = Int(least * Double(place.height))
        // By the halves of a 0 that has hairlines between them, the second would be taken for the next figure.
        let strokes = ink(Self.faint)
        let patches = strokes.components().map(\.box).filter { patch in
            patch.height >= least && patch.intersection(place).area * 5 > patch.area * 3
        }.sorted { $0.x < $1.x }
        // In what is darker a mark hardly touches its letter.
        let marks = ink(Self.dark).components().map(\.box).filter { $0.height < least && $0.height >= Self.leastMark }
        return Print(place: place, strokes: strokes, bars: ink(Self.faintest), marks: marks, patches: patches)
    }

    private static func isHigh(_ character: Character) -> Bool {
        character.isNumber || character.isLetter || "/()$#&@!?[]{}".contains(character)
    }
}

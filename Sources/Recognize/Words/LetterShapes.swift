import Imaging
import Model

/// Holds what was read against the strokes of its letters, where every model takes one for another in some faces, whatever
/// the picture, and is sure of it: a 1 with a flag and a foot for a 4, the small l of typewriters' faces for an L, a c whose
/// ends come near each other for an e, an Å for an Ä or an A.
struct LetterShapes {
    /// In grey: black and white has no hairlines, and a 4 without them is a 1.
    let picture: GreyPicture

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
        let suspects = Self.suspects(in: word)
        guard !suspects.isEmpty else { return word }
        guard let letters = try letters(of: word) else { return try withOneC(word) ?? word }
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
        return repaired
    }

    /// `Inc.` for `Ince.`: a c that was read twice, the second time as an e. Nil where the ink has as many letters.
    private func withOneC(_ word: ReadWord) throws -> ReadWord? {
        guard !word.isKnown, let pair = word.text.firstRange(of: "ce") else { return nil }
        var once = word
        once.text.remove(at: word.text.index(after: pair.lowerBound))
        let bow = try letters(of: once)?.first { $0.place == pair.lowerBound }
        return bow?.strokes.isC == true ? once : nil
    }

    /// The letters of a word that may be others.
    private static func suspects(in word: ReadWord) -> Set<Character> {
        var suspects: Set<Character> = []
        if word.text.contains("4"), !word.text.contains(where: \.isLowercase) { suspects.insert("4") }
        if word.text.wholeMatch(of: /\P{L}*\p{Lu}L+\P{L}*/) != nil { suspects.insert("L") }
        let isName = word.text.first { $0.isLetter }?.isUppercase == true
        if word.text.contains("e"), !word.isKnown || isName { suspects.insert("e") }
        if isName { suspects.formUnion(Letter.ringed.keys.filter(word.text.contains)) }
        return suspects
    }

    private struct Letter {
        var character: Character
        var place: String.Index
        var strokes: Strokes

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

    /// A word's high letters and figures, each with its strokes; nil where they are not one patch of ink each.
    private func letters(of word: ReadWord) throws -> [Letter]? {
        let places = word.text.indices.filter { Self.isHigh(word.text[$0]) }
        // A mark stands higher than the box of a word that was read without it.
        var part = word.box.inset(by: -max(2, word.box.height / 4))
        (part.y, part.height) = (part.y - word.box.height / 4, part.height + word.box.height / 4)
        part = part.intersection(picture.bounds)
        guard !part.isEmpty else { return nil }
        let cut = picture.cropped(to: part)
        let level = try Image(width: cut.width, height: cut.height, grey: cut.bytes).otsuLevel()
        // By the halves of a 0 that has hairlines between them, the second would be taken for the next figure.
        let ink = InkMap(cut.inBlack(below: cut.levelOfFaint(Self.faint, inkBelow: level)))
        let bars = InkMap(cut.inBlack(below: cut.levelOfFaint(Self.faintest, inkBelow: level)))
        let place = word.box.moved(by: -part.x, -part.y)
        let least = Int(
            (word.text.contains(where: \.isLowercase) ? Self.leastOfSmall : Self.leastHeight) * Double(place.height))
        let patches = ink.components().map(\.box).filter { patch in
            patch.height >= least && patch.intersection(place).area * 5 > patch.area * 3
        }.sorted { $0.x < $1.x }
        // In what is darker a mark hardly touches its letter.
        let dark = InkMap(cut.inBlack(below: cut.levelOfFaint(Self.dark, inkBelow: level)))
        let marks = dark.components().map(\.box).filter {
            $0.height < least && $0.height >= Self.leastMark
        }
        guard patches.count == places.count else { return nil }
        let ends = [0] + patches.map(\.maxX)
        return places.indices.map { index in
            let strokes = Strokes(
                ink: ink, bars: bars, letter: patches[index], before: ends[index] + (index > 0 ? 1 : 0), marks: marks)
            return Letter(character: word.text[places[index]], place: places[index], strokes: strokes)
        }
    }

    private static func isHigh(_ character: Character) -> Bool {
        character.isNumber || character.isLetter || "/()$#&@!?[]{}".contains(character)
    }
}

/// The strokes of one letter or figure, row by row.
private struct Strokes {
    let ink: InkMap
    /// With what is fainter yet.
    let bars: InkMap
    let letter: Box
    /// Where the letter before ends: hairlines that are no part of the patch are sought up to there.
    let before: Int
    /// Lower patches of the word's picture.
    let marks: [Box]

    /// Rows from the letter's top, over its height: those that a 4's slanting stroke and its bar cross, the stem's of an L,
    /// those of flags, and those of feet.
    private static let (crossed, stem, flags, feet) = (0.55...0.8, 0.55...0.7, 0.0...0.5, 0.84...0.98)
    /// Rows of an e's bar and the right side over it, below what ends a c's bow; the bow's width over the letter's; and the
    /// gap in a c's middle over its height, which an e's bar halves.
    private static let (open, thickestBow, leastGap) = (0.48...0.56, 0.5, 0.55)
    /// Pixels of a high letter and of a c below which strokes run into each other.
    private static let (leastOfHigh, leastOfC) = (12, 9)
    /// Of a stem, over the letter's height.
    private static let widestStem = 0.3
    /// How far a flag stands out left of the stem, over the letter's height, and how far a foot may that is none.
    private static let (leastFlag, mostFoot) = (0.08, 0.05)

    /// A 4 has a bar and a stroke left of its stem, where a 1 has nothing.
    var isOne: Bool {
        guard let left = stemLeft(in: Self.crossed) else { return false }
        return reach(of: Self.flags, leftOf: left) >= Self.leastFlag
    }

    /// With a flag at its top and no foot on the same side; an L has neither or both.
    var isSmallL: Bool {
        guard let left = stemLeft(in: Self.stem) else { return false }
        return reach(of: Self.flags, leftOf: left) >= Self.leastFlag
            && reach(of: Self.feet, leftOf: left) <= Self.mostFoot
    }

    /// An e has a bar across and a closed right side over it, where a c has nothing but its bow.
    var isC: Bool {
        let bows = runs(Self.open, of: bars, from: letter.x)
        let thickest = Self.thickestBow * Double(letter.width)
        guard letter.height >= Self.leastOfC,
            bows.allSatisfy({ row in row.count == 1 && Double(row[0].upperBound - letter.x) <= thickest })
        else { return false }
        let middle = letter.x + letter.width / 2...letter.x + letter.width * 3 / 5
        let rows = letter.y..<letter.maxY
        return middle.allSatisfy { column in
            let inked = rows.filter { row in
                bars.ink(in: Box(x: column, y: row, width: 1, height: 1)) > 0
            }
            let gap = zip(inked, inked.dropFirst()).map { $1 - $0 }.max() ?? 0
            return Double(gap) >= Self.leastGap * Double(letter.height)
        }
    }

    /// A mark as wide as it is high, and hollow, stands over it.
    var hasRing: Bool {
        marks.contains { mark in
            let (width, height) = (Double(mark.width), Double(letter.height))
            guard Self.ringShapes.contains(width / Double(mark.height)),
                Self.ringHeights.contains(Double(mark.height) / height),
                abs(mark.midX - letter.midX) < Self.ringOffset * Double(letter.width),
                Self.ringGaps.contains(Double(letter.y - mark.maxY) / height)
            else { return false }
            let across = ink.runs(in: Box(x: mark.x, y: mark.y + mark.height / 2, width: mark.width, height: 1))
            let down = (mark.y..<mark.maxY).filter { row in
                ink.ink(in: Box(x: mark.x + mark.width / 2, y: row, width: 1, height: 1)) > 0
            }
            return across.count == 2 && zip(down, down.dropFirst()).contains { $1 - $0 > 1 }
        }
    }

    /// Of a ring: its width over its height, its height and the gap under it over the letter's height, and how far it lies
    /// off the letter's middle over its width.
    private static let (ringShapes, ringHeights) = (0.7...1.4, 0.15...0.6)
    private static let (ringGaps, ringOffset) = (-0.4...0.3, 0.3)

    /// Where a stem begins that is all there is in some rows; nil where there is more.
    private func stemLeft(in rows: ClosedRange<Double>) -> Int? {
        guard letter.height >= Self.leastOfHigh else { return nil }
        let stems = runs(rows)
        guard stems.allSatisfy({ $0.count == 1 && Double($0[0].count) <= Self.widestStem * Double(letter.height) })
        else { return nil }
        return stems.map { $0[0].lowerBound }.min()
    }

    /// How far ink reaches beyond the stem, over the letter's height.
    private func reach(of rows: ClosedRange<Double>, leftOf stem: Int) -> Double {
        let left = runs(rows).compactMap(\.first?.lowerBound).min() ?? stem
        return Double(stem - left) / Double(letter.height)
    }

    /// - Parameter left: from where; nil: from the letter before, as far as half of this one's height.
    private func runs(
        _ part: ClosedRange<Double>, of other: InkMap? = nil, from left: Int? = nil
    ) -> [[Range<Int>]] {
        let height = Double(letter.height)
        let left = left ?? min(letter.x, max(before, letter.x - letter.height / 2))
        return (letter.y + Int(part.lowerBound * height)...letter.y + Int(part.upperBound * height)).map {
            (other ?? ink).runs(in: Box(x: left, y: $0, width: letter.maxX - left, height: 1))
        }
    }
}

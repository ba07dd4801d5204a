import Model

/// The strokes of one letter or figure, row by row.
struct LetterStrokes {
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

    /// Whether it is large enough for an e's bar to be told from its bow.
    var mayShowBar: Bool { letter.height >= Self.leastOfC }

    /// A stroke goes across its middle, as an e's does.
    var hasBar: Bool {
        guard mayShowBar else { return false }
        return runs(Self.middle, of: bars, from: letter.x).contains { row in
            row.contains { Double($0.count) >= Self.leastBar * Double(letter.width) }
        }
    }

    /// Rows of an e's bar, and its width over the letter's.
    private static let (middle, leastBar) = (0.35...0.65, 0.8)

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

import Imaging
import Model

/// Numbers held against their patches of ink.
///
/// With more figures than patches: in some faces the engine reads a 1 as 41, and is sure of it. They are read once more,
/// by themselves, and doubted where that does not give as many figures as there are patches. And with a 0 that is wider
/// than the other figures, which are of one width as a rule: it may be the letter O, and they are doubted. So are numbers
/// of letters and figures with a 1 that is nothing but a bar, as the letter I is, and those with a 9 or a 6 that is closed
/// on both sides, as a 0 is.
struct FigureCount {
    let engine: TextEngine
    /// The page in grey, evenly lit.
    let picture: Image
    let components: [InkComponent]

    /// Height of a figure over its word's, which may hold a comma.
    private static let leastHeight = 0.55
    /// How far beside its word's box a figure may stand, over the box's height: less than most of the next word's first.
    private static let reach = 0.33
    /// Width of a figure over its height; two that touch are wider.
    private static let mostWidth = 0.85
    private static let readHeight = 36.0
    private static let margin = 0.35
    /// Width of a letter O over that of a figure: 1.3 to 1.4 in most faces, 1 in typewriters'.
    private static let wideZero = 1.2
    /// What a second reading needs to be believed, and what a number is worth that has figures too many.
    private static let (sure, contradicted) = (0.6, 0.4)
    /// Where there are many, the patches tell nothing.
    private static let most = 12

    /// - Parameter words: of the page.
    func checked(_ words: [ReadWord], within time: Duration) throws -> [ReadWord] {
        let end = ContinuousClock.now + time
        let rows = Dictionary(grouping: components) { $0.box.y / Self.band }
        let suspects = words.indices.compactMap { index -> (index: Int, count: Int)? in
            patches(in: words[index], rows).map { (index, $0) }
        }
        var words = words
        for index in words.indices
        where try hasWideZero(words[index], rows) || hasBareOne(words[index], rows)
            || hasClosedFigure(words[index], rows)
        {
            Self.contradict(&words[index])
        }
        guard suspects.count <= Self.most else { return words }
        for (index, count) in suspects where ContinuousClock.now < end {
            // A line of the ground that runs through a figure makes it no patch of the page's black and white.
            if try hasAll(words[index]) { continue }
            let text = try read(words[index].box, within: end - ContinuousClock.now)
            if let text, Self.figures(in: text).count == count {
                words[index].text = text
            } else {
                Self.contradict(&words[index])
            }
        }
        return words
    }

    private static func contradict(_ word: inout ReadWord) {
        word.confidence = min(word.confidence, contradicted)
        word.isContradicted = true
    }

    /// Pixels of a band by which patches are found.
    private static let band = 64

    /// How many patches a number has where they are fewer than its figures and none is of two that touch.
    private func patches(in word: ReadWord, _ rows: [Int: [InkComponent]]) -> Int? {
        let expected = Self.figures(in: word.text).count
        guard expected >= 2, word.text.allSatisfy({ !$0.isLowercase }), word.text.contains(where: \.isNumber) else {
            return nil
        }
        let inside = figureBoxes(in: word, rows)
        let heights = inside.map(\.height).sorted()
        guard let tallest = heights.last, inside.count < expected, !isBroken(word, rows) else { return nil }
        let widest = Self.mostWidth * Double(heights[heights.count / 2])
        // Parts of a signature or a rule are no figures.
        guard heights.allSatisfy({ $0 * 4 > tallest * 3 }), inside.allSatisfy({ Double($0.width) < widest }) else {
            return nil
        }
        return inside.count
    }

    /// Size of a broken figure's part, over the word's height; a point is smaller.
    private static let leastPart = 0.25

    /// Whether figures fell apart where their hairlines were lost: more small patches stand there than hyphens and commas.
    private func isBroken(_ word: ReadWord, _ rows: [Int: [InkComponent]]) -> Bool {
        let (least, most) = (Self.leastPart * Double(word.box.height), Self.leastHeight * Double(word.box.height))
        let parts = near(word, rows).map(\.box).count { (box: Box) -> Bool in
            guard Double(max(box.width, box.height)) >= least, Double(box.height) < most else { return false }
            return box.intersection(word.box).area * 5 > box.area * 3
        }
        return parts > word.text.count { !$0.isNumber && !$0.isLetter && $0 != "." }
    }

    /// Patches in a word's place that are as high as its figures, from left to right. The engine's boxes at times begin or
    /// end in the middle of a figure.
    private func figureBoxes(in word: ReadWord, _ rows: [Int: [InkComponent]]) -> [Box] {
        figurePatches(in: word, rows).map(\.box)
    }

    private func figurePatches(in word: ReadWord, _ rows: [Int: [InkComponent]]) -> [InkComponent] {
        let least = Self.leastHeight * Double(word.box.height)
        let reach = Int(Self.reach * Double(word.box.height))
        let place = Box(
            x: word.box.x - reach, y: word.box.y, width: word.box.width + 2 * reach, height: word.box.height)
        var patches = near(word, rows).filter { Double($0.box.height) >= least }
        let border = patches.partition { $0.box.intersection(place).area * 5 > $0.box.area * 3 }
        let beside = patches[..<border].filter { $0.box.horizontalOverlap(place) > Self.leastOfWord }
        return Self.slanting(from: Array(patches[border...]), by: beside).sorted { $0.box.x < $1.box.x }
    }

    /// On a line that slants: the heights of two figures side by side over each other, and of a patch's height and width what
    /// it shares at least with the figure beside it and with the word, and at most with the figure.
    private static let (alike, leastBeside, leastOfWord, mostOfNext) = (0.8...1.25, 0.7, 0.6, 0.5)

    /// Figures with those that a slanting line has above and below the engine's box, which is as high as one of them.
    private static func slanting(from inside: [InkComponent], by others: [InkComponent]) -> [InkComponent] {
        var (found, rest) = (inside, others)
        func isNext(_ patch: Box) -> Bool {
            let beside = found.map(\.box).min { abs($0.midX - patch.midX) < abs($1.midX - patch.midX) }
            guard let beside else { return false }
            return alike.contains(Double(patch.height) / Double(beside.height))
                && patch.verticalOverlap(beside) >= leastBeside && patch.horizontalOverlap(beside) < mostOfNext
        }
        while let next = rest.firstIndex(where: { isNext($0.box) }) { found.append(rest.remove(at: next)) }
        return found
    }

    private func near(_ word: ReadWord, _ rows: [Int: [InkComponent]]) -> [InkComponent] {
        let first = max(0, word.box.y - Self.band) / Self.band
        return (first...max(first, word.box.maxY / Self.band)).flatMap { rows[$0] ?? [] }
    }

    /// Share of its box that a bar fills, and its width over its height. A 1 with a flag or a foot fills half.
    private static let (leastOfBar, widestBar) = (0.82, 0.3)

    private func hasBareOne(_ word: ReadWord, _ rows: [Int: [InkComponent]]) -> Bool {
        guard word.text.contains("1"), word.text.contains(where: \.isUppercase),
            word.text.allSatisfy({ !$0.isLowercase })
        else { return false }
        let figures = Self.figures(in: word.text)
        let patches = figurePatches(in: word, rows)
        guard figures.count >= 5, patches.count == figures.count else { return false }
        return zip(figures, patches).contains { figure, patch in
            figure == "1" && patch.density >= Self.leastOfBar
                && Double(patch.box.width) <= Self.widestBar * Double(patch.box.height)
        }
    }

    /// Where a 9 is open on its left and a 6 on its right, over its height from the top; and how near to that side its ink
    /// comes all along there, over its width, where it is closed: a 0 with a dot or a stroke in it is read as either.
    private static let (openOfNine, openOfSix, nearSide) = (0.62...0.74, 0.28...0.38, 0.2)
    /// Width of a figure over its height; half in narrow print.
    private static let leastWidth = 0.4
    /// Times its own that a figure is enlarged, so that its edge tells.
    private static let enlargement = 4.0

    private func hasClosedFigure(_ word: ReadWord, _ rows: [Int: [InkComponent]]) throws -> Bool {
        guard word.slant == nil, word.text.contains(where: { "69".contains($0) }),
            word.text.allSatisfy({ !$0.isLowercase })
        else { return false }
        let figures = Self.figures(in: word.text)
        let boxes = figureBoxes(in: word, rows)
        guard boxes.count == figures.count else { return false }
        return try zip(figures, boxes).contains { figure, box in
            try figure == "9" && isClosed(Self.whole(box, among: boxes), on: Self.openOfNine, isLeft: true)
                || figure == "6" && isClosed(Self.whole(box, among: boxes), on: Self.openOfSix, isLeft: false)
        }
    }

    /// Height of a figure's patch over those of the others, where it is the whole of it.
    private static let wholeHeight = 0.85

    /// The place of a figure whose patch is less than it, as high as the figure beside it: its bowl alone is closed always.
    private static func whole(_ box: Box, among boxes: [Box]) -> Box {
        let least = wholeHeight * Double(boxes.map(\.height).max() ?? 0)
        let beside = boxes.filter { Double($0.height) >= least }
            .min { abs($0.midX - box.midX) < abs($1.midX - box.midX) }
        guard Double(box.height) < least, let beside else { return box }
        return Box(x: box.x, y: beside.y, width: box.width, height: beside.height)
    }

    private func isClosed(_ box: Box, on band: ClosedRange<Double>, isLeft: Bool) throws -> Bool {
        let part = box.intersection(picture.bounds)
        // A stroke alone, which is left where black and white lost a figure's hairlines, tells nothing.
        guard part.width > 3, part.height > 6, Double(part.width) >= Self.leastWidth * Double(part.height) else {
            return false
        }
        let large = try GreyPicture(picture.cropped(to: part).scaled(by: Self.enlargement))
        let level = (Int(large.bytes.min() ?? 0) + Int(large.bytes.max() ?? 255)) / 2
        let most = Int(Self.nearSide * Double(large.width))
        let first = Int(band.lowerBound * Double(large.height))
        let last = min(large.height - 1, Int(band.upperBound * Double(large.height)))
        return (first...last).allSatisfy { row in
            let line = large.bytes[(row * large.width)..<((row + 1) * large.width)]
            let side = isLeft ? Array(line.prefix(most + 1)) : Array(line.suffix(most + 1))
            return side.contains { Int($0) < level }
        }
    }

    private func hasWideZero(_ word: ReadWord, _ rows: [Int: [InkComponent]]) -> Bool {
        // A date has no letters, nor has a decimal.
        guard word.text.contains("0"),
            word.text.wholeMatch(of: /\d\d[.\/-]\d\d[.\/-]\d{4}|\d+\.\d+/) == nil
        else { return false }
        let figures = Self.figures(in: word.text)
        let boxes = figureBoxes(in: word, rows)
        guard boxes.count == figures.count else { return false }
        let others = zip(figures, boxes).filter { ("2"..."9").contains($0.0) }.map(\.1.width).sorted()
        guard others.count >= 2 else { return false }
        // Small figures' widths are whole pixels.
        let widest = Self.wideZero * Double(others[others.count / 2]) + 1
        return zip(figures, boxes).contains { $0.0 == "0" && Double($0.1.width) > widest }
    }

    /// Share of the paper's light that figures stay below, and lines of a ground do not.
    private static let dark = 0.6

    /// Whether a number's figures are all patches of what is much darker than the paper around it.
    private func hasAll(_ word: ReadWord) throws -> Bool {
        let part = word.box.inset(by: -max(2, word.box.height / 2)).intersection(picture.bounds)
        guard !part.isEmpty else { return false }
        let cut = try GreyPicture(picture.cropped(to: part))
        var rest = part.area / 4
        let paper = cut.histogram(in: cut.bounds, step: 1).enumerated().reversed().first { _, count in
            rest -= count
            return rest <= 0
        }?.offset
        let darkest = Int(Self.dark * Double(paper ?? 255))
        let patches = InkMap(cut.inBlack(below: darkest)).components().map { patch in
            var patch = patch
            patch.box = patch.box.moved(by: part.x, part.y)
            return patch
        }
        let figures = figureBoxes(in: word, Dictionary(grouping: patches) { $0.box.y / Self.band })
        return figures.count == Self.figures(in: word.text).count
    }

    /// Characters that are one patch each and as high as a figure.
    private static func figures(in text: String) -> [Character] {
        Array(text).filter { $0.isNumber || $0.isUppercase || "/()$#&".contains($0) }
    }

    private func read(_ box: Box, within time: Duration) throws -> String? {
        let margin = max(2, Int(Double(box.height) * Self.margin))
        let part = box.inset(by: -margin).intersection(picture.bounds)
        guard !part.isEmpty else { return nil }
        let factor = min(4, max(0.25, Self.readHeight / Double(max(1, box.height))))
        let words = try engine.words(
            in: GreyPicture(picture.cropped(to: part).scaled(by: factor)), as: .rawLine, dpi: 300, within: time
        ).words
        guard words.count == 1, let word = words.first, word.confidence >= Self.sure else { return nil }
        return word.text
    }
}

import Imaging
import Model

/// Reads once more, each by itself, patches of print that stand apart and lean or were read badly: a recorder's stamp beside
/// a column of text. The engine looks for level lines across the page, so that it tears such a patch's words apart, takes
/// some of them for the end of the line beside and loses the last figures of its numbers.
struct PatchReader {
    let engine: TextEngine
    let images: PageImages
    /// Pixels per inch of the page.
    let dpi: Double

    /// Side of the cells, in inches, by which print is put together: wider than the gaps between words and lines,
    /// narrower than those between a stamp and what it stands beside.
    private static let cell = 0.085
    /// Of a patch, in inches.
    private static let widths = 0.7...4.6
    private static let heights = 0.25...2.6
    /// Of its letters, in inches; larger patches of ink are frames, pictures and pens' strokes.
    private static let mostLetter = 0.3
    private static let leastLetters = 20
    /// Share of a patch's letters that stand in no word read surely, from which it is read again.
    private static let unread = 0.06
    private static let sure = 0.75
    /// Pages have a stamp or two; more patches are the cells of a form, which the engine reads well.
    private static let mostPatches = 3
    /// Degrees that a stamp may lie off level, and that are not worth turning it for.
    private static let (mostSlant, leastSlant) = (12.0, 0.3)
    /// Inches of a line's widest space, and the share of its height that a word of one line overlaps another.
    private static let (wideSpace, sameLine) = (0.2, 0.5)
    /// Height in pixels to which a patch's letters are brought.
    private static let readHeight = 26.0
    /// How much better the second reading must be; no worse where the patch leans.
    private static let gain = 1.05

    struct Patch {
        var box: Box
        /// Everything in it, specks and points too.
        var ink: [Box]
        /// Height of its letters.
        var letter: Int
        /// Share of its letters that stand in no word read surely.
        var unread: Double

        var missed: Double { unread * Double(ink.count) }
    }

    /// - Parameters:
    ///   - words: of the page, line by line.
    ///   - components: of its ink.
    func improved(_ words: [ReadWord], components: [InkComponent], within time: Duration) throws -> [ReadWord] {
        let end = ContinuousClock.now + time
        let cuts: [Cut] = try patches(words, components).map { try cut($0) }
        let suspects = cuts.filter { $0.slant != 0 || $0.patch.unread > Self.unread }
            .filter { cut in !words.contains { $0.confidence >= Self.sure && goesOn($0.box, from: cut.patch) } }
            .sorted { $0.patch.missed > $1.patch.missed }.prefix(Self.mostPatches)
        var words = words
        for cut in suspects where ContinuousClock.now < end {
            let reading = try read(cut, within: end - ContinuousClock.now)
            let old = words.filter { Self.lies($0.box, in: cut.patch.box) }
            guard Self.worth(reading) > (cut.slant == 0 ? Self.gain : 1) * Self.worth(old) else { continue }
            words = Self.replaced(words, in: cut.patch.box, by: reading)
        }
        return words
    }

    // MARK: - Patches

    func patches(_ words: [ReadWord], _ components: [InkComponent]) -> [Patch] {
        let side = max(4, Int(Self.cell * dpi))
        let most = Int(Self.mostLetter * dpi)
        let print = components.map(\.box).filter { $0.height <= most && $0.width <= 3 * most }
        var grid = CellGrid(
            columns: (images.binary.width + side - 1) / side, rows: (images.binary.height + side - 1) / side)
        func cells(_ start: Int, _ end: Int) -> ClosedRange<Int> { (start / side)...(max(start, end - 1) / side) }
        for box in print { grid.mark(columns: cells(box.x, box.maxX), rows: cells(box.y, box.maxY)) }
        let (owners, count) = grid.patches()
        var members = [[Box]](repeating: [], count: count)
        for box in print {
            let owner = owners[box.y / side * grid.columns + box.x / side]
            if owner >= 0 { members[owner].append(box) }
        }
        let read = words.filter { $0.confidence >= Self.sure }.map(\.box)
        return members.compactMap { patch(of: $0, read: read) }
    }

    /// Whether a word beside a patch is of its line: no farther than a wide space from its print.
    private func goesOn(_ word: Box, from patch: Patch) -> Bool {
        guard !Self.lies(word, in: patch.box), word.verticalOverlap(patch.box) > Self.sameLine else { return false }
        return patch.ink.contains { ink in
            let gap = Double(max(word.x - ink.maxX, ink.x - word.maxX))
            return gap < Self.wideSpace * dpi && ink.height * 2 > patch.letter
                && word.verticalOverlap(ink) > Self.sameLine
        }
    }

    private func patch(of members: [Box], read: [Box]) -> Patch? {
        guard members.count >= Self.leastLetters, let box = Box.around(members),
            Self.widths.contains(Double(box.width) / dpi), Self.heights.contains(Double(box.height) / dpi)
        else { return nil }
        let heights = members.map(\.height).filter { Double($0) > 0.025 * dpi }.sorted()
        guard heights.count >= Self.leastLetters else { return nil }
        let letter = heights[heights.count / 2]
        let letters = members.filter { (letter * 3 / 5...letter * 8 / 5).contains($0.height) && $0.width < 3 * letter }
        guard letters.count * 10 >= heights.count * 7 else { return nil }
        let missed = letters.count { box in !read.contains { Self.lies(box, in: $0) } }
        return Patch(box: box, ink: members, letter: letter, unread: Double(missed) / Double(letters.count))
    }

    // MARK: - Reading

    /// A patch in a picture of its own.
    private struct Cut {
        var patch: Patch
        /// In grey, without what else stands near, a frame above all.
        var image: Image
        /// On the page.
        var place: Box
        /// Degrees that its lines run clockwise of level.
        var slant: Double
    }

    private func cut(_ patch: Patch) throws -> Cut {
        let margin = max(4, patch.letter)
        let part = patch.box.inset(by: -margin)
        let source = try GreyPicture(images.normalised.cropped(to: part))
        let place = part.intersection(images.normalised.bounds)
        var alone = GreyPicture(
            bytes: [UInt8](repeating: 255, count: source.width * source.height), width: source.width,
            height: source.height)
        for box in patch.ink {
            // With its soft edges, and with hyphens and points that are too faint to be ink.
            let own = Box(
                x: box.x - place.x - patch.letter, y: box.y - place.y - patch.letter / 2,
                width: box.width + 2 * patch.letter, height: box.height + patch.letter)
            alone.paste(own, of: source, atX: own.x, y: own.y)
        }
        let image = try Image(width: alone.width, height: alone.height, grey: alone.bytes)
        return Cut(patch: patch, image: image, place: place, slant: try slant(of: image))
    }

    private func read(_ cut: Cut, within time: Duration) throws -> [ReadWord] {
        let (slant, place) = (cut.slant, cut.place)
        let factor = min(3, max(0.5, Self.readHeight / Double(max(1, cut.patch.letter))))
        // Small letters lose less where they are turned when they are large.
        let large = try cut.image.scaled(by: factor)
        let turned = slant == 0 ? large : try large.rotated(degrees: -slant)
        let map =
            slant == 0
            ? Transform.identity
            : Transform.rotation(degrees: -slant, width: large.width, height: large.height).transform
        let reading = try engine.words(in: GreyPicture(turned), as: .block, dpi: 300, within: time)
        guard reading.isComplete else { return [] }
        return reading.words.filter { $0.text.contains { $0.isLetter || $0.isNumber } }.map { word in
            var word = word
            let middle = map.apply(Point(x: word.box.midX, y: word.box.midY))
            let (width, height) = (Double(word.box.width) / factor, Double(word.box.height) / factor)
            word.box = Box(
                x: place.x + Int((middle.x / factor - width / 2).rounded()),
                y: place.y + Int((middle.y / factor - height / 2).rounded()),
                width: max(1, Int(width.rounded())), height: max(1, Int(height.rounded()))
            )
            .intersection(images.normalised.bounds)
            if slant != 0 { word.slant = slant }
            return word
        }
    }

    /// Degrees that the lines run clockwise of level; 0 where it is little, or no lines are seen.
    private func slant(of patch: Image) throws -> Double {
        let binary = try patch.thresholded(at: 160)
        guard let skew = try binary.measuredSkew(range: Self.mostSlant, sweepReduction: dpi >= 250 ? 2 : 1),
            abs(skew.degrees) >= Self.leastSlant, skew.score > 1.1 * skew.levelScore
        else { return 0 }
        return skew.degrees
    }

    // MARK: - Words

    /// Letters read, each weighted by the square of its word's confidence.
    private static func worth(_ words: [ReadWord]) -> Double {
        words.reduce(0) { sum, word in
            sum + Double(word.text.count { $0.isLetter || $0.isNumber }) * word.confidence * word.confidence
        }
    }

    private static func lies(_ box: Box, in other: Box) -> Bool { box.intersection(other).area * 2 > box.area }

    /// The page's words with those of a patch as lines of their own, before the first line that lost words to it.
    static func replaced(_ words: [ReadWord], in patch: Box, by reading: [ReadWord]) -> [ReadWord] {
        let first = words.firstIndex { lies($0.box, in: patch) }
        let start = first.map { index in words.firstIndex { $0.line == words[index].line } ?? index } ?? words.count
        let block = (words.map(\.block).max() ?? -1) + 1
        let lines = (reading.map(\.line).max() ?? -1) + 1
        let line = start < words.count ? words[start].line : (words.last?.line ?? -1) + 1
        let inserted = reading.map { word in
            var word = word
            (word.line, word.block) = (line + word.line, block)
            return word
        }
        let behind = words[start...].filter { !lies($0.box, in: patch) }.map { word in
            var word = word
            word.line += lines
            return word
        }
        return words[..<start] + inserted + behind
    }
}

import Kinds
import Model

/// Where a page runs out of the frame.
struct CutOff {
    let page: RecognizedPage
    /// Whether it is a card, which has print up to its edges.
    var isCard = false

    private static let names = ["top", "right", "bottom", "left"]
    /// Share of the page's width or height; print that comes so near to a side may go on beyond it.
    private static let margin = 0.015
    /// Lines, or words of one line, that touch the frame; fewer are smudges and shadows.
    private static let leastWords = 2
    /// Shares of the page's width and height: cards have more beside, over and under their bar code, also where they fill
    /// the picture.
    private static let marginsOfCode = (beside: 0.03, over: 0.05)
    /// Share of the pitch of a zone's lines: its last line stands further than this from the document's edge.
    private static let marginOfZone = 0.15

    /// Sides of the picture as it was captured that the page runs out of, in the order top, right, bottom, left.
    var sides: [String] {
        let found =
            page.prepared.outline == nil
            ? outlineSides + textSides + (codeSides + zoneSides).map(frameSide) : outlineSides
        return Self.names.indices.filter(found.contains).map { Self.names[$0] }
    }

    /// Along the sides, on the upright page.
    var box: Box? {
        let upright = sides.compactMap { Self.names.firstIndex(of: $0) }.map(uprightSide)
        return upright.count == 1 ? upright.first.map { strip(along: $0) } : nil
    }

    /// Whether print goes on beyond the frame: a part of the document is not in the picture.
    var cutsThroughPrint: Bool { page.prepared.cutOffSides.isEmpty ? !sides.isEmpty : touchesPrint }

    /// Whether print reaches a side that the page runs out of.
    var touchesPrint: Bool {
        if page.prepared.outline == nil, !textSides.isEmpty { return true }
        return sides.compactMap { Self.names.firstIndex(of: $0) }.contains { side in
            let edge = strip(along: uprightSide(side))
            return clearWords.contains { !$0.box.intersection(edge).isEmpty }
        }
    }

    /// Whether a field may stand outside the frame: a margin alone that runs out of it hides none.
    var hidesPart: Bool { touchesPrint || losesPart }

    /// Whether a part of the document is missing, whatever was read of the rest: a card runs out of the frame, of a page that
    /// does what is left has no sheet's shape, or a bar code reaches the frame.
    var losesPart: Bool {
        let cutSides = Set(sides.compactMap { Self.names.firstIndex(of: $0) }.map(uprightSide))
        return !cutSides.isDisjoint(with: codeSides + zoneSides)
            || (isCard || !hasSheetsShape) && !outlineSides.isEmpty || cutSides.contains(where: cutsFrame)
    }

    /// Whether a printed frame goes on beyond a side: two long rules reach it.
    private func cutsFrame(at side: Int) -> Bool {
        let isAcross = side % 2 == 1
        let length = isAcross ? page.prepared.width : page.prepared.height
        let edge = strip(along: side, share: Self.touchOfRule)
        return page.rules.count { rule in
            rule.isHorizontal == isAcross && !rule.box.intersection(edge).isEmpty
                && 2 * max(rule.box.width, rule.box.height) > length
        } >= Self.leastRules
    }

    /// Share of the page's width or height from its side that a cut rule reaches, and rules of a frame.
    private static let (touchOfRule, leastRules) = (0.004, 2)

    /// Sheets and cards are 1.29 (letter) to 1.65 times (legal) as high as wide, or the reverse; those of ISO/IEC 7810 and
    /// ISO 216 lie between. A picture without an outline may have any shape.
    private var hasSheetsShape: Bool {
        guard page.prepared.outline != nil else { return true }
        let sides = [page.prepared.width, page.prepared.height].map(Double.init).sorted()
        return (Self.leastShape * sides[0]...Self.mostShape * sides[0]).contains(sides[1])
    }

    /// A letter without its lower margin has 1.15, a card of ISO/IEC 7810 without a tenth of its height 1.76.
    private static let (leastShape, mostShape) = (1.1, 1.8)

    private var outlineSides: [Int] { page.prepared.cutOffSides.compactMap { Self.names.firstIndex(of: $0) } }

    /// Sides of the frame at which print touches it.
    private var textSides: [Int] {
        let frame = CaptureFrame(of: page.prepared)
        let touching = clearWords.map { (sides: frame.sides(touchedBy: $0.box), line: $0.line) }
        return Self.names.indices.filter { side in
            let lines = touching.filter { $0.sides.contains(side) }.map(\.line)
            // Along a side stand the words of one line, or the ends of several.
            let count =
                uprightSide(side) % 2 == 1
                ? Set(lines).count : Dictionary(grouping: lines, by: \.self).values.map(\.count).max() ?? 0
            return count >= Self.leastWords
        }
    }

    /// Sides of the upright page that a bar code reaches. It is read without its first rows, too, by its error correction;
    /// but what stands above them is not in the picture. One that reaches opposite sides was cut out by itself.
    private var codeSides: [Int] {
        page.barcodes.filter { $0.format == "PDF417" }.flatMap { code in
            let sides = Self.names.indices.filter { side in
                !code.box.intersection(
                    strip(along: side, share: side % 2 == 0 ? Self.marginsOfCode.over : Self.marginsOfCode.beside)
                ).isEmpty
            }
            return sides.contains { sides.contains($0 + 2) } ? [] : sides
        }
    }

    /// The sides that a zone reaches: the lower one, through which its last line may be cut without a reader's notice, since
    /// OCR-B's figures are told by their upper halves, and those at which lines of no format's length begin or end.
    private var zoneSides: [Int] {
        let lines = page.zoneLines.sorted { $0.box.y < $1.box.y }
        guard lines.count > 1, let first = lines.first?.box, let last = lines.last?.box else { return [] }
        let pitch = Double(last.midY - first.midY) / Double(lines.count - 1)
        let width = page.prepared.width
        let short = lines.filter { !$0.characters.isEmpty && !Self.lengths.contains($0.characters.count) }
        func isNear(_ gap: Int, _ line: ZoneLine) -> Bool {
            Double(gap * line.characters.count) < Self.marginOfCharacters * Double(line.box.width)
        }
        var sides: [Int] = []
        if short.contains(where: { isNear(width - $0.box.maxX, $0) }) { sides.append(1) }
        if Double(page.prepared.height - last.maxY) < Self.marginOfZone * pitch { sides.append(2) }
        if short.contains(where: { isNear($0.box.x, $0) }) { sides.append(3) }
        return sides
    }

    private static let lengths = Set(ZoneFormat.allCases.map(\.lineLength))
    /// A line's end stands further than so many characters from the document's edge.
    private static let marginOfCharacters = 1.5

    private var clearWords: [Word] { page.words.filter(\.isClear) }

    // The input, turned clockwise by the orientation, has the upright page's top at its right for 90 degrees.
    private var quarters: Int { page.prepared.orientation / 90 }
    private func uprightSide(_ side: Int) -> Int { ((side - quarters) % 4 + 4) % 4 }
    private func frameSide(_ side: Int) -> Int { (side + quarters) % 4 }

    private func strip(along side: Int, share: Double = margin) -> Box {
        let (width, height) = (page.prepared.width, page.prepared.height)
        let across = max(1, Int(Double(width) * share))
        let down = max(1, Int(Double(height) * share))
        switch side {
        case 0: return Box(x: 0, y: 0, width: width, height: down)
        case 1: return Box(x: width - across, y: 0, width: across, height: height)
        case 2: return Box(x: 0, y: height - down, width: width, height: down)
        default: return Box(x: 0, y: 0, width: across, height: height)
        }
    }
}

package import Model

/// A place where a signature belongs, and whether one is there.
package struct SignaturePlace: Hashable, Sendable {
    package var isSigned: Bool
    /// How sure that is, 0…1.
    package var confidence: Double
    /// Of the ink, or of the empty place.
    package var box: Box
    /// Whether the signature is printed: "/s/ Jane Doe" on a conformed copy.
    package var isConformed: Bool

    package init(isSigned: Bool, confidence: Double, box: Box, isConformed: Bool = false) {
        self.isSigned = isSigned
        self.confidence = confidence
        self.box = box
        self.isConformed = isConformed
    }
}

/// Looks for ink where a signature belongs.
package struct SignatureFinder: Sendable {
    private let layout: PageLayout

    package init(_ layout: PageLayout) {
        self.layout = layout
    }

    private var height: Double { layout.textHeight }

    /// The place that a caption such as "Signature" speaks of: on the line above it, or behind it in its row.
    package func place(captionedBy caption: Box) -> SignaturePlace {
        let above = region(above: caption)
        let beside = region(behind: caption)
        let hasLineAbove = line(in: above) != nil && !hasText(in: above)
        let places = [above, beside, nextCell(to: beside)].map { place(in: $0) }
        if let signed = places.filter(\.isSigned).max(by: { $0.confidence < $1.confidence }) { return signed }
        return hasLineAbove ? places[0] : places[1]
    }

    /// The place between two printed lines, as under "Sincerely," and over the printed name.
    package func place(below upper: Box, above lower: Box?) -> SignaturePlace {
        let bottom = lower?.y ?? upper.maxY + Int(7 * height)
        let left = min(upper.x, lower?.x ?? upper.x) - Int(3 * height)
        let right = max(upper.maxX, lower?.maxX ?? upper.maxX) + Int(14 * height)
        return place(
            in: Box(x: left, y: upper.maxY, width: right - left, height: max(1, bottom - upper.maxY + Int(height / 2))))
    }

    /// Whether a signature is in a region of the page.
    ///
    /// - Parameter wordsToo: whether words that are larger than print may be one.
    package func place(in region: Box, wordsToo: Bool = true) -> SignaturePlace {
        if let conformed = conformed(in: region) { return conformed }
        let ink = layout.page.inkRegions.filter { isSignature($0, in: region) }
        if let best = ink.max(by: { weight($0, region) < weight($1, region) }) {
            // Long strokes that lie where they belong are hardly anything else.
            let isInPlace = covered(best.box, by: region) > 0.7 && Double(best.box.width) >= 4 * height
            let confidence = isInPlace ? 0.9 + 0.1 * best.strokes : 0.8 + 0.18 * best.strokes
            return SignaturePlace(isSigned: true, confidence: min(0.98, confidence), box: best.box)
        }
        if let (box, confidence) = scrawl(in: region, wordsToo: wordsToo) {
            return SignaturePlace(isSigned: true, confidence: confidence, box: box)
        }
        let doubtful = layout.page.inkRegions.contains { covered($0.box, by: region) > 0.3 }
        return SignaturePlace(isSigned: false, confidence: doubtful ? 0.5 : 0.9, box: region)
    }

    /// A line that somebody signed on: strokes over a rule that nothing in its row captions, whatever stands below.
    package func signedLine() -> SignaturePlace? {
        uncaptionedLines.lazy.map { rule in
            let region = Box(
                x: rule.x - Int(height), y: rule.y - Int(4 * height), width: rule.width + Int(2 * height),
                height: Int(4.8 * height))
            // What is typed on a form's lines may be larger than its captions.
            return place(in: region, wordsToo: false)
        }.first(where: \.isSigned)
    }

    /// A line that somebody wrote across, as a pen does: print stands on its line. What runs across a line hides what
    /// stands right under it, so that a caption there is often not read.
    package func crossedLine() -> SignaturePlace? {
        uncaptionedLines.lazy.compactMap { rule -> SignaturePlace? in
            let strokes = (layout.page.inkRegions.map(\.box) + layout.words.map(\.box)).filter { box in
                Double(box.height) >= Self.largest * height
                    && Double(rule.y - box.y) > 0.6 * height && Double(box.maxY - rule.maxY) > 0.25 * height
                    && box.x >= rule.x - Int(height) && box.maxX <= rule.maxX + Int(height)
            }
            guard let box = Box.around(strokes), Double(box.width) >= 3 * height, Double(box.height) < 12 * height
            else { return nil }
            return SignaturePlace(isSigned: true, confidence: 0.85, box: box)
        }.first
    }

    /// Lines to write on from the bottom up but for those that a word in their row captions.
    private var uncaptionedLines: [Box] {
        let page = layout.page.prepared
        let pieces = layout.rules(acrossX: 0..<page.width, y: 0..<page.height)
        let lines = pieces.indices.filter { index in !pieces[..<index].contains { isPiece(pieces[index], of: $0) } }
            .map { whole(pieces[$0], of: pieces) }
        return lines.reversed().filter { rule in
            (6 * height...0.7 * Double(page.width)).contains(Double(rule.width))
                && !layout.words.contains { word in
                    let gap = Double(rule.x - word.box.maxX)
                    return gap > -height && gap < 3 * height && abs(Double(word.box.maxY - rule.y)) < height
                        && word.text.count > 1
                }
        }
    }

    private func region(above caption: Box) -> Box {
        let width = max(caption.width, Int(14 * height))
        var box = Box(
            x: caption.x - Int(1.5 * height), y: caption.y - Int(4.5 * height), width: width + Int(3 * height),
            height: Int(4.8 * height))
        if let line = line(in: box) {
            let left = min(line.x, caption.x) - Int(height)
            box = Box(
                x: left, y: line.y - Int(4 * height), width: max(line.maxX, caption.maxX) + Int(height) - left,
                height: Int(4.8 * height))
        }
        return box
    }

    private func region(behind caption: Box) -> Box {
        let end = layout.columnEnd(of: caption)
        let next = layout.words.filter { word in
            word.box.x > caption.maxX + Int(4 * height) && word.box.verticalOverlap(caption) > 0.5
                && word.confidence > 0.7 && word.text.contains(where: \.isLetter) && !isLarge(word)
        }.map(\.box.x).min()
        let right = min(end, next ?? end, caption.maxX + Int(30 * height))
        return Box(
            x: caption.maxX, y: caption.y - Int(2.2 * height), width: max(1, right - caption.maxX),
            height: caption.height + Int(3.2 * height))
    }

    /// A table's cell behind that of a caption, down to its own floor.
    private func nextCell(to beside: Box) -> Box {
        let left = beside.maxX
        let end = layout.columnEnd(of: Box(x: left + Int(height), y: beside.y, width: 1, height: beside.height))
        let width = max(1, end - left)
        let floor = layout.rules(acrossX: left..<left + width, y: beside.maxY..<beside.maxY + Int(8 * height)).first {
            $0.x <= left + Int(height) && $0.maxX >= left + width - Int(height)
        }
        return Box(x: left, y: beside.y, width: width, height: (floor?.y ?? beside.maxY) - beside.y)
    }

    /// The lowest horizontal rule in a region, whole: a hairline, or one that a pen crosses, is found in pieces.
    private func line(in region: Box) -> Box? {
        let pieces = layout.rules(
            acrossX: 0..<layout.page.prepared.width, y: region.y..<max(region.y + 1, region.maxY))
        let columns = region.x..<max(region.x + 1, region.maxX)
        return pieces.last {
            Double($0.width) > 4 * height && $0.x < columns.upperBound && $0.maxX > columns.lowerBound
        }.map { whole($0, of: pieces) }
    }

    private func whole(_ rule: Box, of pieces: [Box]) -> Box {
        var line = rule
        while let next = pieces.first(where: { isPiece($0, of: line) }) { line = line.union(next) }
        return line
    }

    /// Whether a rule goes on with another at its level, beyond one of its ends.
    private func isPiece(_ rule: Box, of line: Box) -> Bool {
        let gap = max(rule.x, line.x) - min(rule.maxX, line.maxX)
        return (rule.x < line.x || rule.maxX > line.maxX) && Double(gap) < height
            && abs(rule.midY - line.midY) < 0.5 * height
    }

    private func hasText(in region: Box) -> Bool {
        layout.words.contains { $0.confidence > 0.8 && $0.text.count > 3 && covered($0.box, by: region) > 0.6 }
    }

    /// Ink as large as a hand writes, mostly inside the region, and of strokes rather than a smudge or a picture.
    private func isSignature(_ ink: InkRegion, in region: Box) -> Bool {
        let box = ink.box
        return Double(box.width) >= 2 * height && Double(box.height) >= 0.6 * height
            && Double(box.height) < 12 * height && ink.strokes >= 0.3 && covered(box, by: region) > 0.45
            && !isPrint(box)
    }

    /// Whether ink is a word as high as print that begins a printed phrase, such as the first of `Today's date:`, however
    /// badly it was read.
    private func isPrint(_ ink: Box) -> Bool {
        layout.words.contains { word in
            guard covered(word.box, by: ink) > 0.5, covered(ink, by: word.box) > 0.7,
                word.text.count(where: \.isLetter) > 3,
                Double(word.box.height) < 1.5 * height
            else { return false }
            return layout.words.contains { next in
                next.line == word.line && next.confidence > 0.8
                    && (0..<height).contains(Double(next.box.x - word.box.maxX))
            }
        }
    }

    private func weight(_ ink: InkRegion, _ region: Box) -> Double {
        ink.strokes * covered(ink.box, by: region) * Double(min(ink.box.width, Int(20 * height)))
    }

    private func covered(_ box: Box, by region: Box) -> Double {
        box.area > 0 ? Double(box.intersection(region).area) / Double(box.area) : 0
    }

    /// A signature that was read as words: written larger than print, or by a pen that is hardly readable.
    private func scrawl(in region: Box, wordsToo: Bool) -> (box: Box, confidence: Double)? {
        let words = layout.words.filter {
            covered($0.box, by: region) > 0.5 && (isPens($0) || wordsToo && isLarge($0))
        }
        guard let box = Box.around(words.map(\.box)), Double(box.width) >= 3 * height else { return nil }
        return (box, words.contains(where: isPens) ? 0.92 : 0.8)
    }

    private func isLarge(_ word: Word) -> Bool {
        let size = Double(word.box.height) / height
        return size > Self.largest && word.text.count(where: \.isLetter) * 2 > word.text.count
            || size > 1.3 && word.confidence < 0.5
    }

    /// Of the height of the page's words: no print under a document's text is as large.
    private static let largest = 1.5

    /// Letters twice as high as print and wider than any type's, which recognition is not sure of either.
    private func isPens(_ word: Word) -> Bool {
        word.confidence < 0.7 && Double(word.box.height) > 1.8 * height
            && Double(word.box.width) > 1.8 * height * Double(max(1, word.text.count))
    }

    /// What stands for a signature in print, wherever it is: `/s/ Jane Doe` on a conformed copy, or the block of an
    /// electronic one (15 U.S.C. § 7006: a symbol that is adopted by a person with the intent to sign).
    package func printed() -> SignaturePlace? {
        let page = layout.page.prepared
        return conformed(in: Box(x: 0, y: 0, width: page.width, height: page.height)) ?? electronic()
    }

    private func electronic() -> SignaturePlace? {
        let found = Self.electronicSigns.lazy.flatMap(layout.matcher.matches).first { match in
            layout.segment(around: match.words.lowerBound).first == match.words.lowerBound
        }
        return found.map { SignaturePlace(isSigned: true, confidence: 0.85, box: $0.box, isConformed: true) }
    }

    private static let electronicSigns = ["electronically signed by", "digitally signed by", "docusigned by"]

    private func conformed(in region: Box) -> SignaturePlace? {
        guard
            let mark = layout.words.first(where: { word in
                covered(word.box, by: region) > 0.5
                    && ([word.text] + word.readings.map(\.text)).contains { $0.lowercased().hasPrefix("/s/") }
            })
        else { return nil }
        return SignaturePlace(isSigned: true, confidence: 0.85, box: mark.box, isConformed: true)
    }
}

import Model

/// Finds check boxes and radio buttons: square frames, rings and pairs of brackets in print, alone among what surrounds
/// them, and tells by the ink in and around each whether it is marked.
struct CheckBoxFinder {
    let ink: InkMap
    /// Height of the words beside them in pixels.
    let textHeight: Double

    /// Sides of a box in heights of words: from a small printed square to a large one drawn for pens.
    private static let sides = 0.65...2.6
    /// Share of each side that must be there; a pen's mark may cut through it.
    private static let sideCoverage = 0.75

    /// - Parameters:
    ///   - words: boxes of recognized words; a frame within one is a letter.
    ///   - firm: those of them that surely are words of letters.
    ///   - components: patches of the ink.
    func boxes(outside words: [Box], firm: [Box] = [], components: [InkComponent]) -> [CheckBox] {
        let least = max(7, Int(Self.sides.lowerBound * textHeight))
        let most = max(least + 1, Int(Self.sides.upperBound * textHeight))
        let lengths = (least * 3 / 4)...(most + 2)
        let across = LineSegment.merged(ink.horizontalLines(of: lengths))
        let down = LineSegment.merged(ink.verticalLines(of: lengths))
        /// A reader may have taken a box and the text behind it for one word: `[X]Delete`.
        func isFree(_ frame: Box) -> Bool {
            !firm.contains { $0.intersection(frame).area * 2 > frame.area && $0.width * 4 > 5 * frame.width }
                && words.allSatisfy { word in
                    word.intersection(frame).area * 2 <= frame.area || word.width <= 2 * frame.width
                        || isAtEnd(frame, of: word) && standsApart(frame, components)
                }
        }
        // `Tell` and `file` have strokes for brackets, and so have two words beside each other: `you have`.
        func isWord(_ pair: Box) -> Bool {
            firm.contains { word in
                let shared = word.intersection(pair).area
                let goesOn = max(pair.x - word.x, word.maxX - pair.maxX)
                return shared * 2 > pair.area && word.width * 5 > 4 * pair.width
                    || shared * 4 > pair.area && goesOn * 4 > pair.width
            }
        }
        // A block inside a frame looks like a frame of lines too: whole patches come first.
        let shapes = FrameShapes(ink: ink, components: components, sides: least...most, isFree: isFree).frames()
        let rings = shapes.rings.filter { isNew($0, shapes.squares) }
        let lined = frames(across: across, down: down, least: least, most: most).filter(isFree)
        let squares = shapes.squares + lined.filter { isNew($0, shapes.squares + rings) }
        let brackets = BracketFinder(ink: ink, components: components, heights: least...most).pairs()
            .filter { pair in
                isFree(pair.box) && standsApart(pair.box, components) && !isWord(pair.box)
                    && isNew(pair.box, squares + rings)
            }
        let found =
            squares.map { checked($0, inset: 0.16) } + rings.map { checked($0, inset: 0.25) } + brackets.map(checked)
        return found.sorted { ($0.box.y, $0.box.x) < ($1.box.y, $1.box.x) }
    }

    private func isAtEnd(_ frame: Box, of word: Box) -> Bool {
        Double(min(abs(word.x - frame.x), abs(word.maxX - frame.maxX))) < Self.leastGap * textHeight
    }

    /// Whether print keeps further off a frame than the letters of a word do.
    private func standsApart(_ frame: Box, _ components: [InkComponent]) -> Bool {
        !components.contains { other in
            let gap = max(other.box.x - frame.maxX, frame.x - other.box.maxX)
            return gap >= 0 && Double(gap) < Self.leastGap * textHeight && other.box.height * 3 > frame.height
                && other.box.verticalOverlap(frame) > 0.5
        }
    }

    /// The white between a box and print beside it, in heights of words.
    private static let leastGap = 0.3

    private func isNew(_ frame: Box, _ others: [Box]) -> Bool {
        !others.contains { $0.intersection(frame).area * 2 > min($0.area, frame.area) }
    }

    private func frames(across: [LineSegment], down: [LineSegment], least: Int, most: Int) -> [Box] {
        let tops = across.sorted { $0.first < $1.first }
        var frames: [Box] = []
        for (index, top) in tops.enumerated() {
            let width = top.end - top.start
            let tolerance = max(2, width / 6)
            for bottom in tops[(index + 1)...] {
                let height = bottom.last + 1 - top.first
                if height > most { break }
                guard min(width, height) >= least, abs(height - width) <= max(3, width / 4),
                    abs(bottom.start - top.start) <= tolerance, abs(bottom.end - top.end) <= tolerance
                else { continue }
                let frame = Box(
                    x: min(top.start, bottom.start), y: top.first,
                    width: max(top.end, bottom.end) - min(top.start, bottom.start), height: height)
                if isClosed(frame, by: down, tolerance: tolerance), isHollow(frame, top: top, bottom: bottom),
                    !frames.contains(where: { $0.intersection(frame).area * 2 > min($0.area, frame.area) })
                {
                    frames.append(frame)
                }
                break
            }
        }
        return frames
    }

    /// Whether upright lines close the frame on the left and the right.
    private func isClosed(_ frame: Box, by down: [LineSegment], tolerance: Int) -> Bool {
        func hasSide(near column: Int) -> Bool {
            down.contains { line in
                let shared = min(line.end, frame.maxY) - max(line.start, frame.y)
                return line.first - tolerance <= column && column <= line.last + tolerance
                    && Double(shared) >= Self.sideCoverage * Double(frame.height)
                    && line.end - line.start <= frame.height + 2 * tolerance
            }
        }
        return hasSide(near: frame.x) && hasSide(near: frame.maxX - 1)
    }

    /// A frame is thin beside what it holds: letters such as B and D are not.
    private func isHollow(_ frame: Box, top: LineSegment, bottom: LineSegment) -> Bool {
        max(thickness(of: top, frame), thickness(of: bottom, frame)) * 5 <= frame.height
    }

    /// Rows of a side that run along half of it: where a tick's foot stands close over it, its shorter ones do not count.
    private func thickness(of side: LineSegment, _ frame: Box) -> Int {
        (side.first...side.last).count { row in
            ink.runs[ink.rowStarts[row]..<ink.rowStarts[row + 1]].contains { run in
                (min(Int(run.end), frame.maxX) - max(Int(run.start), frame.x)) * 2 >= frame.width
            }
        }
    }

    /// Unmarked paper inside a scanned frame holds under 3 % of ink, the faintest tick above 6 %; a mark that misses
    /// the box leaves ink that touches the frame from outside.
    ///
    /// - Parameter inset: of the inside from the frame's box, as a share of its height; a ring's corners hold the ring.
    private func checked(_ frame: Box, inset: Double) -> CheckBox {
        // Blurred sides are thicker than they were printed.
        let sides = LocalInk(ink, frame).sideThickness
        let inset = min(frame.height / 3, max(2, sides + 1, Int((Double(frame.height) * inset).rounded())))
        let share = ink.density(in: frame.inset(by: inset))
        return CheckBox(box: frame, state: state(share, isCrowded: outerInk(frame) >= 0.12), ink: share)
    }

    /// Between brackets there is nothing but a mark.
    private func checked(_ brackets: BracketFinder.Pair) -> CheckBox {
        let share = ink.density(in: brackets.inside)
        return CheckBox(box: brackets.box, state: state(share, isCrowded: false), ink: share)
    }

    private func state(_ share: Double, isCrowded: Bool) -> CheckBox.State {
        if share >= 0.07 { .checked } else if share >= 0.03 || isCrowded { .doubtful } else { .unchecked }
    }

    /// Share of ink in a thin ring just outside the frame.
    private func outerInk(_ frame: Box) -> Double {
        let gap = max(2, frame.height / 12)
        let inner = frame.inset(by: -gap)
        let outer = inner.inset(by: -max(2, frame.height / 8))
        let area = outer.area - inner.area
        return area > 0 ? Double(ink.ink(in: outer) - ink.ink(in: inner)) / Double(area) : 0
    }
}

import Glibc
import Model

/// Frames of check boxes as patches of ink: squares that hold a mark or a block apart from their sides, and the rings of
/// radio buttons, also where a pen's mark runs over them.
struct FrameShapes {
    let ink: InkMap
    let components: [InkComponent]
    /// Sides of boxes in pixels.
    let sides: ClosedRange<Int>
    /// Whether a patch may be a frame: not one that lies in a word.
    let isFree: (Box) -> Bool

    struct Frames {
        var squares: [Box] = []
        var rings: [Box] = []
    }

    /// Share of a side's length, or of a circle's, that must be there.
    private static let coverage = 0.92
    /// Share of a marked circle that must be there: paper shows where marks do not.
    private static let markedCoverage = 0.88
    private static let directions = 36

    func frames() -> Frames {
        let even = components.filter { isEven($0.box) && isFree($0.box) }
        var frames = Frames()
        var rings: [Box] = []
        var unsure: [Box] = []
        var hollow: [Box] = []
        for component in even {
            let picture = LocalInk(ink, component.box)
            if sidesCovered(picture) >= Self.coverage, corners(of: picture, within: picture.width / 10 + 1) >= 3 {
                if component.density <= 0.7, corners(of: picture, within: max(1, picture.width / 12)) >= 3 {
                    frames.squares.append(component.box)
                } else {
                    unsure.append(component.box)
                    if picture.isHollow { hollow.append(component.box) }
                }
            } else if component.density < 0.6, isRing(picture) {
                rings.append(component.box)
            }
        }
        // Blurred or drawn so, a box has round corners, as letters do, and what is full of ink may be anything: they are
        // boxes in a column that has empty ones. In a row, the O and D of a heading are as like.
        let sharp = frames.squares
        frames.squares += unsure.filter { box in
            sharp.contains { $0.isPeer(of: box) }
                || (hollow.contains(box) ? unsure : hollow).contains { $0 != box && $0.isUnder(box) }
        }
        frames.rings = groups(of: rings.filter { !standsInWord($0) })
        // A ring's dot lies inside it.
        frames.squares = frames.squares.filter { square in
            !frames.rings.contains { $0.intersection(square).area == square.area }
        }
        return frames
    }

    private func isEven(_ box: Box) -> Bool {
        sides.contains(box.width) && sides.contains(box.height)
            && abs(box.width - box.height) <= max(2, max(box.width, box.height) / 7)
    }

    /// Whether a letter stands as close beside a ring as in a word: "o" is one, too.
    private func standsInWord(_ ring: Box) -> Bool {
        components.contains { other in
            let gap = max(other.box.x - ring.maxX, ring.x - other.box.maxX)
            return gap >= 0 && gap * 4 <= ring.height && other.box.verticalOverlap(ring) > 0.7
                && (ring.height * 2 / 3...ring.height * 2).contains(other.box.height)
        }
    }

    // MARK: - Squares

    /// The least share of a side along which there is ink near the picture's edge; corners aside.
    private func sidesCovered(_ picture: LocalInk) -> Double {
        let depth = max(2, picture.height / 8)
        func share(_ length: Int, _ hasInk: (Int) -> Bool) -> Double {
            let inner = (length / 10)..<(length - length / 10)
            return Double(inner.count(where: hasInk)) / Double(max(1, inner.count))
        }
        let top = share(picture.width) { x in (0..<depth).contains { picture[x, $0] } }
        let bottom = share(picture.width) { x in (1...depth).contains { picture[x, picture.height - $0] } }
        let left = share(picture.height) { y in (0..<depth).contains { picture[$0, y] } }
        let right = share(picture.height) { y in (1...depth).contains { picture[picture.width - $0, y] } }
        return min(top, bottom, left, right)
    }

    /// Corners with ink within so many pixels either way: a circle's are paper.
    private func corners(of picture: LocalInk, within reach: Int) -> Int {
        let (right, bottom) = (picture.width - reach..<picture.width, picture.height - reach..<picture.height)
        return [(0..<reach, 0..<reach), (right, 0..<reach), (0..<reach, bottom), (right, bottom)]
            .count { columns, rows in rows.contains { y in columns.contains { picture[$0, y] } } }
    }

    // MARK: - Rings

    private func isRing(_ picture: LocalInk) -> Bool {
        let centre = Point(x: Double(picture.width - 1) / 2, y: Double(picture.height - 1) / 2)
        let radius = Double(picture.width + picture.height) / 4
        guard ringCovered(picture, centre, radius) >= Self.coverage else { return false }
        // Outside its diagonals is paper.
        return [(-1.0, -1.0), (1, -1), (-1, 1), (1, 1)].allSatisfy { x, y in
            !picture[Int(centre.x + x * radius * 0.88), Int(centre.y + y * radius * 0.88)]
        }
    }

    /// Share of directions in which there is ink where a circle's line would be.
    private func ringCovered(_ picture: LocalInk, _ centre: Point, _ radius: Double) -> Double {
        var found = 0
        for step in 0..<Self.directions {
            let angle = 2 * Double.pi * Double(step) / Double(Self.directions)
            let reach = stride(from: radius * 1.02, through: radius * 0.8, by: -0.5)
            if reach.contains(where: {
                picture[Int((centre.x + $0 * cos(angle)).rounded()), Int((centre.y + $0 * sin(angle)).rounded())]
            }) {
                found += 1
            }
        }
        return Double(found) / Double(Self.directions)
    }

    /// Rings stand in a column or a row of equals; one alone is a letter. A ring that a mark runs over is found by its
    /// neighbours' size and place.
    private func groups(of rings: [Box]) -> [Box] {
        var found: [Box] = []
        for ring in rings {
            var group = rings.filter { $0 != ring && $0.isPeer(of: ring) }
            for component in components where isFree(component.box) && !rings.contains(component.box) {
                // Few are like a ring; only these are held against all others.
                if let marked = markedRing(in: component.box, like: ring), !standsInWord(component.box) {
                    group.append(marked)
                }
            }
            guard !group.isEmpty else { continue }
            for box in [ring] + group where !found.contains(where: { $0.intersection(box).area * 2 > box.area }) {
                found.append(box)
            }
        }
        return found
    }

    private func markedRing(in box: Box, like ring: Box) -> Box? {
        let size = max(ring.width, ring.height)
        guard box.width >= size * 9 / 10, box.height >= size * 9 / 10, box.width <= 2 * size, box.height <= 2 * size,
            abs(box.midX - ring.midX) <= Double(size) || abs(box.midY - ring.midY) <= Double(size)
        else { return nil }
        let picture = LocalInk(ink, box)
        let radius = Double(ring.width + ring.height) / 4
        var best: (box: Box, share: Double)?
        for y in places(box.y, box.height, ring.height) {
            for x in places(box.x, box.width, ring.width) {
                let candidate = Box(x: x, y: y, width: ring.width, height: ring.height)
                guard candidate.isPeer(of: ring) else { continue }
                let centre = Point(
                    x: candidate.midX - Double(box.x) - 0.5, y: candidate.midY - Double(box.y) - 0.5)
                let share = ringCovered(picture, centre, radius)
                if share > best?.share ?? 0 { best = (candidate, share) }
            }
        }
        guard let best, best.share >= Self.markedCoverage else { return nil }
        return best.box
    }

    private func places(_ start: Int, _ length: Int, _ side: Int) -> ClosedRange<Int> {
        (start - 2)...max(start - 2, start + length - side + 2)
    }
}

extension Box {
    private var slack: Int { max(2, width / 7) }

    /// Whether boxes are of one size, and one under or beside the other.
    func isPeer(of other: Box) -> Bool {
        isAsLarge(as: other) && min(abs(midX - other.midX), abs(midY - other.midY)) <= Double(slack)
    }

    /// Whether boxes are of one size, and one under the other.
    func isUnder(_ other: Box) -> Bool { isAsLarge(as: other) && abs(midX - other.midX) <= Double(slack) }

    private func isAsLarge(as other: Box) -> Bool {
        abs(width - other.width) <= slack && abs(height - other.height) <= slack
    }
}

/// A small part of a page's ink, pixel by pixel.
struct LocalInk {
    let width: Int
    let height: Int
    private var pixels: [Bool]

    init(_ ink: InkMap, _ box: Box) {
        width = max(0, box.width)
        height = max(0, box.height)
        pixels = Array(repeating: false, count: width * height)
        for row in max(0, box.y)..<max(0, min(ink.height, box.maxY)) {
            for run in ink.runs[ink.rowStarts[row]..<ink.rowStarts[row + 1]] {
                if Int(run.start) >= box.maxX { break }
                let start = max(Int(run.start), box.x)
                let end = min(Int(run.end), box.maxX)
                guard start < end else { continue }
                for x in start..<end { pixels[(row - box.y) * width + x - box.x] = true }
            }
        }
    }

    /// Whether there is nothing between the sides of a frame.
    var isHollow: Bool {
        let sides = sideThickness + 1
        guard width > 3 * sides, height > 3 * sides else { return false }
        let inner = (sides..<height - sides).reduce(0) { sum, y in
            sum + (sides..<width - sides).count { self[$0, y] }
        }
        return Double(inner) < 0.03 * Double((width - 2 * sides) * (height - 2 * sides))
    }

    /// Pixels from a frame's edge to what it holds, by the third thinnest of its sides: up to the last row (or column) of
    /// its outer third that is mostly ink.
    var sideThickness: Int {
        let (columns, rows) = (width / 10..<width - width / 10, height / 10..<height - height / 10)
        func depth(_ length: Int, _ inner: Range<Int>, _ hasInk: (Int, Int) -> Bool) -> Int {
            (0..<length / 3).last { step in inner.count { hasInk($0, step) } * 2 >= inner.count }.map { $0 + 1 } ?? 0
        }
        return [
            depth(height, columns) { self[$0, $1] }, depth(height, columns) { self[$0, height - 1 - $1] },
            depth(width, rows) { self[$1, $0] }, depth(width, rows) { self[width - 1 - $1, $0] },
        ].sorted()[2]
    }

    /// Whether there is ink; outside is paper.
    subscript(_ x: Int, _ y: Int) -> Bool {
        x >= 0 && y >= 0 && x < width && y < height && pixels[y * width + x]
    }
}

import Imaging
import Model

/// Letter-sized components of a 1-bit picture and the lines that they stand in, found by each letter's nearest
/// neighbours (after O'Gorman 1993, "The document spectrum for page layout analysis"). Needs no resolution and works on
/// pages turned by quarters and slanted by up to about 20 degrees.
struct TextLayout {
    struct Line {
        /// From left to right.
        var letters: [Box]
        var box: Box

        var medianHeight: Int { letters.map(\.height).sorted()[letters.count / 2] }

        var isEven: Bool {
            guard (26...48).contains(letters.count) else { return false }
            let steps = zip(letters, letters.dropFirst()).map { $1.midX - $0.midX }
            let usual = steps.sorted()[steps.count / 2]
            return steps.count { (0.7...1.3).contains($0 / usual) } * 10 >= 9 * steps.count
        }
    }

    /// Letters whose nearest neighbour stands beside them.
    private(set) var across = 0
    /// Letters whose nearest neighbour stands above or below them.
    private(set) var down = 0
    /// Of at least three letters, those with most letters first.
    private(set) var lines: [Line] = []
    /// Median of the larger side of all letters.
    private(set) var letterSize = 0
    private(set) var letterCount = 0
    private var letters: [Box] = []

    /// - Parameter binary: 1 bit; about 1000 to 2000 pixels on its longer side is enough.
    init(_ binary: Image) throws {
        letters = TextLayout.letters(in: try binary.connectedComponents(), bounds: binary.bounds)
        letterCount = letters.count
        guard letters.count >= 3 else { return }
        letterSize = letters.map { max($0.width, $0.height) }.sorted()[letters.count / 2]
        let letters = letters
        let right = NeighbourLinks(letters, size: letterSize)
        let below = NeighbourLinks(letters.map(\.transposed), size: letterSize)
        for index in letters.indices {
            let letter = letters[index]
            // Letters that touch make long components; thin ones (l, 1, strokes) say nothing.
            if 2 * min(letter.width, letter.height) >= letterSize, letter.width > 3 * letter.height {
                across += 1
            } else if 2 * min(letter.width, letter.height) >= letterSize, letter.height > 3 * letter.width {
                down += 1
            } else if right.gaps[index] < below.gaps[index] {
                across += 1
            } else if below.gaps[index] < right.gaps[index] {
                down += 1
            }
        }
        lines = right.chains.filter { $0.count >= 3 }.compactMap { chain in
            let members = chain.map { letters[$0] }
            return Box.around(members).map { Line(letters: members, box: $0) }
        }.sorted { ($0.letters.count, $1.box.y) > ($1.letters.count, $0.box.y) }
    }

    /// Letters in lines of at least three: how much the picture looks like text.
    var lettersInLines: Int { lines.reduce(0) { $0 + $1.letters.count } }

    /// Whether two lines or more have letters at equal distances, without a gap between words, as many as those of a
    /// machine-readable zone (ICAO 9303 part 3, section 4.4: one pitch; parts 4 to 7: 30 to 44 characters).
    var hasEvenLines: Bool { lines.prefix(Self.mostFreeLines).count(where: \.isEven) >= 2 }

    /// Lines that are looked at for room above and below.
    static let mostFreeLines = 120

    /// Those of the fullest lines that have room above and below, as print has and the modules of a barcode, screens
    /// and patterns have not.
    ///
    /// - Parameter most: how many of the fullest lines are looked at.
    func freeLines(most: Int) -> [Line] { lines.prefix(most).filter(isFree) }

    /// Whether so many letters stand in lines with room above and below: a barcode's modules are no print.
    func hasPrint(ofLetters least: Int) -> Bool {
        var count = 0
        for line in lines.prefix(Self.mostFreeLines) where isFree(line) {
            count += line.letters.count
            if count >= least { return true }
        }
        return false
    }

    /// Whether little of what stands right above and below a line is letters.
    private func isFree(_ line: Line) -> Bool {
        let height = line.medianHeight
        let margin = max(2, height / 3)
        let top = line.letters.map(\.y).sorted()[line.letters.count / 2]
        let bottom = line.letters.map(\.maxY).sorted()[line.letters.count / 2]
        let above = Box(x: line.box.x, y: top - margin, width: line.box.width, height: margin)
        let below = Box(x: line.box.x, y: bottom, width: line.box.width, height: margin)
        var covered = 0
        for letter in letters where 2 * letter.height >= height {
            let isOwn = 2 * min(letter.maxY, bottom) - 2 * max(letter.y, top) >= letter.height
            guard !isOwn else { continue }
            covered += [above, below].map(letter.intersection).filter { !$0.isEmpty }.map(\.width).max() ?? 0
        }
        return covered * 2 < line.box.width
    }

    /// Drops specks, rules, pictures and whatever else is far from letters in size.
    private static func letters(in components: [Box], bounds: Box) -> [Box] {
        let largest = max(bounds.width, bounds.height) / 12
        var kept = components.filter {
            let long = max($0.width, $0.height)
            let short = max(1, min($0.width, $0.height))
            return long >= 4 && long <= max(12, largest) && long <= 14 * short
        }
        // On a page full of specks the smallest go first.
        let most = 15_000
        if kept.count > most {
            kept = Array(kept.sorted { $0.area > $1.area }.prefix(most))
        }
        return kept
    }

    /// Degrees that the lines run clockwise of level, from the slopes between their letters' feet; nil where fewer than
    /// three lines of six letters agree within a degree.
    var slope: Double? {
        let slopes = lines.prefix(40).filter { $0.letters.count >= 6 }.compactMap {
            TextLayout.slope(of: $0)
        }.sorted()
        guard slopes.count >= 3 else { return nil }
        let median = slopes[slopes.count / 2]
        let deviations = slopes.map { abs($0 - median) }.sorted()
        return deviations[slopes.count / 2] <= 1 ? median : nil
    }

    /// The median slope between letters far enough apart (Theil-Sen).
    private static func slope(of line: Line) -> Double? {
        let letters = line.letters
        let apart = max(3, letters.count / 2)
        guard letters.count > apart else { return nil }
        let slopes = (0..<(letters.count - apart)).map { index in
            let (a, b) = (letters[index], letters[index + apart])
            return Double(b.maxY - a.maxY) / max(1, b.midX - a.midX)
        }.sorted()
        return slopes[slopes.count / 2].arcTangentDegrees
    }
}

extension Box {
    /// Mirrored at the diagonal: rows for columns.
    var transposed: Box { Box(x: y, y: x, width: height, height: width) }
}

/// For each box the nearest one to its right in the same row of text.
private struct NeighbourLinks {
    /// In pixels; `Int.max` where there is none near.
    private(set) var gaps: [Int]
    private var next: [Int?]

    init(_ boxes: [Box], size: Int) {
        gaps = Array(repeating: .max, count: boxes.count)
        next = Array(repeating: nil, count: boxes.count)
        let cell = max(4, size)
        let order = boxes.indices.sorted { boxes[$0].x < boxes[$1].x }
        var rows: [Int: [Int]] = [:]
        for index in order {
            for row in (boxes[index].y / cell)...((boxes[index].maxY - 1) / cell) {
                rows[row, default: []].append(index)
            }
        }
        for index in boxes.indices {
            let box = boxes[index]
            for row in (box.y / cell)...((box.maxY - 1) / cell) {
                guard let candidates = rows[row] else { continue }
                find(index, box: box, among: candidates, boxes: boxes, size: size)
            }
        }
    }

    private mutating func find(
        _ index: Int, box: Box, among candidates: [Int], boxes: [Box], size: Int
    ) {
        let reach = 3 * max(size, box.height) / 2
        var position = candidates.partitioningIndex { boxes[$0].x > box.x }
        while position < candidates.count {
            let candidate = candidates[position]
            let other = boxes[candidate]
            position += 1
            let gap = other.x - box.maxX
            if gap > reach || gap >= gaps[index] { break }
            let similar = other.height <= 3 * box.height && box.height <= 3 * other.height
            guard candidate != index, similar, box.verticalOverlap(other) >= 0.4 else { continue }
            gaps[index] = max(0, gap)
            next[index] = candidate
            break
        }
    }

    /// Indices of boxes that follow each other, each box in one chain.
    var chains: [[Int]] {
        // Of several that point at one box the nearest keeps it.
        var previous: [Int: Int] = [:]
        for (index, target) in next.enumerated() {
            guard let target else { continue }
            if let rival = previous[target], gaps[rival] <= gaps[index] { continue }
            previous[target] = index
        }
        var chains: [[Int]] = []
        for start in next.indices where previous[start] == nil {
            var chain = [start]
            var current = start
            while let following = next[current], previous[following] == current {
                chain.append(following)
                current = following
            }
            chains.append(chain)
        }
        return chains
    }
}

extension Array {
    /// The first position from which on the condition holds; it must be false, then true.
    fileprivate func partitioningIndex(where condition: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

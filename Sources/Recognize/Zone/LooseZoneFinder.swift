import Glibc
import Model

/// Finds lines of machine-readable zones that small size, overprints, glare or a busy background broke into pieces or
/// joined with what is beside them. What it finds is only a place to read: it errs on the side of too many.
struct LooseZoneFinder {
    private let marks: [Box]

    /// Marks that make a fragment of a line, and a line.
    private static let leastOfFragment = 5
    private static let leastOfLine = 10
    /// Pitches that a break in a line may be wide.
    private static let widestBreak = 14.0
    /// Distance of two lines' centres, in heights of their characters.
    private static let lineDistances = 1.3...4.0
    /// Zones of a page that are worth reading.
    private static let mostZones = 4

    /// - Parameter components: connected components of ink.
    init(components: [Box]) {
        marks = components.filter { $0.height >= 6 && $0.height <= 120 && $0.width * 8 >= $0.height }
            .flatMap(Self.parted)
    }

    /// Characters that touch, as far as their joint width tells: OCR-B stands 1.06 heights apart (ICAO 9303 part 3,
    /// section 4.4).
    private static func parted(_ mark: Box) -> [Box] {
        guard mark.width * 10 > mark.height * 13 else { return [mark] }
        let pieces = Int((Double(mark.width) / Double(mark.height) / 1.06 + 0.35).rounded())
        guard pieces <= 12 else { return [] }
        guard pieces > 1 else { return [mark] }
        return (0..<pieces).map { piece in
            let left = mark.x + mark.width * piece / pieces
            let width = mark.width / pieces
            return Box(x: left + width / 6, y: mark.y, width: max(1, width * 2 / 3), height: mark.height)
        }
    }

    /// Groups of two or three lines, each group top to bottom, those with the most marks first.
    func zones() -> [[ZoneCandidate]] {
        let rows = rows()
        var used: Set<Int> = []
        var zones: [(rows: [MarkRow], marks: Int)] = []
        for start in rows.indices.sorted(by: { rows[$0].marks.count > rows[$1].marks.count })
        where !used.contains(start) {
            used.insert(start)
            var zone = [rows[start]]
            while zone.count < 3 {
                let near = rows.indices.filter { index in
                    !used.contains(index) && zone.contains { Self.areNeighbours($0, rows[index]) }
                }
                guard let best = near.max(by: { rows[$0].marks.count < rows[$1].marks.count }) else { break }
                used.insert(best)
                zone.append(rows[best])
            }
            if zone.count == 2 { zone += third(of: zone) }
            let count = zone.reduce(0) { $0 + $1.marks.count }
            if zone.count >= 2, Self.hasWidth(zone) { zones.append((zone, count)) }
        }
        return zones.sorted { $0.marks > $1.marks }.prefix(Self.mostZones).map { Self.candidates($0.rows) }
    }

    // MARK: - Rows

    /// Fragments of equal pitch, joined where they lie in one line.
    private func rows() -> [MarkRow] {
        let fragments = MarkChains(marks).all().compactMap { chain -> MarkRow? in
            guard chain.count >= Self.leastOfFragment, let row = MarkRow(chain),
                (0.6...1.9).contains(row.pitch / row.height),
                row.regularity(pitch: row.pitch, most: 2, tolerance: 0.22) >= 0.6
            else { return nil }
            return row
        }.sorted { $0.left < $1.left }
        var rows: [MarkRow] = []
        for fragment in fragments {
            let fitting = rows.indices.filter { Self.continues(fragment, rows[$0]) }
            if let index = fitting.max(by: { rows[$0].marks.count < rows[$1].marks.count }),
                let joined = MarkRow((rows[index].marks + fragment.marks).sorted { $0.midX < $1.midX })
            {
                rows[index] = joined
            } else {
                rows.append(fragment)
            }
        }
        return rows.filter {
            $0.marks.count >= Self.leastOfLine
                && ($0.right - $0.left) / $0.pitch <= Double(ZoneFinder.lengths.upperBound) + 4
        }
    }

    /// Whether a fragment goes on in the line of a row that begins further left.
    private static func continues(_ fragment: MarkRow, _ row: MarkRow) -> Bool {
        let gap = fragment.left - row.right
        guard gap > -row.pitch, gap < widestBreak * row.pitch, abs(fragment.pitch / row.pitch - 1) < 0.18,
            abs(fragment.height / row.height - 1) < 0.4
        else { return false }
        // The slope of a few marks says little: the longer one's counts.
        let slope = row.marks.count >= fragment.marks.count ? row.slope : fragment.slope
        let expected = row.centre.y + (fragment.centre.x - row.centre.x) * slope
        return abs(slope) < 0.3 && abs(fragment.centre.y - expected) < 0.5 * row.height
    }

    private static func areNeighbours(_ one: MarkRow, _ other: MarkRow) -> Bool {
        let middle = (max(one.left, other.left) + min(one.right, other.right)) / 2
        let distance = abs(one.y(at: middle) - other.y(at: middle))
        let shared = min(one.right, other.right) - max(one.left, other.left)
        return abs(one.pitch / other.pitch - 1) < 0.12 && abs(one.height / other.height - 1) < 0.4
            && lineDistances.contains(distance / max(one.height, other.height))
            && shared > 0.5 * min(one.right - one.left, other.right - other.left)
    }

    /// A third line, of which too little is left for a row, among the loose marks a line's distance above or below.
    private func third(of zone: [MarkRow]) -> [MarkRow] {
        let ordered = zone.sorted { $0.centre.y < $1.centre.y }
        guard let upper = ordered.first, let lower = ordered.last else { return [] }
        let distance = lower.y(at: upper.centre.x) - upper.centre.y
        let least = zone.reduce(0) { max($0, $1.marks.count) } / 3
        return [(upper, -distance), (lower, distance)].compactMap { row, step in
            let found = marks.filter { mark in
                abs(mark.midY - row.y(at: mark.midX) - step) < 0.4 * row.height
                    && mark.midX > row.left - row.pitch && mark.midX < row.right + row.pitch
                    && (0.6...1.6).contains(Double(mark.height) / row.height)
            }
            guard found.count >= max(8, least), var third = MarkRow(found.sorted { $0.midX < $1.midX }),
                third.regularity(pitch: row.pitch, most: 3, tolerance: 0.25) >= 0.6
            else { return nil }
            (third.pitch, third.slope) = (row.pitch, row.slope)
            return third
        }.prefix(1).map(\.self)
    }

    /// Whether lines are as long as a format's.
    private static func hasWidth(_ zone: [MarkRow]) -> Bool {
        let left = zone.map(\.left).min() ?? 0
        let right = zone.map(\.right).max() ?? 0
        let pitch = zone.map(\.pitch).sorted()[zone.count / 2]
        return ZoneFinder.lengths.contains(Int(((right - left) / pitch).rounded()))
    }

    // MARK: - Candidates

    /// All lines of a zone begin and end below each other: where one lost an end, the others show it.
    private static func candidates(_ zone: [MarkRow]) -> [ZoneCandidate] {
        let longest = zone.max { $0.marks.count < $1.marks.count } ?? zone[0]
        let slope = longest.slope
        // Ends are compared along the lines, which a slope shifts sideways.
        func shift(_ row: MarkRow) -> Double { (row.centre.y - longest.centre.y) * slope }
        let left = zone.map { $0.left + shift($0) }.min() ?? longest.left
        let right = zone.map { $0.right + shift($0) }.max() ?? longest.right
        let height = zone.map(\.height).max() ?? longest.height
        return zone.sorted { $0.centre.y < $1.centre.y }.map { row in
            let (start, end) = (left - shift(row), right - shift(row))
            let ends = [start, end].map { row.centre.y + ($0 - row.centre.x) * slope }
            let top = (ends.min() ?? row.centre.y) - height / 2
            let bottom = (ends.max() ?? row.centre.y) + height / 2
            let box = Box(
                x: Int(start.rounded(.down)), y: Int(top.rounded(.down)),
                width: Int((end - start).rounded(.up)) + 1, height: Int((bottom - top).rounded(.up)) + 1)
            return ZoneCandidate(box: box, height: height, pitch: longest.pitch, slope: slope)
        }
    }
}

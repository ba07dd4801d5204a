import Foundation
import Model

/// Where a line of a machine-readable zone may be.
struct ZoneCandidate {
    /// As high as its characters.
    var line: DetectedLine
    /// Distance of two characters' centres in pixels.
    var pitch: Double

    var box: Box { line.box }
    var height: Double { line.height }
}

extension ZoneCandidate {
    /// - Parameters:
    ///   - box: around the characters' ink.
    ///   - height: median height of the characters in pixels.
    ///   - slope: rise of the centres' line, in pixels down a pixel to the right.
    init(box: Box, height: Double, pitch: Double, slope: Double) {
        // A lean that is lost in the unevenness of the ink is none.
        let leans = abs(slope) * Double(box.width) > height * 0.2
        line = DetectedLine(
            box: box, middle: Point(x: box.midX, y: box.midY),
            length: Double(box.width) * (leans ? hypot(1, slope) : 1), height: height,
            slant: leans ? atan(slope) * 180 / .pi : 0)
        self.pitch = pitch
    }
}

/// Finds lines of equal pitch and plausible length among a page's connected components, two or three below each other:
/// the layout of ICAO 9303's five formats, whose lines have 30, 36 or 44 characters (part 3, section 4). For clear,
/// level print; ``DetectedZones`` bears more.
struct ZoneFinder {
    private let chains: MarkChains

    static let lengths = 26...48

    /// - Parameter components: connected components of ink that may be characters.
    init(components: [Box]) {
        chains = MarkChains(
            components.filter {
                $0.height >= 6 && $0.height <= 120 && $0.width * 8 >= $0.height && $0.width <= $0.height * 3
            })
    }

    /// Groups of two or three lines, each group top to bottom.
    func zones() -> [[ZoneCandidate]] {
        let lines = chains.all().compactMap(line).sorted { $0.box.y < $1.box.y }
        var used: Set<Int> = []
        var zones: [[ZoneCandidate]] = []
        for (start, first) in lines.enumerated() where !used.contains(start) {
            var zone = [first]
            for next in lines.indices.dropFirst(start + 1) where zone.count < 3 && !used.contains(next) {
                guard let last = zone.last, Self.follows(lines[next], last) else { continue }
                zone.append(lines[next])
                used.insert(next)
            }
            if zone.count == 1 { zone = completed(first) }
            if zone.count > 1 { zones.append(zone) }
        }
        return zones
    }

    /// Whether a line lies below another as the next one of the same zone.
    private static func follows(_ lower: ZoneCandidate, _ upper: ZoneCandidate) -> Bool {
        let distance = lower.box.midY - upper.box.midY
        return abs(lower.pitch - upper.pitch) < 0.1 * upper.pitch
            && (1.1 * upper.height...3.6 * upper.height).contains(distance)
            && abs(lower.box.x - upper.box.x) < Int(3 * upper.pitch)
            && abs(lower.box.maxX - upper.box.maxX) < Int(6 * upper.pitch)
    }

    /// A chain whose marks stand at equal distances, as many as a line of a zone has; nil for other text.
    private func line(_ chain: [Box]) -> ZoneCandidate? {
        guard chain.count >= Self.lengths.lowerBound * 3 / 4, chain.count <= Self.lengths.upperBound + 4,
            let row = MarkRow(chain), let candidate = Self.candidate(row)
        else { return nil }
        let span = Double(candidate.box.width) - candidate.height * 0.6
        let count = Int((span / candidate.pitch).rounded()) + 1
        guard Self.lengths.contains(count), Double(chain.count) >= 0.7 * Double(count),
            (0.65...1.7).contains(candidate.pitch / candidate.height), row.regularity(pitch: row.pitch) >= 0.75
        else { return nil }
        return candidate
    }

    private static func candidate(_ row: MarkRow) -> ZoneCandidate? {
        Box.around(row.marks).map { ZoneCandidate(box: $0, height: row.height, pitch: row.pitch, slope: row.slope) }
    }

    /// A line whose neighbour was too broken to be a chain: the neighbour is sought among loose marks in its place.
    private func completed(_ line: ZoneCandidate) -> [ZoneCandidate] {
        var zone = [line]
        for direction in [-1.0, 1.0] {
            let near = chains.marks.filter { mark in
                let distance = (mark.midY - line.box.midY) * direction / line.height
                return (1.1...3.6).contains(distance) && mark.x > line.box.x - Int(line.pitch)
                    && mark.maxX < line.box.maxX + Int(line.pitch)
                    && (0.55...1.8).contains(Double(mark.height) / line.height)
            }
            let middle = near.map(\.midY).sorted()
            guard !middle.isEmpty else { continue }
            let marks = near.filter { abs($0.midY - middle[middle.count / 2]) < 0.4 * line.height }
            guard marks.count * 2 >= Self.lengths.lowerBound, let row = MarkRow(marks),
                let found = Box.around(marks), row.regularity(pitch: line.pitch) >= 0.5
            else { continue }
            let left = min(found.x, line.box.x)
            let box = Box(x: left, y: found.y, width: max(found.maxX, line.box.maxX) - left, height: found.height)
            zone.append(ZoneCandidate(box: box, height: row.height, pitch: line.pitch, slope: row.slope))
        }
        return zone.sorted { $0.box.y < $1.box.y }
    }
}

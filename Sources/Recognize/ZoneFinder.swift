import Model

/// Where a line of a machine-readable zone may be.
struct ZoneCandidate {
    /// Around the characters' ink.
    var box: Box
    /// Median height of the characters in pixels.
    var height: Double
    /// Distance of two characters' centres in pixels.
    var pitch: Double
    /// Rise of the centres' line, in pixels down a pixel to the right.
    var slope: Double
}

/// Finds lines of equal pitch and plausible length among a page's connected components, two or three below each other:
/// the layout of ICAO 9303's five formats, whose lines have 30, 36 or 44 characters (part 3, section 4).
struct ZoneFinder {
    /// Connected components of ink that may be characters.
    private let marks: [Box]
    /// Rows of marks by `midY / bandHeight`, so that neighbours are found without comparing all with all.
    private let bands: [Int: [Int]]

    static let lengths = 26...48
    private static let bandHeight = 16.0

    init(components: [Box]) {
        marks = components.filter {
            $0.height >= 6 && $0.height <= 120 && $0.width * 8 >= $0.height && $0.width <= $0.height * 3
        }.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        bands = Dictionary(grouping: marks.indices) { [marks] in Int(marks[$0].midY / Self.bandHeight) }
    }

    /// Groups of two or three lines, each group top to bottom.
    func zones() -> [[ZoneCandidate]] {
        let lines = chains().compactMap(line).sorted { $0.box.y < $1.box.y }
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

    /// Runs of marks of like height side by side, left to right.
    private func chains() -> [[Box]] {
        var next = [Int?](repeating: nil, count: marks.count)
        var hasPrevious = [Bool](repeating: false, count: marks.count)
        for index in marks.indices {
            guard let neighbour = rightNeighbour(of: marks[index]), !hasPrevious[neighbour] else { continue }
            next[index] = neighbour
            hasPrevious[neighbour] = true
        }
        return marks.indices.filter { !hasPrevious[$0] }.map { start in
            var chain: [Box] = []
            var position: Int? = start
            while let index = position {
                chain.append(marks[index])
                position = next[index]
            }
            return chain
        }
    }

    private func rightNeighbour(of mark: Box) -> Int? {
        let band = Int(mark.midY / Self.bandHeight)
        let reach = Double(mark.height) * 2.4
        let span = Int((Double(mark.height) * 0.5 / Self.bandHeight).rounded(.up))
        var best: Int?
        for row in (band - span)...(band + span) {
            for index in bands[row] ?? [] {
                let other = marks[index]
                let distance = other.midX - mark.midX
                guard distance > 0, distance <= reach, other.x >= mark.x,
                    abs(other.midY - mark.midY) < 0.35 * Double(max(mark.height, other.height)),
                    other.height * 9 > mark.height * 5, mark.height * 9 > other.height * 5,
                    best.map({ other.midX < marks[$0].midX }) ?? true
                else { continue }
                best = index
            }
        }
        return best
    }

    /// A chain whose marks stand at equal distances, as many as a line of a zone has; nil for other text.
    private func line(_ chain: [Box]) -> ZoneCandidate? {
        guard chain.count >= Self.lengths.lowerBound * 3 / 4, chain.count <= Self.lengths.upperBound + 4,
            let candidate = Self.measured(chain)
        else { return nil }
        let span = Double(candidate.box.width) - candidate.height * 0.6
        let count = Int((span / candidate.pitch).rounded()) + 1
        guard Self.lengths.contains(count), Double(chain.count) >= 0.7 * Double(count),
            (0.65...1.7).contains(candidate.pitch / candidate.height),
            Self.regularity(chain, pitch: candidate.pitch) >= 0.75
        else { return nil }
        return candidate
    }

    private static func measured(_ chain: [Box]) -> ZoneCandidate? {
        let distances = zip(chain.dropFirst(), chain).map { $0.midX - $1.midX }.sorted()
        let heights = chain.map(\.height).sorted()
        guard let box = Box.around(chain), !distances.isEmpty else { return nil }
        let pitch = distances[distances.count / 2]
        guard pitch > 0 else { return nil }
        // Least squares through the centres.
        let meanX = chain.reduce(0) { $0 + $1.midX } / Double(chain.count)
        let meanY = chain.reduce(0) { $0 + $1.midY } / Double(chain.count)
        let covariance = chain.reduce(0) { $0 + ($1.midX - meanX) * ($1.midY - meanY) }
        let variance = chain.reduce(0) { $0 + ($1.midX - meanX) * ($1.midX - meanX) }
        return ZoneCandidate(
            box: box, height: Double(heights[heights.count / 2]), pitch: pitch,
            slope: variance > 0 ? covariance / variance : 0)
    }

    /// Share of neighbours one pitch apart, give or take a seventh: above 0.97 for clean OCR-B, below 0.7 for the letters
    /// of a proportional font.
    private static func regularity(_ chain: [Box], pitch: Double) -> Double {
        let regular = zip(chain.dropFirst(), chain).count { right, left in
            abs((right.midX - left.midX) / pitch - 1) < 0.15
        }
        return Double(regular) / Double(max(1, chain.count - 1))
    }

    /// A line whose neighbour was too broken to be a chain: the neighbour is sought among loose marks in its place.
    private func completed(_ line: ZoneCandidate) -> [ZoneCandidate] {
        var zone = [line]
        for direction in [-1.0, 1.0] {
            let near = marks.filter { mark in
                let distance = (mark.midY - line.box.midY) * direction / line.height
                return (1.1...3.6).contains(distance) && mark.x > line.box.x - Int(line.pitch)
                    && mark.maxX < line.box.maxX + Int(line.pitch)
                    && (0.55...1.8).contains(Double(mark.height) / line.height)
            }
            let middle = near.map(\.midY).sorted()
            guard !middle.isEmpty else { continue }
            let row = near.filter { abs($0.midY - middle[middle.count / 2]) < 0.4 * line.height }
            guard row.count * 2 >= Self.lengths.lowerBound, var found = Self.measured(row),
                Self.regularity(row, pitch: line.pitch) >= 0.5
            else { continue }
            found.pitch = line.pitch
            let left = min(found.box.x, line.box.x)
            found.box = Box(
                x: left, y: found.box.y, width: max(found.box.maxX, line.box.maxX) - left, height: found.box.height)
            zone.append(found)
        }
        return zone.sorted { $0.box.y < $1.box.y }
    }
}

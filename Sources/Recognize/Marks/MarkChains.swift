import Model

/// Runs of marks of like height side by side, left to right: what may be a line of print.
struct MarkChains {
    /// Left to right.
    let marks: [Box]
    /// Rows of marks by `midY / bandHeight`, so that neighbours are found without comparing all with all.
    private let bands: [Int: [Int]]

    private static let bandHeight = 16.0

    init(_ marks: [Box]) {
        let sorted = marks.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        self.marks = sorted
        bands = Dictionary(grouping: sorted.indices) { Int(sorted[$0].midY / Self.bandHeight) }
    }

    func all() -> [[Box]] {
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
}

/// A row of marks with its measures: the line through their centres and how far apart they stand.
struct MarkRow {
    var marks: [Box]
    /// Median height of the marks in pixels.
    var height: Double
    /// Median distance of two neighbours' centres in pixels.
    var pitch: Double
    /// Rise of the line through the centres, in pixels down a pixel to the right.
    var slope: Double
    /// A point of that line.
    var centre: Point

    /// - Parameter marks: left to right.
    init?(_ marks: [Box]) {
        let distances = zip(marks.dropFirst(), marks).map { $0.midX - $1.midX }.sorted()
        let heights = marks.map(\.height).sorted()
        guard !distances.isEmpty else { return nil }
        self.marks = marks
        pitch = distances[distances.count / 2]
        height = Double(heights[heights.count / 2])
        guard pitch > 0 else { return nil }
        // Least squares through the centres.
        let meanX = marks.reduce(0) { $0 + $1.midX } / Double(marks.count)
        let meanY = marks.reduce(0) { $0 + $1.midY } / Double(marks.count)
        let covariance = marks.reduce(0) { $0 + ($1.midX - meanX) * ($1.midY - meanY) }
        let variance = marks.reduce(0) { $0 + ($1.midX - meanX) * ($1.midX - meanX) }
        slope = variance > 0 ? covariance / variance : 0
        centre = Point(x: meanX, y: meanY)
    }

    var left: Double { Double(marks.map(\.x).min() ?? 0) }
    var right: Double { Double(marks.map(\.maxX).max() ?? 0) }

    func y(at x: Double) -> Double { centre.y + (x - centre.x) * slope }

    /// Share of neighbours a whole number of pitches apart, up to `most` of them, give or take a share of the pitch:
    /// above 0.97 for clean OCR-B, below 0.7 for the letters of a proportional font.
    func regularity(pitch: Double, most: Int = 1, tolerance: Double = 0.15) -> Double {
        let regular = zip(marks.dropFirst(), marks).count { right, left in
            let steps = (right.midX - left.midX) / pitch
            let whole = max(1, steps.rounded())
            return Int(whole) <= most && abs(steps - whole) < tolerance
        }
        return Double(regular) / Double(max(1, marks.count - 1))
    }
}

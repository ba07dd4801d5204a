import Foundation
import Imaging
import Model

/// Finds machine-readable zones among the lines that the text detector sees: at any angle, small, under a stamp, in any
/// face. What it finds is only a place to read: it errs on the side of too many.
struct DetectedZones {
    let detector: TextDetector
    let reader: any LineReader

    /// Lengths over heights of a row that may be a zone's: the shortest has 30 characters, 1.06 heights apart, and the
    /// detector draws its lines up to three times as high as they are.
    private static let leastSlender = 9.0
    /// Rows of a page that are read, the longest ones: a card has fewer.
    private static let mostRows = 12
    /// Distance of two lines' centres, in heights as the detector draws them, and by what share these heights may differ.
    private static let (distances, heights) = (0.5...2.5, 0.6...1.65)
    /// Heights between two parts of a row.
    private static let widestBreak = 8.0
    /// Heights of a character that two stand apart (ICAO 9303 part 3, section 4.4).
    private static let pitch = 1.06

    /// - Parameter turn: degrees by which the lines are turned beside their own slant: 180 on a page on its head.
    /// - Returns: groups of two or three lines, each group from its first line to its last.
    func zones(in picture: Image, turn: Double = 0) throws -> [[ZoneCandidate]] {
        let rows = Self.rows(try detector.lines(in: picture)).prefix(Self.mostRows)
        var used: Set<Int> = []
        var zones: [[ZoneCandidate]] = []
        for (start, row) in rows.enumerated() where !used.contains(start) {
            guard let pitch = try pitch(of: row, in: picture, turn: turn) else { continue }
            used.insert(start)
            var zone = [row]
            while zone.count < 3 {
                let near = rows.indices.filter { index in
                    !used.contains(index) && zone.contains { Self.areNeighbours($0, rows[index]) }
                }
                guard let next = near.first else { break }
                used.insert(next)
                zone.append(rows[next])
            }
            if zone.count > 1 { zones.append(Self.candidates(zone, pitch: pitch, turn: turn)) }
        }
        return zones
    }

    /// Lines, joined where one goes on in another, the longest first.
    private static func rows(_ lines: [DetectedLine]) -> [DetectedLine] {
        var rows: [DetectedLine] = []
        for line in lines.sorted(by: { $0.length > $1.length }) {
            let fitting = rows.indices.first { index in
                let place = rows[index].place(of: line.middle)
                let gap = abs(place.along) - (rows[index].length + line.length) / 2
                return abs(place.across) < 0.4 * rows[index].height && gap < widestBreak * rows[index].height
                    && heights.contains(line.height / rows[index].height)
            }
            if let index = fitting {
                let place = rows[index].place(of: line.middle)
                let reach = rows[index].length / 2
                rows[index] = rows[index].spanning(
                    min(-reach, place.along - line.length / 2)...max(reach, place.along + line.length / 2))
            } else {
                rows.append(line)
            }
        }
        return rows.filter { $0.length >= leastSlender * $0.height }.sorted { $0.length > $1.length }
    }

    private static func areNeighbours(_ one: DetectedLine, _ other: DetectedLine) -> Bool {
        let place = one.place(of: other.middle)
        return distances.contains(abs(place.across) / max(one.height, other.height))
            && heights.contains(one.height / other.height)
            && abs(one.slant - other.slant) < 4
            && (one.length + other.length) / 2 - abs(place.along) > 0.6 * min(one.length, other.length)
    }

    /// Distance of two characters' centres; nil where a row does not read like a zone's: equal steps, figures or fillers.
    private func pitch(of row: DetectedLine, in picture: Image, turn: Double) throws -> Double? {
        let read = try reader.characters(
            in: row.levelled(from: picture, turn: row.slant + turn), among: ZoneReader.alphabet)
        let steps = zip(read.dropFirst(), read).map { $0.middle - $1.middle }.sorted()
        guard read.count >= ZoneFinder.lengths.lowerBound * 2 / 3, steps.count > 0,
            read.count(where: { $0.text == "<" }) >= Self.leastFillers
        else { return nil }
        return steps[steps.count / 2]
    }

    /// Of a row by which a zone is found: every zone has one with more.
    private static let leastFillers = 3

    /// All lines of a zone begin and end below each other: where one lost an end, the others show it.
    private static func candidates(_ rows: [DetectedLine], pitch: Double, turn: Double) -> [ZoneCandidate] {
        let longest = rows[0]
        let places = rows.map { longest.place(of: $0.middle) }
        let starts = zip(places, rows).map { $0.along - $1.length / 2 }
        let ends = zip(places, rows).map { $0.along + $1.length / 2 }
        let span = ((starts.min() ?? 0) - pitch / 2)...((ends.max() ?? 0) + pitch / 2)
        let height = pitch / Self.pitch
        let ordered = zip(places, rows).sorted { $0.0.across < $1.0.across }.map { place, row in
            var line = row
            // The slant of a short row says little.
            if row.length < 0.7 * longest.length { line.slant = longest.slant }
            line = line.spanning((span.lowerBound - place.along)...(span.upperBound - place.along))
            line.height = height
            line.slant += turn
            line.box = line.around
            return ZoneCandidate(line: line, pitch: pitch)
        }
        return turn == 180 ? ordered.reversed() : ordered
    }
}

extension DetectedLine {
    /// Where a point lies, seen from the middle: along the line to its right end, and below it.
    fileprivate func place(of point: Point) -> (along: Double, across: Double) {
        let (cosine, sine) = (cos(slant * .pi / 180), sin(slant * .pi / 180))
        let (x, y) = (point.x - middle.x, point.y - middle.y)
        return (cosine * x + sine * y, cosine * y - sine * x)
    }

    /// From and to other distances from its middle.
    fileprivate func spanning(_ span: ClosedRange<Double>) -> DetectedLine {
        var line = self
        line.middle = point(at: length / 2 + (span.lowerBound + span.upperBound) / 2, turn: slant)
        line.length = span.upperBound - span.lowerBound
        line.box = line.around
        return line
    }

    /// The upright box around it.
    var around: Box {
        let (cosine, sine) = (abs(cos(slant * .pi / 180)), abs(sin(slant * .pi / 180)))
        let (width, height) = (cosine * length + sine * height, sine * length + cosine * height)
        return Box(
            x: Int((middle.x - width / 2).rounded()), y: Int((middle.y - height / 2).rounded()),
            width: max(1, Int(width.rounded())), height: max(1, Int(height.rounded())))
    }
}

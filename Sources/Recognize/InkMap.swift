import Foundation
import Glibc
import Imaging
import Model

/// One connected patch of ink.
struct InkComponent {
    var box: Box
    /// Pixels of ink.
    var ink: Int
    /// Horizontal runs that make it up: `ink / runs` is near the width of its strokes.
    var runs: Int
    /// Of its pixels.
    var moments = Moments()

    var strokeWidth: Double { Double(ink) / Double(max(1, runs)) }
    /// Share of its box that is ink, 0…1.
    var density: Double { Double(ink) / Double(max(1, box.area)) }
}

/// Sums over pixels of their places, and of the products of these.
struct Moments {
    private var (count, x, y, xx, xy, yy) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    private var (xxx, xxxx, xxy) = (0.0, 0.0, 0.0)

    init() {}

    /// Of a run of pixels of one row.
    init(row: Int, from start: Int, to end: Int) {
        let (length, first, y) = (Double(end - start), Double(start), Double(row))
        let sum = length * (first + Double(end - 1)) / 2
        let last = Double(end - 1)
        func squares(_ n: Double) -> Double { n * (n + 1) * (2 * n + 1) / 6 }
        (count, x, self.y) = (length, sum, length * y)
        func cubes(_ n: Double) -> Double { n * n * (n + 1) * (n + 1) / 4 }
        func fourths(_ n: Double) -> Double { n * (n + 1) * (2 * n + 1) * (3 * n * n + 3 * n - 1) / 30 }
        (xx, xy, yy) = (squares(last) - squares(first - 1), sum * y, length * y * y)
        (xxx, xxxx, xxy) = (cubes(last) - cubes(first - 1), fourths(last) - fourths(first - 1), xx * y)
    }

    static func += (sums: inout Moments, more: Moments) {
        (sums.count, sums.x, sums.y) = (sums.count + more.count, sums.x + more.x, sums.y + more.y)
        (sums.xx, sums.xy, sums.yy) = (sums.xx + more.xx, sums.xy + more.xy, sums.yy + more.yy)
        (sums.xxx, sums.xxxx, sums.xxy) = (sums.xxx + more.xxx, sums.xxxx + more.xxxx, sums.xxy + more.xxy)
    }

    /// The parabola through the rows of the pixels by their columns, by least squares; nil for fewer than three columns.
    var parabola: Parabola? {
        let (middle, row) = (x / count, y / count)
        let second = xx - middle * x
        let third = xxx - 3 * middle * xx + 2 * middle * middle * x
        let fourth = xxxx - 4 * middle * xxx + 6 * middle * middle * xx - 3 * middle * middle * middle * x
        let (rise, arch) = (xy - middle * y, xxy - 2 * middle * xy + middle * middle * y - row * second)
        let spread = fourth - second * second / count
        let determinant = second * spread - third * third
        guard determinant > 0.5 else { return nil }
        let bend = (second * arch - third * rise) / determinant
        return Parabola(
            column: middle, row: row - bend * second / count, slope: (rise - bend * third) / second, bend: bend)
    }

    /// The rectangle of the same area's spread: its middle, its longer and its shorter side, and by how many degrees the
    /// longer one is clockwise off level, -90…90.
    var rectangle: (middle: Point, length: Double, height: Double, slant: Double) {
        let middle = Point(x: x / count, y: y / count)
        let (a, b, c) = (
            xx / count - middle.x * middle.x, xy / count - middle.x * middle.y, yy / count - middle.y * middle.y
        )
        let spread = ((a - c) * (a - c) / 4 + b * b).squareRoot()
        // A pixel is as wide as it is high: the variance within it is 1/12.
        let (long, short) = ((a + c) / 2 + spread + 1.0 / 12, (a + c) / 2 - spread + 1.0 / 12)
        return (middle, (12 * long).squareRoot(), (12 * max(0, short)).squareRoot(), atan2(2 * b, a - c) * 90 / .pi)
    }
}

/// A page's ink as runs of black pixels, row by row: the form in which components, frames and shares of ink are quickly
/// found. (Leptonica's components carry neither ink nor runs.)
struct InkMap {
    struct Run {
        var start: Int32
        /// One past the last pixel.
        var end: Int32
    }

    let width: Int
    let height: Int
    private(set) var runs: [Run] = []
    /// Position of each row's first run, and the end of the last row's.
    private(set) var rowStarts: [Int] = [0]

    /// - Parameter picture: levels of a binarized page; below 128 is ink.
    init(_ picture: GreyPicture) {
        width = picture.width
        height = picture.height
        rowStarts.reserveCapacity(height + 1)
        unsafe picture.bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return }
            for row in 0..<height {
                unsafe appendRuns(base + row * width)
                rowStarts.append(runs.count)
            }
        }
    }

    private mutating func appendRuns(_ row: UnsafePointer<UInt8>) {
        var x = 0
        while x < width, let found = unsafe memchr(row + x, 0, width - x) {
            let start = unsafe UnsafeRawPointer(found) - UnsafeRawPointer(row)
            var end = start + 1
            while end < width, unsafe row[end] < 128 { end += 1 }
            runs.append(Run(start: Int32(start), end: Int32(end)))
            x = end
        }
    }

    /// Share of the box that is ink, 0…1.
    func density(in box: Box) -> Double {
        let part = box.intersection(Box(x: 0, y: 0, width: width, height: height))
        guard !part.isEmpty else { return 0 }
        return Double(ink(in: part)) / Double(part.area)
    }

    /// Pixels of ink in the box.
    func ink(in box: Box) -> Int {
        let part = box.intersection(Box(x: 0, y: 0, width: width, height: height))
        guard !part.isEmpty else { return 0 }
        var ink = 0
        for row in part.y..<part.maxY {
            for run in runs[rowStarts[row]..<rowStarts[row + 1]] {
                if Int(run.start) >= part.maxX { break }
                ink += max(0, min(Int(run.end), part.maxX) - max(Int(run.start), part.x))
            }
        }
        return ink
    }

    /// Where ink is in a box of one row, from left to right.
    func runs(in row: Box) -> [Range<Int>] {
        guard (0..<height).contains(row.y) else { return [] }
        return runs[rowStarts[row.y]..<rowStarts[row.y + 1]].map {
            (Int($0.start)..<Int($0.end)).clamped(to: row.x..<row.maxX)
        }.filter { !$0.isEmpty }
    }

    /// Patches of ink, corners touching included, in the order of their first pixel.
    func components() -> [InkComponent] {
        var parents = Array(runs.indices)
        func root(_ index: Int) -> Int {
            var index = index
            while parents[index] != index {
                parents[index] = parents[parents[index]]
                index = parents[index]
            }
            return index
        }
        for row in 0..<max(0, height) where row > 0 {
            var above = rowStarts[row - 1]
            for current in rowStarts[row]..<rowStarts[row + 1] {
                while above < rowStarts[row], runs[above].end < runs[current].start { above += 1 }
                var touching = above
                while touching < rowStarts[row], runs[touching].start <= runs[current].end {
                    let a = root(touching)
                    let b = root(current)
                    if a != b { parents[max(a, b)] = min(a, b) }
                    touching += 1
                }
            }
        }
        return collect(rootOf: root)
    }

    private func collect(rootOf root: (Int) -> Int) -> [InkComponent] {
        var numbers = [Int](repeating: -1, count: runs.count)
        var components: [InkComponent] = []
        for row in 0..<height {
            for index in rowStarts[row]..<rowStarts[row + 1] {
                let run = runs[index]
                let length = Int(run.end - run.start)
                let box = Box(x: Int(run.start), y: row, width: length, height: 1)
                let moments = Moments(row: row, from: Int(run.start), to: Int(run.end))
                let top = root(index)
                if numbers[top] < 0 {
                    numbers[top] = components.count
                    components.append(InkComponent(box: box, ink: length, runs: 1, moments: moments))
                } else {
                    let number = numbers[top]
                    components[number].box = components[number].box.union(box)
                    components[number].ink += length
                    components[number].runs += 1
                    components[number].moments += moments
                }
            }
        }
        return components
    }
}

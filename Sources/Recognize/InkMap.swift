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

    var strokeWidth: Double { Double(ink) / Double(max(1, runs)) }
    /// Share of its box that is ink, 0…1.
    var density: Double { Double(ink) / Double(max(1, box.area)) }
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
                let top = root(index)
                if numbers[top] < 0 {
                    numbers[top] = components.count
                    components.append(InkComponent(box: box, ink: length, runs: 1))
                } else {
                    let number = numbers[top]
                    components[number].box = components[number].box.union(box)
                    components[number].ink += length
                    components[number].runs += 1
                }
            }
        }
        return components
    }
}

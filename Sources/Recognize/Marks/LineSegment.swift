import Model

/// A straight line of print, level or upright.
struct LineSegment {
    /// First pixel along the line, and one past the last.
    var start: Int
    var end: Int
    /// Across it: first and last row (or column) of ink.
    var first: Int
    var last: Int

    var length: Int { end - start }
    var thickness: Int { last - first + 1 }

    /// Joins pieces side by side into lines as thick as they are printed.
    ///
    /// - Parameters:
    ///   - pieces: one pixel thick, in the order of the row (or column) that they lie in.
    ///   - endToEnd: whether pieces that only meet at their ends are one line too: a long line that is not quite level
    ///     steps from row to row.
    static func merged(_ pieces: [LineSegment], endToEnd: Bool = false) -> [LineSegment] {
        var open: [LineSegment] = []
        var done: [LineSegment] = []
        for piece in pieces {
            done += open.filter { $0.last < piece.first - 2 }
            open.removeAll { $0.last < piece.first - 2 }
            if let index = open.firstIndex(where: { $0.meets(piece, endToEnd: endToEnd) }) {
                open[index].last = piece.last
                open[index].start = min(open[index].start, piece.start)
                open[index].end = max(open[index].end, piece.end)
            } else {
                open.append(piece)
            }
        }
        return done + open
    }

    private func meets(_ piece: LineSegment, endToEnd: Bool) -> Bool {
        let shared = min(end, piece.end) - max(start, piece.start)
        if endToEnd { return shared >= -4 }
        return last < piece.first && shared * 2 > min(length, piece.length)
    }
}

extension InkMap {
    /// Level lines of ink, one pixel thick, row by row.
    func horizontalLines(of lengths: ClosedRange<Int>) -> [LineSegment] {
        var found: [LineSegment] = []
        for row in 0..<height {
            for run in runs[rowStarts[row]..<rowStarts[row + 1]] where lengths.contains(Int(run.end - run.start)) {
                found.append(LineSegment(start: Int(run.start), end: Int(run.end), first: row, last: row))
            }
        }
        return found
    }

    /// Upright lines of ink, one pixel thick, column by column.
    func verticalLines(of lengths: ClosedRange<Int>) -> [LineSegment] {
        var found: [LineSegment] = []
        /// Rows of ink above the current one, by column.
        var depths = [Int32](repeating: 0, count: width)
        func close(_ column: Int, at row: Int) {
            let length = Int(depths[column])
            depths[column] = 0
            guard lengths.contains(length) else { return }
            found.append(LineSegment(start: row - length, end: row, first: column, last: column))
        }
        var previous: ArraySlice<Run> = []
        for row in 0..<height {
            let current = runs[rowStarts[row]..<rowStarts[row + 1]]
            Self.forEachColumn(of: previous, without: current) { close($0, at: row) }
            for run in current { for column in Int(run.start)..<Int(run.end) { depths[column] += 1 } }
            previous = current
        }
        for run in previous { for column in Int(run.start)..<Int(run.end) { close(column, at: height) } }
        return found.sorted { ($0.first, $0.start) < ($1.first, $1.start) }
    }

    /// Columns that the upper row inks and the lower does not.
    private static func forEachColumn(
        of upper: ArraySlice<Run>, without lower: ArraySlice<Run>, _ body: (Int) -> Void
    ) {
        var position = lower.startIndex
        for run in upper {
            var x = run.start
            while position < lower.endIndex, lower[position].end <= x { position += 1 }
            var next = position
            while x < run.end {
                let gapEnd = next < lower.endIndex ? min(lower[next].start, run.end) : run.end
                while x < gapEnd {
                    body(Int(x))
                    x += 1
                }
                guard next < lower.endIndex, x < run.end else { break }
                x = max(x, lower[next].end)
                next += 1
            }
        }
    }

    /// Long straight printed lines, at least 0.3 inch and at most 0.05 inch thick.
    ///
    /// - Parameter dpi: pixels per inch of the page.
    func rules(dpi: Double) -> [Rule] {
        let least = max(20, Int(0.3 * dpi))
        let thickest = max(3, Int(0.05 * dpi))
        let across = LineSegment.merged(horizontalLines(of: (least / 2)...max(least, width)), endToEnd: true)
        let down = LineSegment.merged(verticalLines(of: (least / 2)...max(least, height)), endToEnd: true)
        func isRule(_ line: LineSegment) -> Bool {
            line.length >= least && line.thickness <= thickest && line.length >= 8 * line.thickness
        }
        let level = across.filter(isRule).map { line in
            Rule(box: Box(x: line.start, y: line.first, width: line.length, height: line.thickness), isHorizontal: true)
        }
        let upright = down.filter(isRule).map { line in
            Rule(
                box: Box(x: line.first, y: line.start, width: line.thickness, height: line.length), isHorizontal: false)
        }
        return (level + upright).sorted { ($0.box.y, $0.box.x) < ($1.box.y, $1.box.x) }
    }
}

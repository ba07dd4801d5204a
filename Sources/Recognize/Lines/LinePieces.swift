/// Cuts a long line where it has the most white.
enum LinePieces {
    /// Of the greatest width, the least of a piece: a cut is sought behind it.
    private static let least = 0.5

    /// - Parameter line: dark print on a light ground.
    /// - Returns: the columns of each piece, from left to right.
    static func ranges(of line: GreyPicture, mostWidth: Int) -> [Range<Int>] {
        guard line.width > mostWidth else { return [0..<line.width] }
        let darkness = (0..<line.width).map { column in
            (0..<line.height).reduce(0) { $0 + 255 - Int(line.bytes[$1 * line.width + column]) }
        }
        var ranges: [Range<Int>] = []
        var start = 0
        while line.width - start > mostWidth {
            let sought = (start + Int(least * Double(mostWidth)))..<(start + mostWidth)
            let cut = middleOfWidestGap(darkness, in: sought)
            ranges.append(start..<cut)
            start = cut
        }
        return ranges + [start..<line.width]
    }

    /// Columns about as light as the lightest one make a gap.
    private static func middleOfWidestGap(_ darkness: [Int], in columns: Range<Int>) -> Int {
        let levels = darkness[columns]
        let (low, high) = (levels.min() ?? 0, levels.max() ?? 0)
        let limit = low + (high - low) / 20
        var (widest, start) = (columns.upperBound..<columns.upperBound, Int?.none)
        for column in columns.lowerBound...columns.upperBound {
            if column < columns.upperBound, darkness[column] <= limit {
                start = start ?? column
            } else if let from = start {
                if column - from > widest.count { widest = from..<column }
                start = nil
            }
        }
        return (widest.lowerBound + widest.upperBound) / 2
    }
}

import Model

/// Puts a line before the one that stands right below it, where layout analysis has it behind: a justified line whose
/// spaces line up with none of its paragraph's is taken for a block of its own.
enum LineOrder {
    /// The taller line's height over the lower one's, for both to be of one paragraph.
    private static let mostOfHeight = 1.8
    /// Of the taller line's height, the white between two lines of a paragraph.
    private static let mostGap = 1.0
    /// Of the lower line's height, what two such lines may share: letters hang below theirs, others stand up.
    private static let mostReach = 0.3
    /// Of the narrower line's width, what stands above or below the other.
    private static let leastShared = 0.5

    /// The engine's lines in this order, numbered anew.
    static func fromTopToBottom(_ words: [ReadWord]) -> [ReadWord] {
        let lines = Line.all(of: words)
        var ordered: [Int] = []
        var isPlaced = Array(repeating: false, count: lines.count)
        for index in lines.indices where !isPlaced[index] {
            // Each line above is nearer to the top, so that this ends.
            var waiting = [index]
            while let below = waiting.last {
                let above = lines.indices.first { !isPlaced[$0] && stands(lines[$0], rightAbove: lines[below]) }
                if let above {
                    waiting.append(above)
                } else {
                    ordered.append(waiting.removeLast())
                    isPlaced[below] = true
                }
            }
        }
        return ordered.enumerated().flatMap { number, index in
            lines[index].words.map { word in
                var word = word
                word.line = number
                return word
            }
        }
    }

    private static func stands(_ upper: Line, rightAbove lower: Line) -> Bool {
        guard upper.box.midY < lower.box.midY, upper.isLevel, lower.isLevel else { return false }
        let heights = [upper.box.height, lower.box.height].map(Double.init).sorted()
        let gap = Double(lower.box.y - upper.box.maxY)
        return heights[1] <= mostOfHeight * heights[0] && gap <= mostGap * heights[1]
            && upper.box.verticalOverlap(lower.box) <= mostReach
            && upper.box.horizontalOverlap(lower.box) >= leastShared
    }

    private struct Line {
        var words: [ReadWord]
        var box: Box
        var isLevel: Bool

        static func all(of words: [ReadWord]) -> [Line] {
            words.reduce(into: []) { lines, word in
                if let last = lines.last, last.words[0].line == word.line {
                    lines[lines.count - 1].words.append(word)
                    lines[lines.count - 1].box = last.box.union(word.box)
                    lines[lines.count - 1].isLevel = last.isLevel && word.slant == nil
                } else {
                    lines.append(Line(words: [word], box: word.box, isLevel: word.slant == nil))
                }
            }
        }
    }
}

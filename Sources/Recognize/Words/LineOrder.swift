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
        var lines = Line.all(of: words)
        // Each move puts a pair right; lines that stand in a circle would be moved forever.
        for _ in lines.indices {
            guard let (late, below) = misplaced(in: lines) else { break }
            var line = lines.remove(at: late)
            for index in line.words.indices { line.words[index].block = lines[below].words[0].block }
            lines.insert(line, at: below)
        }
        return lines.enumerated().flatMap { number, line in
            line.words.map { word in
                var word = word
                word.line = number
                return word
            }
        }
    }

    /// The first line that comes before one right above it, and that one.
    private static func misplaced(in lines: [Line]) -> (late: Int, below: Int)? {
        for below in lines.indices where lines[below].isLevel {
            let late = lines.indices[(below + 1)...].first { stands(lines[$0], rightAbove: lines[below]) }
            if let late { return (late, below) }
        }
        return nil
    }

    private static func stands(_ upper: Line, rightAbove lower: Line) -> Bool {
        guard upper.isLevel, upper.box.midY < lower.box.midY else { return false }
        let heights = [upper.box.height, lower.box.height].map(Double.init).sorted()
        let gap = Double(lower.box.y - upper.box.maxY)
        return heights[1] <= mostOfHeight * heights[0] && gap <= mostGap * heights[1]
            && upper.box.verticalOverlap(lower.box) <= mostReach
            && upper.box.horizontalOverlap(lower.box) >= leastShared
    }

    private struct Line {
        var words: [ReadWord]
        var box: Box
        var isLevel: Bool { words.allSatisfy { $0.slant == nil } }

        static func all(of words: [ReadWord]) -> [Line] {
            words.reduce(into: []) { lines, word in
                if let last = lines.last, last.words[0].line == word.line {
                    lines[lines.count - 1].words.append(word)
                    lines[lines.count - 1].box = last.box.union(word.box)
                } else {
                    lines.append(Line(words: [word], box: word.box))
                }
            }
        }
    }
}

import Model

/// The order in which lines are read: Tesseract's own, into which those that it did not see are put by their place. Lines
/// that run up or down the page stand in its margin: a stamp there is read behind all others, so that no sentence has it
/// in its middle.
enum LatticeOrder {
    /// - Parameters:
    ///   - lines: each with its words from left to right; those of a line that Tesseract saw carry its number.
    ///   - alone: Tesseract's words in none of these lines.
    static func ordered(_ lines: [[ReadWord]], alone: [ReadWord]) -> [ReadWord] {
        var known: [Int: [ReadWord]] = Dictionary(grouping: alone, by: \.line)
        var unknown: [[ReadWord]] = []
        for line in lines {
            guard let number = line.first?.line, number >= 0 else {
                unknown.append(line)
                continue
            }
            for word in line { known[word.line < 0 ? number : word.line, default: []].append(word) }
        }
        var ordered = known.sorted { $0.key < $1.key }.map { $0.value.sorted { $0.box.x < $1.box.x } }
        for line in unknown { ordered.insert(line, at: place(of: line, in: ordered)) }
        let steep = ordered.filter(isSteep)
        if steep.count * 2 < ordered.count { ordered = ordered.filter { !isSteep($0) } + steep }
        return ordered.enumerated().flatMap { number, line in
            let block = line.lazy.map(\.block).first { $0 >= 0 } ?? number
            return line.map { word in
                var word = word
                word.line = number
                word.block = block
                return word
            }
        }
    }

    private static func isSteep(_ line: [ReadWord]) -> Bool {
        line.count { abs($0.slant ?? 0) > 45 } * 2 > line.count
    }

    /// Behind the line that stands beside it on its left, or else above it; before the first below it where there is none.
    private static func place(of line: [ReadWord], in lines: [[ReadWord]]) -> Int {
        guard let box = Box.around(line.map(\.box)) else { return lines.count }
        let boxes = lines.map { Box.around($0.map(\.box)) ?? box }
        let left = boxes.indices.filter { boxes[$0].verticalOverlap(box) > 0.5 && boxes[$0].maxX <= box.x + box.height }
        if let nearest = left.max(by: { boxes[$0].maxX < boxes[$1].maxX }) { return nearest + 1 }
        let above = boxes.indices.filter { boxes[$0].midY < box.midY && boxes[$0].horizontalOverlap(box) > 0 }
        if let nearest = above.max(by: { boxes[$0].midY < boxes[$1].midY }) { return nearest + 1 }
        return boxes.indices.first { boxes[$0].midY > box.midY } ?? lines.count
    }
}

import Model

/// The order of words that stand in places of their own, as a card's do.
enum WordOrder {
    /// The engine's own lines, top to bottom and left to right, each a block of its own.
    static func byPlace(_ words: [ReadWord]) -> [ReadWord] {
        numbered(sortedByPlace(Dictionary(grouping: words, by: \.line).sorted { $0.key < $1.key }.map(\.value)))
    }

    /// Top to bottom; lines that share their level, left to right.
    private static func sortedByPlace(_ lines: [[ReadWord]]) -> [[ReadWord]] {
        let placed = lines.compactMap { line in Box.around(line.map(\.box)).map { (line, $0) } }
            .sorted { ($0.1.midY, $0.1.x) < ($1.1.midY, $1.1.x) }
        var levels: [[([ReadWord], Box)]] = []
        for line in placed {
            if let last = levels.last?.first, last.1.verticalOverlap(line.1) > 0.6 {
                levels[levels.count - 1].append(line)
            } else {
                levels.append([line])
            }
        }
        return levels.flatMap { level in level.sorted { $0.1.x < $1.1.x }.map(\.0) }
    }

    private static func numbered(_ lines: [[ReadWord]]) -> [ReadWord] {
        lines.enumerated().flatMap { number, line in
            line.map { word in
                var word = word
                word.line = number
                word.block = number
                return word
            }
        }
    }
}

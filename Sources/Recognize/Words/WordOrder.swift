import Model

/// Brings words of several readings into one order.
enum WordOrder {
    /// Words that the engine took for a line of their own, or put to a line on another level, although they fill a gap
    /// between two words of a third, put in their place there.
    static func gapsFilled(_ words: [ReadWord]) -> [ReadWord] {
        var words = words
        for (line, members) in Dictionary(grouping: words, by: \.line).sorted(by: { $0.key < $1.key }) {
            for part in [members] + strays(in: members) where fill(&words, with: part, of: line) { break }
        }
        return words
    }

    /// Of the height of two words: how near to each other they stand where one line was torn in two between them, how
    /// near at most where its other spaces are as wide, and how much of their height they share.
    private static let (tornGap, widestGap, tornOverlap) = (0.6, 1.2, 0.7)
    /// Of the widest space in the two parts.
    private static let likeOthers = 1.2

    /// Lines that begin within a word's space behind the end of another, put behind it: the engine took them for the
    /// column beside.
    static func tornJoined(_ words: [ReadWord]) -> [ReadWord] {
        var lines = Dictionary(grouping: words, by: \.line).sorted { $0.key < $1.key }.map(\.value)
        var index = 0
        while index < lines.count {
            guard let end = lines[index].last,
                let torn = lines.indices.first(where: { $0 != index && goesOn(lines[index], lines[$0]) })
            else {
                index += 1
                continue
            }
            let rest = lines[torn].map { word in
                var word = word
                (word.line, word.block) = (end.line, end.block)
                return word
            }
            lines[index] += rest
            lines.remove(at: torn)
            if torn < index { index -= 1 }
        }
        return lines.flatMap(\.self)
    }

    /// Letters of a word that stand at its place in another line, too: of a slanting line the engine reads the whole, but
    /// counts the low letters to the next one (`Volume`, of which the V alone has a box, and `olume` below). The word has
    /// their ink then.
    static func echoesJoined(_ words: [ReadWord]) -> [ReadWord] {
        var words = words
        var echoes: Set<Int> = []
        for (echo, other) in words.enumerated() where other.text.count > 1 {
            let letters = other.text.filter(\.isLetter).lowercased()
            guard
                let owner = words.indices.first(where: { index in
                    let word = words[index]
                    return word.line != other.line && standsBehind(other.box, word.box)
                        && isEnd(letters, of: word.text.filter(\.isLetter).lowercased())
                })
            else { continue }
            words[owner].box = words[owner].box.union(other.box)
            echoes.insert(echo)
        }
        return words.indices.filter { !echoes.contains($0) }.map { words[$0] }
    }

    /// Numbers whose last figures the engine took for a word of their own, although no space parts them: `63` and `9`.
    static func figuresJoined(_ words: [ReadWord]) -> [ReadWord] {
        words.reduce(into: []) { joined, word in
            guard let last = joined.last, isContinued(last, by: word) else {
                joined.append(word)
                return
            }
            joined[joined.count - 1].text += word.text
            joined[joined.count - 1].box = last.box.union(word.box)
            joined[joined.count - 1].confidence = min(last.confidence, word.confidence)
            joined[joined.count - 1].readings = zip(last.readings, word.readings).map(+)
        }
    }

    /// The narrowest space over the height of figures; between these there is less.
    private static let leastSpace = 0.2

    private static func isContinued(_ word: ReadWord, by next: ReadWord) -> Bool {
        guard word.line == next.line, word.slant == nil, next.slant == nil, word.text.last?.isNumber == true,
            next.text.first?.isNumber == true, next.text.allSatisfy({ $0.isNumber || ".,;".contains($0) })
        else { return false }
        let gap = Double(next.box.x - word.box.maxX)
        return gap >= 0 && gap < leastSpace * Double(min(word.box.height, next.box.height))
            && word.box.verticalOverlap(next.box) > 0.5
    }

    private static func standsBehind(_ box: Box, _ word: Box) -> Bool {
        box.x > word.x && box.x - word.maxX < word.height && box.verticalOverlap(word) > 0.5
    }

    /// Whether letters are a word's without its first, but for one of them at most.
    private static func isEnd(_ letters: String, of word: String) -> Bool {
        guard letters.count > 2, word.count - letters.count < 3, word.count > letters.count else { return false }
        var rest = word.dropFirst()[...]
        for letter in letters {
            guard let place = rest.firstIndex(of: letter) else { return false }
            rest = rest[rest.index(after: place)...]
        }
        return true
    }

    private static func goesOn(_ first: [ReadWord], _ second: [ReadWord]) -> Bool {
        guard let end = first.last, let start = second.first, end.slant == nil, start.slant == nil else { return false }
        func spaces(_ line: [ReadWord]) -> [Int] { zip(line, line.dropFirst()).map { $1.box.x - $0.box.maxX } }
        // An `a` is no higher than half of its line.
        let heights = (first + second).map(\.box.height).sorted()
        let (gap, height) = (Double(start.box.x - end.box.maxX), Double(heights[heights.count / 2]))
        let widest = Double((spaces(first) + spaces(second)).max() ?? 0)
        return gap >= 0 && gap < max(tornGap * height, min(widestGap * height, likeOthers * widest))
            && end.box.verticalOverlap(start.box) > tornOverlap
            && second.allSatisfy { $0.box.x >= start.box.x }
    }

    /// Words that are on no level with any other of their line.
    private static func strays(in line: [ReadWord]) -> [[ReadWord]] {
        guard line.count > 1 else { return [] }
        return line.indices.filter { index in
            !line.indices.contains { $0 != index && line[$0].box.verticalOverlap(line[index].box) > 0 }
        }.map { [line[$0]] }
    }

    /// Whether there is such a gap.
    private static func fill(_ words: inout [ReadWord], with part: [ReadWord], of line: Int) -> Bool {
        guard let box = Box.around(part.map(\.box)),
            let left = words.indices.dropLast().first(where: { index in
                let (before, after) = (words[index], words[index + 1])
                return before.line == after.line && before.line != line && fills(box, before.box, after.box)
            })
        else { return false }
        let home = words[left]
        func isMoved(_ word: ReadWord) -> Bool { word.line == line && part.contains { $0.box == word.box } }
        let start = words[...left].count { !isMoved($0) }
        words.removeAll(where: isMoved)
        let moved = part.map { word in
            var word = word
            (word.line, word.block) = (home.line, home.block)
            return word
        }
        words.insert(contentsOf: moved, at: start)
        return true
    }

    /// Whether a box stands on a level with two others, between them and near to both.
    private static func fills(_ box: Box, _ before: Box, _ after: Box) -> Bool {
        let (height, overlap) = (Double(box.height), box.height / 4)
        return before.maxX - overlap <= box.x && box.maxX <= after.x + overlap
            && Double(box.x - before.maxX) < 1.8 * height && Double(after.x - box.maxX) < 1.8 * height
            && before.verticalOverlap(box) > 0.55 && after.verticalOverlap(box) > 0.55
    }

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

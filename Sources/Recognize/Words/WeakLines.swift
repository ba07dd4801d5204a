import Imaging
import Model

/// Lines that the page's reading made next to nothing of, and mail and web addresses with letters that these do not have
/// (`wexfordó7@example.net`): read once more by themselves, in grey. Between the rules of a table or above a form's, layout
/// analysis at times takes parts of the rules into a line.
struct WeakLines {
    let engines: [TextEngine]
    /// The page in grey, evenly lit.
    let picture: Image

    /// Confidence below which a line, and an address, is weak.
    private static let (weakLine, weakAddress) = (0.5, 0.7)
    /// Letters of the shortest line: fewer are a scrap, or a pen's strokes.
    private static let leastLetters = 8
    /// Pages have a few; where there are more, the print is broken and a second look helps none of them.
    private static let most = 8
    /// Confidence from which a reading counts, and the most that it is worth: the page's own was another.
    private static let (sure, secondHand) = (0.8, 0.9)
    /// Height in pixels to which a line is brought, and how much of it lies above and below its words.
    private static let (readHeight, margin) = (40.0, 0.15)
    /// White around a line.
    private static let white = 12

    /// - Parameter words: of the page, line by line.
    func improved(_ words: [ReadWord], within time: Duration) throws -> [ReadWord] {
        let end = ContinuousClock.now + time
        let weak = ranges(of: words)
        guard weak.count <= Self.most else { return words }
        var words = words
        for range in weak.reversed() where ContinuousClock.now < end {
            if let reading = try read(Array(words[range]), before: end) { words.replaceSubrange(range, with: reading) }
        }
        return words
    }

    private func ranges(of words: [ReadWord]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = 0
        while start < words.count {
            let end = words[start...].firstIndex { $0.line != words[start].line } ?? words.count
            let line = words[start..<end]
            if line.allSatisfy({ $0.slant == nil }) {
                if Self.isWeak(line) {
                    ranges.append(start..<end)
                } else {
                    ranges += (start..<end).filter { Self.isWeakAddress(words[$0]) }.map { $0..<($0 + 1) }
                }
            }
            start = end
        }
        return ranges
    }

    private static func letters(_ text: String) -> Int { text.count { $0.isLetter || $0.isNumber } }

    private static func isWeak(_ line: ArraySlice<ReadWord>) -> Bool {
        let count = line.reduce(0) { $0 + letters($1.text) }
        guard count >= leastLetters else { return false }
        return line.reduce(0) { $0 + Double(letters($1.text)) * $1.confidence } < weakLine * Double(count)
    }

    private static func isAddress(_ text: String) -> Bool {
        text.contains("@") || text.contains("www.") || text.contains(":/")
    }

    private static func isWeakAddress(_ word: ReadWord) -> Bool {
        isAddress(word.text) && letters(word.text) >= leastLetters
            && (word.confidence < weakAddress || word.text.contains { $0.isLetter && !$0.isASCII })
    }

    /// - Returns: nil where no engine is sure of the whole line.
    private func read(_ old: [ReadWord], before end: ContinuousClock.Instant) throws -> [ReadWord]? {
        guard let box = Box.around(old.map(\.box)), let model = old.first else { return nil }
        let margin = max(2, Int(Double(box.height) * Self.margin))
        let part = box.inset(by: -margin).intersection(picture.bounds)
        guard part.width > 4, part.height > 4 else { return nil }
        let factor = min(4, max(0.25, Self.readHeight / Double(part.height)))
        let scaled = try GreyPicture(picture.cropped(to: part).scaled(by: factor)).withMargin(Self.white)
        for engine in engines {
            let words = try engine.words(
                in: scaled, as: .line, dpi: 300, within: end - ContinuousClock.now
            ).words.filter { Self.letters($0.text) > 0 }
            guard isSure(words, of: old) else { continue }
            return words.map { word in
                var word = word
                let left = max(box.x, part.x + Int(Double(word.box.x - Self.white) / factor))
                word.box = Box(
                    x: left, y: box.y, width: max(1, min(box.maxX - left, Int(Double(word.box.width) / factor) + 1)),
                    height: box.height)
                (word.line, word.block) = (model.line, model.block)
                word.confidence = min(word.confidence, Self.secondHand)
                return word
            }
        }
        return nil
    }

    private func isSure(_ words: [ReadWord], of old: [ReadWord]) -> Bool {
        guard !words.isEmpty, words.allSatisfy({ $0.confidence >= Self.sure }) else { return false }
        let text = words.map(\.text).joined()
        if old.count == 1, Self.isAddress(old[0].text) {
            return words.count == 1 && Self.isAddress(text) && text.allSatisfy(\.isASCII)
        }
        return Self.letters(text) >= Self.leastLetters
    }
}

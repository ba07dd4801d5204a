import Model

/// The parts of a letter's page: who it is to, who it is from, what is over its body and what under it.
struct LetterStructure {
    let layout: PageLayout
    /// Lines of words from top to bottom; lines of several columns are parted.
    private let lines: [[Int]]
    let salutation: Int?
    let closing: Int?

    init(layout: PageLayout) {
        self.layout = layout
        let lines = layout.rows.indices.flatMap { layout.segments(ofRow: $0) }
        self.lines = lines
        salutation = lines.firstIndex { Self.isSalutation(layout.text(of: $0)) }
        closing = lines.lastIndex { Self.isClosing(TextFolding.key(layout.text(of: $0))) }
    }

    var isLetter: Bool { salutation != nil || closing != nil }

    private static func isSalutation(_ text: String) -> Bool {
        let key = TextFolding.key(text)
        // `Hello Acme Data privacy team,`
        let isShort = key.split(separator: " ").count <= 9
        let isAddress =
            isShort && text.last.map { ",:;".contains($0) } == true
            && greetings.contains { key.hasPrefix($0 + " ") }
        return (isShort && key.hasPrefix("dear ")) || key.hasPrefix("to whom it may concern")
            || key.hasPrefix("to whomever it may concern") || key.hasPrefix("ladies and gentlemen")
            || greetings.contains(key) || isAddress
    }

    private static let greetings: Set<String> = [
        "hello", "hi", "greetings", "good morning", "good afternoon", "good day", "hello there", "to the privacy team",
        "to the privacy officer", "to the data protection officer", "attention privacy officer",
    ]

    private static let closings: Set<String> = [
        "sincerely", "yours sincerely", "sincerely yours", "yours truly", "very truly yours", "yours faithfully",
        "respectfully", "respectfully yours", "respectfully submitted", "regards", "best regards", "kind regards",
        "warm regards", "with kind regards", "cordially", "yours", "yours etc", "best", "signed", "thank you",
        "thank you sincerely", "with regards", "many thanks",
    ]

    private static func isClosing(_ key: String) -> Bool { closings.contains(key) }

    // MARK: - Blocks

    /// Lines that stand together, under the letter's head.
    struct Block {
        var lines: [[Int]]
    }

    /// Blocks over the salutation (over the body where there is none), top to bottom.
    var headBlocks: [Block] { blocks(Array(lines[..<(salutation ?? firstSentence)])) }

    /// The first line that holds as many words as a sentence does.
    private var firstSentence: Int {
        lines.firstIndex { line in
            line.count >= 8 && line.filter { layout.words[$0].text.first?.isLowercase == true }.count * 2 > line.count
        } ?? 0
    }

    /// Lines under the closing, top to bottom.
    var footLines: [[Int]] { closing.map { Array(lines[($0 + 1)...]) } ?? [] }

    var closingBox: Box? { closing.flatMap { layout.box(of: lines[$0]) } }
    var salutationWords: [Int]? { salutation.map { lines[$0] } }

    /// Words between salutation and closing.
    var body: [Word] {
        let start = salutation.map { $0 + 1 } ?? 0
        let end = closing ?? lines.count
        guard start < end else { return [] }
        return lines[start..<end].flatMap { $0.map { layout.words[$0] } }
    }

    /// Lines joined to blocks: a line goes with the one that stands close above it and begins at its place.
    private func blocks(_ lines: [[Int]]) -> [Block] {
        var blocks: [(block: Block, box: Box)] = []
        for line in lines {
            guard let box = layout.box(of: line) else { continue }
            if let index = blocks.lastIndex(where: { isNext(box, after: $0.box, last: $0.block) }) {
                blocks[index].block.lines.append(line)
                blocks[index].box = blocks[index].box.union(box)
            } else {
                blocks.append((Block(lines: [line]), box))
            }
        }
        return blocks.map(\.block)
    }

    private func isNext(_ box: Box, after: Box, last: Block) -> Bool {
        guard let line = last.lines.last, let above = layout.box(of: line) else { return false }
        let isAligned =
            abs(box.x - above.x) < Int(2 * layout.textHeight) || abs(box.maxX - above.maxX) < Int(layout.textHeight)
            || abs(box.midX - above.midX) < layout.textHeight
        return isAligned && Double(box.y - above.maxY) < 1.1 * layout.textHeight && box.y > above.y
    }

    func text(_ line: [Int]) -> String { layout.text(of: line) }
    func words(_ line: [Int]) -> [Word] { line.map { layout.words[$0] } }
}

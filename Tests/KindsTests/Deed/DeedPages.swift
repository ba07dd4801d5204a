import Kinds
import Model

/// Lays text out as recognized pages: a line of text a printed line, `\t` a wide gap, `|>` at a line's start the right
/// half of the page, an empty line a gap, `⟦` and `⟧` around what the tagger takes for the legal description.
enum DeedPages {
    static let width = 2550
    static let height = 3300
    private static let lineHeight = 50
    private static let letterWidth = 20
    private static let textHeight = 30

    static func document(_ pages: [String], confidence: Double = 0.96) -> RecognizedDocument {
        let recognized = pages.enumerated().map { page($0.element, index: $0.offset + 1, confidence: confidence) }
        let source = SourceInfo(path: "deed.png", bytes: 1, mediaType: "image/png", pageCount: pages.count)
        return RecognizedDocument(loaded: LoadedDocument(id: "sha256:0", source: source), pages: recognized)
    }

    static func page(_ text: String, index: Int = 1, confidence: Double = 0.96) -> RecognizedPage {
        var words: [Word] = []
        var line = 0
        var y = 150
        var isLand = false
        for printed in text.split(separator: "\n", omittingEmptySubsequences: false) {
            defer { y += lineHeight }
            guard printed.contains(where: { !$0.isWhitespace }) else { continue }
            var x = 200
            var rest = printed[...]
            if rest.hasPrefix("|>") {
                x = 1500
                rest = rest.dropFirst(2)
            } else if rest.hasPrefix("><") {
                rest = rest.dropFirst(2)
                x = (width - rest.count * letterWidth) / 2
            }
            for cell in rest.split(separator: "\t", omittingEmptySubsequences: false) {
                for marked in cell.split(separator: " ") {
                    if marked.hasPrefix("⟦") { isLand = true }
                    defer { if marked.hasSuffix("⟧") { isLand = false } }
                    let word = marked.filter { !"⟦⟧".contains($0) }
                    let box = Box(x: x, y: y, width: word.count * letterWidth - 4, height: textHeight)
                    words.append(Word(text: word, confidence: confidence, box: box, line: line))
                    if isLand {
                        words[words.count - 1].tag = .init(field: "legal_description", begins: false, probability: 0.99)
                    }
                    x += (word.count + 1) * letterWidth
                }
                x = max(x + 200, 1500)
            }
            line += 1
        }
        return RecognizedPage(
            prepared: PreparedPage(index: index, width: width, height: height, dpi: 300), words: words)
    }

    /// Running text in lines of about so many letters, broken where they end; long words are hyphenated where asked.
    static func wrapped(_ text: String, to limit: Int = 88, hyphenating: Bool = false) -> String {
        var lines: [String] = []
        var current = ""
        for word in text.split(separator: " ") {
            if current.count + word.count + 1 <= limit {
                current += current.isEmpty ? String(word) : " \(word)"
                continue
            }
            let room = limit - current.count - 2
            if hyphenating, word.count > 8, room > 3, word.allSatisfy(\.isLetter) {
                lines.append("\(current) \(word.prefix(4))-")
                current = String(word.dropFirst(4))
            } else {
                lines.append(current)
                current = String(word)
            }
        }
        return (lines + [current]).joined(separator: "\n")
    }

    static func extract(_ pages: String...) -> Extraction { extract(pages) }

    static func extract(_ pages: [String], confidence: Double = 0.96) -> Extraction {
        extract(document(pages, confidence: confidence))
    }

    static func extract(_ document: RecognizedDocument) -> Extraction {
        guard let asOf = CalendarDate(year: 2024, month: 6, day: 30) else { return Extraction() }
        var labelled = Extraction()
        let land = document.pages.flatMap { page in
            page.words.filter { $0.tag != nil }.map { WordPlace(page: page.index, box: $0.box) }
        }
        if !land.isEmpty {
            labelled.tagged["legal_description"] = Field(value: .text(""), confidence: 0.98, source: .text)
            labelled.taggedWords["legal_description"] = land
        }
        return DeedExtractor().extract(
            document, definition: KindDefinition(name: .deed, title: "Property deed"), labelled: labelled,
            context: ExtractionContext(asOf: asOf))
    }
}

extension Extraction {
    func text(_ name: FieldName) -> String? { fields[name]?.text }

    func list(_ name: FieldName) -> [String]? {
        if case .list(let items)? = fields[name]?.value { items } else { nil }
    }

    func flag(_ name: FieldName) -> Bool? {
        if case .flag(let flag)? = fields[name]?.value { flag } else { nil }
    }

    func confidence(_ name: FieldName) -> Double { fields[name]?.confidence ?? 0 }

    /// Whether a field is there and failed none of its checks.
    func passes(_ name: FieldName) -> Bool { fields[name]?.checks.allSatisfy(\.passed) == true }
}

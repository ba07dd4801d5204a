import Foundation
import Kinds
import Model

/// What examples of one form print alike, told from what was filled in: a word is the form's own where most of the other
/// examples have it at the same place of the page.
struct PrintedForm {
    /// Words in a row that the form prints, as a label of a kind file has them.
    struct Caption: Hashable {
        /// Small letters, without item numbers and marks.
        var text: String
        /// Its words before the first bracket, comma or stroke: what it asks for, where the rest explains.
        var head: Int
        /// Examples that have it.
        var examples: Set<Int>
        /// Height of its print over that of the page's text, in the first of them.
        var size: Double
        /// Page, and top over the page's height, in the first of them.
        var page: Int
        var top: Double
    }

    /// In reading order of the first examples that have them.
    let captions: [Caption]
    /// By example and page: whether each word is the form's own.
    private let isPrinted: [[Int: [Bool]]]

    /// Of the page's width and height: how far a word may lie from its place in another example.
    private static let (reachX, reachY) = (0.06, 0.03)
    /// Share of the other examples that must have a word.
    private static let mostOthers = 0.6

    init(_ examples: [RecognizedDocument]) {
        let pages = examples.map { document in
            document.pages.filter { $0.error == nil }.map { page in
                (index: page.index, marks: page.words.map { PlacedWord(page.prepared, $0) })
            }
        }
        isPrinted = examples.indices.map { example in
            let own = pages[example].map { page -> (Int, [Bool]) in
                let others = pages.indices.filter { $0 != example }
                    .map { other in pages[other].first { $0.index == page.index }?.marks ?? [] }
                let needed = max(1, Int((Self.mostOthers * Double(others.count)).rounded(.up)))
                return (page.index, page.marks.map { word in others.count { word.stands(in: $0) } >= needed })
            }
            return Dictionary(own) { first, _ in first }
        }
        var found: [String: Caption] = [:]
        var order: [String] = []
        for (example, document) in examples.enumerated() {
            for page in document.pages where page.error == nil && !page.words.isEmpty {
                let layout = PageLayout(page: page)
                for words in Self.runs(layout, isPrinted[example][page.index] ?? []) {
                    let (text, head) = Self.text(words.map { page.words[$0].text })
                    let key = text.filter(\.isLetter)
                    guard key.count >= Self.leastLetters, let box = layout.box(of: words) else { continue }
                    if found[key] == nil {
                        order.append(key)
                        let heights = words.map { page.words[$0].box.height }.sorted()
                        found[key] = Caption(
                            text: text, head: head, examples: [],
                            size: Double(heights[heights.count / 2]) / layout.textHeight,
                            page: page.index, top: Double(box.y) / Double(max(1, page.prepared.height)))
                    }
                    found[key]?.examples.insert(example)
                }
            }
        }
        captions = order.compactMap { found[$0] }.filter { $0.examples.count >= min(2, examples.count) }
    }

    /// Whether a value was filled in: half of its words and more are not the form's.
    func isFilled(_ field: Field, of document: RecognizedDocument, example: Int) -> Bool {
        guard let number = field.page, let box = field.box,
            let page = document.pages.first(where: { $0.index == number })
        else { return false }
        let own = isPrinted[example][number] ?? []
        let parts = Set((field.raw ?? "").split(whereSeparator: \.isWhitespace).map { TextFolding.letters($0) })
        let words = page.words.indices.filter {
            let middle = (x: page.words[$0].box.midX, y: page.words[$0].box.midY)
            return (Double(box.x)...Double(box.maxX)).contains(middle.x)
                && (Double(box.y)...Double(box.maxY)).contains(middle.y)
                && parts.contains(TextFolding.letters(page.words[$0].text))
        }
        return !words.isEmpty && words.count { own.indices.contains($0) && own[$0] } * 2 < words.count
    }

    // MARK: - Captions

    private static let leastLetters = 3
    /// Words of a label: more say nothing more, and may be misread.
    private static let mostWords = 10

    /// Stretches of printed words in a row; a colon ends one.
    private static func runs(_ layout: PageLayout, _ isPrinted: [Bool]) -> [[Int]] {
        var runs: [[Int]] = []
        for row in layout.rows.indices {
            for segment in layout.segments(ofRow: row) {
                var run: [Int] = []
                for word in segment {
                    if isPrinted.indices.contains(word), isPrinted[word] { run.append(word) }
                    if !(isPrinted.indices.contains(word) && isPrinted[word]) || layout.words[word].text.hasSuffix(":")
                    {
                        runs.append(run)
                        run = []
                    }
                }
                runs.append(run)
            }
        }
        return runs.filter { !$0.isEmpty }
    }

    /// Up to the end of its first sentence, without the number of its item; and how many of its words stand before the
    /// first bracket, comma or stroke.
    static func text(_ words: [String]) -> (text: String, head: Int) {
        var rest = words[...]
        while let first = rest.first, isItem(first) { rest = rest.dropFirst() }
        var kept: [String] = []
        for word in rest.prefix(mostWords) {
            kept.append(word)
            if word.hasSuffix("."), word.filter(\.isLetter).count > 3 { break }
        }
        let printed = kept.joined(separator: " ").lowercased()
        let head = plain(printed.prefix { !"(/,;".contains($0) }).count
        return (plain(printed).joined(separator: " "), max(1, head))
    }

    /// `3`, `2a`, `(b)`, `c.`: the number of an item, or no word at all.
    private static func isItem(_ word: String) -> Bool {
        let letters = word.filter(\.isLetter).count
        return letters == 0 || letters == 1 && word.count > 1
    }

    private static func plain(_ text: some StringProtocol) -> [String] {
        String(text.map { $0.isLetter || $0.isNumber || "'’-".contains($0) ? $0 : " " }).split(separator: " ")
            .map { TextFolding.trim($0, ["'", "’", "-"]) }.filter { !$0.isEmpty }
    }

    /// A word with its place on the page, 0…1.
    private struct PlacedWord {
        let letters: [UInt8]
        let x, y: Double

        init(_ page: PreparedPage, _ word: Word) {
            letters = TextFolding.letters(word.text)
            x = word.box.midX / Double(max(1, page.width))
            y = word.box.midY / Double(max(1, page.height))
        }

        func stands(in others: [PlacedWord]) -> Bool {
            guard !letters.isEmpty else { return false }
            return others.contains { other in
                abs(other.x - x) < PrintedForm.reachX && abs(other.y - y) < PrintedForm.reachY
                    && EditDistance.between(letters, other.letters, atMost: letters.count / 5) != nil
            }
        }
    }
}

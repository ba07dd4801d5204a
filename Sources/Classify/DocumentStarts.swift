import Kinds
import Model

/// Where documents begin in a file of several pages: a packet of papers, a feeder's stack in one PDF.
struct DocumentStarts {
    /// What one page says by itself.
    struct PageView {
        var kind: KindName
        /// Chance of the kind, by this page alone.
        var confidence: Double
        /// Whether a title of the kind stands on it.
        var hasTitle: Bool
        /// Whether it counts itself as a page after the first (`Page 2 of 3`).
        var isContinued: Bool
    }

    /// Chance from which a page with a title is a document's first one, whatever came before.
    private static let sure = 0.9

    /// - Parameter pages: of a whole file, in order.
    /// - Returns: positions of first pages, from 0; one alone where the file is one document.
    static func find(_ pages: [PageView]) -> [Int] {
        var starts = [0]
        var kind = KindName.unknown
        var hasTitle = false
        for (position, page) in pages.enumerated() {
            if position > 0, begins(page, behind: kind, hasTitle: hasTitle) {
                starts.append(position)
                kind = .unknown
                hasTitle = false
            }
            // A page that tells no kind goes with what came before it: an exhibit, a cover sheet's text.
            if page.kind != .unknown { kind = page.kind }
            hasTitle = hasTitle || page.hasTitle
        }
        return starts
    }

    private static func begins(_ page: PageView, behind kind: KindName, hasTitle: Bool) -> Bool {
        guard page.kind != .unknown, kind != .unknown, !page.isContinued else { return false }
        if page.kind != kind { return page.confidence >= sure }
        // The sides of a card are one document; whose they are is for the kind to tell.
        return page.kind != .id && hasTitle && page.hasTitle && page.confidence >= sure
    }

    /// Whether the page's head or foot says that it is not the first: `Page 2 of 3`, `2 of 3`, `2/3`.
    static func isContinued(_ page: RecognizedPage) -> Bool {
        let height = Double(max(1, page.prepared.height))
        return page.lines.contains { line in
            let middle = line.box.midY / height
            guard middle < 0.12 || middle > 0.88 else { return false }
            let words = line.text.lowercased().split { !$0.isLetter && !$0.isNumber }
            return zip(words.indices, words).contains { index, word in
                guard word == "of", index > 0, index + 1 < words.count, let number = Int(words[index - 1]),
                    let count = Int(words[index + 1])
                else { return false }
                return number > 1 && number <= count
            }
        }
    }
}

import Model

/// How a page counts itself: `Page 2 of 3`, `2 of 3`.
struct PageCount: Hashable, Sendable {
    var number: Int
    var total: Int

    /// In the page's head or foot; nil where it does not count itself.
    init?(of page: RecognizedPage) {
        for line in Self.margins(of: page) {
            let words = line.text.lowercased().split { !$0.isLetter && !$0.isNumber }
            for index in words.indices.dropFirst().dropLast() where words[index] == "of" {
                guard let number = Int(words[index - 1]), let total = Int(words[index + 1]), number > 0,
                    number <= total
                else { continue }
                self.init(number: number, total: total)
                return
            }
        }
        return nil
    }

    init(number: Int, total: Int) {
        self.number = number
        self.total = total
    }

    func isNext(after other: PageCount) -> Bool { number == other.number + 1 && total == other.total }

    /// Of a page's height, above and below.
    private static let margin = 0.12

    private static func margins(of page: RecognizedPage) -> [TextLine] {
        let height = Double(max(1, page.prepared.height))
        return page.lines.filter { line in
            let middle = line.box.midY / height
            return middle < margin || middle > 1 - margin
        }
    }
}

import Model

/// What one page of a file says by itself.
struct PageView {
    var kind: KindName
    /// Chance of the kind, by this page alone.
    var confidence: Double
    /// Whether it is headed as a document of its kind is, by a title; a request, or a page of no known kind, also as letters
    /// are.
    var opens: Bool
    /// Whether it is a sheet laid before a document of its kind.
    var isCover = false
    var count: PageCount?
    /// Kinds of which nothing on it speaks, and something against.
    var against: Set<KindName> = []
    /// Kinds of which something on it speaks, and nothing against.
    var supports: Set<KindName> = []
    /// Whether it holds more words than a card has room for.
    var isSheet = false
    /// Whether there is nothing on it, as on the back of a sheet.
    var isBlank = false
}

extension PageView {
    /// Words that no side of a card has: a passport's data page, in three languages, has some eighty.
    static let mostWordsOfCard = 90

    /// Share of ink below which paper is blank; that of print is many times as much.
    private static let blankInk = 0.0005

    static func isBlank(_ page: RecognizedPage) -> Bool {
        page.error == nil && page.words.isEmpty && page.barcodes.isEmpty && page.zoneLines.isEmpty
            && (page.prepared.hopeless == .blank || page.prepared.ink < blankInk)
    }

    /// Whether the page begins as letters do: in its upper half a line greets someone, or names its subject.
    static func isLetter(_ page: RecognizedPage) -> Bool {
        let middle = page.prepared.height / 2
        return page.lines.contains { line in
            let words = line.text.lowercased().split { !$0.isLetter }.map(String.init)
            guard Int(line.box.midY) < middle, words.count <= 12, let first = words.first else { return false }
            let isGreeting = ["dear", "hello", "greetings"].contains(first) || words.starts(with: ["to", "whom"])
            return isGreeting || ["re", "subject"].contains(first) && line.text.contains(":")
        }
    }
}

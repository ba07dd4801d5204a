import Model

/// Signs that a page goes on from pages before it. Its kind is none: papers of one kind lie behind one another in any
/// stack. Nor are names: in a packet all papers speak of the same people.
enum PageLink {
    /// - Parameter before: the pages of the same document before it.
    static func isThere(from page: RecognizedPage, to before: some BidirectionalCollection<RecognizedPage>) -> Bool {
        guard let last = before.last else { return false }
        // Whether what one picture shows belongs together is found out elsewhere.
        if let picture = page.prepared.inputPage, picture == last.prepared.inputPage { return true }
        if let count = PageCount(of: page), let other = PageCount(of: last), count.isNext(after: other) { return true }
        return isExhibit(page, of: before)
    }

    /// `Exhibit A`, of which a page before speaks.
    private static func isExhibit(_ page: RecognizedPage, of before: some Sequence<RecognizedPage>) -> Bool {
        guard let name = page.lines.prefix(4).lazy.compactMap(exhibit).first else { return false }
        return before.contains { $0.lines.contains { names($0).contains(name) } }
    }

    /// The name of an exhibit where a line is nothing but its heading.
    private static func exhibit(_ line: TextLine) -> String? {
        let words = words(line)
        return words.count <= 3 ? names(line).first : nil
    }

    private static func names(_ line: TextLine) -> [String] {
        let words = words(line)
        return zip(words, words.dropFirst()).compactMap { word, next in
            ["exhibit", "schedule", "attachment", "annex", "appendix"].contains(word) && next.count <= 2
                ? "\(word) \(next)" : nil
        }
    }

    private static func words(_ line: TextLine) -> [String] {
        line.text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}

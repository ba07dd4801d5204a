import Model

/// Lines one under the other, or beside each other, that name several rights, as a list to choose from does.
struct RequestMenu {
    let layout: PageLayout
    /// The right that a line names, if any.
    let type: ([Word]) -> String?

    /// Words that an option has at most; from the other on, a numbered line is a sentence.
    private static let mostWords = 12
    private static let wordsOfASentence = 6

    private struct Option {
        var type: String
        var box: Box
        var row: Int
    }

    /// Whether two of the lines that name rights, and not the same one, stand as options do.
    var isThere: Bool {
        let options = layout.rows.indices.flatMap { row in
            layout.segments(ofRow: row).compactMap { option($0, row: row) }
        }
        return options.contains { one in
            options.contains { other in one.type != other.type && stand(one, other) }
        }
    }

    /// Side by side, or within a few rows at the same left edge.
    private func stand(_ one: Option, _ other: Option) -> Bool {
        if one.row == other.row { return true }
        return abs(one.row - other.row) <= 4 && abs(Double(one.box.x - other.box.x)) < 1.5 * layout.textHeight
    }

    private func option(_ line: [Int], row: Int) -> Option? {
        let words = line.map { layout.words[$0] }
        // `Authorized agent: Opt Me Out Agency LLC`.
        let isName = LegalForm.ends(words.map(\.text).joined(separator: " "))
        guard words.count <= Self.mostWords, !isName, !isNumberedSentence(words), !goesOn(line, row: row),
            let type = type(words), let box = layout.box(of: line)
        else { return nil }
        return Option(type: type, box: box, row: row)
    }

    /// "2. Let me know what you hold on me.": there is no room for a box between its number and its text.
    private func isNumberedSentence(_ words: [Word]) -> Bool {
        guard words.count > Self.wordsOfASentence, words[0].text.wholeMatch(of: /\(?(\d|[a-z])[.)]/) != nil else {
            return false
        }
        return Double(words[1].box.x - words[0].box.maxX) < 1.2 * layout.textHeight
    }

    /// Whether the line is the rest of the sentence in the line before it.
    private func goesOn(_ line: [Int], row: Int) -> Bool {
        guard row > 0, let box = layout.box(of: line), layout.words[line[0]].text.first?.isLowercase == true,
            let before = layout.segments(ofRow: row - 1).first(where: {
                layout.box(of: $0).map { abs(Double($0.x - box.x)) < 1.5 * layout.textHeight } == true
            }), let last = before.last, before.count >= Self.wordsOfASentence
        else { return false }
        return layout.words[last].text.last.map { $0.isLetter || $0 == "," } == true
    }
}

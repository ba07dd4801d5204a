import Model

/// The numbered fields of driver licences: 1 surname, 2 other names, 3 birth, 4a issue, 4b expiry, 4d or 5 the number,
/// 8 address, 9 classes (Directive 2006/126/EC, annex I; AAMVA DL/ID Card Design Standard, Annex A; the Vienna
/// Convention on Road Traffic, annex 6).
struct NumberedFields {
    /// A field's words, right of its number up to the next number on the line.
    struct Entry {
        var number: String
        var words: [Word]
        var page: Int

        var text: String { words.map(\.text).joined(separator: " ") }
        var box: Box? { Box.around(words.map(\.box)) }
        var confidence: Double {
            0.5 * WordText.confidence(words) + 0.5 * (words.map(\.confidence).min() ?? 0)
        }
    }

    var entries: [Entry]

    /// Empty where fewer than four of the numbers begin a line or stand apart: any paper has a "1." somewhere.
    init(_ pages: [RecognizedPage]) {
        entries = []
        for page in pages {
            var found: [Entry] = []
            for line in page.lines { found += Self.entries(line, page: page.index) }
            guard Set(found.map(\.number)).count >= 4, found.contains(where: { $0.number.hasPrefix("4") }) else {
                continue
            }
            entries += found
        }
    }

    func entry(_ number: String) -> Entry? {
        let all = entries.filter { $0.number == number && !$0.words.isEmpty }
        return all.max { $0.confidence < $1.confidence }
    }

    private static let numbers: Set<String> = [
        "1", "2", "3", "4a", "4b", "4c", "4d", "5", "6", "7", "8", "9", "9a", "10", "12", "14", "15", "16", "17", "18",
    ]

    private static let captions: Set<String> = [
        "iss", "exp", "dob", "dl", "dln", "class", "sex", "end", "rest", "restr", "dd", "hgt", "wgt", "eyes", "hair",
        "name", "fn", "ln",
    ]

    private static func entries(_ line: TextLine, page: Int) -> [Entry] {
        var entries: [Entry] = []
        for (index, word) in line.words.enumerated() {
            if let (number, rest) = marker(word.text), isApart(line.words, index) {
                entries.append(Entry(number: number, words: [], page: page))
                if !rest.isEmpty {
                    var part = word
                    part.text = rest
                    entries[entries.count - 1].words.append(part)
                }
            } else if !entries.isEmpty {
                entries[entries.count - 1].words.append(word)
            }
        }
        return entries
    }

    /// `4a`, `4a.`, `4A.01.02.2020` (where recognition lost the space).
    private static func marker(_ text: String) -> (number: String, rest: String)? {
        let lowered = text.lowercased()
        let bare = lowered.hasSuffix(".") || lowered.hasSuffix(":") ? String(lowered.dropLast()) : lowered
        if numbers.contains(bare) { return (bare, "") }
        // "4aISS", "3DOB", "15SEX": recognition lost the space before the caption.
        if let number = numbers.filter({ lowered.hasPrefix($0) }).max(by: { $0.count < $1.count }),
            captions.contains(String(bare.dropFirst(number.count)))
        {
            return (number, "")
        }
        guard let dot = text.firstIndex(of: ".") else { return nil }
        let head = text[..<dot].lowercased()
        let rest = text[text.index(after: dot)...]
        // A date or an amount has figures before its dot too: only numbers with a letter are clear.
        guard numbers.contains(head), head.last?.isLetter == true || rest.first?.isLetter == true else { return nil }
        return (head, String(rest))
    }

    /// Whether a number is no part of what stands before it: first on its line, or behind a gap, or with a letter.
    private static func isApart(_ words: [Word], _ index: Int) -> Bool {
        guard index > 0 else { return true }
        let gap = words[index].box.x - words[index - 1].box.maxX
        let hasLetter = words[index].text.contains(where: \.isLetter)
        return Double(gap) > (hasLetter ? 0.2 : 1.2) * Double(max(words[index].box.height, 1))
    }
}

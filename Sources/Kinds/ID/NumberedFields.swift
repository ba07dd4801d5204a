package import Model

/// The numbered fields of driver licences: 1 surname, 2 other names, 3 birth, 4a issue, 4b expiry, 4d or 5 the number,
/// 8 address, 9 classes (Directive 2006/126/EC, annex I; AAMVA DL/ID Card Design Standard, Annex A; the Vienna
/// Convention on Road Traffic, annex 6).
package struct NumberedFields {
    /// A field's words, right of its number up to the next number on the line.
    struct Entry {
        var number: String
        /// Of the number.
        var marker: Box?
        var words: [Word]
        var page: Int
        /// Whether something else stands beside the same number on the page: `1 MAIN STREET` below `1 WINTERS`.
        var isContested = false

        var text: String { words.map(\.text).joined(separator: " ") }
        var box: Box? { Box.around(words.map(\.box)) }
        var confidence: Double { WordText.valueConfidence(words) }
    }

    var entries: [Entry]

    /// Empty where fewer than four of the numbers begin a line or stand apart: any paper has a "1." somewhere.
    init(_ pages: [RecognizedPage]) {
        entries = []
        for page in pages {
            let found = page.lines.map { Self.entries($0.words, page: page.index) }
            let numbers = Set(found.flatMap(\.self).map(\.number))
            guard numbers.count >= Self.fewNumbers, numbers.contains(where: { $0.hasPrefix("4") }) else { continue }
            entries += found.flatMap(\.self)
        }
        entries = entries.map(Self.trimmed)
    }

    /// Whether a page shows dates of issue and expiry beside or below the numbers that licences have for them; one of them
    /// is enough on a page that calls itself a licence and has more of the numbers.
    package static func isLicence(_ page: RecognizedPage) -> Bool {
        let entries = page.lines.flatMap { Self.entries($0.words, page: page.index) }
        let dated = ["4a", "4b"].count { number in
            entries.contains { $0.number == number && (hasDate($0.text) || hasDate(text(below: $0, on: page))) }
        }
        guard dated == 1, Set(entries.map(\.number)).count >= fewNumbers else { return dated == 2 }
        return DocumentType.evidence(on: [page]).contains { $0.type == .driverLicense }
    }

    private static let fewNumbers = 4

    /// The words in the next line under a number, as far as a date goes; none where they have a number of their own.
    private static func text(below entry: Entry, on page: RecognizedPage) -> String {
        guard let marker = entry.marker else { return "" }
        let columns = marker.x - marker.height..<marker.x + 12 * marker.height
        let rows = Double(marker.maxY)...Double(marker.maxY) + 2.5 * Double(marker.height)
        let words = page.words.filter { columns.contains($0.box.x) && rows.contains($0.box.midY) }
            .sorted { $0.box.x < $1.box.x }.map(\.text)
        return words.first.map { Self.marker($0) == nil } ?? false ? words.joined(separator: " ") : ""
    }

    func entry(_ number: String) -> Entry? {
        let all = entries.filter { $0.number == number && !$0.words.isEmpty }
        guard var best = all.max(by: { $0.confidence < $1.confidence }) else { return nil }
        best.isContested = all.contains { $0.page == best.page && $0.text != best.text }
        return best
    }

    /// Whatever day is today.
    private static func hasDate(_ text: String) -> Bool {
        CalendarDate(year: 2000).map { !DateParser(asOf: $0).find(in: text).isEmpty } ?? false
    }

    // MARK: - Numbers

    private static let numbers: Set<String> = [
        "1", "1,2", "2", "3", "4", "4a", "4b", "4c", "4d", "5", "6", "7", "8", "9", "9a", "10", "12", "14", "15", "16",
        "17",
        "18",
    ]

    private static let captions: Set<String> = [
        "iss", "exp", "dob", "dl", "dln", "class", "sex", "end", "rest", "restr", "dd", "hgt", "wgt", "eyes", "hair",
        "name", "fn", "ln",
    ]

    private static func entries(_ words: [Word], page: Int) -> [Entry] {
        var entries: [Entry] = []
        for (index, word) in words.enumerated() {
            if let (number, rest) = marker(word.text), isApart(words, index),
                number != "4" || hasDate(words[(index + 1)...].map(\.text).joined(separator: " "))
            {
                var line: [Word] = []
                if !rest.isEmpty {
                    var part = word
                    part.text = rest
                    line.append(part)
                }
                entries.append(Entry(number: number, marker: word.box, words: line, page: page))
            } else if !entries.isEmpty {
                entries[entries.count - 1].words.append(word)
            }
        }
        return entries
    }

    /// Letters in the numbers' place, always capitals: too short to be labels of other papers.
    private static let letters = [
        "DL": "4d", "DLN": "4d", "LN": "1", "FN": "2", "DOB": "3", "ISS": "4a", "EXP": "4b",
    ]

    /// `4a`, `4a.`, `4A.01.02.2020` (where recognition lost the space), `LN`.
    private static func marker(_ text: String) -> (number: String, rest: String)? {
        if let number = letters[text] { return (number, "") }
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

    /// Whether a number is no part of what stands before it: first on its line, or behind a gap, or with a letter. Letters
    /// alone are no marker behind other letters: LN also is a lane.
    private static func isApart(_ words: [Word], _ index: Int) -> Bool {
        guard index > 0 else { return true }
        let (before, text) = (words[index - 1], words[index].text)
        let isPart =
            !text.contains(where: \.isLetter) || (letters[text] != nil && before.text.contains(where: \.isLetter))
        let gap = words[index].box.x - before.box.maxX
        return Double(gap) > (isPart ? 1.2 : 0.2) * Double(max(words[index].box.height, 1))
    }

    // MARK: - Values

    /// Without misread or foreign captions: dates and numbers begin with the first word that has figures enough, and end
    /// before the next caption.
    private static func trimmed(_ entry: Entry) -> Entry {
        guard ["3", "4a", "4b", "4d"].contains(entry.number), entry.words.count > 1 else {
            return entry
        }
        let words = entry.words
        let parts = hasDate(entry.text) ? 1 : 3
        guard let start = words.firstIndex(where: { $0.text.count(where: \.isNumber) >= parts }) else { return entry }
        // "12 AUG 1974" begins with its day, "AUG 12, 1974" does not.
        let isMonth = start > 0 && MonthNames.month(TextFolding.fold(words[start - 1].text)) != nil
        // "A1234567 CLASS C": the next field may have no number of its own.
        let end = words[start...].firstIndex { captions.contains(TextFolding.trim($0.text.lowercased(), [":"])) }
        var entry = entry
        entry.words = Array(words[(isMonth ? start - 1 : start)..<(end ?? words.count)])
        return entry
    }
}

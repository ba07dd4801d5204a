package import Model

/// The numbered fields of driver licences: 1 surname, 2 other names, 3 birth, 4a issue, 4b expiry, 4d or 5 the number,
/// 8 address, 9 classes (Directive 2006/126/EC, annex I; AAMVA DL/ID Card Design Standard, Annex A; the Vienna
/// Convention on Road Traffic, annex 6).
package struct NumberedFields {
    /// A field's words: right of its number up to the next number on the line, or else below it.
    struct Entry {
        var number: String
        /// Of the number.
        var marker: Box?
        var words: [Word]
        var page: Int
        /// Whether something else stands beside the same number on the page: `1 MAIN STREET` below `1 WINTERS`.
        var isContested = false

        var text: String { words.map(\.text).joined(separator: " ") }
        /// Line by line.
        var lines: [String] {
            var lines: [[Word]] = []
            for word in words {
                if lines.last?.last.map({ $0.box.verticalOverlap(word.box) > 0.4 }) == true {
                    lines[lines.count - 1].append(word)
                } else {
                    lines.append([word])
                }
            }
            return lines.map { $0.map(\.text).joined(separator: " ") }
        }
        var box: Box? { Box.around(words.map(\.box)) }
        var confidence: Double { WordText.valueConfidence(words) }
    }

    var entries: [Entry]

    /// Empty where fewer than four of the numbers begin a line or stand apart: any paper has a "1." somewhere.
    ///
    /// - Parameter pages: with their words ``parted(_:)``.
    init(_ pages: [RecognizedPage]) {
        entries = []
        for page in pages {
            let found = page.lines.map { Self.entries($0.words, page: page.index) }.flatMap(\.self)
            guard Self.isNumbered(found) else { continue }
            let layout = PageLayout(page: page)
            entries += found.map { Self.completed($0, on: layout) }
        }
        entries = entries.map(Self.trimmed)
    }

    private static func isNumbered(_ entries: [Entry]) -> Bool {
        let numbers = Set(entries.map(\.number))
        return numbers.count >= fewNumbers && numbers.contains { $0.last?.isLetter == true }
    }

    /// Whether a page shows dates of issue and expiry beside or below the numbers that licences have for them; one of them
    /// is enough on a page that calls itself a licence and has more of the numbers.
    package static func isLicence(_ page: RecognizedPage) -> Bool {
        let entries = parted(page).lines.flatMap { Self.entries($0.words, page: page.index) }
        let dated = ["4a", "4b"].count { number in
            entries.contains { $0.number == number && (hasDate($0.text) || hasDate(text(below: $0, on: page))) }
        }
        guard dated == 1, Set(entries.map(\.number)).count >= fewNumbers else {
            return dated == 2 || hasLicencesDates(page)
        }
        return DocumentType.evidence(on: [page]).contains { $0.type == .driverLicense }
    }

    /// Whether a page calls itself a licence and has the dates of a birth, an issue and an expiry, however announced.
    private static func hasLicencesDates(_ page: RecognizedPage) -> Bool {
        guard page.words.count <= mostWords, let anyDay = CalendarDate(year: 2000) else { return false }
        let printed = PrintedDates.all([page], order: .monthFirst, asOf: anyDay).filter { $0.readings.count == 1 }
        let dates = Set(printed.map { $0.readings[0] }).sorted()
        guard dates.count == 3, dates[0].years(to: dates[1]) >= leastAge else { return false }
        return DocumentType.evidence(on: [page]).contains { $0.type == .driverLicense }
    }

    /// Of a card's side.
    private static let mostWords = 120
    /// Of who holds a licence, in years.
    static let leastAge = 14

    static let fewNumbers = 4

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

    /// Surname and other names under one number: `1,2`, or 2 where no other is there and a comma parts them.
    var joinedName: Entry? {
        if var name = entry("1,2") {
            if name.lines.count > 1,
                let end = name.words.indices.first(where: { index in
                    index + 1 < name.words.count
                        && name.words[index].box.verticalOverlap(name.words[index + 1].box) <= 0.4
                })
            {
                name.words[end].text += ","
            }
            return name
        }
        guard entry("1") == nil, let name = entry("2"), let comma = name.text.firstIndex(of: ",") else { return nil }
        let rest = name.text[comma...].dropFirst()
        return NameParser.endsInSuffix(name.text) || !rest.contains(where: \.isLetter) ? nil : name
    }

    /// Whatever day is today.
    static func hasDate(_ text: String) -> Bool {
        CalendarDate(year: 2000).map { !DateParser(asOf: $0).find(in: text).isEmpty } ?? false
    }

    // MARK: - Numbers

    static let numbers: Set<String> = [
        "1", "1,2", "2", "3", "4", "4a", "4b", "4c", "4d", "5", "6", "7", "8", "9", "9a", "10", "12", "14", "15", "16",
        "17", "18", "19",
    ]

    static let captions: Set<String> = [
        "iss", "exp", "dob", "dl", "dln", "lic", "class", "cl", "sex", "end", "rest", "restr", "res", "re", "dd", "hgt",
        "ht", "wgt", "wt", "eyes", "eye", "hair", "name", "fn", "ln", "address",
        "restrictions", "endorsements",
    ]

    static func isCaption(_ text: String) -> Bool {
        captions.contains(TextFolding.trim(text.lowercased(), [":", "."]))
    }

    static func entries(_ words: [Word], page: Int) -> [Entry] {
        var entries: [Entry] = []
        for (index, word) in words.enumerated() {
            if let (number, rest) = marker(word.text), isApart(words, index), !isValue(words, index, of: entries.last),
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

    /// Whether a number is what a caption announces, and none that announces another: the class of `9 CLASS 5`.
    private static func isValue(_ words: [Word], _ index: Int, of entry: Entry?) -> Bool {
        guard let entry, !entry.words.isEmpty, entry.words.allSatisfy({ PrintedCaptions.isCaption($0.text) }),
            words[index].text.allSatisfy(\.isNumber)
        else { return false }
        return index + 1 == words.count || !isCaption(words[index + 1].text)
    }

    /// Letters in the numbers' place, always capitals: too short to be labels of other papers.
    private static let letters = [
        "DL": "4d", "DLN": "4d", "LN": "1", "FN": "2", "DOB": "3", "ISS": "4a", "EXP": "4b",
    ]

    /// `4a`, `4a.`, `4A.01.02.2020` (where recognition lost the space), `LN`.
    static func marker(_ text: String) -> (number: String, rest: String)? {
        if let number = letters[text] { return (number, "") }
        let lowered = text.lowercased()
        let bare = lowered.hasSuffix(".") || lowered.hasSuffix(":") ? String(lowered.dropLast()) : lowered
        if numbers.contains(bare) { return (bare, "") }
        guard let end = text.firstIndex(where: { !$0.isLetter && !$0.isNumber }) else { return nil }
        let head = text[..<end].lowercased()
        let rest = text[text.index(after: end)...]
        // A date or an amount has figures before its dot too: only numbers with a letter are clear.
        guard numbers.contains(head), head.last?.isLetter == true || text[end] == "." && rest.first?.isLetter == true
        else { return nil }
        return (head, String(rest))
    }

    /// Whether a number is no part of what stands before it: first on its line, or behind a gap, or with a letter. Letters
    /// alone are no marker behind other letters: LN also is a lane.
    private static func isApart(_ words: [Word], _ index: Int) -> Bool {
        // Specks are read as signs.
        guard words[..<index].contains(where: { $0.text.contains { $0.isLetter || $0.isNumber } }) else { return true }
        // `9 CLASS C 12 REST NONE`: in one line, its caption tells it.
        if index + 1 < words.count, isCaption(words[index + 1].text) { return true }
        let (before, text) = (words[index - 1], words[index].text)
        let isPart =
            !text.contains(where: \.isLetter) || (letters[text] != nil && before.text.contains(where: \.isLetter))
        let gap = words[index].box.x - before.box.maxX
        return Double(gap) > (isPart ? 1.2 : 0.2) * Double(max(words[index].box.height, 1))
    }

    // MARK: - Values

    /// With what stands in the same row or below where nothing but a caption stands in the number's line, and an address
    /// with its further lines.
    private static func completed(_ entry: Entry, on layout: PageLayout) -> Entry {
        guard let marker = entry.marker, let start = layout.words.firstIndex(where: { $0.box == marker }) else {
            return entry
        }
        let words = layout.words
        let whole = entry
        var entry = entry
        // Of one that has a value below it, the captions' small letters tell where it ends: `First & middle name`.
        let caption = entry.words.prefix { word in
            PrintedCaptions.isCaption(word.text) || word.text.contains(where: \.isLowercase) || word.text == "&"
                || word.text.hasSuffix(":")
        }
        entry.words.removeFirst(caption.count)
        let end = caption.last.map { last in words.firstIndex { $0.box == last.box } ?? start } ?? start
        if entry.words.isEmpty { entry.words = right(of: end, hasCaption: !caption.isEmpty, layout).map { words[$0] } }
        let height = Double(marker.height)
        let most = Self.mostLines[entry.number] ?? 1
        let reach = Int(1.2 * layout.textHeight)
        if entry.words.isEmpty {
            let columnEnd = layout.right(of: end).first.map { words[$0].box.x } ?? layout.page.prepared.width
            let caption = Box.around([marker] + caption.map(\.box)) ?? marker
            entry.words = below(
                caption, starts: marker.x - reach...caption.maxX + reach, end: columnEnd - Int(0.3 * height),
                most: most,
                layout
            ).map { words[$0] }
        } else if let first = entry.words.first, ["8", "1,2"].contains(entry.number) {
            // A town may stand under its street or under the number.
            entry.words += below(
                first.box, starts: min(marker.x, first.box.x) - reach...first.box.x + reach,
                end: layout.page.prepared.width, most: most - 1, layout
            ).map { words[$0] }
        }
        return entry.words.isEmpty ? whole : entry
    }

    /// Of values that may have several.
    private static let mostLines = ["1": 2, "1,2": 2, "2": 2, "8": 4]

    private static func right(of word: Int, hasCaption: Bool, _ layout: PageLayout) -> [Int] {
        var line: [Int] = []
        var last = word
        let row = layout.right(of: word).map { layout.words[$0].text }
        let isNumber = row.first?.allSatisfy(\.isNumber) == true
        let isValue = hasCaption && isNumber && !(row.count > 1 && isCaption(row[1]))
        for next in layout.right(of: word) {
            let gap = Double(layout.words[next].box.x - layout.words[last].box.maxX)
            if marker(layout.words[next].text) != nil, !(line.isEmpty && isValue) { break }
            if gap > (line.isEmpty ? 3 : 1) * layout.columnGap { break }
            line.append(next)
            last = next
        }
        return line
    }

    /// Lines under a box that begin at one place, without a number, up to a town's.
    private static func below(
        _ box: Box, starts: ClosedRange<Int>, end: Int, most: Int, _ layout: PageLayout
    ) -> [Int] {
        var (above, starts) = (box, starts)
        var (found, count) = ([Int](), 0)
        for row in layout.rows.indices where count < most {
            for segment in layout.segments(ofRow: row) {
                let line = segment.filter { layout.words[$0].box.x < end }
                guard let first = line.first, starts.contains(layout.words[first].box.x), let own = layout.box(of: line)
                else { continue }
                let gap = Double(own.y - above.maxY)
                guard own.midY > Double(above.maxY), gap < 1.5 * Double(max(above.height, own.height)) else { continue }
                // A house number may be any number.
                let isStreet = mostLines["8"] == most && found.isEmpty && line.count > 2
                let text = layout.words[first].text
                if marker(text) != nil, !(isStreet && text.allSatisfy(\.isNumber)) { return found }
                found += line
                count += 1
                if AddressParser.endsAddress(layout.text(of: line)) { return found }
                let reach = Int(1.2 * layout.textHeight)
                (above, starts) = (
                    own, min(starts.lowerBound, layout.words[first].box.x)...layout.words[first].box.x + reach
                )
                break
            }
        }
        return found
    }

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
        let end = words[start...].firstIndex { isCaption($0.text) }
        var entry = entry
        entry.words = Array(words[(isMonth ? start - 1 : start)..<(end ?? words.count)])
        return entry
    }
}

import Model

/// A date somewhere on the document.
struct PrintedDate: Hashable {
    /// All dates that the print may mean.
    var readings: [CalendarDate]
    var confidence: Double
    var page: Int
    var box: Box
}

/// Dates as identity documents print them.
enum PrintedDates {
    /// Every date of the document: to see whether a zone's is printed too, whatever its label.
    static func all(_ pages: [RecognizedPage], order: DateParser.Order?, asOf: CalendarDate) -> [PrintedDate] {
        let parser = DateParser(order: order, asOf: asOf)
        return pages.flatMap { page in
            page.lines.flatMap { line in
                let text = WordText(line.words)
                return parser.find(in: oneLanguage(text.text)).compactMap { found -> PrintedDate? in
                    guard let box = text.box(of: found.range) else { return nil }
                    return PrintedDate(
                        readings: [found.reading.value] + found.reading.alternatives,
                        confidence: text.confidence(of: found.range), page: page.index, box: box)
                }
            }
        }
    }

    /// The date that a label's value is, read again in the document's own order.
    static func parse(
        _ text: String, order: DateParser.Order?, expectation: DateParser.Expectation, asOf: CalendarDate
    ) -> Reading<CalendarDate>? {
        let parser = DateParser(order: order, expectation: expectation, asOf: asOf)
        let line = TextFolding.squeeze(oneLanguage(text))
        return parser.parse(line) ?? parser.find(in: line).first?.reading
    }

    /// Takes the second language's month out of "12 AUG / AOÛT 1974"; the length stays the same.
    private static func oneLanguage(_ text: String) -> String {
        let characters = Array(text)
        var result = characters
        for (index, character) in characters.enumerated() where character == "/" {
            var before = index - 1
            while before >= 0, characters[before] == " " { before -= 1 }
            var start = index + 1
            while start < characters.count, characters[start] == " " { start += 1 }
            var end = start
            while end < characters.count, characters[end].isLetter || characters[end] == "." { end += 1 }
            guard before >= 0, characters[before].isLetter || characters[before] == ".", end > start else { continue }
            var first = before
            while first > 0, characters[first - 1].isLetter { first -= 1 }
            let word = TextFolding.fold(String(characters[first...before]).filter(\.isLetter))
            guard MonthNames.month(word) != nil else { continue }
            for position in index..<end { result[position] = " " }
        }
        return String(result)
    }
}

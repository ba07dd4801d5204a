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
                return parser.find(in: inOneForm(text.text)).compactMap { found -> PrintedDate? in
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
        let line = TextFolding.squeeze(inOneForm(text))
        return parser.parse(line) ?? parser.find(in: line).first?.reading
    }

    private static func inOneForm(_ text: String) -> String { evenlyParted(oneLanguage(text)) }

    /// Wavy lines in the background make a blank or a colon of one of a date's points: "13 10.2022", "20:07:2021". The
    /// length stays the same.
    static func evenlyParted(_ text: String) -> String {
        var characters = Array(text)
        func isFigures(_ range: Range<Int>) -> Bool {
            range.lowerBound >= 0 && range.upperBound <= characters.count
                && characters[range].allSatisfy { $0.isASCII && $0.isNumber }
        }
        for index in characters.indices where " .:".contains(characters[index]) {
            let second = index + 3
            guard isFigures(index - 2..<index), isFigures(index + 1..<second), isFigures(second + 1..<second + 5),
                !isFigures(index - 3..<index), !isFigures(second + 1..<second + 6), " .:".contains(characters[second]),
                characters[index] != " " || characters[second] != " "
            else { continue }
            (characters[index], characters[second]) = (".", ".")
        }
        return String(characters)
    }

    /// Takes the second language's month out of "12 AUG / AOÛT 1974"; the length stays the same.
    static func oneLanguage(_ text: String) -> String {
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

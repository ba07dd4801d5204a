package import Model

/// Which way a document writes `03/04/2021`: by its own dates that can be read one way only, and by where it is from.
package enum DateOrderEvidence {
    package static func order(of pages: [RecognizedPage]) -> DateParser.Order? {
        var monthFirst = 0
        var dayFirst = 0
        for page in pages {
            for line in page.lines {
                for (first, second) in figures(line.text) {
                    if first <= 12, second > 12 { monthFirst += 2 } else if first > 12, second <= 12 { dayFirst += 2 }
                }
                if AddressParser.stateAndZip(line.text) != nil { monthFirst += 1 }
            }
        }
        if monthFirst == dayFirst { return nil }
        return monthFirst > dayFirst ? (dayFirst > 1 ? nil : .monthFirst) : (monthFirst > 1 ? nil : .dayFirst)
    }

    /// First and second number of every `a/b/yyyy` and `a-b-yyyy`.
    private static func figures(_ text: String) -> [(Int, Int)] {
        var pairs: [(Int, Int)] = []
        for word in text.split(whereSeparator: \.isWhitespace) {
            for separator in ["/", "-"] as [Character] {
                let parts = word.split(separator: separator).map { $0.filter(\.isNumber) }
                guard parts.count == 3, parts[0].count <= 2, parts[1].count <= 2, [2, 4].contains(parts[2].count),
                    let first = Int(parts[0]), let second = Int(parts[1]), (1...31).contains(first),
                    (1...31).contains(second)
                else { continue }
                pairs.append((first, second))
            }
        }
        return pairs
    }
}

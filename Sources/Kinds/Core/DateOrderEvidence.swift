package import Model

/// Which way a document writes `03/04/2021`: by its own dates that can be read one way only, and by where it is from.
package enum DateOrderEvidence {
    package static func order(of pages: [RecognizedPage]) -> DateParser.Order? {
        var monthFirst = 0
        var dayFirst = 0
        for line in pages.flatMap(\.lines) {
            for (first, second) in figures(line.text) {
                if first <= 12, second > 12 { monthFirst += 2 } else if first > 12, second <= 12 { dayFirst += 2 }
            }
            if isAmerican(line.text) { monthFirst += 1 }
        }
        // Dates that differ among themselves leave it open; a place alone decides where no date speaks.
        if dayFirst > 0 { return monthFirst > 1 ? nil : .dayFirst }
        return monthFirst > 0 ? .monthFirst : nil
    }

    /// A state's letters before a ZIP code of that state, or a state's name.
    private static func isAmerican(_ text: String) -> Bool {
        let words = text.split { $0.isWhitespace || $0 == "," || $0 == "." || $0 == ":" }.map { String($0) }
        for (index, word) in words.enumerated() {
            if word.count > 4, word.first?.isUppercase == true, USStates.names.values.contains(word) { return true }
            guard word.count == 2, USStates.names[word] != nil else { continue }
            if words[(index + 1)...].prefix(4).contains(where: {
                AddressParser.isZip($0) && USStates.zip($0, isIn: word) == true
            }) {
                return true
            }
        }
        return false
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

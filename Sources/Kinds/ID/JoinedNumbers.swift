import Model

// Words that recognition made of a field's number, its caption and its value.

extension NumberedFields {
    /// The page with its words parted where recognition joined a number, its caption or both to what stands behind them:
    /// `3DOB`, `4b.Exp:01/02/2030`; and, in a column of numbered fields, `2ADA` and `812` for `2 ADA` and `8 12`.
    static func parted(_ page: RecognizedPage) -> RecognizedPage {
        var page = page
        page.words = page.words.flatMap { word in
            guard let parts = parts(word.text) else { return [word] }
            return cut(word, at: parts)
        }
        let found = page.lines.flatMap { entries($0.words, page: page.index) }
        guard Set(found.map(\.number)).count >= fewNumbers else { return page }
        let starts = Set(page.lines.map(\.first))
        let lines = page.lines
        // From the surest: a name has no figure, a house number has.
        var column = found.filter { ["1", "2"].contains($0.number) }.compactMap(\.marker)
        var cuts: [Int: Int] = [:]
        for (index, word) in page.words.enumerated() where starts.contains(index) {
            guard let number = word.text.prefixMatch(of: /1,?2|[12iIl|]/).map({ $0.output }),
                word.text.dropFirst(number.count).count(where: \.isLetter) > 1,
                word.text.dropFirst(number.count).allSatisfy({ $0.isUppercase || "-'’,.".contains($0) }),
                number.allSatisfy({ !$0.isLetter && $0 != "|" }) || hasFollower(word, in: page)
            else { continue }
            cuts[index] = number.count
            column.append(word.box)
        }
        for (number, line) in lines.enumerated() {
            guard let word = line.words.first, word.text.first == "8", word.text.dropFirst().first?.isNumber == true,
                column.contains(where: { isAligned($0, word.box) && $0.y < word.box.y }),
                let next = lines.dropFirst(number + 1).first(where: { isUnder($0.box, word.box) })
            else { continue }
            let step = Double(next.box.x - word.box.x) / Double(max(1, word.box.height))
            // The town stands under the street, and the number before both.
            if (0.35...2).contains(step) { cuts[line.first] = 1 }
        }
        guard !cuts.isEmpty else { return page }
        page.words = page.words.enumerated().flatMap { index, word in
            guard let count = cuts[index] else { return [word] }
            var parts = cut(word, at: [count, word.text.count - count])
            if "iIl|".contains(parts[0].text) { parts[0].text = "1" }
            if parts[0].text == "12" { parts[0].text = "1,2" }
            return parts
        }
        return page
    }

    /// Whether what stands right under a word begins with a 2 where it begins with what looks like a 1.
    private static func hasFollower(_ word: Word, in page: RecognizedPage) -> Bool {
        page.words.contains { $0.text.hasPrefix("2") && isAligned($0.box, word.box) && isUnder($0.box, word.box) }
    }

    private static func isAligned(_ box: Box, _ other: Box) -> Bool {
        Double(abs(box.x - other.x)) < 0.5 * Double(max(box.height, other.height))
    }

    private static func isUnder(_ box: Box, _ upper: Box) -> Bool {
        let height = Double(max(box.height, upper.height))
        return box.midY > Double(upper.maxY) && Double(box.y) < Double(upper.maxY) + 1.5 * height
            && Double(abs(box.x - upper.x)) < 3 * height
    }

    /// Lengths of a word's parts: a number, its caption, and what is joined to them; nil for any other word.
    private static func parts(_ text: String) -> [Int]? {
        guard text.contains(where: \.isNumber) else { return nil }
        // `4dDLN`, `9CLASS`: a letter may be the number's or the caption's.
        let numbers = numbers.filter { text.lowercased().hasPrefix($0) }.sorted { $0.count > $1.count }
        for number in numbers + [""] {
            let behind = text.dropFirst(number.count)
            let signs = number.isEmpty ? "" : behind.prefix { ".:".contains($0) }
            let caption = behind.dropFirst(signs.count).prefix(while: \.isLetter)
            let rest = behind.dropFirst(signs.count + caption.count)
            guard captions.contains(caption.lowercased()), !number.isEmpty || hasDate(String(rest)) else { continue }
            let end = rest.prefix { ".:#".contains($0) }
            let lengths = [number.count + signs.count, caption.count + end.count, rest.count - end.count]
            return lengths.filter { $0 > 0 }
        }
        return nil
    }

    private static func cut(_ word: Word, at lengths: [Int]) -> [Word] {
        let count = max(1, word.text.count)
        var start = 0
        return lengths.map { length in
            var part = word
            part.text = String(word.text.dropFirst(start).prefix(length))
            let (left, right) = (word.box.width * start / count, word.box.width * (start + length) / count)
            part.box = Box(x: word.box.x + left, y: word.box.y, width: right - left, height: word.box.height)
            part.readings = word.readings.map { reading in
                guard reading.characters.count == count else { return reading }
                var own = reading
                own.characters = Array(reading.characters[start..<start + length])
                own.posteriors = Array(reading.posteriors[start..<start + length])
                return own
            }
            start += length
            return part
        }
    }
}

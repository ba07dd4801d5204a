import Model

/// Words that may be a name by their capitals.
enum NameRun {
    /// From the first word on, up to a small letter, a sign that ends a name, or another paragraph.
    static func words(in words: some Sequence<Word>) -> [Word] {
        let words = Array(words)
        var name: [Word] = []
        for (index, word) in words.enumerated() {
            guard word.text.first?.isUppercase == true, word.text != "I" else { break }
            if let last = name.last, word.line != last.line {
                // A name goes on at the margin of the next line, not in the next paragraph.
                let gap = word.box.y - last.box.maxY
                if word.box.x > last.box.x || gap > max(last.box.height, word.box.height) { break }
            }
            name.append(word)
            // `Acme, LLC`
            let isBeforeForm =
                word.text.hasSuffix(",") && index + 1 < words.count && LegalForm.ends(words[index + 1].text)
            if let end = word.text.last, !isBeforeForm,
                ",;:".contains(end) || (end == "." && word.text.filter(\.isLetter).count > 2)
            {
                break
            }
        }
        return name
    }

    /// The words that end before one, back to a small letter or a sign that ends a name or a sentence.
    static func words(before end: Int, in words: [Word]) -> [Word] {
        var start = end
        while start > 0, words[start - 1].text.first.map({ $0.isUppercase || $0.isNumber }) == true {
            let last = words[start - 1].text
            if start < end, let sign = last.last {
                let isAbbreviation = sign == "." && last.count(where: \.isLetter) < 3
                let isBeforeForm = sign == "," && LegalForm.ends(words[start].text)
                if ".,:;".contains(sign), !isAbbreviation, !isBeforeForm { break }
            }
            start -= 1
        }
        return Array(words[start..<end])
    }

    /// Whether words are written as a name is: `Please remove my information` is none.
    static func isTitled(_ words: [Word]) -> Bool {
        words.filter { $0.text.count > 3 }.allSatisfy { $0.text.first?.isLowercase != true }
    }
}

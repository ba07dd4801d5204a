import Model

/// Mail addresses, telephones and addresses in running text.
struct ContactReader {
    let layouts: [PageLayout]

    /// The writer's mail address: the one announced as such, else the only one that is no company's mailbox.
    func email(excluding addressee: Box?) -> Field? {
        var found: [Field] = []
        for layout in layouts {
            let text = WordText(layout.words)
            for item in EmailParser.find(in: text.text) {
                guard let box = text.box(of: item.range), !isNear(box, addressee, layout),
                    !isMailbox(item.reading.value)
                else { continue }
                var field = field(item.reading.value, item.range, text, layout, repaired: item.reading.isRepaired)
                if isTorn(text, item.range) { field.confidence *= 0.6 }
                found.append(field)
            }
        }
        return only(found)
    }

    func phone(excluding addressee: Box?) -> Field? {
        var found: [Field] = []
        for layout in layouts {
            for line in layout.page.lines {
                guard let (words, reading) = phone(in: line.words), let box = Box.around(words.map(\.box)),
                    !isNear(box, addressee, layout)
                else { continue }
                found.append(
                    Field(
                        value: .text(reading.value), raw: words.map(\.text).joined(separator: " "),
                        confidence: WordText.valueConfidence(words) * (reading.isRepaired ? 0.85 : 0.98), source: .text,
                        page: layout.page.index, box: box, checks: [Check(name: "format", passed: true)]))
            }
        }
        return only(found)
    }

    /// The address announced by "my address is" or "residing at", up to its ZIP code.
    func address() -> Field? {
        for layout in layouts {
            for phrase in [
                "my address is", "mailing address is", "home address is", "current address is", "postal address is",
                "i reside at", "residing at", "i live at", "who resides at", "who lives at", "lives at", "living at",
                "whose address is", "consumer's address is", "address on file is",
            ] {
                guard let match = layout.matcher.matches(phrase).first else { continue }
                let words = Array(layout.words[match.words.upperBound...].prefix(20))
                for count in (3...max(3, words.count)) where count <= words.count {
                    let last = words[count - 1].text
                    guard AddressParser.isZip(TextFolding.trim(last, [",", ".", ";"])) else { continue }
                    let part = Array(words.prefix(count))
                    let text = part.map(\.text).joined(separator: " ")
                    guard let reading = AddressParser.parse(lines: [text]), reading.isWellFormed,
                        AddressParser.stateAndZip(reading.value) != nil
                    else { break }
                    return Field(
                        value: .text(reading.value), raw: text, confidence: WordText.valueConfidence(part) * 0.97,
                        source: .text,
                        page: layout.page.index, box: Box.around(part.map(\.box)),
                        checks: [Check(name: "format", passed: true)])
                }
            }
        }
        return nil
    }

    /// The date that "born on" and the like announce.
    func birth(_ dates: DateParser) -> Field? {
        for layout in layouts {
            for phrase in ["born on", "born", "date of birth is", "date of birth", "dob is"] {
                for match in layout.matcher.matches(phrase) {
                    let text = WordText(layout.words[match.words.upperBound...].prefix(5))
                    guard let found = dates.find(in: text.text).first, found.range.lowerBound <= 4,
                        found.reading.value.day != nil
                    else { continue }
                    let words = Array(text.words[text.words(in: found.range)])
                    let reading = found.reading
                    return Field(
                        value: .text(reading.value.iso), raw: text.substring(found.range),
                        confidence: WordText.valueConfidence(words) * (reading.isRepaired ? 0.85 : 0.98)
                            * (reading.isAmbiguous ? 0.6 : 1),
                        source: .text, page: layout.page.index, box: Box.around(words.map(\.box)),
                        checks: [Check(name: "format", passed: true)],
                        alternatives: reading.alternatives.map { Alternative(value: .text($0.iso), confidence: 0.4) })
                }
            }
        }
        return nil
    }

    /// One value, or none where several differ.
    private func only(_ found: [Field]) -> Field? {
        guard var best = found.first else { return nil }
        let others = found.filter { $0.value != best.value }
        if !others.isEmpty {
            best.confidence *= 0.6
            best.alternatives = others.map { Alternative(value: $0.value, confidence: $0.confidence * 0.5) }
        }
        return best
    }

    private func phone(in words: [Word]) -> ([Word], Reading<String>)? {
        for start in words.indices
        where words[start].text.contains(where: \.isNumber) || words[start].text.hasPrefix("(") {
            for end in (start..<min(words.count, start + 5)).reversed() {
                let part = Array(words[start...end])
                let text = TextFolding.trim(part.map(\.text).joined(separator: " "), [".", ",", ";", ":"])
                let digits = text.filter(\.isNumber).count
                // Ten figures without a sign or a space among them may be any number.
                guard digits >= 10, !text.allSatisfy(\.isNumber), let reading = PhoneParser.parse(text),
                    reading.isWellFormed,
                    reading.value.hasPrefix("+")
                else { continue }
                return (part, reading)
            }
        }
        return nil
    }

    private func field(_ value: String, _ range: Range<Int>, _ text: WordText, _ layout: PageLayout, repaired: Bool)
        -> Field
    {
        let words = Array(text.words[text.words(in: range)])
        return Field(
            value: .text(value), raw: text.substring(range),
            confidence: (1 - (1 - WordText.valueConfidence(words)) / 2) * (repaired ? 0.8 : 0.98),
            source: .text, page: layout.page.index, box: Box.around(words.map(\.box)),
            checks: [Check(name: "format", passed: true)])
    }

    private func isNear(_ box: Box, _ other: Box?, _ layout: PageLayout) -> Bool {
        guard let other else { return false }
        // The addressee's block goes on under the company's name.
        let below = Double(box.y - other.y)
        return below > -layout.textHeight && below < 7 * layout.textHeight
            && Double(abs(box.x - other.x)) < 8 * layout.textHeight
    }

    /// The narrowest space between two words over their height.
    private static let leastSpace = 0.25

    /// Whether the word before an address may be the address's own beginning, parted from it by recognition.
    private func isTorn(_ text: WordText, _ range: Range<Int>) -> Bool {
        let first = text.words(in: range).lowerBound
        guard first > 0, text.words[first - 1].line == text.words[first].line else { return false }
        // `zuzana7?` and `5@example.org`
        let (word, next) = (text.words[first - 1], text.words[first])
        if word.text.last.map(":<(".contains) == true { return false }
        if Double(next.box.x - word.box.maxX) < Self.leastSpace * Double(min(word.box.height, next.box.height)) {
            return true
        }
        // `mary, _kimball@example.org`: a line under it took the sign that joins the two.
        let isLineStart = first == 1 || text.words[first - 2].line != word.line
        if next.text.hasPrefix("_") || isLineStart && word.text.wholeMatch(of: /[a-z]+,/) != nil { return true }
        let before = word.text.lowercased()
        let leads: Set<String> = [
            "at", "is", "to", "or", "and", "by", "email", "e-mail", "mail", "me", "address", "via", "using", "from",
            "with", "write", "contact", "consumer",
        ]
        guard let last = before.last, last.isLetter || last.isNumber else { return false }
        return !leads.contains(before)
    }

    /// "privacy@…": a company's.
    private func isMailbox(_ address: String) -> Bool {
        let local = address.prefix { $0 != "@" }.lowercased()
        return [
            "privacy", "optout", "opt-out", "dpo", "support", "info", "legal", "compliance", "datarequests", "requests",
            "contact", "help", "noreply",
        ]
        .contains { local.hasPrefix($0) }
    }
}

import Model

/// Who writes, where a request says so in words: "From: Jane Doe, 1 Main St, Reno, NV 89501", "I, Jane Doe, residing at …",
/// "My name is Jane Doe."
struct SenderReader {
    let layouts: [PageLayout]

    struct Sender {
        var name: Field?
        var address: Field?
    }

    private static let labels: Set<String> = [
        "from", "sender", "sent by", "submitted by", "written by", "requested by",
    ]

    func sender() -> Sender? {
        layouts.lazy.compactMap(sender).first ?? layouts.lazy.compactMap(introduced).first
    }

    /// Who is named behind `My name is` or, between commas, behind a sentence's `I`.
    private func introduced(on layout: PageLayout) -> Sender? {
        let named = layout.matcher.matches("my name is").map(\.words.upperBound)
        let subject = layout.words.indices.filter { index in
            // `Apt 1, Reno`: a sentence's subject begins it.
            ["I,", "1,", "l,", "|,"].contains(layout.words[index].text)
                && (index == 0 || layout.words[index - 1].line != layout.words[index].line
                    || layout.words[index - 1].text.last.map { ".:".contains($0) } == true)
        }.map { $0 + 1 }
        for start in named + subject {
            let words = Array(layout.words[start...].prefix(Self.longestIntroduction))
            guard
                var end = words.indices.first(where: { index in
                    let text = words[index].text
                    return text.hasSuffix(",")
                        || text.hasSuffix(".") && text.count(where: \.isLetter) >= Self.shortestName
                }), var name = name(Array(words[...end]), layout)
            else { continue }
            // `…, Jr.,`
            if words[end].text.hasSuffix(","), end + 1 < words.count,
                let longer = self.name(Array(words[...(end + 1)]), layout), NameParser.endsInSuffix(words[end + 1].text)
            {
                name = longer
                end += 1
            }
            return Sender(name: name, address: address(Array(words[(end + 1)...]), layout))
        }
        return nil
    }

    /// Words of a name and an address.
    private static let longestIntroduction = 30

    private func sender(on layout: PageLayout) -> Sender? {
        for (index, row) in layout.rows.enumerated() {
            guard let words = withoutLabel(row.map { layout.words[$0] }), let first = words.first else { continue }
            let end = endOfName(words) ?? words.count - 1
            var sender = Sender()
            sender.name = name(Array(words[...end]), layout)
            guard sender.name != nil else { continue }
            sender.address =
                address(Array(words[(end + 1)...]), layout)
                ?? address(words[(end + 1)...] + wrapped(behind: index, from: first, layout), layout)
            return sender
        }
        return nil
    }

    /// The first word that ends in a comma, or in one that was read as a stop: `El-Khatibi. 10 Cedar St.`
    private func endOfName(_ words: [Word]) -> Int? {
        words.indices.first { index in
            let word = words[index].text
            let isBeforeNumber = index + 1 < words.count && words[index + 1].text.first?.isNumber == true
            return word.hasSuffix(",")
                || word.hasSuffix(".") && word.count(where: \.isLetter) >= Self.shortestName && isBeforeNumber
        }
    }

    /// Letters; initials have stops of their own.
    private static let shortestName = 3

    /// The words behind a label that a colon ends.
    private func withoutLabel(_ words: [Word]) -> [Word]? {
        guard let colon = words.prefix(3).firstIndex(where: { $0.text.hasSuffix(":") }) else { return nil }
        let label = words[...colon].map(\.text).joined(separator: " ")
        let rest = Array(words[(colon + 1)...])
        return Self.labels.contains(TextFolding.key(label)) && !rest.isEmpty ? rest : nil
    }

    /// The next two rows, where they go on close under the first.
    private func wrapped(behind row: Int, from first: Word, _ layout: PageLayout) -> [Word] {
        var words: [Word] = []
        var above = first.box
        for next in layout.rows.dropFirst(row + 1).prefix(2) {
            guard let box = layout.box(of: next), Double(box.y - above.maxY) < 1.2 * layout.textHeight,
                next.first.map({ !layout.words[$0].text.hasSuffix(":") }) == true
            else { break }
            words += next.map { layout.words[$0] }
            above = box
        }
        return words
    }

    private func name(_ words: [Word], _ layout: PageLayout) -> Field? {
        let text = words.map(\.text).joined(separator: " ")
        guard let reading = NameParser.parse(text), reading.isWellFormed, PersonName.isPlausible(reading.value.name)
        else {
            return nil
        }
        return Field(
            reading.value.name, from: words, page: layout.page.index, factor: 0.98,
            checks: Field.wellFormed)
    }

    private func address(_ words: [Word], _ layout: PageLayout) -> Field? {
        // "at": the address may be said rather than listed.
        let words = Array(words.drop { ["of", "at", "residing"].contains(TextFolding.key($0.text)) })
        guard let zip = words.firstIndex(where: { AddressParser.isZip(TextFolding.trim($0.text, [",", ".", ";"])) })
        else { return nil }
        let own = Array(words[...zip])
        guard let reading = AddressParser.parse(lines: [own.map(\.text).joined(separator: " ")]), reading.isWellFormed,
            AddressParser.stateAndZip(reading.value) != nil
        else { return nil }
        return Field(
            reading.value, from: own, page: layout.page.index, factor: reading.isRepaired ? 0.88 : 0.98,
            checks: Field.wellFormed)
    }
}

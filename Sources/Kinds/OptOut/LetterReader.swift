import Model

/// Who writes to whom, and when, in a letter.
struct LetterReader {
    let structure: LetterStructure
    let dates: DateParser

    private var page: Int { structure.layout.page.index }

    private func field(_ value: String, _ words: [Word], factor: Double, checks: [Check] = []) -> Field {
        Field(value, from: words, page: page, factor: factor, checks: checks)
    }

    // MARK: - Addressee

    private static let departments: [String] = [
        "attn", "attention", "c/o", "via", "privacy officer", "chief privacy", "privacy department", "privacy team",
        "privacy office", "privacy compliance", "data protection officer", "data protection office", "legal department",
        "compliance", "customer service",
        "office of", "general counsel", "consumer privacy", "dpo", "privacy request", "opt out department",
        "privacy", "consumer affairs", "data privacy", "customer care", "certified mail", "by mail", "by fax",
        "by email", "re", "subject",
    ]

    /// The company that the letter is addressed to: the first line of the block over the salutation that is neither a
    /// department, a date, nor the writer.
    func addressee(writers: [String]) -> Field? {
        // Lines that each begin with a label are a form's.
        let lines = structure.headBlocks.flatMap(\.lines)
        guard lines.count(where: { startsWithLabel(structure.text($0)) }) < 2 else { return nil }
        for block in structure.headBlocks.reversed() {
            if let found = company(in: block, writers: writers) { return found }
        }
        return salutedCompany()
    }

    private func company(in block: LetterStructure.Block, writers: [String]) -> Field? {
        let texts = block.lines.map { structure.text($0) }
        let isWriters = writers.contains { name in texts.contains { TextFolding.key($0) == TextFolding.key(name) } }
        guard !isWriters, !texts.contains(where: { $0.contains("@") && block.lines.count < 3 }) else { return nil }
        for line in block.lines {
            let line = withoutTo(structure.words(line))
            // `Our client: Jane Doe`, `Subject: Demand`: what has a label is the label's.
            let isLabelled = line.dropLast().contains { $0.text.hasSuffix(":") && TextFolding.key($0.text) != "attn" }
            let words = Caption.removed(from: LetterheadReader.nameWords(line))
            let text = words.map(\.text).joined(separator: " ")
            let key = TextFolding.key(text)
            if key.isEmpty || isLabelled || Self.mailHeaders.contains(key) || Self.isDepartment(key)
                || !dates.find(in: text).isEmpty
            {
                continue
            }
            guard let reading = NameParser.parse(text), !key.contains("request"), !text.contains("@"),
                text.filter(\.isNumber).count < 4
            else { return nil }
            // `Dear Ms. Brooks`: a company's answer to the person that asked.
            if isSaluted(reading.value.name) { return nil }
            let isKnown = BrokerRegistry.shared.contains(reading.value.name)
            let isCompany = isKnown || reading.value.isOrganization
            // A company's name over an address; alone it must look like one.
            guard
                isKnown || LegalForm.ends(reading.value.name)
                    || (isCompany || block.lines.count > 1) && NameRun.isTitled(words)
            else { return nil }
            return field(
                reading.value.name, words, factor: isCompany ? 0.99 : 0.95,
                checks: isKnown ? [Check(name: "registry", passed: true)] : [])
        }
        return nil
    }

    /// Their colons may be lost.
    private static let mailHeaders: Set<String> = ["from", "sent", "to", "date", "cc", "subject"]

    /// Whether the salutation names a person so: by title and surname.
    private func isSaluted(_ name: String) -> Bool {
        guard let line = structure.salutationWords, let surname = name.split(separator: " ").last else { return false }
        let words = structure.words(line).map { TextFolding.key($0.text) }
        return words.contains(where: Self.titles.contains) && words.last == TextFolding.key(surname)
    }

    private static let titles: Set<String> = ["mr", "mrs", "ms", "miss", "mx", "dr"]

    private func startsWithLabel(_ text: String) -> Bool {
        let words = text.split(separator: " ").prefix(2).map { TextFolding.key($0) }
        return words.count == 2 && !text.contains(":") && Caption.words.contains(words[0])
    }

    private func withoutTo(_ words: [Word]) -> [Word] {
        words.first.map { ["to:", "to"].contains($0.text.lowercased()) } == true ? Array(words.dropFirst()) : words
    }

    /// `Privacy Department` is one of no company's name, nor `The Data Protection Officer`, though departments of states are
    /// organizations.
    ///
    /// - Parameter key: folded words.
    static func isDepartment(_ key: String) -> Bool {
        var words = key.split(separator: " ").map(String.init)
        if words.first == "the" { words.removeFirst() }
        if words.count > 1, let last = words.last, ["department", "dept", "desk", "team"].contains(last) {
            words.removeLast()
        }
        let name = words.joined(separator: " ")
        return (departments + ["legal"]).contains { name == $0 || $0 != "legal" && name.hasPrefix($0 + " ") }
            && !NameParser.isOrganization(name)
    }

    /// "Dear Acme Data Privacy Team," where no address stands over it.
    private func salutedCompany() -> Field? {
        guard let line = structure.salutationWords else { return nil }
        var words = structure.words(line)
        guard let greeting = words.first, OrganizationName.salutations.contains(TextFolding.key(greeting.text)) else {
            return nil
        }
        words.removeFirst()
        let all = words.count
        // `Acme Data privacy team`: capitals are the name's, small letters the unit's.
        while words.count > 1, isUnit(words), words.last?.text.first?.isLowercase == true { words.removeLast() }
        if words.count == all { while words.count > 1, isUnit(words) { words.removeLast() } }
        let text = words.map(\.text).joined(separator: " ")
        guard let reading = NameParser.parse(text) else { return nil }
        let isKnown = BrokerRegistry.shared.contains(reading.value.name)
        // Only an organization has a team.
        guard isKnown || reading.value.isOrganization || words.count < all && NameRun.isTitled(words),
            !OrganizationName.isUnit(reading.value.name)
        else { return nil }
        return field(
            reading.value.name, words, factor: 0.93, checks: isKnown ? [Check(name: "registry", passed: true)] : [])
    }

    /// Whether the last word is of a unit's name rather than of a registered organization's.
    private func isUnit(_ words: [Word]) -> Bool {
        let ends: Set<String> = ["privacy", "team", "legal", "data", "compliance", "customer", "support", "department"]
        return words.last.map { ends.contains(TextFolding.key($0.text)) } == true
            && !BrokerRegistry.shared.contains(words.map(\.text).joined(separator: " "))
    }

    // MARK: - Writer

    /// The company whose name stands first on the page, over a letter to another.
    func letterhead() -> Field? {
        guard structure.headBlocks.count > 1, let block = structure.headBlocks.first, let line = block.lines.first,
            let reading = NameParser.parse(structure.text(line)), reading.value.isOrganization
        else { return nil }
        return field(reading.value.name, structure.words(line), factor: 0.99)
    }

    /// The person whose name stands first over the letter, with an address, a telephone number or a mail address under
    /// it and the addressee below: who signs by hand alone is named nowhere else.
    func headPerson() -> Field? {
        guard let addressee = addressee(writers: [])?.box else { return nil }
        for block in structure.headBlocks {
            let lines = block.lines.filter { structure.layout.box(of: $0).map { $0.maxY <= addressee.y } == true }
            guard let first = lines.first, lines.dropFirst().contains(where: { isContact(structure.text($0)) }),
                let reading = NameParser.parse(structure.text(first)), reading.isWellFormed,
                PersonName.isPlausible(reading.value.name)
            else { continue }
            return field(reading.value.name, structure.words(first), factor: 0.97, checks: Field.wellFormed)
        }
        return nil
    }

    private func isContact(_ text: String) -> Bool {
        text.contains("@") || PhoneParser.parse(text)?.isWellFormed == true || AddressParser.stateAndZip(text) != nil
    }

    /// The name under the closing: the likeliest of the first lines that is one.
    func signer() -> (field: Field, line: [Int])? {
        var best: (field: Field, line: [Int])?
        for line in structure.footLines.prefix(4) {
            let words = structure.words(line).filter { $0.text != "/s/" }
            let text = words.map(\.text).joined(separator: " ")
            guard let reading = NameParser.parse(text), reading.isWellFormed, (2...6).contains(words.count),
                text.first?.isUppercase == true, dates.find(in: text).isEmpty, !text.contains(where: \.isNumber),
                !text.contains(":")
            else { continue }
            let found = field(reading.value.name, words, factor: 0.99)
            if best == nil || found.confidence > (best?.field.confidence ?? 0) + 0.02 { best = (found, line) }
        }
        if let line = best?.line, hasAnotherName(beside: line) { best?.field.cap(at: Self.mostOfSeveralSigners) }
        return best
    }

    /// Whether another person's name stands beside a signer's: who of them writes is not told.
    private func hasAnotherName(beside line: [Int]) -> Bool {
        guard let box = structure.layout.box(of: line) else { return false }
        return structure.footLines.prefix(6).contains { other in
            guard other != line, let place = structure.layout.box(of: other), place.verticalOverlap(box) > 0.5,
                let reading = NameParser.parse(structure.text(other))
            else { return false }
            let name = reading.value.name
            return reading.isWellFormed && PersonName.isPlausible(name)
                && TextFolding.key(name) != TextFolding.key(structure.text(line))
        }
    }

    private static let mostOfSeveralSigners = 0.5

    // MARK: - Date

    /// The date on a line of its own over the salutation, or by the signature.
    func date() -> Field? {
        let head = structure.headBlocks.flatMap(\.lines)
        let foot = structure.footLines.prefix(8)
        for line in Array(foot) + head {
            let words = structure.words(line)
            let text = words.map(\.text).joined(separator: " ")
            let bare =
                text.lowercased().hasPrefix("date")
                ? String(text.drop { !$0.isNumber && !$0.isWhitespace && $0 != ":" }.dropFirst()) : text
            guard let reading = dates.parse(bare), reading.value.day != nil else { continue }
            var found = field(
                reading.value.iso, words, factor: (reading.isRepaired ? 0.85 : 0.99) * (reading.isAmbiguous ? 0.6 : 1),
                checks: [Check(name: "format", passed: true)])
            found.alternatives = reading.alternatives.map { Alternative(value: .text($0.iso), confidence: 0.4) }
            return found
        }
        return nil
    }
}

import Model

/// Two readings that support each other: people's mail addresses are mostly made of their names.
enum NameAgreement {
    /// The mail address with its confidence raised where it holds the person's last name, and lowered where it holds
    /// the name but for a letter or two: then one of the two was misread.
    static func checked(_ email: Field?, name: Field?) -> Field? {
        guard var email, email.confidence > 0.65, let printed = email.text, let name = name?.text else { return email }
        let parts = name.split { $0 == " " || $0 == "-" }.map {
            String(decoding: TextFolding.letters($0), as: UTF8.self)
        }
        let address = withOwnInitial(printed, parts)
        email.value = .text(address)
        let local = String(decoding: TextFolding.letters(address.prefix { $0 != "@" }), as: UTF8.self)
        let letters = local.filter(\.isLetter)
        let long = parts.filter { $0.count >= 4 }
        if isMade(letters, of: parts) {
            email.checks.append(Check(name: "name", passed: true))
            // Digits behind the name are read alone.
            let doubt = local.contains(where: \.isNumber) ? 0.6 : 0.35
            email.confidence = 1 - (1 - email.confidence) * doubt
        } else if long.contains(where: { isNearly(letters, $0) }) || isMadeButForALetter(letters, of: parts) {
            email.checks.append(Check(name: "name", passed: false))
            email.cap(at: 0.7)
        }
        return withFigures(email, address, parts)
    }

    /// `Iharlow@…` of Linda Harlow: its only capital is the small l that her name begins with.
    private static func withOwnInitial(_ address: String, _ parts: [String]) -> String {
        guard EmailParser.mayBeginWithL(address) else { return address }
        let local = String(decoding: TextFolding.letters(address.prefix { $0 != "@" }.dropFirst()), as: UTF8.self)
            .filter(\.isLetter)
        return isMade("l" + local, of: parts) && !isMade("i" + local, of: parts) ? "l" + address.dropFirst() : address
    }

    /// Whether letters are those of a name, however its marks are written: long words of it, and nothing else but initials or
    /// a short word.
    private static func isMade(_ letters: String, of parts: [String]) -> Bool {
        isSpelled(letters, of: parts) || isSpelled(transliterated(letters), of: parts.map(transliterated))
    }

    /// `janedoeg@…` of Jane Doe: a letter or two that the name does not explain, beside a long word of it, are hardly the
    /// person's own; behind it they are more likely figures.
    private static func isMadeButForALetter(_ letters: String, of parts: [String]) -> Bool {
        [(letters, parts), (transliterated(letters), parts.map(transliterated))].contains { letters, parts in
            let rest = withoutLongWords(letters, of: parts)
            return rest.count < letters.count && rest.count <= 2
        }
    }

    private static func isSpelled(_ letters: String, of parts: [String]) -> Bool {
        let rest = withoutLongWords(letters, of: parts)
        return rest.count < letters.count && isExplained(rest, by: parts)
    }

    private static func withoutLongWords(_ letters: String, of parts: [String]) -> String {
        parts.filter { $0.count >= 4 }.sorted { $0.count > $1.count }
            .reduce(letters) { $0.replacing($1, with: "", maxReplacements: 1) }
    }

    /// `janedoel4@…` of Jane Doe: letters that look like figures, beside figures behind a name, are figures; without the
    /// name they may be either.
    private static func withFigures(_ email: Field, _ address: String, _ parts: [String]) -> Field {
        let local = address.prefix { $0 != "@" }
        func tail(of signs: Set<Character>) -> (tail: String, head: String) {
            let tail = String(local.reversed().prefix { $0.isNumber || signs.contains($0) }.reversed())
            return (tail, String(decoding: TextFolding.letters(local.dropLast(tail.count)), as: UTF8.self))
        }
        func isName(_ text: String) -> Bool { parts.contains { $0.count >= 2 && text.hasSuffix($0) } }
        // A 9 looks like a g, but only behind a name a g is likely to be none.
        let all = tail(of: Set(Self.figures.keys))
        let (tail, head) = isName(all.head) ? all : tail(of: Set(Self.figures.keys.filter { !"gq".contains($0) }))
        let letters = tail.prefix { !$0.isNumber }
        guard tail.contains(where: \.isNumber), tail.contains(where: { !$0.isNumber }) else { return email }
        // `daniel14`, `dang14` of Dan Grove: the letter is the name's own.
        let isOwn =
            tail.dropFirst(letters.count).allSatisfy(\.isNumber)
            && (isName(head + letters.lowercased())
                || isName(head) && letters.lowercased().allSatisfy(parts.compactMap(\.first).contains))
        guard !isOwn else { return email }
        var doubted = email
        doubted.cap(at: 0.7)
        if isName(head) {
            let figures = String(tail.map { Self.figures[$0] ?? $0 })
            doubted.value = .text(local.dropLast(tail.count) + figures + address.dropFirst(local.count))
            doubted.alternatives = [Alternative(value: .text(address), confidence: 0.2)]
        }
        return doubted
    }

    /// What letters at a local part's end may be.
    private static let figures: [Character: Character] = ["l": "1", "I": "1", "o": "0", "O": "0", "g": "9", "q": "9"]

    /// What is left of a local part without a name's long words: initials or a short word of the name.
    private static func isExplained(_ rest: String, by parts: [String]) -> Bool {
        if rest.isEmpty { return true }
        let initials = parts.compactMap(\.first)
        return (rest.count <= 3 && rest.allSatisfy(initials.contains)) || parts.contains(rest)
    }

    /// Whether a part of the text is the word but for one or two letters: wrong, missing or one too many.
    private static func isNearly(_ text: String, _ word: String) -> Bool {
        guard !text.contains(word), !transliterated(text).contains(transliterated(word)), word.count >= 5 else {
            return false
        }
        let text = Array(text)
        let word = Array(word)
        // Least edits of the word against any part of the text (Sellers' algorithm).
        var costs = Array(0...word.count)
        var least = word.count
        for character in text {
            var previous = 0
            for (index, letter) in word.enumerated() {
                let cost = min(
                    previous + (letter == character ? 0 : 1), costs[index + 1] + 1, (index == 0 ? 0 : costs[index]) + 1)
                previous = costs[index + 1]
                costs[index + 1] = cost
            }
            least = min(least, costs[word.count])
        }
        return least <= (word.count >= 8 ? 2 : 1)
    }

    /// `mueller` and `muller`, `kjaergaard` and `kjargard`: letters with marks are written in both ways.
    static func transliterated(_ text: String) -> String {
        ["ae", "oe", "ue", "aa"].reduce(text) { $0.replacing($1, with: $1.prefix(1)) }
    }

    /// Whether an address has a name's first letter written as one with a mark is: `aake` of `Ake`, whose mark the page's
    /// reading lost (`Åke`).
    private static func hasLostMark(_ part: String, in letters: String) -> Bool {
        guard let first = part.first, let pair = ["a": "aa", "o": "oe", "u": "ue"][first], !part.hasPrefix(pair),
            part.count >= 3
        else { return false }
        return letters.contains(pair + part.dropFirst())
    }

    /// The name, surer where the mail address holds it in full, since it was read twice; and not sure where the address
    /// holds it but for a letter.
    static func checked(name: Field?, email: Field?) -> Field? {
        guard var name, let text = name.text, let address = email?.text else { return name }
        let local = String(decoding: TextFolding.letters(address.prefix { $0 != "@" }), as: UTF8.self)
        let parts = text.split(separator: " ").map { String(decoding: TextFolding.letters($0), as: UTF8.self) }
            .filter { $0.count > 2 }
        let letters = local.filter(\.isLetter)
        // `robert_fairbanks@…` of Robert Roger Fairbanks holds no misread Roger.
        let rest = parts.sorted { $0.count > $1.count }.reduce(letters) {
            $0.replacing($1, with: " ", maxReplacements: 1)
        }
        // `lauraashby@…` and `laashby@…` of Laura A. Ashby hold no Åshby.
        let plain = text.split(separator: " ").filter { $0.allSatisfy(\.isASCII) }.map { $0.lowercased() }
        let isPlain = isSpelled(letters, of: text.split(separator: " ").map { $0.lowercased() })
        if parts.contains(where: { !letters.contains($0) && isNearly(rest, $0) })
            || !isPlain && plain.contains(where: { hasLostMark($0, in: letters) })
        {
            name.checks.append(Check(name: "agreement", passed: false))
            name.cap(at: 0.75)
            return name
        }
        guard let first = parts.first, let last = parts.last, parts.count > 1, local.contains(last) else { return name }
        name.confidence = 1 - (1 - name.confidence) * (local.contains(first) ? 0.6 : 0.8)
        return name
    }
}

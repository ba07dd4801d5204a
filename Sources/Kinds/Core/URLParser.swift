/// Web addresses as forms print them, with or without a scheme.
package enum URLParser {
    /// The address that the whole text is. Nothing is added; a missing scheme stays missing.
    package static func parse(_ text: some StringProtocol) -> Reading<String>? {
        let trimmed = TextFolding.trim(text, ["<", ">", "(", ")", "[", "]", ",", ";", ".", "\"", "|", "•", "·", "_"])
        if isValid(trimmed) { return Reading(trimmed) }
        let parts = trimmed.split(whereSeparator: \.isWhitespace)
        guard parts.count > 1, parts.count <= 3 else { return nil }
        // A space can only have come in at a sign: "example. com/a", "https: //example.com".
        let signs: Set<Character> = [".", "/", ":", "-", "_", "?", "=", "&"]
        let joins = zip(parts, parts.dropFirst()).allSatisfy { a, b in
            a.last.map(signs.contains) == true || b.first.map(signs.contains) == true
        }
        let joined = parts.joined()
        return joins && isMarked(joined) && isValid(joined) ? Reading(joined, isRepaired: true) : nil
    }

    /// All addresses in a text, in order; mail addresses are none.
    package static func find(in text: some StringProtocol) -> [Found<String>] {
        let characters = Array(text)
        var found: [Found<String>] = []
        var position = 0
        while position < characters.count {
            guard !isBreak(characters[position]) else {
                position += 1
                continue
            }
            var end = position
            while end < characters.count, !isBreak(characters[end]) { end += 1 }
            let part = String(characters[position..<end])
            if let reading = parse(part), isMarked(reading.value) {
                found.append(Found(reading, range: position..<end))
            }
            position = end
        }
        return found
    }

    private static func isBreak(_ character: Character) -> Bool {
        character.isWhitespace || character == ";" || character == ","
    }

    /// In running text a scheme, `www.` or a path tells an address from two words with a dot.
    private static func isMarked(_ text: String) -> Bool {
        let lower = text.lowercased()
        return lower.hasPrefix("http") || lower.hasPrefix("www.") || lower.contains("/")
    }

    package static func isValid(_ text: some StringProtocol) -> Bool {
        var rest = String(text)
        let lower = rest.lowercased()
        for scheme in ["https://", "http://"] where lower.hasPrefix(scheme) { rest.removeFirst(scheme.count) }
        guard !rest.contains(where: { $0.isWhitespace || $0 == "@" && !rest.contains("/") }) else { return false }
        let host = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" && $0 != ":" }
        return isHost(host) && rest.allSatisfy { $0.isASCII && !"<>\"{}|\\^`".contains($0) }
    }

    /// Labels of letters, digits and inner hyphens, and a top-level domain of two or more letters (RFC 1123 2.1).
    package static func isHost(_ text: some StringProtocol) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, text.count <= 253, let top = labels.last, top.count >= 2,
            top.allSatisfy({ $0.isASCII && $0.isLetter })
        else { return false }
        return labels.allSatisfy { label in
            (1...63).contains(label.count) && label.first != "-" && label.last != "-"
                && label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        }
    }
}

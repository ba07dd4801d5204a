import Model

/// Web addresses as forms print them, with or without a scheme.
package enum URLParser {
    /// The address that the whole text is. Nothing is added; a missing scheme stays missing.
    package static func parse(_ text: some StringProtocol) -> Reading<String>? {
        let noise: Set<Character> = ["<", ">", "(", ")", "[", "]", ",", ";", ".", "\"", "|", "•", "·", "_"]
        let whole = TextFolding.trim(text, noise)
        let dotted = whole.replacing(/^www (?=\w)/.ignoresCase()) { _ in "www." }
        let trimmed = withSlashes(dotted)
        if isValid(trimmed) { return Reading(trimmed, isRepaired: dotted != whole) }
        let parts = trimmed.split(whereSeparator: \.isWhitespace)
        guard parts.count > 1, parts.count <= 4 else { return nil }
        // A space can only have come in at a sign: "example. com/a", "https: //example.com".
        let signs: Set<Character> = [".", "/", ":", "-", "_", "?", "=", "&"]
        let joins = zip(parts, parts.dropFirst()).allSatisfy { a, b in
            a.last.map(signs.contains) == true || b.first.map(signs.contains) == true
        }
        // Beside a dot, a slash or a colon it leaves no doubt; a hyphen may have been read into a gap.
        let isClear = zip(parts, parts.dropFirst()).allSatisfy { a, b in
            a.last.map(Self.separators.contains) == true || b.first.map(Self.separators.contains) == true
        }
        let joined = withSlashes(parts.joined())
        return joins && isMarked(joined) && isValid(joined) ? Reading(joined, isRepaired: !isClear) : nil
    }

    private static let separators: Set<Character> = [".", "/", ":"]

    /// Behind a scheme stand two slashes, whatever was read (RFC 9110 4.2): nothing else can, so that no doubt is left.
    private static func withSlashes(_ text: String) -> String {
        let lower = text.lowercased()
        for scheme in ["https:", "http:"] where lower.hasPrefix(scheme) && !lower.hasPrefix(scheme + "//") {
            let rest = text.dropFirst(scheme.count).drop { "/:#".contains($0) || $0.isWhitespace }
            return text.prefix(scheme.count) + "//" + rest
        }
        return text
    }

    /// All addresses in a text, in order; mail addresses are none. Spaces that recognition put into one are taken out
    /// where a sign beside them shows it.
    package static func find(in text: some StringProtocol) -> [Found<String>] {
        let characters = Array(text)
        let parts = parts(of: characters)
        var found: [Found<String>] = []
        var index = 0
        while index < parts.count {
            // The longest run of parts that belong together and are an address.
            var end = index + 1
            while end < parts.count, end - index < 4,
                goesOn(parts[index..<end].map { String(characters[$0]) }, String(characters[parts[end]]))
            {
                end += 1
            }
            while end > index {
                let range = parts[index].lowerBound..<parts[end - 1].upperBound
                if let reading = parse(String(characters[range])), isMarked(reading.value) {
                    found.append(Found(reading, range: range))
                    break
                }
                end -= 1
            }
            index = max(end, index + 1)
        }
        return found
    }

    /// An address that a line's end broke (RFC 3986, appendix C): what it makes with the next line.
    ///
    /// - Returns: nil where the line may stand for itself: more than a word, one with a capital or a mail address, a number
    ///   or a date.
    package static func joined(_ address: String, overLineEnd line: String) -> String? {
        let words = line.split(separator: " ")
        guard let first = words.first?.first, let last = address.last, first.isASCII, !first.isUppercase,
            words.dropFirst().allSatisfy({ $0.allSatisfy(\.isNumber) }), !isMarkedAtStart(line), !line.contains("@"),
            line.contains(where: \.isLetter) || !last.isLetter
        else { return nil }
        let whole = address + words.joined()
        return isValid(whole) && whole.last?.isPunctuation != true ? whole : nil
    }

    private static func isMarkedAtStart(_ text: String) -> Bool {
        let lower = text.lowercased()
        return lower.hasPrefix("http") || lower.hasPrefix("www.")
    }

    private static func parts(of characters: [Character]) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start: Int?
        for (position, character) in characters.enumerated() {
            if isBreak(character) {
                if let first = start { parts.append(first..<position) }
                start = nil
                if !character.isWhitespace { parts.append(position..<position) }
            } else if start == nil {
                start = position
            }
        }
        if let first = start { parts.append(first..<characters.count) }
        return parts
    }

    /// Whether a part goes on with an address: behind "https:", "www." or a slash, or with a slash or a dot before it.
    private static func goesOn(_ before: [String], _ next: String) -> Bool {
        guard let first = before.first?.lowercased(), first.hasPrefix("http") || first.hasPrefix("www"),
            let last = before.last?.last, let begin = next.first,
            begin.isLowercase || begin.isNumber || "/.:-".contains(begin)
        else { return false }
        // `www example.com`
        if first == "www" { return before.count == 1 && next.contains(".") }
        if begin == ":" { return before.count == 1 && ["http", "https", "http:", "https:"].contains(first) }
        if "/.-".contains(begin) { return next.count > 1 }
        // No address ends in one of these.
        if "/?=&_-".contains(last) || last == ":" && before.count == 1 { return true }
        let host = before.joined().lowercased().replacing("https:", with: "").replacing("http:", with: "").drop {
            $0 == "/"
        }
        return last == "." && !host.contains("/") && next.contains(".")
    }

    private static func isBreak(_ character: Character) -> Bool {
        character.isWhitespace || character == ";" || character == ","
    }

    /// In running text a scheme, `www.` or a path tells an address from two words with a dot.
    private static func isMarked(_ text: String) -> Bool {
        isMarkedAtStart(text) || text.contains("/")
    }

    package static func isValid(_ text: some StringProtocol) -> Bool {
        var rest = String(text)
        let lower = rest.lowercased()
        for scheme in ["https://", "http://"] where lower.hasPrefix(scheme) { rest.removeFirst(scheme.count) }
        guard !rest.contains(where: { $0.isWhitespace || $0 == "@" && !rest.contains("/") }) else { return false }
        let host = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" && $0 != ":" }
        // Behind "www" stand a name and a domain; a colon goes on with a port.
        guard !host.lowercased().hasPrefix("www.") || host.split(separator: ".").count > 2, rest.last != ":" else {
            return false
        }
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

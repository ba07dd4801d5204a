/// Mail addresses of the usual form (RFC 5321 4.1.2, dot-string and domain). Repairs are few: what recognition cannot
/// have read otherwise.
package enum EmailParser {
    /// The address that the whole text is; spaces that recognition put inside it are taken out where the address then
    /// is one.
    ///
    /// - Parameter isWhole: whether the text is known to be an address and nothing else, as behind a label: then every
    ///   space in it is recognition's.
    package static func parse(_ text: some StringProtocol, isWhole: Bool = false) -> Reading<String>? {
        var candidate = TextFolding.trim(text, ["<", ">", "(", ")", "[", "]", ",", ";", ":", ".", "\"", "|", "_"])
        if let scheme = ["mailto:", "email:", "e-mail:"].first(where: { candidate.lowercased().hasPrefix($0) }) {
            candidate = TextFolding.trim(candidate.dropFirst(scheme.count), [])
        }
        if let mended = withProvider(candidate) { return Reading(mended, isRepaired: true) }
        if isValid(candidate) { return Reading(candidate) }
        // "jane @ example.org", "jane@example. org": no space can be in an address.
        let parts = candidate.split(whereSeparator: \.isWhitespace)
        guard parts.count > 1, parts.count <= 4 else { return nil }
        let joined = parts.joined()
        let isJoined = isWhole && parts.count <= 3
        let pairs = zip(parts, parts.dropFirst())
        guard isValid(joined), isJoined || pairs.allSatisfy(joins) else { return nil }
        // Beside a dot or an at sign it leaves no doubt; elsewhere a sign may be lost.
        let isClear = pairs.allSatisfy { a, b in
            joins(a, b) && (a.last.map { ".@".contains($0) } == true || b.first.map { ".@".contains($0) } == true)
        }
        return Reading(joined, isRepaired: !isClear)
    }

    /// `qmail.com`, `outIook.com`: what looks like the domain of a mail service that very many use is that.
    private static func withProvider(_ address: String) -> String? {
        guard let at = address.lastIndex(of: "@") else { return nil }
        let host = address[address.index(after: at)...].lowercased()
        guard let provider = providers[lookAlike(host)], provider != host else { return nil }
        return address[...at] + provider
    }

    private static let providers = Dictionary(
        uniqueKeysWithValues: [
            "gmail.com", "yahoo.com", "outlook.com", "hotmail.com", "icloud.com", "aol.com", "live.com", "msn.com",
            "comcast.net",
        ].map { (lookAlike($0), $0) })

    /// The same for hosts whose print may be taken for one another.
    private static func lookAlike(_ host: String) -> String {
        let twins: [Character: Character] = ["q": "g", "9": "g", "1": "l", "i": "l", "0": "o"]
        return String(host.map { twins[$0] ?? $0 }).replacing("rn", with: "m")
    }

    /// All addresses in a text, in order.
    package static func find(in text: some StringProtocol) -> [Found<String>] {
        let characters = Array(text)
        let parts = parts(of: characters)
        var found: [Found<String>] = []
        for (index, part) in parts.enumerated() where characters[part].contains("@") {
            let before = index > 0 ? parts[index - 1].lowerBound : part.lowerBound
            let after = index + 1 < parts.count ? parts[index + 1].upperBound : part.upperBound
            // "jane @ example.org", "jane@example .org": the whole of it first.
            for range in [before..<after, part.lowerBound..<after, before..<part.upperBound, part] {
                guard found.last.map({ $0.range.upperBound <= range.lowerBound }) ?? true,
                    let reading = parse(String(characters[range]))
                else { continue }
                found.append(Found(reading, range: range))
                break
            }
        }
        return found
    }

    private static func parts(of characters: [Character]) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        for (position, character) in characters.enumerated() where !character.isWhitespace {
            if let last = parts.last, last.upperBound == position {
                parts[parts.count - 1] = last.lowerBound..<position + 1
            } else {
                parts.append(position..<position + 1)
            }
        }
        return parts
    }

    /// Whether a space between two parts stands at a sign, where alone it is surely wrong.
    private static func joins(_ a: Substring, _ b: Substring) -> Bool {
        if a.hasSuffix("@") || b.hasPrefix("@") { return true }
        let signs: Set<Character> = [".", "_", "-"]
        if b.first.map(signs.contains) == true { return true }
        // A dot behind a whole address, or before a capital, ends a sentence; but not before its top-level domain.
        return a.last.map(signs.contains) == true && b.first?.isUppercase == false
            && (!isValid(a.dropLast()) || a.last == "." && isTopLevelDomain(b))
    }

    /// Whether a word is nothing but one of the top-level domains that most mail goes to.
    private static func isTopLevelDomain(_ word: Substring) -> Bool {
        ["com", "org", "net", "edu", "gov", "info"].contains(TextFolding.trim(word, [".", ",", ";", ":", ")", ">"]))
    }

    package static func isValid(_ text: some StringProtocol) -> Bool {
        let halves = String(text).split(separator: "@", omittingEmptySubsequences: false)
        guard halves.count == 2, (1...64).contains(halves[0].count), isDotString(halves[0]) else { return false }
        return URLParser.isHost(halves[1])
    }

    private static func isDotString(_ text: Substring) -> Bool {
        // The standard allows more, which stands for a misread letter far more often than for itself.
        let allowed: Set<Character> = Set("'+-_")
        return text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || allowed.contains($0)) }
        }
    }
}

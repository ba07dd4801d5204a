/// Postal addresses in one line with commas between their parts.
package enum AddressParser {
    /// - Parameter lines: the address as printed, line by line, without the name above it.
    package static func parse(lines: [String]) -> Reading<String>? {
        var lines = lines
        if let first = lines.first { lines[0] = withoutLeadIn(first) }
        let parts = upToZip(lines).flatMap { split($0) }.filter { !$0.isEmpty }
        guard !parts.isEmpty else { return nil }
        var joined: [String] = []
        for part in parts {
            // A ZIP code or a state on its own goes with the city before it.
            if let last = joined.last, isContinuation(part, after: last) {
                joined[joined.count - 1] = last + " " + part
            } else {
                joined.append(part)
            }
        }
        let text = withCommaBeforeState(joined.joined(separator: ", "))
        guard text.contains(where: \.isNumber) || joined.count > 1 else { return nil }
        return Reading(text, isWellFormed: isWellFormed(text))
    }

    package static func parse(_ text: some StringProtocol) -> Reading<String>? {
        parse(lines: String(text).split(whereSeparator: { $0.isNewline }).map { String($0) })
    }

    /// `known as: 16 Larkspur Street`, but not `po box 12`: lower-case words in front of a house number and its street.
    private static func withoutLeadIn(_ line: String) -> String {
        line.replacing(/^(?:\p{Ll}+(?:[,:;]\s*|\s+))+(?=\d[^,]*\p{L})/, with: "")
    }

    /// Behind the line that ends in a state and a ZIP code no US address goes on, its country aside.
    private static func upToZip(_ lines: [String]) -> [String] {
        guard let end = lines.firstIndex(where: { stateAndZip($0) != nil }) else { return lines }
        let countries: Set<String> = ["usa", "us", "united states", "united states of america"]
        let isCountry = lines.dropFirst(end + 1).first.map { countries.contains(TextFolding.key($0)) } ?? false
        return Array(lines[...(isCountry ? end + 1 : end)])
    }

    private static let noise: Set<Character> = [",", ";", ":", "_", "|", "•", "·", "=", "~", "\"", "*"]

    /// At commas and semicolons; each part squeezed and trimmed.
    private static func split(_ line: String) -> [String] {
        line.split(whereSeparator: { ",;|".contains($0) }).map { part in
            var text = TextFolding.trim(TextFolding.squeeze(part.replacing("_", with: " ")), noise)
            while text.hasSuffix("."), !endsInAbbreviation(text) { text.removeLast() }
            return text
        }
    }

    private static func endsInAbbreviation(_ text: String) -> Bool {
        let last = text.split(separator: " ").last.map { $0.filter(\.isLetter) } ?? ""
        return last.count <= 4 && !last.isEmpty
    }

    private static func isContinuation(_ part: String, after last: String) -> Bool {
        let words = part.split(separator: " ")
        if words.count == 1, isZip(words[0]) { return USStates.code(last.split(separator: " ").last ?? "") != nil }
        return false
    }

    // MARK: - US endings

    /// State and ZIP code at the end of an address; nil where it has none.
    package static func stateAndZip(_ text: some StringProtocol) -> (state: String, zip: String)? {
        var words = String(text).split(whereSeparator: { $0.isWhitespace || $0 == "," }).map { String($0) }
        if let last = words.last, ["usa", "us", "u.s.a.", "u.s."].contains(last.lowercased()) { words.removeLast() }
        if words.suffix(2).joined(separator: " ").lowercased() == "united states" { words.removeLast(2) }
        guard let zip = words.last, isZip(zip) else { return nil }
        words.removeLast()
        for count in [3, 2, 1] where words.count >= count {
            if let state = USStates.code(words.suffix(count).joined(separator: " ")) { return (state, zip) }
        }
        return nil
    }

    /// Whether a US address ends at its state.
    package static func lacksZip(_ text: String) -> Bool {
        guard let comma = text.lastIndex(of: ",") else { return false }
        let end = TextFolding.trim(text[text.index(after: comma)...], [".", ","])
        return end.count == 2 && end.allSatisfy(\.isUppercase) && USStates.code(end) != nil
    }

    /// Five digits, or nine with a hyphen.
    package static func isZip(_ text: some StringProtocol) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts[0].count == 5 else { return false }
        return (parts.count == 1 || parts[1].count == 4)
            && parts.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isNumber } }
    }

    /// A house's number, or one in words, and the street's name: "One Market Plaza".
    private static func hasNumberAndName(_ street: Substring) -> Bool {
        guard street.contains(where: \.isLetter) else { return false }
        let words: Set<String> = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
        return street.contains(where: \.isNumber)
            || words.contains(street.split(separator: " ").first.map { TextFolding.key($0) } ?? "")
    }

    /// `2330 who Laurel Drive`: a word in small letters among capitals is not the street's.
    private static func hasStrayWord(_ street: Substring) -> Bool {
        let words = street.split(separator: " ").filter { $0.first?.isLetter == true }
        return words.contains { $0.first?.isUppercase == true }
            && words.contains { word in
                word.allSatisfy(\.isLowercase) && !particles.contains(String(word))
                    && !StreetSuffix.isPart(String(word))
            }
    }

    private static let particles: Set<String> = [
        "de", "del", "la", "las", "los", "el", "of", "and", "the", "at", "y", "du", "des", "von", "box",
    ]

    /// `4422 Bluff F Austin, TX 78701`: where no comma parts street and town, the street's suffix must.
    private static func isApartFromTown(_ street: Substring, in text: String) -> Bool {
        let rest = text.dropFirst(street.count + 1).split(whereSeparator: { ", ".contains($0) })
        return rest.count > 2 || StreetSuffix.isIn(street) || street.lowercased().contains("box")
    }

    /// `60 Larkspur Street, Scranton PA 18503`: a comma parts a town from its state where one parts it from the street.
    private static func withCommaBeforeState(_ text: String) -> String {
        var words = text.split(separator: " ").map(String.init)
        guard words.count > 4, isZip(words[words.count - 1]), words[words.count - 2].count == 2,
            words[words.count - 2].allSatisfy(\.isUppercase), USStates.code(words[words.count - 2]) != nil,
            words.dropLast(3).contains(where: { $0.hasSuffix(",") }), words[words.count - 3].allSatisfy(\.isLetter)
        else { return text }
        words[words.count - 3] += ","
        return words.joined(separator: " ")
    }

    /// `7/25, Data request` has a number, but none in the line of a street; `HALIFAX, NS B3H 1A1` lost its street, and `9
    /// Oak Way, Unit 2` its town.
    private static func hasStreetAndTown(_ text: String) -> Bool {
        let parts = text.replacing(provinceAndCode, with: "").split(separator: ",")
            .filter { $0.contains(where: \.isLetter) && !StreetSuffix.isUnit($0) }
        return parts.count > 1 && parts.contains { $0.contains(where: \.isNumber) }
    }

    /// Whether a line ends an address, as towns do in the USA and Canada.
    package static func endsAddress(_ line: String) -> Bool {
        stateAndZip(line) != nil || line.firstMatch(of: provinceAndCode) != nil
    }

    /// A Canadian province's letters and the postal code (Canada Post, Addressing Guidelines).
    nonisolated(unsafe) private static let provinceAndCode =
        /\b(AB|BC|MB|NB|NL|NS|NT|NU|ON|PE|QC|SK|YT)[,.]?\s+[A-Z]\d[A-Z]\s?\d[A-Z]\d(,?\s+(?i:Canada))?$/

    private static func goesOnBehindZip(_ text: String) -> Bool {
        let words = text.split(separator: " ").map { TextFolding.trim($0, [",", "."]) }
        return words.indices.contains {
            isZip(words[$0]) && stateAndZip(words[...$0].joined(separator: " ")) != nil
        }
    }

    /// A US address ends in a state and a ZIP code that belong together; any other has a street with a number and a town.
    private static func isWellFormed(_ text: String) -> Bool {
        guard text.contains(where: \.isNumber), text.contains(","), text.count <= 200 else { return false }
        if let (state, zip) = stateAndZip(text) {
            // Before the town stands a number: without one the line's beginning was lost.
            let street = text.prefix { $0 != "," }
            return !text.contains(where: { "°ºª".contains($0) }) && hasNumberAndName(street) && !hasStrayWord(street)
                && isApartFromTown(street, in: text) && USStates.zip(zip, isIn: state) ?? true
        }
        // What goes on behind a state and a ZIP code is no address any more, but the sentence that it stands in; at a
        // state's letters one is cut off.
        guard !goesOnBehindZip(text), !lacksZip(text), hasStreetAndTown(text) else { return false }
        let letters = text.filter { $0.isLetter || $0.isNumber || $0.isWhitespace || ",.-'#/&’°ºª()".contains($0) }
        return letters.count == text.count
    }
}

/// Telephone numbers: E.164 (ITU-T) where the country is known, as printed otherwise.
package enum PhoneParser {
    /// - Parameter northAmerican: whether ten digits without a country code are of the North American plan.
    package static func parse(_ text: some StringProtocol, northAmerican: Bool = true) -> Reading<String>? {
        let printed = TextFolding.squeeze(withoutExtension(text))
        var digits = ""
        var isRepaired = false
        let run = withoutLead(TextFolding.trim(printed, [".", ",", ";", ":"]))
        let plain = run.filter { $0.isASCII && $0.isNumber }.count
        guard (7...15).contains(plain) else { return nil }
        for character in run {
            if character.isASCII, character.isNumber {
                digits.append(character)
            } else if let digit = TextFolding.digit(character), plain >= 8 {
                digits.append(digit)
                isRepaired = true
            } else if !separators.contains(character) {
                return nil
            }
        }
        guard (7...15).contains(digits.count) else { return nil }
        if run.hasPrefix("+") || run.hasPrefix("(+") {
            // +44 (0)20 …: the zero in brackets is dialled inside the country only.
            let national = run.contains("(0)") ? withoutTrunkZero(run) : digits
            guard !hasUnknownCode(run) else { return Reading("+" + national, isRepaired: true, isWellFormed: false) }
            return international(national, isRepaired: isRepaired)
        }
        if digits.hasPrefix("00"), digits.count >= 11 {
            return international(String(digits.dropFirst(2)), isRepaired: isRepaired)
        }
        let ten = digits.count == 11 && digits.hasPrefix("1") ? String(digits.dropFirst()) : digits
        if northAmerican, ten.count == 10, isNorthAmerican(ten) { return Reading("+1" + ten, isRepaired: isRepaired) }
        return Reading(run, isRepaired: false, isWellFormed: digits.count >= 9 && !isRepaired && !northAmerican)
    }

    private static let separators: Set<Character> = [" ", "-", ".", "(", ")", "/", "+", "–", "—", "‐", "·", "\u{A0}"]

    /// `is +1 864 555 0150`: what a sentence says before the number.
    private static func withoutLead(_ text: String) -> String {
        let words = text.split(separator: " ")
        return words.drop { lead.contains($0.lowercased()) }.joined(separator: " ")
    }

    private static let lead: Set<String> = [
        "is", "at", "number", "number:", "no.", "tel", "tel.", "tel:", "phone", "phone:",
    ]

    private static func withoutExtension(_ text: some StringProtocol) -> String {
        let lower = text.lowercased()
        for mark in ["ext", " x"] {
            if let range = lower.firstRange(of: mark), lower[..<range.lowerBound].contains(where: \.isNumber) {
                return String(text.prefix(lower.distance(from: lower.startIndex, to: range.lowerBound)))
            }
        }
        return String(text)
    }

    private static func withoutTrunkZero(_ run: String) -> String {
        run.replacing("(0)", with: "").filter { $0.isASCII && $0.isNumber }
    }

    /// `+4 859 555 0107`: the only codes of one digit are 1 and 7 (ITU-T E.164).
    private static func hasUnknownCode(_ run: String) -> Bool {
        let code = run.drop { "+(".contains($0) }.prefix { $0.isNumber }
        return code.count == 1 && !["1", "7"].contains(code)
    }

    private static func international(_ digits: String, isRepaired: Bool) -> Reading<String>? {
        guard (8...15).contains(digits.count), digits.first != "0" else { return nil }
        if digits.hasPrefix("1") {
            let national = String(digits.dropFirst())
            return Reading(
                "+" + digits, isRepaired: isRepaired, isWellFormed: national.count == 10 && isNorthAmerican(national))
        }
        return Reading("+" + digits, isRepaired: isRepaired)
    }

    /// NXX-NXX-XXXX, N from 2 to 9, no N11 as area (North American Numbering Plan).
    private static func isNorthAmerican(_ digits: String) -> Bool {
        let d = Array(digits.utf8)
        return d.count == 10 && d[0] >= 50 && d[3] >= 50 && !(d[1] == 49 && d[2] == 49)
    }
}

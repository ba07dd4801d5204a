import Model

/// Machine-readable zones of ICAO 9303 parts 4 to 7, written from the standard's tables and apart from the reader, so
/// that each checks the other.
enum Zone {
    /// What goes into a zone; text is transliterated and filled here.
    struct Content {
        /// One or two characters, such as `P`, `ID`, `V`.
        var code: String
        var issuer: String
        var nationality: String
        var surname: String
        var givenNames: String
        var number: String
        var birth: CalendarDate
        var sex: String
        var expiry: CalendarDate
        var optional = ""
    }

    /// Three lines of 30.
    static func td1(_ content: Content) -> [String] {
        var number = filled(content.number, 9) + digit(filled(content.number, 9))
        var optional = filled(content.optional, 15)
        if content.number.count > 9 {
            // Note j of part 5: the rest of a long number goes on in the optional data, its check digit after it.
            number = String(content.number.prefix(9)) + "<"
            optional = filled(String(content.number.dropFirst(9)) + digit(content.number) + "<", 15)
        }
        let first = filled(content.code, 2) + filled(content.issuer, 3) + number + optional
        let dates = birth(content) + sex(content) + expiry(content)
        let middle = dates + filled(content.nationality, 3) + filled("", 11)
        let checked = String(first.dropFirst(5)) + birth(content) + expiry(content) + filled("", 11)
        return [first, middle + digit(checked), names(content, 30)]
    }

    /// Two lines of 36.
    static func td2(_ content: Content) -> [String] { twoLines(content, width: 36, hasComposite: true) }

    /// Two lines of 44; the optional data has a check digit of its own.
    static func td3(_ content: Content) -> [String] {
        let start = lineStart(content)
        let optional = filled(content.optional, 14)
        let own = content.optional.isEmpty ? "<" : digit(optional)
        let checked =
            filled(content.number, 9) + digit(filled(content.number, 9)) + birth(content) + expiry(content) + optional
            + own
        return [firstLine(content, 44), start + optional + own + digit(checked)]
    }

    static func visaA(_ content: Content) -> [String] { twoLines(content, width: 44, hasComposite: false) }
    static func visaB(_ content: Content) -> [String] { twoLines(content, width: 36, hasComposite: false) }

    private static func twoLines(_ content: Content, width: Int, hasComposite: Bool) -> [String] {
        let start = lineStart(content)
        let optional = filled(content.optional, width - 28 - (hasComposite ? 1 : 0))
        let checked =
            filled(content.number, 9) + digit(filled(content.number, 9)) + birth(content) + expiry(content) + optional
        return [firstLine(content, width), start + optional + (hasComposite ? digit(checked) : "")]
    }

    private static func firstLine(_ content: Content, _ width: Int) -> String {
        filled(content.code, 2) + filled(content.issuer, 3) + names(content, width - 5)
    }

    private static func lineStart(_ content: Content) -> String {
        let number = filled(content.number, 9)
        return number + digit(number) + filled(content.nationality, 3) + birth(content) + sex(content) + expiry(content)
    }

    private static func birth(_ content: Content) -> String { content.birth.zone + digit(content.birth.zone) }
    private static func expiry(_ content: Content) -> String { content.expiry.zone + digit(content.expiry.zone) }
    private static func sex(_ content: Content) -> String { content.sex == "X" ? "<" : content.sex }

    private static func names(_ content: Content, _ width: Int) -> String {
        filled(name(content.surname) + "<<" + name(content.givenNames), width)
    }

    /// Whether the names fit a zone of this format whole, with room to show that they do.
    static func fits(_ surname: String, _ givenNames: String, width: Int) -> Bool {
        name(surname).count + 2 + name(givenNames).count < width
    }

    /// Upper case A to Z; apostrophes left out, all else that is no letter as a filler.
    static func name(_ text: String) -> String {
        let letters = Transliteration.ascii(text.uppercased()).filter { $0 != "'" }
        return String(letters.map { $0.isLetter ? $0 : "<" })
    }

    static func filled(_ text: String, _ width: Int) -> String {
        String((text + String(repeating: "<", count: width)).prefix(width))
    }

    /// Weights 7, 3, 1 over 0 to 9, A to Z as 10 to 35, fillers as 0, modulo 10 (part 3, section 4.9).
    static func digit(_ text: String) -> String {
        var sum = 0
        for (position, byte) in text.utf8.enumerated() {
            let value: Int =
                switch byte {
                case 48...57: Int(byte) - 48
                case 65...90: Int(byte) - 55
                default: 0
                }
            sum += value * [7, 3, 1][position % 3]
        }
        return String(sum % 10)
    }
}

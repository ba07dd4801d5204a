/// Text in XML.
enum Markup {
    /// As an element's text or an attribute's value. What XML 1.0 has no place for is left out, and what an attribute
    /// would lose (tabs, ends of lines) is a space.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "\t", "\n", "\r": escaped += " "
            case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": break
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// ` NAME="value"` for each, in their order.
    static func attributes(_ pairs: KeyValuePairs<String, String?>) -> String {
        pairs.map { name, value in value.map { " \(name)=\"\(escaped($0))\"" } ?? "" }.joined()
    }
}

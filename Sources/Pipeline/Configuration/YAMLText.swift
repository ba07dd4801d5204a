/// Writing scalars so that any YAML reader gives them back.
enum YAMLText {
    /// Double-quoted, with everything escaped that would end or bend it.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case _ where scalar.value < 32 || scalar.value == 127 || scalar.value == 0x85:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                quoted += "\\x" + String(repeating: "0", count: 2 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

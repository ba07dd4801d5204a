extension SecondLook.Request {
    /// A sign, and how many letters and figures stand before it.
    struct Sign: Hashable {
        var position: Int
        var sign: Character

        var isJoint: Bool { sign == "-" || sign == "'" }

        /// Those that stand between a text's letters and figures, but for commas, which come and go.
        static func between(_ text: String) -> Set<Sign> {
            let count = SecondLook.Request.key(text).count
            let signs = text.indices.compactMap { index -> Sign? in
                let sign = text[index]
                guard !sign.isLetter, !sign.isNumber, !sign.isWhitespace, !",|".contains(sign) else { return nil }
                let position = SecondLook.Request.key(String(text[..<index])).count
                return position > 0 && position < count ? Sign(position: position, sign: plain[sign] ?? sign) : nil
            }
            return Set(signs)
        }

        /// One shape for what faces draw in several.
        private static let plain: [Character: Character] = [
            "’": "'", "‘": "'", "`": "'", "´": "'", "–": "-", "—": "-", "‐": "-",
        ]
    }
}

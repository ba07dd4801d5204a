import Model

/// A name as cards and booklets print it.
enum PrintedName {
    /// Cleaned of what is no part of a name; less sure where such was there.
    static func read(_ field: Field) -> Field? {
        guard let text = field.raw ?? field.text else { return nil }
        let squeezed = PrintedCaptions.strip(TextFolding.squeeze(text))
        let trimmed = TextFolding.trim(squeezed, noise)
        let letters = trimmed.filter(\.isLetter).count
        guard letters >= 1, trimmed.count <= 80 else { return nil }
        let strange = trimmed.filter { !$0.isLetter && !$0.isWhitespace && !".,'’-".contains($0) }.count
        var result = field
        // `2ADA`: a licence's number of the field, with no space behind it.
        let name = trimmed.replacing(/^(?:1,?2|[12])(?=\p{Lu}{2})/, with: "")
        result.value = .text(withoutTitle(withoutSigns(name)))
        if strange > 0 { result.confidence *= 0.4 }
        // A letter in a line of its own is a mark of the ground.
        let hasLoneLetter = text.split(separator: "\n").contains { $0.count(where: \.isLetter) == 1 }
        if letters == 1 || hasLoneLetter { result.confidence *= 0.6 }
        return result
    }

    /// Surname and given names of a whole name with a comma between them: `HARPER, LEON T`.
    ///
    /// - Returns: nil where no comma parts them.
    static func parted(_ field: Field) -> [FieldName: Field]? {
        guard let text = field.raw ?? field.text else { return nil }
        let parts = TextFolding.squeeze(text).split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard parts.count > 1 else { return nil }
        func part(_ text: String) -> Field? {
            var field = field
            (field.value, field.raw) = (.text(text), text)
            return read(field)
        }
        guard let surname = part(parts[0]), var given = part(parts[1...].joined(separator: " ")) else { return nil }
        // Behind a second comma stands another given name, a suffix or, in the Philippines, the mother's name.
        if parts.count > 2 || NameParser.endsInSuffix(given.text ?? "") { given.cap(at: mostOfSeveralParts) }
        return ["surname": surname, "given_names": given]
    }

    private static let mostOfSeveralParts = 0.5

    /// `HARLOW-TILDEN` for `HARLOW:-TILDEN` and `HARLOW- TILDEN`: without signs and gaps that no name has. A figure may be a
    /// letter, and stays to be seen.
    static func withoutSigns(_ name: String) -> String {
        name.filter { $0.isLetter || $0.isNumber || $0.isWhitespace || ".,'’-".contains($0) }
            .replacing(/(\p{L})\s*-\s*(\p{L})/) { "\($0.output.1)-\($0.output.2)" }
    }

    /// Britain's licences have a title before the given names: `MISS ELEANOR JANE`.
    private static func withoutTitle(_ name: String) -> String {
        name.replacing(/^(?:MR|MRS|MISS|MS|MX)\.? (?=\p{L}{2})/, with: "")
    }

    /// What is no part of a name at its ends: specks and lines are read as such.
    static let noise: Set<Character> = [
        ",", ";", ":", "_", "-", "–", "—", "|", "*", "/", "\"", ".", "=", "~", "'", "‘", "’", "“", "”", "`", "(", ")",
        "«",
    ]
}

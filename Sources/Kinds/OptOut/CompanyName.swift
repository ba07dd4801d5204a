/// A company's name within what stands where one belongs: `Acme Data, Inc.` of `Hello Acme Data, Inc. privacy team`.
enum CompanyName {
    /// From behind a salutation or a department to its legal form, the last where one follows on another (`Company, N.A.`).
    ///
    /// - Returns: nil where no legal form tells where the name ends.
    static func within(_ text: String) -> String? {
        var words = text.split(separator: " ").map(String.init)
        // Several are not one.
        guard !text.contains(";") else { return nil }
        guard var end = words.indices.dropFirst().first(where: { isForm(words, $0) }) else { return nil }
        while end + 1 < words.count, isForm(words, end + 1) { end += 1 }
        words.removeSubrange((end + 1)...)
        if let of = words.lastIndex(of: "of"), of < words.count - 2, isDepartment(words[..<of]) {
            words.removeSubrange(...of)
        }
        // A heading over the name: `REQUEST FORM ACME DATA INC.`
        if let form = words.lastIndex(where: { TextFolding.key($0) == "form" }), form < words.count - 2 {
            words.removeSubrange(...form)
        }
        while words.count > 2, salutations.contains(TextFolding.key(words[0])) { words.removeFirst() }
        guard words.count > 1, words[0].contains(where: { $0.isUppercase || $0.isNumber }) else {
            return nil
        }
        return TextFolding.trim(words.joined(separator: " "), [",", ";", ":"])
    }

    /// Whether a word is a legal form: one of two letters is a word or a name, too, unless punctuation says otherwise.
    private static func isForm(_ words: [String], _ index: Int) -> Bool {
        let letters = words[index].filter(\.isLetter)
        guard LegalForm.ends(words[index]) else { return false }
        return letters.count > 2 || words[index - 1].hasSuffix(",") || words[index].contains(".")
    }

    /// `the Attention of the Privacy Department / Data Protection Officer`
    private static func isDepartment(_ words: ArraySlice<String>) -> Bool {
        words.last.map { departments.contains(TextFolding.key($0)) } == true
    }

    private static let departments: Set<String> = [
        "department", "dept", "office", "officer", "desk", "team", "attention",
    ]
    static let salutations: Set<String> = ["dear", "hello", "hi", "greetings", "attn", "attention", "to", "the"]
}

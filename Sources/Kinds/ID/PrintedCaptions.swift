import Model

/// Captions that stand before a value on its own line.
enum PrintedCaptions {
    /// Words of a caption between a number and its value: "4b EXP", "1 FAMILY NAME".
    private static let captions: Set<String> = [
        "dob", "exp", "expires", "iss", "issued", "dl", "dln", "lic", "no", "number", "nr", "class", "sex", "end",
        "rest", "ln", "fn", "name", "names", "family", "given", "surname", "last", "first", "address", "customer", "id",
        "date", "of", "birth", "issue", "expiry", "nom", "prenoms", "prenom", "vehicle", "classification",
        "classifications", "cl", "identifier", "cardholder",
    ]

    /// The text without the captions that it begins with.
    static func strip(_ text: String) -> String {
        var words = text.split(separator: " ")
        // The shortest captions are names too.
        while let first = words.first, words.count > 1 || first.count > 3, isCaption(first) { words.removeFirst() }
        return words.joined(separator: " ")
    }

    static func isCaption(_ word: some StringProtocol) -> Bool {
        // `CLASS/CAT`: in two languages.
        let parts = TextFolding.trim(word, [".", ":", "#"]).split(separator: "/")
        return parts.allSatisfy { $0.allSatisfy(\.isLetter) }
            && parts.contains { captions.contains(TextFolding.fold($0)) }
    }
}

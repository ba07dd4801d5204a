/// Names that many people bear (common_names.txt names source and date), to know a misread one by: worn type makes an e of
/// a c, and every recognizer reads it so.
enum CommonNames {
    /// Whether a word of a person's name is no common name, but would be one with a c for one of its e, or the reverse:
    /// `Vietor`, `Seott`.
    static func isMisread(_ word: String) -> Bool {
        let letters = Array(word.lowercased().filter(\.isLetter))
        guard letters.count >= 4, !names.contains(String(letters)) else { return false }
        return letters.indices.contains { index in
            guard let other = lookAlikes[letters[index]] else { return false }
            var name = letters
            name[index] = other
            return names.contains(String(name))
        }
    }

    private static let lookAlikes: [Character: Character] = ["c": "e", "e": "c"]

    private static let names = Set(
        String(decoding: PackageResources.common_names_txt, as: UTF8.self).split(separator: "\n")
            .filter { !$0.hasPrefix("#") }.map(String.init))
}

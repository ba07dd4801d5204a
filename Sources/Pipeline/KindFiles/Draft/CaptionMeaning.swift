import Kinds

/// How well the words of a caption say what a field's name says.
struct CaptionMeaning {
    let wanted: [String]

    /// - Parameter name: such as `date_signed`; an abbreviation stands for words that begin with its letters.
    init(_ name: String) {
        let words = name.split(separator: "_").map(String.init).filter { !Self.small.contains($0) && Int($0) == nil }
        wanted = words.isEmpty ? [name] : words
    }

    /// 0…1: the share of the name's words that the caption has; of captions that have the same, the one is better that
    /// says less beside them in its head.
    func likeness(to caption: PrintedForm.Caption) -> Double { likeness(toPhrase: caption.text, head: caption.head) }

    /// - Parameter head: how many of its first words say what it asks for.
    func likeness(toPhrase phrase: String, head: Int = .max) -> Double {
        let words = phrase.split { !$0.isLetter && !$0.isNumber }.map { String($0) }
        var isSaid = [Bool](repeating: false, count: words.count)
        var found = 0.0
        for name in wanted {
            let same = words.indices.filter { Self.isSame(words[$0], name) }
            let spelled = same.isEmpty ? Self.spelled(name, by: words) : nil
            if same.isEmpty, spelled == nil { continue }
            found += same.isEmpty || same.contains { words[$0] == name } ? 1 : Self.alike
            for index in same + Array(spelled ?? 0..<0) { isSaid[index] = true }
        }
        guard found > 0 else { return 0 }
        let beside = words.indices.prefix(head).count { !isSaid[$0] && !Self.small.contains(words[$0]) }
        // What a caption begins with is what it asks for.
        let late = isSaid.first == true ? 0 : Self.notFirst
        return max(0.01, found / Double(wanted.count) - Self.perWordBeside * Double(beside) - late)
    }

    private static let (perWordBeside, notFirst, alike) = (0.06, 0.05, 0.95)

    private static let small: Set<String> = [
        "a", "an", "and", "at", "by", "for", "if", "in", "is", "of", "on", "or", "the", "to", "your", "present", "any",
    ]

    /// Words that captions use for the same thing.
    private static let synonyms: [Set<String>] = [
        ["number", "no", "nr", "num", "nos", "numbers"], ["phone", "telephone", "tel", "mobile", "cell"],
        ["email", "mail"], ["zip", "postal", "postcode"], ["date", "dated", "day"],
        ["amount", "total", "sum"], ["company", "business", "firm", "organization", "corporation"],
        ["expiry", "expires", "expiration", "exp"], ["given", "first", "forename"], ["last", "family", "surname"],
        ["city", "town"], ["sex", "gender"], ["account", "acct"], ["reference", "ref"], ["id", "identification"],
        ["address", "street"], ["birth", "born"], ["title", "position"], ["quantity", "qty"],
    ]

    /// The same word, one with the same stem (`sign`, `signed`, `signature`) or one that means the same.
    static func isSame(_ a: String, _ b: String) -> Bool {
        if a == b || synonyms.contains(where: { $0.contains(a) && $0.contains(b) }) { return true }
        let stem = zip(a, b).prefix { $0 == $1 }.count
        return stem >= leastStem && stem * 2 > min(a.count, b.count) && stem + mostEnding >= min(a.count, b.count)
    }

    private static let (leastStem, mostEnding) = (4, 2)

    /// `dob` by `date of birth`.
    private static func spelled(_ name: String, by words: [String]) -> Range<Int>? {
        guard (2...5).contains(name.count), words.count >= name.count else { return nil }
        return (0...(words.count - name.count)).lazy.map { $0..<($0 + name.count) }
            .first { String(words[$0].compactMap(\.first)) == name }
    }
}

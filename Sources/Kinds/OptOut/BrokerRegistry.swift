import Model

/// The data brokers registered in California (registered_brokers.txt names source, licence and date). A name that is not
/// among them is no less a name: the registry only supports what was read.
struct BrokerRegistry: Sendable {
    static let shared = BrokerRegistry(
        text: String(decoding: PackageResources.registered_brokers_txt, as: UTF8.self))

    let names: [String]
    private let keys: Set<String>
    /// The names up to their legal form, in letters and figures alone.
    private let solidKeys: Set<String>
    /// Words of the names that have a capital within, such as `BeenVerified`, and the same in capitals.
    private let camelWords: Set<String>

    init(text: String) {
        names = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { String($0) }
        keys = Set(names.map { Self.key($0) })
        solidKeys = Set(names.map { Self.solidKey($0) }.filter { $0.count >= Self.leastOfNearly })
        let camelWords = names.flatMap { $0.split { !$0.isLetter } }.map(String.init)
            .filter { $0.wholeMatch(of: /[A-Z][a-z]+[A-Z][a-z]+/) != nil }
        self.camelWords = Set(camelWords + camelWords.map { $0.uppercased() })
    }

    /// A name two of whose words are one in the registry: recognition parts words at a capital.
    func withoutGap(_ name: String) -> String? {
        var words = name.split(separator: " ").map(String.init)
        for position in words.indices.dropLast() {
            let joined = words[position] + words[position + 1]
            guard camelWords.contains(joined.filter(\.isLetter)) else { continue }
            words.replaceSubrange(position...(position + 1), with: [joined])
            return words.joined(separator: " ")
        }
        return nil
    }

    /// Whether a name is registered, its legal form aside.
    func contains(_ name: String) -> Bool { keys.contains(Self.key(name)) }

    /// Whether a name is a registered one but for one letter, wherever its spaces are: `Beer Verified, LLC` for
    /// `BeenVerified, LLC`.
    func isNearly(_ name: String) -> Bool {
        let own = Self.solidKey(name)
        guard own.count >= Self.leastOfNearly, !solidKeys.contains(own) else { return false }
        return solidKeys.contains { EditDistance.isWithinOne(Array($0.utf8), Array(own.utf8)) }
    }

    /// Letters from which two names that differ in one are hardly two companies.
    private static let leastOfNearly = 8

    /// Registered names of two words or more that stand on a page: short ones are words of the language too.
    func names(on matcher: PhraseMatcher) -> [(name: String, match: PhraseMatch)] {
        names.compactMap { name in
            let words = name.split(separator: " ")
            guard words.count >= 2, TextFolding.letters(name).count >= 9 else { return nil }
            return matcher.matches(name).first { $0.similarity > 0.9 }.map { (name, $0) }
        }
    }

    private static let forms: Set<String> = [
        "inc", "llc", "ltd", "limited", "corp", "corporation", "co", "company", "gmbh", "lp", "llp", "the",
        "incorporated", "plc",
    ]

    private static func key(_ name: String) -> String {
        let words = TextFolding.key(name).split(separator: " ").filter { !forms.contains(String($0)) }
        return words.isEmpty ? TextFolding.key(name) : words.joined(separator: " ")
    }

    private static func solidKey(_ name: String) -> String {
        TextFolding.key(name).split(separator: " ").drop { $0 == "the" }.prefix { !forms.contains(String($0)) }.joined()
    }
}

import Foundation
import Kinds
import Model

/// How much each word of a document speaks for its kind: a multinomial logistic regression over which words there are at all,
/// scaled to unit length, which `Training/kinds.py` fitted on texts written for it, and wrote to `kind_words.json`.
struct KindWords: Decodable, Sendable {
    let kinds: [KindName]
    /// Log-odds by kind, before a word was read.
    let bias: [Double]
    /// By word, what it adds to the log-odds by kind.
    let words: [String: [Double]]

    static let fitted: Self = {
        do {
            return try JSONDecoder().decode(Self.self, from: Data(PackageResources.kind_words_json))
        } catch {
            preconditionFailure("kind_words.json is not what Training/kinds.py writes: \(error)")
        }
    }()

    /// The chance of each kind that the model knows, `unknown` among them; the sum is 1.
    func chances(_ words: some Sequence<Word>) -> [KindName: Double] {
        let known = Set(words.flatMap { Self.keys($0.text) }).intersection(self.words.keys).sorted()
        var sums = [Double](repeating: 0, count: kinds.count)
        for word in known {
            for (kind, weight) in (self.words[word] ?? []).enumerated() { sums[kind] += weight }
        }
        let length = max(1, Double(known.count).squareRoot())
        let weights = zip(bias, sums).map { exp($0 + $1 / length) }
        let total = weights.reduce(0, +)
        return Dictionary(zip(kinds, weights.map { $0 / total }), uniquingKeysWith: { first, _ in first })
    }

    /// Folded words of two letters and more; none of addresses, none with a digit.
    private static func keys(_ text: String) -> [String] {
        if text.contains("@") || text.contains("/") { return [] }
        return TextFolding.key(text).split(separator: " ").map { String($0) }
            .filter { $0.utf8.count > 1 && $0.utf8.allSatisfy { (97...122).contains($0) } }
    }
}

import Foundation
import Model

/// What two readers make of one line of a zone: the likeliest path through their confusion network. Each place's chances are
/// the normalized geometric mean of both (a logarithmic opinion pool, Genest and Zidek 1986, of equal weights): two readers
/// that err alike are no surer than one, and where they differ both readings stay.
struct ZoneWitnesses {
    /// Characters of the alphabet.
    private static let size = 37.0
    /// However sure a reader is, this is left for all that it did not name.
    private static let leastRest = 0.0005

    /// - Parameters:
    ///   - first: characters from left to right, as the second's, and in the same pixels.
    ///   - pitch: distance of two characters' centres.
    func joined(_ first: [LineCharacter], _ second: [LineCharacter], pitch: Double) -> [LineCharacter] {
        LineAlignment.slots(first, second, height: pitch).compactMap { slot in
            let (one, other) = (slot.first.map { first[$0] }, slot.second.map { second[$0] })
            // Where the second left no room for it, the first took one character for two, or an edge for one.
            if let one, other == nil, second.contains(where: { abs($0.middle - one.middle) < Self.closest * pitch }) {
                return nil
            }
            return pooled(one, other)
        }
    }

    /// Pitches between two characters' centres.
    private static let closest = 0.6

    /// One place; nil stands for a reader that saw nothing there: by it, each character is as likely as any.
    private func pooled(_ one: LineCharacter?, _ other: LineCharacter?) -> LineCharacter? {
        guard var joined = one ?? other else { return nil }
        let (first, second) = (Chances(one), Chances(other))
        func weight(_ text: Character?) -> Double { sqrt(first.of(text) * second.of(text)) }
        let named = Set(first.named.keys).union(second.named.keys)
        let weighed = named.map { (text: $0, weight: weight($0)) }
            .sorted { ($0.weight, $1.text) > ($1.weight, $0.text) }
        let total = weighed.reduce((Self.size - Double(named.count)) * weight(nil)) { $0 + $1.weight }
        joined.text = weighed[0].text
        joined.posterior = weighed[0].weight / total
        joined.alternatives = weighed.dropFirst().map { .init(text: $0.text, posterior: $0.weight / total) }
        return joined
    }

    /// What a reader says of a place.
    private struct Chances {
        private(set) var named: [Character: Double] = [:]
        /// Of each character that it does not name, and the least of those that it does.
        private var unnamed = 1 / ZoneWitnesses.size

        init(_ character: LineCharacter?) {
            guard let character else { return }
            named[character.text] = character.posterior
            for other in character.alternatives { named[other.text, default: 0] += other.posterior }
            let sum = character.alternatives.reduce(character.posterior) { $0 + $1.posterior }
            let rest = max(ZoneWitnesses.leastRest, 1 - sum)
            unnamed = rest / max(1, ZoneWitnesses.size - Double(named.count))
            named = named.mapValues { max(unnamed, $0 * (1 - rest) / sum) }
        }

        func of(_ text: Character?) -> Double { text.flatMap { named[$0] } ?? unnamed }
    }
}

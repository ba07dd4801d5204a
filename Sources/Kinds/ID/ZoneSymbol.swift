import Model

/// What may stand at one place of a zone, likeliest first: the readers' choices, as far as the format's mask allows them.
struct ZoneSymbol: Hashable, Sendable {
    struct Candidate: Hashable, Sendable {
        var character: UInt8
        /// 0…1; the sum over all candidates and `unlisted` is 1.
        var probability: Double
    }

    var candidates: [Candidate]
    /// What is left for characters that nobody thought of.
    var unlisted: Double

    var best: Candidate { candidates.first ?? Candidate(character: UInt8(ascii: "<"), probability: 0) }

    /// However sure recognition is, a little is left for its confusions.
    private static let leastRest = 0.0005

    /// In some faces a zero is an O and a one an I: where both may stand, print alone does not tell them apart, however sure
    /// recognition is; a check digit does.
    static let lookAlikes: [UInt8: UInt8] = Dictionary(
        uniqueKeysWithValues: zip("0O1I".utf8, "O0I1".utf8).map { ($0, $1) })
    /// How often one of them stands where the other was read: a guess on the safe side. Of five such letters among the
    /// figures of 20 drawn zones one was read as a figure.
    private static let swapped = 0.15

    /// - Parameters:
    ///   - read: its confidence and its alternatives' are chances, whose sum is 1 at most.
    ///   - isChecked: whether a check digit stands over it.
    init(_ read: ZoneCharacter, mask: ZoneMask, isChecked: Bool = true) {
        var weights: [UInt8: Double] = [:]
        for choice in [(read.text, read.confidence)] + read.alternatives.map({ ($0.text, $0.confidence) }) {
            if choice.0.utf8.count == 1, let character = choice.0.utf8.first {
                weights[character, default: 0] += max(0, choice.1)
            }
        }
        let rest = max(Self.leastRest, 1 - Self.sum(weights))
        let allowed = weights.filter { mask.allows($0.key) }
        let sum = Self.sum(allowed) + rest
        guard !allowed.isEmpty else {
            // Nothing that was read can stand here: the filler says no more than that the place is not known.
            candidates = [Candidate(character: Self.placeholder(mask), probability: 0)]
            unlisted = 1
            return
        }
        unlisted = rest / sum
        var chances: [UInt8: Double] = [:]
        for (character, weight) in allowed.sorted(by: { $0.key < $1.key }) {
            let alike = isChecked ? nil : Self.lookAlikes[character].flatMap { mask.allows($0) ? $0 : nil }
            chances[character, default: 0] += weight / sum * (alike == nil ? 1 : 1 - Self.swapped)
            if let alike { chances[alike, default: 0] += weight / sum * Self.swapped }
        }
        candidates = chances.map { Candidate(character: $0.key, probability: $0.value) }
            .sorted { ($0.probability, $1.character) > ($1.probability, $0.character) }
    }

    /// In the order of the characters: a sum in a dictionary's order is not the same in every run.
    private static func sum(_ weights: [UInt8: Double]) -> Double {
        weights.sorted { $0.key < $1.key }.reduce(0) { $0 + $1.value }
    }

    private static func placeholder(_ mask: ZoneMask) -> UInt8 {
        mask.allows(UInt8(ascii: "<")) ? UInt8(ascii: "<") : mask.allows(UInt8(ascii: "0")) ? UInt8(ascii: "0") : 65
    }
}

/// A string of characters and how probable it is that the picture shows it.
struct ZoneReading: Hashable, Sendable {
    var characters: [UInt8]
    var probability: Double

    var text: String { String(decoding: characters, as: UTF8.self) }

    /// The likeliest strings of a row of symbols, best first: a beam search that keeps the best of every step.
    static func likeliest(_ symbols: some Sequence<ZoneSymbol>, width: Int = 32) -> [ZoneReading] {
        var beam = [ZoneReading(characters: [], probability: 1)]
        for symbol in symbols {
            var next: [ZoneReading] = []
            next.reserveCapacity(beam.count * symbol.candidates.count)
            for reading in beam {
                for candidate in symbol.candidates {
                    next.append(
                        ZoneReading(
                            characters: reading.characters + [candidate.character],
                            probability: reading.probability * candidate.probability))
                }
            }
            next.sort { $0.probability > $1.probability }
            beam = Array(next.prefix(width))
        }
        return beam
    }
}

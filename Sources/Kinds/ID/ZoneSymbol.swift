import Foundation
import Model

/// What may stand at one place of a zone, likeliest first: the recognizer's choices and the characters of OCR-B that are
/// taken for them, as far as the format's mask allows them.
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

    /// However sure the recognizer is, a little is left for its confusions.
    private static let surest = 0.9995
    /// Share of the rest that goes to known confusions.
    private static let confused = 0.7

    /// - Parameter read: its confidence is the recognizer's own scale, on which nearly all that is right lies above
    ///   0.97; its alternatives' are shares of the picture's probability. On 4,692 characters of 56 zones the two that
    ///   were wrong had 0.97, and the right one 0.4 among their alternatives.
    init(_ read: ZoneCharacter, mask: ZoneMask) {
        var weights: [UInt8: Double] = [:]
        let character = read.text.utf8.first ?? UInt8(ascii: "<")
        let named = read.alternatives.filter { $0.text.utf8.count == 1 && $0.text != read.text }
        let total = named.reduce(0) { $0 + max(0, $1.confidence) }
        let sure = 1 - pow(1 - min(max(read.confidence, 0.05), 1), 1.7)
        let own = min(sure, Self.surest, max(0.05, 1 - total))
        weights[character] = own
        for choice in named {
            guard let other = choice.text.utf8.first, total > 0 else { continue }
            weights[other, default: 0] += choice.confidence * min(1, (1 - own) / total)
        }
        let rest = max(0, 1 - Self.sum(weights))
        let confusions = Self.confusions[character, default: []].filter { weights[$0] == nil }
        for other in confusions { weights[other] = rest * Self.confused / Double(confusions.count) }
        var unlisted = confusions.isEmpty ? rest : rest * (1 - Self.confused)

        let allowed = weights.filter { mask.allows($0.key) }
        let sum = Self.sum(allowed) + unlisted
        guard sum > 0, !allowed.isEmpty else {
            // Nothing that was read can stand here: the filler says no more than that the place is not known.
            candidates = [Candidate(character: Self.placeholder(mask), probability: 0)]
            self.unlisted = 1
            return
        }
        unlisted /= sum
        self.unlisted = unlisted
        candidates = allowed.map { Candidate(character: $0.key, probability: $0.value / sum) }
            .sorted { ($0.probability, $1.character) > ($1.probability, $0.character) }
    }

    /// In the order of the characters: a sum in a dictionary's order is not the same in every run.
    private static func sum(_ weights: [UInt8: Double]) -> Double {
        weights.sorted { $0.key < $1.key }.reduce(0) { $0 + $1.value }
    }

    private static func placeholder(_ mask: ZoneMask) -> UInt8 {
        mask.allows(UInt8(ascii: "<")) ? UInt8(ascii: "<") : mask.allows(UInt8(ascii: "0")) ? UInt8(ascii: "0") : 65
    }

    /// Characters of OCR-B that recognition takes for each other.
    private static let confusions: [UInt8: [UInt8]] = {
        let groups = [
            "0ODQ", "1IL", "2Z", "5S", "6G", "8B", "4A", "MNH", "UV", "VY", "PR", "EF", "38", "17", "0W",
            "BR", "NU", "CG",
        ]
        var table: [UInt8: [UInt8]] = [:]
        func add(_ a: UInt8, _ b: UInt8) {
            if a != b, table[a]?.contains(b) != true { table[a, default: []].append(b) }
        }
        for group in groups {
            for a in group.utf8 { for b in group.utf8 { add(a, b) } }
        }
        for other in "KSGCLXE".utf8 {
            add(UInt8(ascii: "<"), other)
            add(other, UInt8(ascii: "<"))
        }
        return table
    }()
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

import Foundation
import Kinds
import Model

/// The sum of a kind's evidence as log-odds against `unknown`.
struct KindScore: Sendable {
    var logOdds: Double
    var evidence: [Classification.Evidence]
    /// Cues that speak for the kind.
    var supporting: Int
}

/// Adds up cues: naive Bayes in log-odds over a prior that no single phrase can overcome.
package enum KindScorer {
    /// Log-odds of a kind before anything was read: most documents of the world are none of the known kinds.
    package static let prior = -4.0
    /// The most that one phrase can add, so that it decides nothing alone. Features of a page are not phrases.
    package static let mostOfAPhrase = 3.5
    /// What repeating a cue can add to it at most, as a share of its weight; each repeat adds half of what is left.
    static let mostOfRepeats = 0.2

    /// - Parameter hits: of all the pages together.
    static func score(_ cues: [Cue], _ hits: [CueHit]) -> KindScore {
        var sum = prior
        var used: [(page: Int, words: Range<Int>, positive: Bool)] = []
        var evidence: [Classification.Evidence] = []
        var supporting = 0
        let best = Dictionary(grouping: hits, by: \.cue).compactMap { cue, all in
            combined(all, isFeature: cues[cue].feature != nil)
        }
        for hit in best.sorted(by: isHeavier) {
            // The same words under two cues count once, and half for the lighter.
            let isShared = used.contains {
                $0.page == hit.page && $0.positive == (hit.weight > 0) && $0.words.overlaps(hit.words)
            }
            let weight = isShared ? hit.weight / 2 : hit.weight
            if !hit.words.isEmpty { used.append((hit.page, hit.words, hit.weight > 0)) }
            sum += weight
            // A zone or a licence's barcode is a whole page of evidence; no other paper has one.
            let isDecisive = [.machineReadableZone, .aamvaBarcode].contains(cues[hit.cue].feature)
            if weight > 0 { supporting += isDecisive ? 2 : 1 }
            evidence.append(.init(text: hit.text, page: hit.page, box: hit.box, weight: weight))
        }
        // One cue alone leaves the kind unlikely whatever its weight.
        if supporting < 2 { sum = min(sum, -1) }
        return KindScore(logOdds: sum, evidence: evidence, supporting: supporting)
    }

    private static func isHeavier(_ a: CueHit, _ b: CueHit) -> Bool {
        (abs(b.weight), a.cue) < (abs(a.weight), b.cue)
    }

    /// A cue's best hit, a little heavier where it is repeated.
    private static func combined(_ hits: [CueHit], isFeature: Bool) -> CueHit? {
        guard var best = hits.max(by: { (abs($0.weight), $1.page) < (abs($1.weight), $0.page) }) else { return nil }
        let repeats = hits.reduce(0) { $0 + $1.count } - 1
        if !isFeature {
            best.weight *= 1 + mostOfRepeats * (1 - pow(0.5, Double(repeats)))
            best.weight = min(best.weight, mostOfAPhrase)
        }
        return best
    }

    /// What makes chances of the sums: cues are weighed with care, and of 2 200 documents, many of held-back templates or
    /// of no known kind, the kind was right more often than the sums say (calibration error 0.017 without this factor,
    /// 0.005 with it).
    package static let sharpness = 1.4

    /// Softmax over the kinds and `unknown`, whose log-odds are 0.
    static func probabilities(_ scores: [KindName: Double]) -> [KindName: Double] {
        var weights = scores.mapValues { exp(min(30, max(-30, sharpness * $0))) }
        weights[.unknown] = 1
        let total = weights.values.reduce(0, +)
        return weights.mapValues { $0 / total }
    }

    /// The chances of cues, those of words with half their weight, for both read the same words. Where cues tell of a kind that
    /// the words' model does not know, they decide alone.
    static func joined(_ cues: [KindName: Double], _ words: [KindName: Double]) -> [KindName: Double] {
        guard let best = cues.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), words[best.key] != nil else {
            return cues
        }
        let joined = Dictionary(
            uniqueKeysWithValues: cues.map { ($0.key, $0.value * (words[$0.key] ?? words[.unknown] ?? 1).squareRoot()) }
        )
        let total = joined.sorted { $0.key < $1.key }.reduce(0) { $0 + $1.value }
        return total > 0 ? joined.mapValues { $0 / total } : cues
    }
}

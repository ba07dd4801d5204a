import Foundation

/// How much two readers' figures are worth where they differ: log-odds that the second one is right, by what it reads in the
/// place of the first's. Set by hand, by what the two models are known for; not fitted yet.
struct ReaderWeights: Hashable, Sendable {
    /// By which the log-odds of each reader's own posterior are multiplied.
    var (first, second) = (0.3, 0.5)
    /// Log-odds for the second reader before any figure: of one letter or digit for another; of a space that one of them
    /// has; of a sign that is neither; of a character that only the second has, and that only the first has.
    var (letter, space, sign, added, left) = (0.8, -1.2, 0.3, 0.5, 0.5)

    /// Log-odds for a digit rather than a letter, or a letter rather than a digit, beside each neighbor that both readers
    /// read as one.
    var neighbor = 1.5

    /// - Parameter neighbors: characters beside it that both read alike.
    /// - Returns: the chance that the second reader is right, 0…1.
    func chanceOfSecond(_ one: LineCharacter?, _ other: LineCharacter?, between neighbors: [Character]) -> Double {
        var logOdds = 0.0
        if let one, let other, one.text.isNumber != other.text.isNumber {
            for beside in neighbors where beside.isNumber || beside.isLetter {
                logOdds += beside.isNumber == other.text.isNumber ? neighbor : -neighbor
            }
        }
        if let one { logOdds -= first * Self.logOdds(one.posterior) }
        if let other { logOdds += second * Self.logOdds(other.posterior) }
        let texts = [one?.text, other?.text].compactMap(\.self)
        if texts.contains(" ") {
            logOdds += space
        } else if texts.allSatisfy({ !$0.isLetter && !$0.isNumber }) {
            logOdds += sign
        } else if one != nil, other != nil {
            logOdds += letter
        } else {
            logOdds += one == nil ? added : left
        }
        return 1 / (1 + exp(-logOdds))
    }

    private static func logOdds(_ chance: Double) -> Double {
        let bounded = min(0.999, max(0.001, chance))
        return log(bounded / (1 - bounded))
    }
}

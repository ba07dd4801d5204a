import Glibc

/// How much two readers' figures are worth where they differ: log-odds that the second one, the neural reader, is right at a
/// place of a line's lattice, added up over what is seen there (logistic regression), and a confusion matrix. Fitted on
/// documents whose truth is known (`recto evaluate --weigh-readers`).
package struct ReaderWeights: Hashable, Sendable, Codable {
    /// What a weight is multiplied by.
    package enum Figure: String, Hashable, Sendable, Codable, CaseIterable, CodingKeyRepresentable {
        /// Log-odds of each reader's own posterior: the weight is the inverse of its temperature.
        case tesseract, neural
        /// One letter or digit for another.
        case letter
        /// A space that Tesseract alone has, and one that the neural reader alone has.
        case tesseractSpace = "tesseract_space"
        case neuralSpace = "neural_space"
        /// One sign that is neither letter, digit nor space for another; one that Tesseract alone has, and that the neural
        /// reader alone has.
        case sign
        case tesseractSign = "tesseract_sign"
        case neuralSign = "neural_sign"
        /// Another character that only one of them has.
        case tesseractOnly = "tesseract_only"
        case neuralOnly = "neural_only"
        /// A digit rather than a letter, or the reverse, for each neighbor of its sort that both read alike.
        case sortOfNeighbors = "sort_of_neighbors"
        /// A capital rather than a small letter, or the reverse, for each neighbor of its case.
        case caseOfNeighbors = "case_of_neighbors"
        /// A letter with a diacritic, or another that English has not, for one of its letters.
        case beyondASCII = "beyond_ascii"
    }

    /// What the weights were fitted on, for their reader.
    package struct Provenance: Hashable, Sendable, Codable {
        package var documents = 0
        /// Places of the lattices within values of the truth: those that both read alike, and of these the wrong ones;
        /// those where one of two is right, and where the neural reader, and the lattice's choice, is. The choice is of
        /// weights that were fitted on documents of other templates.
        package var alike = 0, alikeAndWrong = 0, differing = 0, neuralIsRight = 0, latticeIsRight = 0
        package var engine = "", date = "", note = ""

        package init() {}
    }

    package var provenance = Provenance()
    package var weights: [Figure: Double] = [:]
    /// Added where Tesseract reads the first character and the neural reader the second; empty where it reads none.
    package var confusions: [String: [String: Double]] = [:]
    /// Log-odds that no space stands where one reader alone sees one, by what both read beside it: `after .`.
    package var spaces: [String: Double] = [:]

    package init() {}

    /// One reader's character at a place.
    package struct Seen: Hashable, Sendable {
        package var text: Character
        package var posterior: Double

        package init(text: Character, posterior: Double) {
            self.text = text
            self.posterior = posterior
        }
    }

    /// A place where two readers differ.
    package struct Place: Hashable, Sendable {
        /// Tesseract's and the neural reader's; nil where it has none.
        package var first, second: Seen?
        /// What both read alike beside it.
        package var before, after: Character?

        package init(first: Seen?, second: Seen?, before: Character?, after: Character?) {
            (self.first, self.second, self.before, self.after) = (first, second, before, after)
        }

        private var texts: (Character?, Character?) { (first?.text, second?.text) }

        /// Its row and column of the confusion matrix.
        package var confusion: (first: String, second: String) {
            (texts.0.map { String($0) } ?? "", texts.1.map { String($0) } ?? "")
        }

        /// What stands beside a space that one reader alone sees, and whether that is the neural reader; nil for others.
        package var space: (beside: [String], isSecond: Bool)? {
            guard texts == (" ", nil) || texts == (nil, " ") else { return nil }
            let beside = [before.map { "after \(Self.sort($0))" }, after.map { "before \(Self.sort($0))" }]
            return (beside.compactMap(\.self), texts.0 == nil)
        }

        private static func sort(_ text: Character) -> String {
            text.isNumber ? "digit" : text.isUppercase ? "capital" : text.isLetter ? "letter" : String(text)
        }

        package var figures: [Figure: Double] {
            var figures: [Figure: Double] = [figure: 1]
            if let first { figures[.tesseract] = -logOdds(first.posterior) }
            if let second { figures[.neural] = logOdds(second.posterior) }
            guard case (let first?, let second?) = texts else { return figures }
            let neighbors = [before, after].compactMap(\.self).filter { $0.isLetter || $0.isNumber }
            func votes(_ trait: (Character) -> Bool) -> Double? {
                guard trait(first) != trait(second) else { return nil }
                return neighbors.reduce(0) { $0 + (trait($1) == trait(second) ? 1 : -1) }
            }
            figures[.sortOfNeighbors] = votes(\.isNumber)
            if first.isLetter, second.isLetter { figures[.caseOfNeighbors] = votes(\.isUppercase) }
            if first.isLetter, second.isLetter, first.isASCII, !second.isASCII { figures[.beyondASCII] = 1 }
            return figures
        }

        private var figure: Figure {
            if texts.0 == " " { return .tesseractSpace }
            if texts.1 == " " { return .neuralSpace }
            let isSign = [texts.0, texts.1].compactMap(\.self).allSatisfy { !$0.isLetter && !$0.isNumber }
            return switch texts {
            case (_, nil): isSign ? .tesseractSign : .tesseractOnly
            case (nil, _): isSign ? .neuralSign : .neuralOnly
            default: isSign ? .sign : .letter
            }
        }

        private func logOdds(_ chance: Double) -> Double {
            let bounded = min(0.999, max(0.001, chance))
            return log(bounded / (1 - bounded))
        }
    }

    /// - Returns: the chance that the second reader, the neural one, is right, 0…1.
    package func chanceOfSecond(at place: Place) -> Double {
        let figures = place.figures
        let (first, second) = place.confusion
        var sum = confusions[first]?[second] ?? 0
        if let space = place.space {
            let without = space.beside.reduce(0) { $0 + (spaces[$1] ?? 0) }
            sum += space.isSecond ? -without : without
        }
        // Summed in one order, for equal results everywhere.
        for figure in Figure.allCases { sum += (weights[figure] ?? 0) * (figures[figure] ?? 0) }
        return 1 / (1 + exp(-sum))
    }
}

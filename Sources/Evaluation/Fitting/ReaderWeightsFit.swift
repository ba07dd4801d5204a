package import Model

/// Fits ``ReaderWeights`` on places of the readers' lattices within values that the truth knows, where one of the two is
/// right.
package struct ReaderWeightsFit {
    private struct Sample {
        var group: Int
        var place: ReaderWeights.Place
        var secondIsRight: Bool
    }

    package let weights: ReaderWeights

    /// Fewer places tell next to nothing.
    private static let leastPlaces = 200
    /// Parts of the documents, each judged by weights that were fitted on the others; those of one template are in one.
    private static let parts = 5
    /// What occurs less often has no place in the tables, and how strongly the others are drawn to none.
    private static let (leastOfEntry, entryPenalty) = (3, 2.0)
    private static let penalty = 0.3

    /// - Parameters:
    ///   - pages: as recognized, by file of the truth.
    ///   - note: what the documents are, for readers of the file.
    /// - Throws: `EvaluationError` where there are too few places.
    package init(
        truth: [TruthDocument], pages: [String: [RecognizedPage]], engine: EngineInfo?, date: CalendarDate, note: String
    ) throws {
        let documents = truth.filter { $0.tier != .bad && pages[$0.file] != nil }.sorted { $0.file < $1.file }
        let groups = Set(documents.map { $0.template ?? $0.file }).sorted()
        let numbers = Dictionary(uniqueKeysWithValues: groups.enumerated().map { ($1, $0) })
        var provenance = ReaderWeights.Provenance()
        var samples: [Sample] = []
        for document in documents {
            let group = numbers[document.template ?? document.file] ?? 0
            samples += Self.samples(document, pages[document.file] ?? [], group: group, &provenance)
        }
        guard samples.count >= Self.leastPlaces else {
            throw EvaluationError(
                description:
                    "the readers differ at \(samples.count.counted("place")) of the truth's values: too few to "
                    + "weigh them by: give at least \(Self.leastPlaces)")
        }
        provenance.documents = documents.count
        provenance.differing = samples.count
        provenance.neuralIsRight = samples.count(where: \.secondIsRight)
        provenance.latticeIsRight = (0..<Self.parts).reduce(0) { sum, part in
            let own = samples.filter { $0.group % Self.parts == part }
            let weights = Self.fitted(samples.filter { $0.group % Self.parts != part })
            return sum
                + own.count { (weights.chanceOfSecond(at: $0.place) > 0.5) == $0.secondIsRight }
        }
        provenance.engine = engine?.readers ?? ""
        provenance.date = date.iso
        provenance.note = note
        var weights = Self.fitted(samples)
        weights.provenance = provenance
        self.weights = weights
    }

    /// What came of it, for the one who fitted.
    package var summary: String {
        let found = weights.provenance
        return """
            Places within values that both read alike: \(found.alike), of these wrong: \(found.alikeAndWrong).
            Places where one of two is right: \(found.differing). The neural reader is at \(found.neuralIsRight), Tesseract \
            at \(found.differing - found.neuralIsRight), the lattice of weights that saw no document of the template at \
            \(found.latticeIsRight).

            """
    }

    private static func samples(
        _ document: TruthDocument, _ pages: [RecognizedPage], group: Int, _ provenance: inout ReaderWeights.Provenance
    ) -> [Sample] {
        var samples: [Sample] = []
        for page in pages {
            let found = ValuePlaces(page.words)
            var used: Set<Int> = []
            for value in document.fields.sorted(by: { $0.key.rawValue < $1.key.rawValue }).flatMap(\.value.texts) {
                for (number, character) in found.find(value).flatMap(\.self) where used.insert(number).inserted {
                    let place = found.places[number]
                    guard let posteriors = place.posteriors else { continue }
                    if place.first == place.second {
                        provenance.alike += 1
                        if place.first != character { provenance.alikeAndWrong += 1 }
                    } else if (place.first == character) != (place.second == character) {
                        func beside(_ number: Int) -> Character? {
                            found.places.indices.contains(number) ? found.places[number].agreed : nil
                        }
                        let weighed = ReaderWeights.Place(
                            first: place.first.map { .init(text: $0, posterior: posteriors.first) },
                            second: place.second.map { .init(text: $0, posterior: posteriors.second) },
                            before: beside(number - 1), after: beside(number + 1))
                        samples.append(
                            Sample(group: group, place: weighed, secondIsRight: place.second == character))
                    }
                }
            }
        }
        return samples
    }

    /// A column of the fit.
    private enum Column: Hashable {
        case figure(ReaderWeights.Figure)
        case confusion(String, String)
        case space(String)
    }

    private static func cells(_ place: ReaderWeights.Place) -> [(column: Column, value: Double)] {
        let figures = place.figures
        var cells = ReaderWeights.Figure.allCases.compactMap { figure in
            figures[figure].map { (column: Column.figure(figure), value: $0) }
        }
        cells.append((.confusion(place.confusion.first, place.confusion.second), 1))
        if let space = place.space {
            cells += space.beside.map { (.space($0), space.isSecond ? -1 : 1) }
        }
        return cells
    }

    private static func fitted(_ samples: [Sample]) -> ReaderWeights {
        let cells = samples.map { Self.cells($0.place) }
        let counts = Dictionary(cells.flatMap(\.self).map { ($0.column, 1) }, uniquingKeysWith: +)
        let figures = ReaderWeights.Figure.allCases.map(Column.figure)
        let entries = cells.flatMap(\.self).map(\.column).filter { counts[$0, default: 0] >= leastOfEntry }
        var numbers: [Column: Int] = [:]
        for column in figures + entries where numbers[column] == nil { numbers[column] = numbers.count }
        let columns = numbers.sorted { $0.value < $1.value }.map { column, number in
            number >= figures.count
                ? LogisticFit.Column(penalty: entryPenalty)
                // Who is surer is not less likely to be right.
                : LogisticFit.Column(
                    penalty: penalty,
                    range: column == .figure(.tesseract) || column == .figure(.neural) ? 0...100 : -100...100)
        }
        let rows = zip(samples, cells).map { sample, cells in
            LogisticFit.Row(
                figures: cells.compactMap { cell in numbers[cell.column].map { ($0, cell.value) } },
                isRight: sample.secondIsRight)
        }
        let found = LogisticFit(columns: columns).weights(of: rows).map { ($0 * 1000).rounded() / 1000 }
        var weights = ReaderWeights()
        for (column, number) in numbers {
            switch column {
            case .figure(let figure): weights.weights[figure] = found[number]
            case .confusion(let first, let second): weights.confusions[first, default: [:]][second] = found[number]
            case .space(let beside): weights.spaces[beside] = found[number]
            }
        }
        return weights
    }
}

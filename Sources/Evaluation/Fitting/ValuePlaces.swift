import Model

/// Where values of the truth stand in what two readers made of a page.
struct ValuePlaces {
    /// A place of the lattices, in reading order.
    struct Place {
        var first: Character?
        var second: Character?
        /// Nil where nothing was weighed: one reader read the line, or a new word begins.
        var posteriors: (first: Double, second: Double)?

        var agreed: Character? { first == second ? first : nil }
    }

    let places: [Place]

    /// Characters of a value that may be neither reader's, a share of its length.
    private static let mostStrange = 0.12
    /// Shorter values stand in a page by chance.
    private static let leastLength = 4
    /// What leaving out a place costs that both readers, or one of them, saw; another character costs 1.
    private static let (skipped, skippedOfOne) = (Float(0.6), Float(0))

    init(_ words: [Word]) {
        var places: [Place] = []
        for word in words {
            if word.readings.count == 2 {
                let (one, other) = (word.readings[0], word.readings[1])
                for index in one.characters.indices {
                    places.append(
                        Place(
                            first: one.characters[index].first, second: other.characters[index].first,
                            posteriors: (one.posteriors[index], other.posteriors[index])))
                }
            } else {
                places += word.text.map { Place(first: $0, second: $0) }
            }
            if let last = places.last, last.first != " ", last.second != " " {
                places.append(Place(first: " ", second: " "))
            }
        }
        self.places = places
    }

    /// - Parameter value: as the truth has it; capitals throughout count as it, too.
    /// - Returns: for each place where it stands, by number of the place, its character; nil for one that is none of its.
    func find(_ value: String) -> [[(place: Int, character: Character?)]] {
        let value = value.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard value.count >= Self.leastLength, !places.isEmpty else { return [] }
        let ways = Set([value, value.uppercased()]).sorted().map { aligned(Array($0)) }
        guard let best = ways.min(by: { $0.least < $1.least }) else { return [] }
        var used: Set<Int> = []
        var found: [[(place: Int, character: Character?)]] = []
        for end in best.ends(most: Float(value.count) * Float(Self.mostStrange)) {
            let steps = best.steps(to: end)
            guard steps.allSatisfy({ !used.contains($0.place) }) else { continue }
            used.formUnion(steps.map(\.place))
            found.append(steps)
        }
        return found
    }

    /// The least sum of what differs, wherever the value begins (Sellers 1980).
    private struct Alignment {
        enum Step: UInt8 { case both, valueAlone, placeAlone }

        let value: [Character]
        let columns: Int
        let steps: [Step]
        let costs: [Float]

        var least: Float { costs.min() ?? .infinity }

        func ends(most: Float) -> [Int] {
            costs.indices.filter { costs[$0] <= most }.sorted { (costs[$0], $0) < (costs[$1], $1) }
        }

        func steps(to end: Int) -> [(place: Int, character: Character?)] {
            var (row, column) = (value.count, end)
            var found: [(place: Int, character: Character?)] = []
            while row > 0 {
                let step = steps[row * columns + column]
                if step != .valueAlone { found.append((column - 1, step == .both ? value[row - 1] : nil)) }
                if step != .placeAlone { row -= 1 }
                if step != .valueAlone { column -= 1 }
            }
            return found.reversed()
        }
    }

    private func aligned(_ value: [Character]) -> Alignment {
        let columns = places.count + 1
        var steps = [Alignment.Step](repeating: .valueAlone, count: columns * (value.count + 1))
        var before = [Float](repeating: 0, count: columns)
        for (row, character) in value.enumerated() {
            var costs = [before[0] + 1]
            costs.reserveCapacity(columns)
            for (index, place) in places.enumerated() {
                let isRead = place.first == character || place.second == character
                let isOfOne = place.first == nil || place.second == nil
                let both = before[index] + (isRead ? 0 : 1)
                let alone = before[index + 1] + 1
                let left = costs[index] + (isOfOne ? Self.skippedOfOne : Self.skipped)
                costs.append(min(both, alone, left))
                steps[(row + 1) * columns + index + 1] =
                    both <= min(alone, left) ? .both : alone <= left ? .valueAlone : .placeAlone
            }
            before = costs
        }
        return Alignment(value: value, columns: columns, steps: steps, costs: before)
    }
}

import Foundation

/// Two readings of one line, character by character: which of them stand at the same place. The least sum of what differs
/// (Needleman and Wunsch 1970), in which a character far from another's place is no likely counterpart.
enum LineAlignment {
    /// What stands at one place of a line; one of the two is nil where only the other reader saw a character.
    struct Slot {
        var first: Int?
        var second: Int?
    }

    /// Of one character by another, of one that differs in case or diacritics alone, and of one that the other lacks.
    private static let (substitution, variant, gap) = (1.0, 0.4, 0.7)
    /// Heights of the line by which two places may differ, and what each further one costs.
    private static let (tolerance, perHeight) = (0.6, 0.8)

    /// - Parameter height: of the line, in the pixels of the places.
    static func slots(_ first: [LineCharacter], _ second: [LineCharacter], height: Double) -> [Slot] {
        let columns = second.count + 1
        var costs = [Double](repeating: 0, count: (first.count + 1) * columns)
        for row in 0...first.count { costs[row * columns] = Double(row) * gap }
        for column in 0...second.count { costs[column] = Double(column) * gap }
        let keys = (first.map { key($0.text) }, second.map { key($0.text) })
        func pair(_ row: Int, _ column: Int) -> Double {
            let (one, other) = (first[row], second[column])
            let isVariant = keys.0[row] == keys.1[column]
            let letters = one.text == other.text ? 0 : isVariant ? variant : substitution
            let distance = max(0, abs(one.middle - other.middle) / height - tolerance)
            return letters + perHeight * distance
        }
        for row in 0..<first.count {
            for column in 0..<second.count {
                let place = (row + 1) * columns + column + 1
                costs[place] = min(
                    costs[row * columns + column] + pair(row, column), costs[place - 1] + gap,
                    costs[place - columns] + gap)
            }
        }
        var slots: [Slot] = []
        var (row, column) = (first.count, second.count)
        while row > 0 || column > 0 {
            let cost = costs[row * columns + column]
            if row > 0, column > 0,
                cost == costs[(row - 1) * columns + column - 1] + pair(row - 1, column - 1)
            {
                (row, column) = (row - 1, column - 1)
                slots.append(Slot(first: row, second: column))
            } else if row > 0, column == 0 || cost == costs[(row - 1) * columns + column] + gap {
                row -= 1
                slots.append(Slot(first: row))
            } else {
                column -= 1
                slots.append(Slot(second: column))
            }
        }
        return slots.reversed()
    }

    /// A character without case and diacritics.
    private static func key(_ text: Character) -> Character {
        String(text).lowercased().decomposedStringWithCanonicalMapping.first ?? text
    }
}

extension LineCharacter {
    var middle: Double { (place.lowerBound + place.upperBound) / 2 }
}

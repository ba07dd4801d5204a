import Foundation

/// Logistic regression with L2 penalties towards given weights and with signs that weights must keep, by coordinate
/// descent: the same rows give the same weights.
struct LogisticFit {
    struct Column {
        /// What the weight is drawn to where rows say little, and how strongly: as many log-odds squared.
        var prior = 0.0
        var penalty = 1.0
        var range: ClosedRange<Double> = -100...100
    }

    struct Row {
        var figures: [(column: Int, value: Double)]
        var isRight: Bool
    }

    let columns: [Column]

    private static let mostSweeps = 300
    /// Log-odds; smaller steps end the fit.
    private static let precision = 1e-6

    func weights(of rows: [Row]) -> [Double] {
        var weights = columns.map { min(max($0.prior, $0.range.lowerBound), $0.range.upperBound) }
        var byColumn = [[(row: Int, value: Double)]](repeating: [], count: columns.count)
        var logOdds = [Double](repeating: 0, count: rows.count)
        for (index, row) in rows.enumerated() {
            for figure in row.figures where figure.value != 0 {
                byColumn[figure.column].append((index, figure.value))
                logOdds[index] += weights[figure.column] * figure.value
            }
        }
        for _ in 0..<Self.mostSweeps {
            var largest = 0.0
            for (column, cells) in byColumn.enumerated() {
                let rule = columns[column]
                var slope = rule.penalty * (weights[column] - rule.prior)
                var curvature = rule.penalty
                for cell in cells {
                    let chance = 1 / (1 + exp(-logOdds[cell.row]))
                    slope += (chance - (rows[cell.row].isRight ? 1 : 0)) * cell.value
                    curvature += chance * (1 - chance) * cell.value * cell.value
                }
                guard curvature > 0 else { continue }
                // A Newton step, bounded because the curve is flat far from its foot.
                let aim = weights[column] - min(1, max(-1, slope / curvature))
                let weight = min(max(aim, rule.range.lowerBound), rule.range.upperBound)
                let step = weight - weights[column]
                guard step != 0 else { continue }
                weights[column] = weight
                for cell in cells { logOdds[cell.row] += step * cell.value }
                largest = max(largest, abs(step))
            }
            if largest < Self.precision { break }
        }
        return weights
    }
}

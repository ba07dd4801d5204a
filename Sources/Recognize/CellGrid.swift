/// A coarse grid over a page, some of its cells marked.
struct CellGrid {
    let columns: Int
    let rows: Int
    private var marked: [Bool]

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        marked = Array(repeating: false, count: columns * rows)
    }

    /// Marks the cells of both ranges that lie in the grid.
    mutating func mark(columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
        for row in rows.clamped(to: 0...(self.rows - 1)) {
            for column in columns.clamped(to: 0...(self.columns - 1)) { marked[row * self.columns + column] = true }
        }
    }

    /// Numbers the patches of marked cells that share a side.
    ///
    /// - Returns: each cell's patch, -1 for none, row by row; and how many patches there are.
    func patches() -> (owners: [Int], count: Int) {
        var owners = [Int](repeating: -1, count: columns * rows)
        var count = 0
        for start in marked.indices where marked[start] && owners[start] < 0 {
            var open = [start]
            owners[start] = count
            while let cell = open.popLast() {
                let column = cell % columns
                for (next, isInside) in [
                    (cell - 1, column > 0), (cell + 1, column + 1 < columns), (cell - columns, cell >= columns),
                    (cell + columns, cell + columns < marked.count),
                ] where isInside && marked[next] && owners[next] < 0 {
                    owners[next] = count
                    open.append(next)
                }
            }
            count += 1
        }
        return (owners, count)
    }
}

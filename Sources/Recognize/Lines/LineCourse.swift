import Imaging
import Model

/// A row for each column: a curve of the second order.
struct Parabola {
    /// From where it is told.
    var column: Double
    /// At that column.
    var row: Double
    /// Rows a column there, and half of what these change by in a column.
    var (slope, bend): (Double, Double)

    func row(at column: Double) -> Double {
        let distance = column - self.column
        return row + distance * (slope + distance * bend)
    }

    func slope(at column: Double) -> Double { slope + 2 * bend * (column - self.column) }

    /// The same in a picture enlarged by so much; pixels are told of by their upper left corners in this one.
    func scaled(byX x: Double, y: Double) -> Parabola {
        Parabola(column: (column + 0.5) * x, row: (row + 0.5) * y, slope: slope * y / x, bend: bend * y / (x * x))
    }
}

/// How a line of print runs that does not lie level: curled pages and those that bend into a book's gutter have such.
struct LineCourse {
    /// Of the line's middle, in pixels of the picture.
    let middle: Parabola
    let columns: Range<Int>
    let height: Int

    /// Pixels of a picture between columns of which the shift is computed.
    private static let step = 8

    /// The line cut out, each column shifted so that the middle is level: columns stay where they are.
    func followed(in picture: Image) throws -> Image {
        let area = around.intersection(picture.bounds)
        let count = area.width / Self.step + 2
        let shifts = (0..<count).map { middle.row(at: Double(area.x + Self.step * $0)) - area.midY }
        let level = try picture.cropped(to: area).displaced(
            by: Displacement(step: Double(Self.step), columns: count, rows: 1, shifts: shifts))
        return try level.cropped(
            to: Box(x: 0, y: (area.height - height) / 2, width: area.width, height: height).intersection(level.bounds))
    }

    /// What of the picture it runs through.
    private var around: Box {
        let rows = stride(from: columns.lowerBound, through: columns.upperBound, by: Self.step).map {
            middle.row(at: Double($0))
        }
        let (top, bottom) = ((rows.min() ?? 0) - Double(height) / 2, (rows.max() ?? 0) + Double(height) / 2)
        return Box(
            x: columns.lowerBound, y: Int(top), width: columns.count, height: Int(bottom.rounded(.up)) - Int(top))
    }

    /// A box on it moved to where it lies on the level line, or back.
    func levelled(_ box: Box, back: Bool = false) -> Box {
        let shift = Int((middle.row(at: box.midX) - middle.row).rounded())
        return box.moved(by: 0, back ? shift : -shift)
    }
}

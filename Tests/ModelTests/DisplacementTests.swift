import Testing

@testable import Model

@Suite struct DisplacementTests {
    let field = Displacement(step: 10, columns: 3, rows: 2, shifts: [0, 1, 2, 4, 5, 6])

    @Test(arguments: [(0.0, 0.0, 0.0), (5, 0, 0.5), (20, 10, 6), (0, 5, 2), (15, 5, 3.5)])
    func interpolates(x: Double, y: Double, expected: Double) {
        #expect(abs(field.shift(x: x, y: y) - expected) < 1e-9)
    }

    @Test func goesOnBeyondItsEdgeAsAtIt() {
        #expect(field.shift(x: -50, y: -1) == 0)
        #expect(field.shift(x: 500, y: 900) == 6)
    }

    @Test func movesPointsBeforeTheTransform() {
        let page = PreparedPage(
            index: 1, width: 30, height: 20, dpi: 300, transform: Transform([2, 0, 0, 0, 2, 0, 0, 0, 1]),
            displacement: field)
        #expect(page.inputPoint(Point(x: 10, y: 0)) == Point(x: 20, y: 2))
    }
}

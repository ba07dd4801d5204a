import Imaging
import Model
import Testing

@testable import Recognize

@Suite struct MarkTests {
    private static let box = Box(x: 60, y: 50, width: 36, height: 36)

    private func state(marks: [Box]) throws -> [CheckBox.State] {
        let image = try Pictures.paper(width: 200, height: 150, black: Pictures.frame(Self.box) + marks)
        return CheckBoxFinder(ink: try Pictures.ink(of: image), dpi: 300).boxes(outside: []).map(\.state)
    }

    @Test func anEmptyBoxIsUnchecked() throws {
        #expect(try state(marks: []) == [.unchecked])
    }

    @Test func aCrossInsideChecksTheBox() throws {
        let cross =
            Pictures.stroke(from: Point(x: 66, y: 56), to: Point(x: 86, y: 76))
            + Pictures.stroke(from: Point(x: 86, y: 56), to: Point(x: 66, y: 76))
        #expect(try state(marks: cross) == [.checked])
    }

    @Test func aTickThatRunsOutOfTheBoxChecksIt() throws {
        let tick =
            Pictures.stroke(from: Point(x: 66, y: 66), to: Point(x: 76, y: 78))
            + Pictures.stroke(from: Point(x: 76, y: 78), to: Point(x: 106, y: 36))
        #expect(try state(marks: tick) == [.checked])
    }

    @Test func aSpeckInsideLeavesDoubt() throws {
        #expect(try state(marks: [Box(x: 74, y: 64, width: 5, height: 5)]) == [.doubtful])
    }

    @Test func aBoxThatIsALetterOfAWordIsNoCheckBox() throws {
        let image = try Pictures.paper(width: 200, height: 150, black: Pictures.frame(Self.box))
        let word = Box(x: 20, y: 48, width: 150, height: 40)
        #expect(CheckBoxFinder(ink: try Pictures.ink(of: image), dpi: 300).boxes(outside: [word]).isEmpty)
    }

    @Test func findsRulesThatAreNotQuiteLevel() throws {
        let pieces = (0..<6).map { Box(x: 20 + 100 * $0, y: 40 + $0, width: 100, height: 3) }
        let upright = Box(x: 300, y: 80, width: 4, height: 200)
        let image = try Pictures.paper(width: 700, height: 300, black: pieces + [upright])
        let rules = try Pictures.ink(of: image).rules(dpi: 300)
        #expect(rules.count == 2)
        #expect(rules.first?.box == Box(x: 20, y: 40, width: 600, height: 8))
        #expect(rules.first?.isHorizontal == true && rules.last?.isHorizontal == false)
    }

    @Test func aPensZigzagIsStrokesAndASolidPatchIsNot() throws {
        var loop: [Box] = []
        for step in 0..<14 {
            let start = Point(x: 60 + Double(step) * 18, y: step % 2 == 0 ? 70 : 130)
            let end = Point(x: start.x + 18, y: step % 2 == 0 ? 130 : 70)
            loop += Pictures.stroke(from: start, to: end, thickness: 3)
        }
        let patch = Box(x: 60, y: 250, width: 240, height: 90)
        let image = try Pictures.paper(width: 400, height: 400, black: loop + [patch])
        let regions = InkRegionFinder(rest: try Pictures.ink(of: image), dpi: 300).regions()
        #expect(regions.count == 2)
        #expect((regions.first?.strokes ?? 0) > 0.5)
        #expect((regions.last?.strokes ?? 1) < 0.1)
    }
}

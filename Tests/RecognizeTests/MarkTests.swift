import Foundation
import Imaging
import Model
import Testing

@testable import Recognize

@Suite struct MarkTests {
    private static let box = Box(x: 60, y: 50, width: 36, height: 36)

    private static func boxes(_ image: Image, outside words: [Box] = [], firm: [Box] = []) throws -> [CheckBox] {
        let ink = try Pictures.ink(of: image)
        return CheckBoxFinder(ink: ink, textHeight: 32).boxes(outside: words, firm: firm, components: ink.components())
    }

    private func state(marks: [Box]) throws -> [CheckBox.State] {
        let image = try Pictures.paper(width: 200, height: 150, black: Pictures.frame(Self.box) + marks)
        return try Self.boxes(image).map(\.state)
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

    @Test func aBlockApartFromTheSidesChecksTheBox() throws {
        let block = Box(x: 66, y: 56, width: 24, height: 24)
        let image = try Pictures.paper(width: 200, height: 150, black: Pictures.frame(Self.box) + [block])
        let boxes = try Self.boxes(image)
        #expect(boxes.map(\.state) == [.checked])
        #expect(boxes.first?.box == Self.box)
    }

    /// A circle of dots, three pixels thick.
    private static func ring(x: Double, y: Double, radius: Double) -> [Box] {
        (0..<240).map { step in
            let angle = Double(step) * .pi / 120
            return Box(x: Int(x + radius * cos(angle)), y: Int(y + radius * sin(angle)), width: 3, height: 3)
        }
    }

    @Test func findsRadioButtonsAndWhatMarksThem() throws {
        let rings = [40.0, 110, 180, 250].flatMap { Self.ring(x: 60, y: $0, radius: 18) }
        let tick =
            Pictures.stroke(from: Point(x: 52, y: 110), to: Point(x: 60, y: 120))
            + Pictures.stroke(from: Point(x: 60, y: 120), to: Point(x: 84, y: 86))
        let dot = (0..<8).map { Box(x: 53, y: 174 + 2 * $0, width: 16, height: 2) }
        let image = try Pictures.paper(width: 200, height: 300, black: rings + tick + dot)
        #expect(try Self.boxes(image).map(\.state) == [.unchecked, .checked, .checked, .unchecked])
    }

    @Test func aRingAloneIsALetter() throws {
        let image = try Pictures.paper(width: 200, height: 150, black: Self.ring(x: 60, y: 70, radius: 18))
        #expect(try Self.boxes(image).isEmpty)
    }

    /// Square brackets, 30 high, 3 thick, with room for a letter.
    private static func brackets(y: Int) -> [Box] {
        [
            Box(x: 40, y: y, width: 3, height: 30), Box(x: 40, y: y, width: 9, height: 3),
            Box(x: 40, y: y + 27, width: 9, height: 3), Box(x: 78, y: y, width: 3, height: 30),
            Box(x: 72, y: y, width: 9, height: 3), Box(x: 72, y: y + 27, width: 9, height: 3),
        ]
    }

    private static func cross(x: Double, y: Double) -> [Box] {
        Pictures.stroke(from: Point(x: x, y: y), to: Point(x: x + 14, y: y + 18))
            + Pictures.stroke(from: Point(x: x + 14, y: y), to: Point(x: x, y: y + 18))
    }

    @Test func bracketsAreBoxesWhereOneIsEmpty() throws {
        let black = [20, 70, 120].flatMap { Self.brackets(y: $0) } + Self.cross(x: 52, y: 76)
        let image = try Pictures.paper(width: 300, height: 200, black: black)
        let boxes = try Self.boxes(image)
        #expect(boxes.map(\.state) == [.unchecked, .checked, .unchecked])
        #expect(boxes.first?.box == Box(x: 40, y: 20, width: 41, height: 30))
        let all = [20, 70].flatMap { Self.brackets(y: $0) + Self.cross(x: 52, y: Double($0) + 6) }
        #expect(try Self.boxes(Pictures.paper(width: 300, height: 200, black: all)).isEmpty)
        #expect(try Self.boxes(Pictures.paper(width: 300, height: 200, black: Self.brackets(y: 20))).isEmpty)
    }

    // Black and white has lost their hairlines; bars without any arm may be anything.
    @Test func barsAreBracketsWhereOneOfAColumnHasAnArmLeft() throws {
        let bars = [20, 70, 120].flatMap {
            [Box(x: 40, y: $0, width: 3, height: 30), Box(x: 78, y: $0, width: 3, height: 30)]
        }
        let cross = Self.cross(x: 52, y: 76)
        func boxes(_ black: [Box]) throws -> [CheckBox] {
            try Self.boxes(Pictures.paper(width: 300, height: 200, black: black))
        }
        let arm = Box(x: 72, y: 120, width: 9, height: 3)
        let found = try boxes(bars + cross + [arm])
        #expect(found.map(\.state) == [.unchecked, .checked, .unchecked])
        #expect(found.first?.box == Box(x: 40, y: 20, width: 41, height: 30))
        #expect(try boxes(bars + cross).isEmpty)
        #expect(try boxes(Array(bars.dropFirst(2)) + cross + [arm]).isEmpty)
    }

    // The foot of a tick close over the lower side makes it no thicker.
    @Test func aTickThatStandsCloseOverASideLeavesTheFrameAFrame() throws {
        let frame = Box(x: 60, y: 50, width: 24, height: 24)
        let sides = [
            Box(x: 60, y: 50, width: 24, height: 2), Box(x: 60, y: 72, width: 24, height: 2),
            Box(x: 60, y: 50, width: 2, height: 24), Box(x: 82, y: 50, width: 2, height: 24),
        ]
        let tick = (0..<5).map { Box(x: 64 + $0 / 2, y: 66 + $0, width: 9, height: 1) }
        let long = Pictures.stroke(from: Point(x: 70, y: 67), to: Point(x: 84, y: 46), thickness: 3)
        let image = try Pictures.paper(width: 200, height: 150, black: sides + tick + long)
        let ink = try Pictures.ink(of: image)
        let found = CheckBoxFinder(ink: ink, textHeight: 16).boxes(outside: [], components: ink.components())
        #expect(found.map(\.state) == [.checked])
        #expect(found.first?.box.y == frame.y)
    }

    /// `Tell`, whose strokes stand as brackets do.
    @Test func aWordIsNoPairOfBrackets() throws {
        let black = [20, 70, 120].flatMap { Self.brackets(y: $0) } + Self.cross(x: 52, y: 76)
        let image = try Pictures.paper(width: 300, height: 200, black: black)
        let word = Box(x: 44, y: 68, width: 36, height: 34)
        #expect(try Self.boxes(image, firm: [word]).map(\.state) == [.unchecked, .unchecked])
    }

    @Test func aMarkThatTouchesABracketIsSeen() throws {
        let black = [20, 70, 120].flatMap { Self.brackets(y: $0) } + Self.cross(x: 42, y: 76)
        let image = try Pictures.paper(width: 300, height: 200, black: black)
        #expect(try Self.boxes(image).map(\.state) == [.unchecked, .checked, .unchecked])
    }

    @Test func aRingCloseBesideALetterIsOneToo() throws {
        let rings = [40.0, 110].flatMap { Self.ring(x: 60, y: $0, radius: 18) }
        let stem = Box(x: 34, y: 18, width: 4, height: 43)
        let image = try Pictures.paper(width: 200, height: 150, black: rings + [stem])
        #expect(try Self.boxes(image).isEmpty)
        #expect(try Self.boxes(Pictures.paper(width: 200, height: 150, black: rings)).count == 2)
    }

    @Test func aFrameInASureWordIsALetter() throws {
        let image = try Pictures.paper(width: 200, height: 150, black: Pictures.frame(Self.box))
        let word = Box(x: 58, y: 48, width: 60, height: 40)
        #expect(try Self.boxes(image, firm: [word]).isEmpty)
    }

    // It goes on outside of them; one beside them may touch one.
    @Test(arguments: [(16, 2), (3, 3)]) func bracketsThatAWordReachesIntoAreItsLetters(reach: Int, count: Int) throws {
        let black = [20, 70, 120].flatMap { Self.brackets(y: $0) } + Self.cross(x: 52, y: 76)
        let image = try Pictures.paper(width: 300, height: 200, black: black)
        let word = Box(x: 10, y: 122, width: 30 + reach, height: 26)
        #expect(try Self.boxes(image, firm: [word]).count == count)
    }

    // A reader may take a box and the text behind it for one word; letters of a word stand closer.
    @Test(arguments: [(4, 0), (16, 1)]) func aBoxThatIsALetterOfAWordIsNoCheckBox(gap: Int, count: Int) throws {
        let letter = Box(x: Self.box.maxX + gap, y: 50, width: 5, height: 36)
        let image = try Pictures.paper(width: 200, height: 150, black: Pictures.frame(Self.box) + [letter])
        let word = Box(x: 58, y: 48, width: 120, height: 40)
        #expect(try Self.boxes(image, outside: [word]).count == count)
    }

    /// A frame 19 high as a blurred photograph has it: sides 4 thick, corners round.
    private static func blurred(y: Int) -> [Box] {
        [
            Box(x: 42, y: y, width: 15, height: 4), Box(x: 42, y: y + 15, width: 15, height: 4),
            Box(x: 40, y: y + 2, width: 4, height: 15), Box(x: 55, y: y + 2, width: 4, height: 15),
            Box(x: 41, y: y + 1, width: 17, height: 2), Box(x: 41, y: y + 16, width: 17, height: 2),
        ]
    }

    private static func small(_ black: [Box]) throws -> [CheckBox] {
        let ink = try Pictures.ink(of: Pictures.paper(width: 200, height: 150, black: black))
        return CheckBoxFinder(ink: ink, textHeight: 17).boxes(outside: [], components: ink.components())
    }

    // Its corners are round, as a letter's are, and full of ink it may be anything, but for where it stands among boxes.
    @Test func aBlurredBoxIsOneAmongEmptyOnes() throws {
        let mark = Box(x: 45, y: 65, width: 9, height: 9)
        let empty = Self.blurred(y: 20)
        #expect(try Self.small(empty + Self.blurred(y: 60)).map(\.state) == [.unchecked, .unchecked])
        #expect(try Self.small(empty + Self.blurred(y: 60) + [mark]).map(\.state) == [.unchecked, .checked])
        #expect(try Self.small(Self.blurred(y: 60) + [mark]).isEmpty)
        #expect(try Self.small(empty).isEmpty)
    }

    @Test(arguments: [(8.0, 0), (17, 1), (32, 1), (64, 0)]) func boxesAreAsLargeAsWords(height: Double, count: Int)
        throws
    {
        let ink = try Pictures.ink(of: Pictures.paper(width: 200, height: 150, black: Pictures.frame(Self.box)))
        let found = CheckBoxFinder(ink: ink, textHeight: height).boxes(outside: [], components: ink.components())
        #expect(found.count == count)
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

    /// Ups and downs from (60, 70) to (312, 130).
    private static var zigzag: [Box] {
        (0..<14).flatMap { step in
            let start = Point(x: 60 + Double(step) * 18, y: step % 2 == 0 ? 70 : 130)
            let end = Point(x: start.x + 18, y: step % 2 == 0 ? 130 : 70)
            return Pictures.stroke(from: start, to: end, thickness: 3)
        }
    }

    @Test func aPensZigzagThroughALineIsStrokes() throws {
        let line = Pictures.stroke(from: Point(x: 20, y: 112), to: Point(x: 1500, y: 114), thickness: 5)
        let image = try Pictures.paper(width: 1560, height: 200, black: Self.zigzag + line)
        let regions = InkRegionFinder(rest: try Pictures.ink(of: image), dpi: 150).regions()
        #expect(regions.count == 1)
        #expect((regions.first?.strokes ?? 0) > 0.5)
    }

    @Test func aPensZigzagIsStrokesAndASolidPatchIsNot() throws {
        let loop = Self.zigzag
        let patch = Box(x: 60, y: 250, width: 240, height: 90)
        let image = try Pictures.paper(width: 400, height: 400, black: loop + [patch])
        let regions = InkRegionFinder(rest: try Pictures.ink(of: image), dpi: 300).regions()
        #expect(regions.count == 2)
        #expect((regions.first?.strokes ?? 0) > 0.5)
        #expect((regions.last?.strokes ?? 1) < 0.1)
    }
}

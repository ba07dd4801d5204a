import Foundation
import Imaging
import Model

/// Reads a page's lines with the neural reader and joins what it says with what Tesseract read.
struct PageLattice {
    let detector: TextDetector
    let reader: any LineReader
    let weights: ReaderWeights
    /// The page, grey.
    let picture: Image

    /// Pieces of lines that are read of a page, those of a line that may run either way twice: the densest pages of small
    /// print have some 300.
    static let mostPieces = 600
    /// What the characters of a line must be worth in the mean, and by how much they must be worth more together: of specks
    /// and a pen's strokes the neural reader makes lines that are worth less. A single one must be all but sure.
    private static let (leastOfCharacter, leastOfLine) = (0.6, 0.35)
    /// How sure Tesseract must be of a word where the detector sees no line.
    private static let leastAlone = 0.5

    /// - Parameters:
    ///   - words: Tesseract's, in reading order.
    ///   - erased: what other engines have read.
    /// - Returns: the words of both, in reading order.
    func joined(_ words: [ReadWord], erasing erased: [Box]) throws -> [ReadWord] {
        let found = try detector.lines(in: picture).filter { line in
            !erased.contains { $0.intersection(line.box).area * 2 > line.box.area }
        }
        var rest = words
        var lines: [[ReadWord]] = []
        for line in Self.bounded(found) {
            let own = rest.indices.filter { Self.stands(rest[$0], in: line) }
            let taken = own.map { rest[$0] }.sorted { $0.box.x < $1.box.x }
            for index in own.reversed() { rest.remove(at: index) }
            if let course = line.course {
                lines.append(try followed(course, leans: line.leans, with: taken))
            } else {
                lines.append(line.leans ? try turned(line) : try level(line.box, with: taken))
            }
        }
        let alone = rest.filter { $0.confidence >= Self.leastAlone }
        return LatticeOrder.ordered(lines.filter { !$0.isEmpty }, alone: alone)
    }

    /// The first ones, as many as may be read.
    static func bounded(_ lines: [DetectedLine]) -> ArraySlice<DetectedLine> {
        var pieces = 0
        return lines.prefix { line in
            pieces += line.pieces * (line.isUpright ? 2 : 1)
            return pieces <= mostPieces
        }
    }

    private func level(_ box: Box, with words: [ReadWord]) throws -> [ReadWord] {
        let read = try reader.characters(in: picture.cropped(to: box)).map { $0.moved(by: Double(box.x)) }
        guard Self.isPrint(read) else { return words.filter { $0.confidence >= Self.leastAlone } }
        return LineLattice(words: words, characters: read, box: box, weights: weights).readWords()
    }

    /// A line read along its course, as if it lay level.
    private func followed(_ course: LineCourse, leans: Bool, with words: [ReadWord]) throws -> [ReadWord] {
        let line = try course.followed(in: picture)
        let read = try reader.characters(in: line).map { $0.moved(by: Double(course.columns.lowerBound)) }
        guard Self.isPrint(read) else { return words.filter { $0.confidence >= Self.leastAlone } }
        let level = Box(
            x: course.columns.lowerBound, y: Int(course.middle.row) - course.height / 2, width: course.columns.count,
            height: course.height)
        return LineLattice(
            words: words.map { $0.mappingBoxes { course.levelled($0) } }, characters: read, box: level,
            weights: weights
        ).readWords().map { word in
            var word = word.mappingBoxes { course.levelled($0, back: true) }
            if leans { word.slant = atan(course.middle.slope(at: word.box.midX)) * 180 / .pi }
            return word
        }
    }

    /// A line that leans, turned level first; one that runs upward or downward, whichever reads better. Tesseract, which
    /// looks for level lines, has torn its words.
    private func turned(_ line: DetectedLine) throws -> [ReadWord] {
        let turns = line.isUpright ? [line.slant, line.slant + 180] : [line.slant]
        let readings = try turns.map { turn in
            (turn, try reader.characters(in: line.levelled(from: picture, turn: turn)))
        }
        guard let (turn, characters) = readings.max(by: { Self.mean($0.1) < Self.mean($1.1) }),
            Self.isPrint(characters)
        else { return [] }
        let level = Box(x: 0, y: 0, width: Int(line.length), height: Int(line.height))
        return LineLattice(words: [], characters: characters, box: level, weights: weights).readWords().map { word in
            var word = word
            let middle = line.point(at: word.box.midX, turn: turn)
            word.slant = turn
            word.box.x = Int(middle.x) - word.box.width / 2
            word.box.y = Int(middle.y) - word.box.height / 2
            return word
        }
    }

    private static func isPrint(_ characters: [LineCharacter]) -> Bool {
        characters.reduce(0) { $0 + $1.posterior - leastOfCharacter } >= leastOfLine
            && characters.contains { $0.text.isLetter || $0.text.isNumber }
    }

    private static func mean(_ characters: [LineCharacter]) -> Double {
        characters.reduce(0) { $0 + $1.posterior } / Double(max(1, characters.count))
    }

    private static func stands(_ word: ReadWord, in line: DetectedLine) -> Bool {
        guard word.box.intersection(line.box).area * 2 > word.box.area else { return false }
        if let course = line.course {
            return abs(word.box.midY - course.middle.row(at: word.box.midX)) * 2 < Double(course.height)
        }
        guard line.leans else { return true }
        // Of the box around a leaning line most is others'.
        let angle = line.slant * .pi / 180
        let (x, y) = (word.box.midX - line.middle.x, word.box.midY - line.middle.y)
        return abs(cos(angle) * y - sin(angle) * x) * 2 < line.height
    }
}

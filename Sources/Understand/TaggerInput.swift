import Foundation
import Model

/// What the tagger sees of a document: a row of numbers for each word. `Training/tagger_input.py` makes the same rows, which a
/// test holds against these.
///
/// A row: `pieces` numbers of pieces of the word (-1 where there are no more), the positions of the words above and below it
/// (-1 where there is none), then `features` figures about 0…1.
struct TaggerInput {
    static let (pieces, features) = (6, 32)
    static let width = pieces + 2 + features
    private static let none = Float(-1)
    /// Heights of a word, up to which another is above or below it.
    private static let far = Float(8)

    /// One row behind the other.
    private(set) var numbers: [Float] = []
    private(set) var count = 0
    private let vocabulary: WordPieces

    struct Page {
        var words: [Word]
        var width: Int
        var height: Int
        /// Whether it is the document's first.
        var isFirst: Bool
    }

    init(_ pages: [Page], vocabulary: WordPieces) {
        self.vocabulary = vocabulary
        for page in pages where !page.words.isEmpty { append(page) }
    }

    private mutating func append(_ page: Page) {
        let start = count
        let boxes = page.words.map { Place($0.box) }
        let lines = Lines(boxes)
        let median = boxes.map(\.height).sorted()[boxes.count / 2]
        for (index, word) in page.words.enumerated() {
            let place = boxes[index]
            let line = lines.extents[lines.number[index]]
            let ids = vocabulary.pieces(of: word.text, most: Self.pieces)
            numbers += ids.map(Float.init) + Array(repeating: Self.none, count: Self.pieces - ids.count)
            numbers += [
                Self.nearest(to: index, among: boxes, up: true), Self.nearest(to: index, among: boxes, up: false),
            ].map { $0.map { Float($0 + start) } ?? Self.none }
            numbers += Self.looks(word.text)
            numbers += [
                place.x / Float(page.width), place.right / Float(page.width), place.y / Float(page.height),
                lines.begins(index) ? 1 : 0, lines.begins(index + 1) ? 1 : 0, lines.gap(before: index, boxes),
                index + 1 < boxes.count ? lines.gap(before: index + 1, boxes) : 0,
                min(1, max(-1, lines.above[lines.number[index]] / place.height / 4)),
                min(3, max(0, place.height / median)) / 2, page.isFirst ? 1 : 0,
                (line.right - line.left) / Float(page.width),
            ]
        }
        count += boxes.count
    }

    /// The position of the nearest word above or below one that it overlaps.
    private static func nearest(to index: Int, among boxes: [Place], up: Bool) -> Int? {
        let own = boxes[index]
        var best: (position: Int, distance: Float)?
        for (position, other) in boxes.enumerated()
        where position != index && other.x < own.right && other.right > own.x {
            let distance = up ? own.y - other.bottom : other.y - own.bottom
            guard distance > -0.3 * own.height, distance < far * own.height, distance < best?.distance ?? .infinity
            else { continue }
            best = (position, distance)
        }
        return best?.position
    }

    /// 21 figures of how a word is written.
    static func looks(_ text: String) -> [Float] {
        let letters = text.unicodeScalars.filter(\.properties.isAlphabetic)
        func isDigit(_ scalar: Unicode.Scalar) -> Bool {
            scalar.properties.numericType == .decimal || scalar.properties.numericType == .digit
        }
        let digits = text.unicodeScalars.count(where: isDigit)
        let bare = text.trimmingCharacters(in: CharacterSet(charactersIn: ".,;:()[]'\""))
        let isNumber = !bare.isEmpty && bare.unicodeScalars.allSatisfy(isDigit)
        let flags = [
            text.unicodeScalars.first?.properties.isUppercase == true,
            letters.count > 1 && letters.allSatisfy(\.properties.isUppercase), digits > 0, isNumber,
            isNumber && bare.count == 4 && ["17", "18", "19", "20"].contains(bare.prefix(2)),
            text.hasSuffix(","), text.hasSuffix("."), text.hasSuffix(":"), text.hasSuffix(";"), text.contains("@"),
            text.contains("/"), text.contains("$"), text.contains("#"),
            text.first.map { "([\"'“‘".contains($0) } ?? false, text.last.map { ")]\"'”’".contains($0) } ?? false,
            text.dropFirst().dropLast().contains("-"), letters.count == 1, bare.contains(".") && letters.count > 1,
            letters.isEmpty && digits == 0,
        ]
        let length = text.unicodeScalars.count
        return flags.map { $0 ? 1 : 0 } + [Float(min(length, 20)) / 10, Float(min(digits, 10)) / 10]
    }

    private struct Place {
        let x, y, right, bottom, height: Float

        init(_ box: Box) {
            (x, y) = (Float(box.x), Float(box.y))
            (right, bottom) = (Float(box.maxX), Float(box.maxY))
            height = max(1, Float(box.height))
        }

        var middle: Float { (y + bottom) / 2 }
    }

    /// Where the words' order goes on in another line.
    private struct Lines {
        private(set) var number: [Int] = []
        private(set) var extents: [(left: Float, right: Float, top: Float, bottom: Float)] = []
        /// White above each line, in pixels.
        private(set) var above: [Float] = []

        init(_ boxes: [Place]) {
            for (index, box) in boxes.enumerated() {
                if index > 0, box.x >= boxes[index - 1].x,
                    abs(box.middle - boxes[index - 1].middle) <= 0.6 * max(box.height, boxes[index - 1].height)
                {
                    let last = extents[extents.count - 1]
                    extents[extents.count - 1] = (
                        min(last.left, box.x), max(last.right, box.right), min(last.top, box.y),
                        max(last.bottom, box.bottom)
                    )
                } else {
                    extents.append((box.x, box.right, box.y, box.bottom))
                }
                number.append(extents.count - 1)
            }
            above = [0] + zip(extents, extents.dropFirst()).map { $1.top - $0.bottom }
        }

        func begins(_ index: Int) -> Bool {
            index == 0 || index == number.count || number[index] != number[index - 1]
        }

        func gap(before index: Int, _ boxes: [Place]) -> Float {
            guard !begins(index) else { return 0 }
            return min(1, max(0, (boxes[index].x - boxes[index - 1].right) / boxes[index].height / 4))
        }
    }
}

import Foundation
import Model

/// A page as formats of text see it: blocks of lines of words, in reading order, with upright boxes within the page.
struct TextPage {
    let page: RecognizedPage

    /// Consecutive lines with the same block number. A block that others interrupt comes once for each of its parts.
    var blocks: [[TextLine]] {
        page.lines.reduce(into: []) { blocks, line in
            if let last = blocks.last?.last, last.words.first?.block == line.words.first?.block {
                blocks[blocks.count - 1].append(line)
            } else {
                blocks.append([line])
            }
        }
    }

    /// Around what they cover, cut off at the page's edges; in pixels of the upright page.
    func bounds(_ words: some Sequence<Word>) -> Box {
        bounds(Box.around(words.map(\.bounds)) ?? Box(x: 0, y: 0, width: 0, height: 0))
    }

    func bounds(_ box: Box) -> Box {
        let left = min(max(0, box.x), page.prepared.width)
        let top = min(max(0, box.y), page.prepared.height)
        return Box(
            x: left, y: top, width: max(0, min(box.maxX, page.prepared.width) - left),
            height: max(0, min(box.maxY, page.prepared.height) - top))
    }

    /// Degrees counterclockwise off level, -180…180, the middle one; nil where any of the words is level.
    static func rotation(_ words: [Word]) -> Double? {
        let slants = words.compactMap(\.slant).sorted()
        guard !slants.isEmpty, slants.count == words.count else { return nil }
        return Rounding.decimals(-slants[slants.count / 2].remainder(dividingBy: 360), 2)
    }
}

extension Word {
    /// What it covers of the page: of a slanting word, all four of its corners.
    fileprivate var bounds: Box {
        guard let slant else { return box }
        let (sine, cosine) = (abs(sin(slant * .pi / 180)), abs(cos(slant * .pi / 180)))
        let width = Double(box.width) * cosine + Double(box.height) * sine
        let height = Double(box.width) * sine + Double(box.height) * cosine
        let (left, top) = ((box.midX - width / 2).rounded(.down), (box.midY - height / 2).rounded(.down))
        return Box(
            x: Int(left), y: Int(top), width: Int((box.midX + width / 2).rounded(.up) - left),
            height: Int((box.midY + height / 2).rounded(.up) - top))
    }

    /// Within 0…1.
    var share: Double { min(1, max(0, Rounding.decimals(confidence, 4))) }

    /// Readings of it that are not its text, each text once.
    var alternatives: [Reading] {
        readings.reduce(into: []) { others, reading in
            guard !reading.text.isEmpty, reading.text != text, !others.contains(where: { $0.text == reading.text })
            else { return }
            others.append(reading)
        }
    }
}

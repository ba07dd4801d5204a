import Imaging
import Model

/// Reads what combs hold. To the engine the walls of cells are strokes of letters, and characters an inch apart are no
/// word: so the characters are taken out of their cells and set side by side.
struct CombReader {
    let engine: TextEngine
    let ink: InkMap
    /// The page in grey, evenly lit.
    let picture: GreyPicture

    /// Height in pixels to which characters are brought.
    private static let readHeight = 32.0
    /// Space between characters set side by side, as a share of their height.
    private static let gap = 0.22
    /// Width of a character over the row's height; two figures in a cell are wider.
    private static let mostWidth = 1.15
    /// What is believed of a reading with more or fewer characters than cells that are filled.
    private static let doubtful = 0.3

    /// - Returns: the words that the comb's filled cells make, an empty cell between two of them; nil where a cell holds
    ///   more than a character, as a table's may.
    func words(in comb: Comb, within time: Duration) throws -> [ReadWord]? {
        let contents = comb.cells.map(content)
        let filled = contents.compactMap(\.self)
        let heights = filled.map(\.height).sorted()
        guard let height = heights.last else { return [] }
        guard filled.allSatisfy({ Double($0.width) <= Self.mostWidth * Double(height) || $0.height * 3 < height })
        else { return nil }
        var words: [ReadWord] = []
        for run in contents.split(separator: nil) {
            let characters = run.compactMap(\.self)
            guard let box = Box.around(characters),
                let (text, confidence) = try read(characters, height: height, within: time)
            else { continue }
            words.append(
                ReadWord(text: text, confidence: confidence, box: box, line: 0, block: 0, isKnown: false))
        }
        return words
    }

    /// Where a cell's ink lies, its walls and the lines above and below apart; nil where it is empty.
    private func content(_ cell: Box) -> Box? {
        let margin = max(2, cell.height / 10)
        let inside = Box(
            x: cell.x + max(1, cell.width / 14), y: cell.y + margin, width: cell.width - 2 * max(1, cell.width / 14),
            height: cell.height - 2 * margin)
        guard inside.width > 2, inside.height > 2 else { return nil }
        let rows = (inside.y..<inside.maxY).filter {
            ink.ink(in: Box(x: inside.x, y: $0, width: inside.width, height: 1)) > 0
        }
        let columns = (inside.x..<inside.maxX).filter {
            ink.ink(in: Box(x: $0, y: inside.y, width: 1, height: inside.height)) > 0
        }
        guard let top = rows.first, let bottom = rows.last, let left = columns.first, let right = columns.last,
            // A speck is no character.
            ink.ink(in: inside) * 150 > inside.area
        else { return nil }
        return Box(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
    }

    private func read(
        _ characters: [Box], height: Int, within time: Duration
    ) throws -> (text: String, confidence: Double)? {
        let strip = strip(of: characters, height: height)
        let factor = min(4, max(0.25, Self.readHeight / Double(max(1, height))))
        let image = try Image(width: strip.width, height: strip.height, grey: strip.bytes).scaled(by: factor)
        let reading = try engine.words(in: GreyPicture(image), as: .rawLine, dpi: 300, within: time).words
        let text = reading.map(\.text).joined()
        guard let confidence = reading.map(\.confidence).min(), !text.isEmpty else { return nil }
        return (text, text.count == characters.count ? confidence : min(confidence, Self.doubtful))
    }

    /// The characters at their heights in the row, one close after the other, with white around them.
    private func strip(of characters: [Box], height: Int) -> GreyPicture {
        let gap = max(2, Int(Double(height) * Self.gap))
        let margin = max(4, height / 2)
        let top = characters.map(\.y).min() ?? 0
        let bottom = characters.map(\.maxY).max() ?? 1
        let width = characters.reduce(0) { $0 + $1.width + gap } + 2 * margin
        var strip = GreyPicture(
            bytes: [UInt8](repeating: 255, count: width * (bottom - top + 2 * margin)), width: width,
            height: bottom - top + 2 * margin)
        var x = margin
        for box in characters {
            strip.paste(box.inset(by: -1), of: picture, atX: x - 1, y: margin + box.y - top - 1)
            x += box.width + gap
        }
        return strip
    }
}

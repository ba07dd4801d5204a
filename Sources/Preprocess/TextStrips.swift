import Imaging
import Model

/// A few text lines of a page in one picture, one below the other, at a size that reads fast.
struct TextStrips {
    /// Grey, dark on light.
    var image: Image
    /// How many letters are in it.
    var letters: Int

    /// Letters that suffice to tell up from down.
    static let enough = 90
    static let mostLines = 6
    static let mostLettersOfALine = 45
    /// Letter height, capitals and small ones mixed, to which strips are scaled.
    static let letterHeight = 24.0

    /// - Returns: nil where the page has no lines.
    init?(of page: LevelledPage) throws {
        let lines = TextStrips.chosen(page.layout.lines)
        guard !lines.isEmpty else { return nil }
        var strips: [Image] = []
        var count = 0
        let source = try page.readable
        for line in lines {
            let members = Array(line.letters.prefix(TextStrips.mostLettersOfALine))
            guard let box = Box.around(members) else { continue }
            let margin = max(3, line.medianHeight / 2)
            let part = page.reduction.enlarged(box.inset(by: -margin))
            let height = Double(line.medianHeight * page.reduction.factor)
            let crop = try source.cropped(to: part)
            strips.append(try crop.scaled(by: min(4, max(0.1, TextStrips.letterHeight / height))))
            count += members.count
        }
        image = try Image.stacked(strips, gap: Int(TextStrips.letterHeight))
        letters = count
    }

    /// The fullest lines of ordinary height, until there are letters enough.
    private static func chosen(_ lines: [TextLayout.Line]) -> [TextLayout.Line] {
        let heights = lines.flatMap { line in line.letters.map(\.height) }.sorted()
        guard !heights.isEmpty else { return [] }
        let usual = heights[heights.count / 2]
        let ordinary = lines.filter { 2 * $0.medianHeight >= usual && $0.medianHeight <= 3 * usual }
        var chosen: [TextLayout.Line] = []
        var letters = 0
        for line in ordinary.prefix(mostLines) where letters < enough {
            chosen.append(line)
            letters += min(mostLettersOfALine, line.letters.count)
        }
        return chosen
    }
}

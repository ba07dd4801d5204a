import Imaging
import Model

/// A few text lines of a page in one picture, one below the other, at a size that reads fast.
struct TextStrips {
    /// Grey, dark on light.
    var image: Image
    /// How many letters are in it.
    var letters: Int

    enum Selection {
        /// As few of the lines with most letters as may tell.
        case glance
        /// The lines with most letters.
        case fullest
        /// Of these, and of more, those with room above and below: no modules of a barcode, no screens. The fullest may
        /// be links, from whose middles no word is read.
        case free

        /// Letters that suffice.
        var enough: Int {
            switch self {
            case .glance: 25
            case .fullest: 90
            case .free: 200
            }
        }
    }

    static let mostLines = 6
    static let mostLettersOfALine = 45
    /// Letter height, capitals and small ones mixed, to which strips are scaled.
    static let letterHeight = 24.0

    /// Lines of that nearly equal height are scaled alike: those of a machine-readable zone must keep their equal pitch.
    static let sameHeight = 0.7...1.4
    /// The fullest lines that are looked at.
    static let mostCandidates = 60

    /// - Parameter source: the page's picture to cut from; grey levels to read from where nil.
    /// - Returns: nil where the page has no lines.
    init?(of page: LevelledPage, _ selection: Selection = .fullest, from source: Image? = nil) throws {
        try self.init(
            TextStrips.chosen(page.layout, selection), reduction: page.reduction, source: source ?? page.readable)
    }

    /// - Parameters:
    ///   - lines: of the reduced page.
    ///   - source: the page, not reduced.
    init?(_ lines: [TextLayout.Line], reduction: Reduction, source: Image) throws {
        let heights = lines.map(\.medianHeight).sorted()
        guard !heights.isEmpty else { return nil }
        let usual = Double(heights[heights.count / 2])
        var strips: [Image] = []
        var count = 0
        for line in lines {
            let members = Array(line.letters.prefix(TextStrips.mostLettersOfALine))
            guard let box = Box.around(members) else { continue }
            let margin = max(3, line.medianHeight / 2)
            let part = reduction.enlarged(box.inset(by: -margin))
            let own = Double(line.medianHeight)
            let height = (TextStrips.sameHeight.contains(own / usual) ? usual : own) * Double(reduction.factor)
            let crop = try source.cropped(to: part)
            strips.append(try crop.scaled(by: min(4, max(0.1, TextStrips.letterHeight / height))))
            count += members.count
        }
        image = try Image.stacked(strips, gap: Int(TextStrips.letterHeight))
        letters = count
    }

    /// The fullest lines of ordinary height, until there are letters enough.
    private static func chosen(_ layout: TextLayout, _ selection: Selection) -> [TextLayout.Line] {
        let lines = selection == .free ? layout.freeLines(most: mostCandidates) : layout.lines
        let heights = lines.flatMap { line in line.letters.map(\.height) }.sorted()
        guard !heights.isEmpty else { return [] }
        let usual = heights[heights.count / 2]
        let ordinary = lines.filter { 2 * $0.medianHeight >= usual && $0.medianHeight <= 3 * usual }
        var chosen: [TextLayout.Line] = []
        var letters = 0
        for line in ordinary.prefix(mostLines) where letters < selection.enough {
            chosen.append(line)
            letters += min(mostLettersOfALine, line.letters.count)
        }
        return chosen
    }
}

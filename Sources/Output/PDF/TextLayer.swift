import Foundation
import Model

/// The content of a page that shows nothing and can be found: text in rendering mode 3.
struct TextLayer {
    var text: String
    /// How many runs of words of one block were marked.
    private(set) var paragraphs = 0

    /// - Parameters:
    ///   - place: from fractions of the page as displayed to its own space.
    ///   - isTagged: whether each run of words of one block is marked as a paragraph, numbered from 0.
    init(_ words: [SearchablePDF.Word], place: Transform, isTagged: Bool) {
        var lines = ["BT \(GlyphlessFont.key) 1 Tf 3 Tr"]
        var block: Int?
        for (position, word) in words.enumerated() {
            let next = position + 1 < words.count ? words[position + 1] : nil
            guard let shown = Self.shown(word, isLastOfLine: next?.line != word.line, place) else { continue }
            if isTagged, block != word.block {
                if block != nil { lines.append("EMC") }
                lines.append("/P <</MCID \(paragraphs)>> BDC")
                paragraphs += 1
                block = word.block
            }
            lines.append(shown)
        }
        if block != nil { lines.append("EMC") }
        text = lines.joined(separator: "\n") + "\nET\n"
    }

    /// Words that lean less than this, in radians, are written level: viewers and extractors take a word's letters apart
    /// where their base line rises or falls.
    private static let mostLean = 0.35

    /// A matrix that makes the font's unit box as large as the word's, and its characters; a space that is not the last of
    /// its line. Nil for what has no size.
    private static func shown(_ word: SearchablePDF.Word, isLastOfLine: Bool, _ place: Transform) -> String? {
        let corners = [word.bottomLeft, word.bottomRight, word.topLeft].map(place.apply)
        let (left, right, top) = (corners[0], corners[1], corners[2])
        let (width, height) = (hypot(right.x - left.x, right.y - left.y), hypot(top.x - left.x, top.y - left.y))
        let characters = Double(word.text.utf16.count)
        guard characters > 0, width > 0.01, height > 0.01, width.isFinite, height.isFinite else { return nil }
        let lean = atan2(right.y - left.y, right.x - left.x)
        let quarter = (lean / (.pi / 2)).rounded() * .pi / 2
        let angle = abs(lean - quarter) < mostLean ? quarter : lean
        // On the side of the base line on which the letters are.
        let isMirrored = (right.x - left.x) * (top.y - left.y) - (right.y - left.y) * (top.x - left.x) < 0
        let across = Point(x: cos(angle), y: sin(angle))
        let up = isMirrored ? Point(x: across.y, y: -across.x) : Point(x: -across.y, y: across.x)
        // About the same middle.
        let rise = (0.5 - GlyphlessFont.descent) * height
        let base = Point(
            x: (right.x + top.x) / 2 - across.x * width / 2 - up.x * rise,
            y: (right.y + top.y) / 2 - across.y * width / 2 - up.y * rise)
        let stretch = width / (characters * GlyphlessFont.advance)
        let matrix = [
            across.x * stretch, across.y * stretch, up.x * height, up.y * height, base.x, base.y,
        ].map(\.short).joined(separator: " ")
        return "\(matrix) Tm<\((word.text + (isLastOfLine ? "" : " ")).utf16Digits)>Tj"
    }
}

/// A font of which every character is empty and as wide, by UTF-16. The file is Tesseract's `pdf.ttf` (Apache licence 2.0),
/// which has no outlines.
enum GlyphlessFont {
    static let key = "/RectoText"
    /// Of a character, in font sizes.
    static let advance = 0.5
    /// Below the base line, in font sizes; above it is the rest.
    static let descent = 0.2

    static func add(to file: PDFFile) -> PDFFile.Object {
        let bytes = PackageResources.glyphless_ttf
        let program = file.stream(bytes, dictionary: "/Length1 \(bytes.count)")
        let descriptor = file.dictionary(
            """
            /Type /FontDescriptor /FontName /GlyphLessFont /Flags 5 /FontBBox [0 -200 500 800] /ItalicAngle 0
            /Ascent 800 /Descent -200 /CapHeight 800 /StemV 80
            """, ["/FontFile2": program])
        // Every character is the font's glyph 1.
        let glyphs = file.stream((0..<65_536).flatMap { _ in [0, 1] as [UInt8] })
        let descendant = file.dictionary(
            """
            /Type /Font /Subtype /CIDFontType2 /BaseFont /GlyphLessFont /DW 500
            /CIDSystemInfo << /Ordering (Identity) /Registry (Adobe) /Supplement 0 >>
            """, ["/CIDToGIDMap": glyphs, "/FontDescriptor": descriptor])
        return file.dictionary(
            "/Type /Font /Subtype /Type0 /BaseFont /GlyphLessFont /Encoding /Identity-H",
            ["/DescendantFonts": file.array([descendant]), "/ToUnicode": file.stream(Array(Self.identity.utf8))])
    }

    /// A character's code is its UTF-16 (ISO 32000-1, 9.10.3).
    private static let identity = """
        /CIDInit /ProcSet findresource begin
        12 dict begin
        begincmap
        /CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
        /CMapName /Adobe-Identity-UCS def
        /CMapType 2 def
        1 begincodespacerange
        <0000> <FFFF>
        endcodespacerange
        1 beginbfrange
        <0000> <FFFF> <0000>
        endbfrange
        endcmap
        CMapName currentdict /CMap defineresource pop
        end
        end

        """
}

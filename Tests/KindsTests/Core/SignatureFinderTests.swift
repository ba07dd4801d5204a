import Model
import Testing

@testable import Kinds

@Suite struct SignatureFinderTests {
    /// A letter-sized page of print 20 pixels high, and what else stands on it.
    private static func finder(
        _ words: [(text: String, box: Box)], rules: [Box] = [], upright: [Box] = [], ink: [Box] = []
    ) -> SignatureFinder {
        var page = RecognizedPage(prepared: PreparedPage(index: 1, width: 1700, height: 2200, dpi: 200))
        let body = (0..<30).map { number in
            Word(
                text: "text", confidence: 0.95,
                box: Box(x: 100 + number % 10 * 80, y: 100 + number / 10 * 40, width: 60, height: 20), line: number / 10
            )
        }
        page.words =
            body
            + words.enumerated().map { Word(text: $1.text, confidence: 0.95, box: $1.box, line: 10 + $0) }
        page.rules =
            rules.map { Rule(box: $0, isHorizontal: true) } + upright.map { Rule(box: $0, isHorizontal: false) }
        page.inkRegions = ink.map { InkRegion(box: $0, ink: 0.1, strokes: 0.9) }
        return SignatureFinder(PageLayout(page: page))
    }

    @Test(arguments: [
        (["/s/", "Jane", "Doe"], true), (["/s/Jane", "Doe"], true),
        (["Electronically", "signed", "by:", "Jane"], true),
        (["DocuSigned", "by:"], true), (["Signed", "by", "mail"], false), (["and/or", "Jane"], false),
        // A sentence about signing is no block of a signature.
        (["was", "electronically", "signed", "by", "nobody"], false),
    ])
    func aSignatureMayBePrinted(words: [String], isSigned: Bool) {
        let placed = words.enumerated().map { ($1, Box(x: 200 + 150 * $0, y: 900, width: 140, height: 20)) }
        #expect((Self.finder(placed).printed() != nil) == isSigned)
    }

    @Test(arguments: [(20, false), (36, true)]) func aNameWrittenLargerThanPrintIsASignature(
        height: Int, isSigned: Bool
    ) {
        let caption = Box(x: 100, y: 1000, width: 100, height: 20)
        let name = Box(x: 110, y: 985 - height, width: 260, height: height)
        let line = Box(x: 100, y: 990, width: 500, height: 2)
        let place = Self.finder([("Signature", caption), ("Guadalupe", name)], rules: [line]).place(
            captionedBy: caption)
        #expect(place.isSigned == isSigned)
    }

    @Test(arguments: [("Guadalupe", true), ("37919", false)])
    func whatStandsInTheNextCellOfATableBelongsToItsCaption(text: String, isSigned: Bool) {
        let caption = Box(x: 100, y: 1000, width: 100, height: 20)
        let words = [("Signature", caption), (text, Box(x: 420, y: 990, width: 260, height: 40))]
        let upright = [90, 400, 1000].map { Box(x: $0, y: 980, width: 2, height: 60) }
        #expect(Self.finder(words, upright: upright).place(captionedBy: caption).isSigned == isSigned)
    }

    @Test func strokesOverALineAreASignatureWhateverIsBelow() {
        let line = Box(x: 100, y: 990, width: 500, height: 2)
        let stroke = Box(x: 150, y: 930, width: 250, height: 50)
        #expect(Self.finder([], rules: [line], ink: [stroke]).signedLine()?.box == stroke)
        #expect(Self.finder([], rules: [line]).signedLine() == nil)
        // A blank behind a caption is a field to fill in, and what is typed on it no stroke.
        let caption = ("Name:", Box(x: 20, y: 970, width: 70, height: 20))
        #expect(Self.finder([caption], rules: [line], ink: [stroke]).signedLine() == nil)
        let typed = ("Knoxville", Box(x: 150, y: 950, width: 200, height: 36))
        #expect(Self.finder([typed], rules: [line]).signedLine() == nil)
    }
}

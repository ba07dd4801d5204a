import Kinds
import Model
import Testing

@Suite struct PageLayoutTests {
    /// `GENEVIÈVE CHLOÉ` under a caption: the boxes of letters with marks reach into the caption's line.
    @Test func aWordBesideTwoRowsIsOfTheOneItWasReadWith() {
        func word(_ text: String, _ x: Int, _ y: Int, _ width: Int, _ height: Int, line: Int) -> Word {
            Word(text: text, confidence: 0.95, box: Box(x: x, y: y, width: width, height: height), line: line)
        }
        let words = [
            word("GENEVIÈVE", 577, 574, 249, 64, line: 9), word("CHLOÉ", 839, 548, 155, 71, line: 9),
            word("Prénoms", 578, 551, 115, 20, line: 10), word("names", 775, 556, 60, 15, line: 10),
        ]
        let page = RecognizedPage(
            prepared: PreparedPage(index: 1, width: 1200, height: 760, dpi: 300), words: words)
        let layout = PageLayout(page: page)
        #expect(layout.rowOf[1] == layout.rowOf[0])
        #expect(layout.rowOf[3] == layout.rowOf[2] && layout.rowOf[2] != layout.rowOf[0])
    }
}

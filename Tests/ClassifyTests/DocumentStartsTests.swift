import Model
import Testing

@testable import Classify

/// Where documents begin in a file of several pages.
@Suite struct DocumentStartsTests {
    private static func page(
        _ kind: KindName, title: Bool = true, confidence: Double = 0.98, isContinued: Bool = false
    ) -> DocumentStarts.PageView {
        .init(kind: kind, confidence: confidence, hasTitle: title, isContinued: isContinued)
    }

    @Test func aDocumentOfSeveralPagesIsOne() {
        let pages = [Self.page(.deed), Self.page(.unknown, title: false), Self.page(.deed, title: false)]
        #expect(DocumentStarts.find(pages) == [0])
    }

    @Test func anotherKindBeginsAnotherDocument() {
        #expect(DocumentStarts.find([Self.page(.optOut), Self.page(.id, title: false)]) == [0, 1])
    }

    @Test func aTitleBeginsTheNextOfAStack() {
        let pages = [
            Self.page(.deed), Self.page(.unknown, title: false), Self.page(.deed), Self.page(.unknown, title: false),
            Self.page(.deed),
        ]
        #expect(DocumentStarts.find(pages) == [0, 2, 4])
    }

    @Test func aPageThatCountsItselfAsTheSecondBeginsNothing() {
        #expect(DocumentStarts.find([Self.page(.deed), Self.page(.deed, isContinued: true)]) == [0])
    }

    @Test func aPageThatIsNotSureBeginsNothing() {
        #expect(DocumentStarts.find([Self.page(.deed), Self.page(.optOut, confidence: 0.6)]) == [0])
    }

    @Test func theSidesOfACardAreOneDocument() {
        #expect(DocumentStarts.find([Self.page(.id), Self.page(.id)]) == [0])
    }

    @Test func whatComesBeforeTheFirstKnownPageBelongsToIt() {
        #expect(DocumentStarts.find([Self.page(.unknown, title: false), Self.page(.deed)]) == [0])
    }

    @Test(arguments: [("Page 2 of 3", true), ("Page 1 of 3", false), ("2 of 2", true), ("Lot 2 of Oak 3", false)])
    func aFootSaysWhetherAPageIsTheFirst(foot: String, isContinued: Bool) {
        let words = foot.split(separator: " ").enumerated().map { position, word in
            Word(
                text: String(word), confidence: 0.95,
                box: Box(x: 900 + 120 * position, y: 3200, width: 100, height: 30),
                line: 0)
        }
        let page = RecognizedPage(
            prepared: PreparedPage(index: 2, width: 2550, height: 3300, dpi: 300), words: words)
        #expect(DocumentStarts.isContinued(page) == isContinued)
    }
}

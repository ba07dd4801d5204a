import Kinds
import Model
import Testing

@testable import Classify

/// Where documents begin in a file of several pages.
@Suite struct DocumentStartsTests {
    private static func page(
        _ kind: KindName, opens: Bool = true, confidence: Double = 0.98, count: (Int, Int)? = nil,
        against: Set<KindName> = [], supports: Set<KindName> = [], isSheet: Bool = false, isBlank: Bool = false,
        isCover: Bool = false
    ) -> PageView {
        PageView(
            kind: kind, confidence: confidence, opens: opens, isCover: isCover,
            count: count.map { PageCount(number: $0.0, total: $0.1) }, against: against, supports: supports,
            isSheet: isSheet, isBlank: isBlank)
    }

    private static func starts(_ pages: PageView...) -> [Int] { DocumentStarts(pages).starts }

    private static let note = page(.unknown, opens: false)

    @Test func aDocumentOfSeveralPagesIsOne() {
        #expect(Self.starts(Self.page(.deed), Self.note, Self.page(.deed, opens: false)) == [0])
    }

    @Test func anotherKindBeginsAnotherDocument() {
        #expect(Self.starts(Self.page(.optOut), Self.page(.id, opens: false)) == [0, 1])
    }

    @Test func aTitleBeginsTheNextOfAStack() {
        #expect(Self.starts(Self.page(.deed), Self.note, Self.page(.deed), Self.note, Self.page(.deed)) == [0, 2, 4])
    }

    @Test func aPageThatCountsItselfAsTheSecondBeginsNothing() {
        #expect(Self.starts(Self.page(.deed), Self.page(.deed, count: (2, 3))) == [0])
    }

    @Test func aPageThatCountsItselfAsTheFirstBeginsADocument() {
        #expect(Self.starts(Self.page(.deed), Self.page(.unknown, opens: false, count: (1, 2))) == [0, 1])
        #expect(Self.starts(Self.note, Self.page(.unknown, opens: false, count: (1, 2)), Self.note) == [0, 1])
    }

    @Test func aPageThatIsNotSureBeginsNothing() {
        #expect(Self.starts(Self.page(.deed), Self.page(.optOut, confidence: 0.6)) == [0])
    }

    @Test func aFormOrALetterBehindALetterIsAnother() {
        #expect(Self.starts(Self.page(.optOut, opens: false), Self.page(.optOut)) == [0, 1])
        #expect(Self.starts(Self.page(.optOut), Self.page(.optOut)) == [0, 1])
        #expect(Self.starts(Self.page(.optOut), Self.page(.optOut, opens: false)) == [0])
        #expect(Self.starts(Self.page(.deed, opens: false), Self.page(.deed)) == [0])
    }

    @Test func theSidesOfACardAreOneDocument() {
        #expect(Self.starts(Self.page(.id), Self.page(.id)) == [0])
    }

    @Test func aPageFullOfWordsIsNoSideOfACard() {
        #expect(Self.starts(Self.page(.id), Self.page(.unknown, opens: false, isSheet: true), Self.note) == [0, 1])
        #expect(Self.starts(Self.page(.id), Self.note) == [0])
    }

    @Test func whatSpeaksAgainstTheKindIsAnotherDocument() {
        #expect(Self.starts(Self.page(.deed), Self.page(.unknown, opens: false, against: [.deed])) == [0, 1])
        #expect(Self.starts(Self.page(.deed), Self.page(.unknown, opens: false, against: [.optOut])) == [0])
    }

    @Test func aLetterOfNoKnownKindIsAnotherDocument() {
        #expect(Self.starts(Self.page(.deed), Self.page(.unknown), Self.note) == [0, 1])
        #expect(Self.starts(Self.note, Self.page(.unknown)) == [0, 1])
    }

    @Test func aTitleBehindACoverSheetBeginsNothing() {
        let (cover, deed) = (Self.page(.deed, isCover: true), Self.page(.deed))
        #expect(Self.starts(cover, deed, Self.note, cover, deed, deed) == [0, 3, 5])
    }

    @Test func onlyACoverOfTheKindBelongsToTheFirstKnownPage() {
        let cover = Self.page(.unknown, opens: false, supports: [.deed])
        #expect(Self.starts(cover, Self.page(.deed)) == [0])
        #expect(Self.starts(Self.note, Self.page(.deed)) == [0, 1])
        #expect(Self.starts(Self.note, Self.page(.deed, confidence: 0.6)) == [0])
        #expect(Self.starts(Self.page(.unknown, opens: false, isBlank: true), Self.page(.deed)) == [0])
    }

    // MARK: - Pages without a sign that they belong

    private static func loose(_ pages: PageView..., linked: Set<Int> = []) -> [Int] {
        DocumentStarts(pages) { position, _ in linked.contains(position) }.loose
    }

    @Test func aPageBelongsByALinkAndNotByItsKind() {
        #expect(Self.loose(Self.page(.deed), Self.page(.deed, opens: false)) == [1])
        #expect(Self.loose(Self.page(.deed), Self.note, linked: [1]) == [])
        #expect(Self.loose(Self.page(.deed), Self.page(.unknown, opens: false, isBlank: true), Self.page(.deed)) == [])
    }

    @Test func aLinkIsSoughtAmongTheDocumentsOwnPages() {
        var asked: [Range<Int>] = []
        _ = DocumentStarts([Self.page(.deed), Self.page(.id), Self.page(.id)]) { _, before in
            asked.append(before)
            return false
        }
        #expect(asked == [1..<2])
    }

    private static func page(_ text: String, index: Int = 1) -> RecognizedPage {
        ClassifierTests.page(text, index: index)
    }

    @Test func anExhibitOfWhichThePagesBeforeSpeakIsLinked() {
        let deed = Self.page("the land described in Exhibit A\nattached hereto and made a part")
        #expect(PageLink.isThere(from: Self.page("EXHIBIT \"A\"\nLegal description", index: 2), to: [deed]))
        #expect(!PageLink.isThere(from: Self.page("EXHIBIT B\nLegal description", index: 2), to: [deed]))
        #expect(!PageLink.isThere(from: Self.page("see Exhibit A to the lease\nof", index: 2), to: [deed]))
        #expect(!PageLink.isThere(from: Self.page("EXHIBIT A", index: 2), to: [Self.page("a deed")]))
    }

    @Test func aPageThatCountsOnIsLinked() {
        func page(_ number: Int, of total: Int) -> RecognizedPage {
            Self.page("Page \(number) of \(total)\nand so on", index: number)
        }
        #expect(PageLink.isThere(from: page(2, of: 3), to: [page(1, of: 3)]))
        #expect(!PageLink.isThere(from: page(2, of: 4), to: [page(1, of: 3)]))
        #expect(!PageLink.isThere(from: page(3, of: 3), to: [page(1, of: 3)]))
        #expect(!PageLink.isThere(from: page(2, of: 3), to: [RecognizedPage]()))
    }

    @Test(arguments: [
        ("May 1, 2026\nHello,\nI ask", true), ("Dear Sir or Madam:\nI ask", true), ("To whom it may concern", true),
        ("Re: my data\nI ask", true), ("Opt-out form\nName of requester", false), ("Dearborn\nname", false),
    ]) func aLetterGreets(text: String, isLetter: Bool) {
        #expect(PageView.isLetter(Self.page(text)) == isLetter)
    }

    @Test(
        arguments: [
            ("Page 2 of 3", PageCount(number: 2, total: 3)), ("Page 1 of 3", PageCount(number: 1, total: 3)),
            ("2 of 2", PageCount(number: 2, total: 2)), ("Lot 2 of Oak 3", nil), ("4 of 3", nil),
        ] as [(String, PageCount?)]) func aFootSaysWhichPageItIs(foot: String, count: PageCount?)
    {
        let words = foot.split(separator: " ").enumerated().map { position, word in
            Word(
                text: String(word), confidence: 0.95,
                box: Box(x: 900 + 120 * position, y: 3200, width: 100, height: 30),
                line: 0)
        }
        let page = RecognizedPage(
            prepared: PreparedPage(index: 2, width: 2550, height: 3300, dpi: 300), words: words)
        #expect(PageCount(of: page) == count)
    }
}

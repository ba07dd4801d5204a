import Model
import Testing

@testable import Kinds

@Suite struct DeedSignatureTests {
    private static let deed = """
        ><WARRANTY DEED

        JOHN DOE, a single man, for Ten Dollars, conveys and warrants to RICHARD ROE, a widower, the following described
        real estate, situated in Lane County, Oregon, to wit:

        Lot 5, Block 2, Oak Grove Addition, Lane County, Oregon.

        Dated: March 4, 2021



        John Doe

        State of Oregon, County of Lane

        The foregoing instrument was acknowledged before me this 4th day of March, 2021, by John Doe.



        Mary Notary, Notary Public
        """
    /// Over the grantor's printed name, and over the notary's.
    private static let overName = Box(x: 220, y: 620, width: 300, height: 70)
    private static let overNotary = Box(x: 220, y: 970, width: 300, height: 70)

    private static func extract(
        ink: [InkRegion] = [], scrawls: [Word] = [], rules: [Rule] = []
    ) -> Extraction {
        var document = DeedPages.document([deed])
        document.pages[0].inkRegions = ink
        document.pages[0].words += scrawls
        document.pages[0].rules = rules
        return DeedPages.extract(document)
    }

    private static func scrawl(_ box: Box, confidence: Double) -> Word {
        Word(text: "Ae", confidence: confidence, box: box, line: 900)
    }

    @Test func inkOverAPrintedNameIsASignature() {
        let extraction = Self.extract(ink: [InkRegion(box: Self.overName, ink: 0.1, strokes: 0.9)])
        #expect(extraction.flag("signature_present") == true)
        #expect(extraction.confidence("signature_present") >= 0.9)
    }

    @Test func writingThatWasTakenForWordsIsASignature() {
        let extraction = Self.extract(scrawls: [Self.scrawl(Self.overName, confidence: 0.6)])
        #expect(extraction.flag("signature_present") == true)
        #expect(extraction.confidence("signature_present") >= 0.9)
    }

    @Test func aNotarysSignatureIsNoPartys() {
        let extraction = Self.extract(ink: [InkRegion(box: Self.overNotary, ink: 0.1, strokes: 0.9)])
        #expect(extraction.flag("signature_present") != true)
    }

    @Test func anEmptyLineIsNeverSure() {
        let line = Rule(box: Box(x: 200, y: 690, width: 900, height: 3), isHorizontal: true)
        let extraction = Self.extract(rules: [line])
        #expect(extraction.flag("signature_present") == false)
        #expect(extraction.confidence("signature_present") < 0.9)
        #expect(extraction.fields["signature_present"]?.alternatives.first?.value == .flag(true))
    }

    @Test func findsTheSignatureInFrontOfAnExhibit() {
        let body = Self.deed.replacing(
            "Lot 5, Block 2, Oak Grove Addition, Lane County, Oregon.",
            with: "See Exhibit \"A\" attached hereto and made a part hereof.")
        var document = DeedPages.document([
            body, "><EXHIBIT \"A\"\n\n⟦Lot 5, Block 2, Oak Grove Addition, Lane County, Oregon.⟧",
        ])
        document.pages[0].inkRegions = [InkRegion(box: Self.overName, ink: 0.1, strokes: 0.9)]
        let extraction = DeedPages.extract(document)
        #expect(extraction.text("legal_description") == "Lot 5, Block 2, Oak Grove Addition, Lane County, Oregon.")
        #expect(extraction.flag("signature_present") == true)
        #expect(extraction.confidence("signature_present") >= 0.9)
    }

    @Test func findsTheSignatureOverTheTopOfTheNextPage() {
        let parts = Self.deed.split(separator: "Dated: March 4, 2021").map(String.init)
        let filler = String(repeating: "\n", count: 44)
        var document = DeedPages.document([parts[0] + filler + "><Page 1 of 2", "\n\n\n\n" + parts[1]])
        let name = document.pages[1].words.first { $0.text == "John" }?.box ?? Box(x: 0, y: 0, width: 1, height: 1)
        document.pages[1].inkRegions = [
            InkRegion(box: Box(x: 220, y: name.y - 80, width: 300, height: 70), ink: 0.1, strokes: 0.9)
        ]
        #expect(DeedPages.extract(document).flag("signature_present") == true)
    }

    @Test func printIsNoSignature() {
        let extraction = Self.extract(scrawls: [Self.scrawl(Self.overName, confidence: 0.95)])
        #expect(extraction.fields["signature_present"] == nil)
    }
}

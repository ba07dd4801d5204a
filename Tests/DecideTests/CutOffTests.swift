import Decide
import Foundation
import Kinds
import Model
import Testing

@Suite struct CutOffTests {
    /// A page of 1000 × 1300 with words in lines of their own.
    static func page(
        outlined: Bool, sides: [String] = [], orientation: Int = 0, words: [Box]
    ) -> RecognizedPage {
        let corners = [(0, 0), (900, 0), (900, 900), (0, 900)].map { Point(x: $0.0, y: $0.1) }
        let outline = Quadrilateral(
            topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
        var page = DeciderTests.page {
            ($0.width, $0.height, $0.orientation) = (1000, 1300, orientation)
            $0.outline = outlined ? outline : nil
            $0.cutOffSides = sides
        }
        page.words = words.enumerated().map { Word(text: "word", confidence: 0.95, box: $1, line: $0) }
        return page
    }

    static func reason(_ page: RecognizedPage, fields: [FieldName: Field]) -> Reason? {
        let decision = DeciderTests.decide(fields: fields, pages: [page]).decision
        return decision.action == .retake ? decision.reasons.first { $0.code == .cutOff } : nil
    }

    static let inside = Box(x: 400, y: 500, width: 100, height: 20)
    static let atTheRight = Box(x: 910, y: 500, width: 88, height: 20)
    static var doubtful: [FieldName: Field] {
        var fields = DeciderTests.complete
        fields["name"] = DeciderTests.field(.text("A"), confidence: 0.5)
        return fields
    }

    /// Two rules of a card's frame reach the right side, or end before it.
    @Test(arguments: [(1000, Decision.Action.retake), (960, .accept)])
    func aFrameThatGoesOnBeyondTheSideIsCutOffWhateverWasRead(end: Int, action: Decision.Action) {
        var page = Self.page(outlined: true, sides: ["right"], words: [Self.inside])
        page.rules = [30, 1260].map { Rule(box: Box(x: 40, y: $0, width: end - 40, height: 8), isHorizontal: true) }
        #expect(DeciderTests.decide(pages: [page]).decision.action == action)
    }

    @Test func aMarginThatIsCutOffHidesNoFieldThatWasFound() {
        let page = Self.page(outlined: true, sides: ["right"], words: [Self.inside])
        #expect(DeciderTests.decide(fields: Self.doubtful, pages: [page]).decision.action == .review)
        #expect(Self.reason(page, fields: DeciderTests.without("name")) != nil)
    }

    @Test func printThatIsCutOffMakesAFieldDoubtful() throws {
        let page = Self.page(outlined: true, sides: ["right"], words: [Self.inside, Self.atTheRight])
        let reason = try #require(Self.reason(page, fields: Self.doubtful))
        #expect(reason.message.contains("right") && reason.box == Box(x: 985, y: 0, width: 15, height: 1300))
    }

    @Test func namesTheSideOfThePictureAndBoxesThatOfThePage() throws {
        // Captured turned clockwise by 90 degrees: its upper edge lay at the picture's right.
        let page = Self.page(outlined: true, sides: ["right"], orientation: 90, words: [Self.inside])
        let reason = try #require(Self.reason(page, fields: DeciderTests.without("name")))
        #expect(reason.message.contains("right") && reason.box == Box(x: 0, y: 0, width: 1000, height: 19))
    }

    @Test func linesThatRunOutOfAPictureWithoutOutlineAreCutOff() throws {
        let cut = (0..<4).map { Box(x: 900, y: 100 + 40 * $0, width: 100, height: 20) }
        let page = Self.page(outlined: false, words: cut)
        #expect(try #require(Self.reason(page, fields: Self.doubtful)).message.contains("right"))
        #expect(Self.reason(Self.page(outlined: false, words: Array(cut.prefix(1))), fields: Self.doubtful) == nil)
    }

    /// Levelled by 5 degrees, a picture of 1000 × 1300 is larger, and its sides lie aslant on the page.
    @Test(arguments: [(0.0, true), (-6.0, false)])
    func linesThatRunOutOfTheFrameOfALevelledPictureAreCutOff(from margin: Double, isCut: Bool) throws {
        let (sine, cosine) = (sin(5 * Double.pi / 180), cos(5 * Double.pi / 180))
        // About the middles, (500, 650) of the picture and (560, 700) of the page.
        func turned(_ sine: Double) -> Transform { Transform([cosine, -sine, 0, sine, cosine, 0, 0, 0, 1]) }
        func shifted(_ x: Double, _ y: Double) -> Transform { Transform([1, 0, x, 0, 1, y, 0, 0, 1]) }
        let toPage = shifted(560, 700).after(turned(-sine)).after(shifted(-500, -650))
        var page = Self.page(
            outlined: false,
            words: (0..<4).map { line in
                let end = toPage.apply(Point(x: 1000 + margin, y: 200 + 100 * Double(line)))
                return Box(x: Int(end.x) - 100, y: Int(end.y) - 10, width: 100, height: 20)
            })
        (page.prepared.width, page.prepared.height) = (1120, 1400)
        page.prepared.transform = shifted(500, 650).after(turned(sine)).after(shifted(-560, -700))
        let reason = Self.reason(page, fields: Self.doubtful)
        #expect((reason?.message.contains("right") ?? false) == isCut)
    }

    /// `TENDAI` cut through its fourth letter reads `TEI`.
    @Test(arguments: [(100, Decision.Action.review), (96, .accept)])
    func aValueAtTheFrameIsDoubtful(width: Int, action: Decision.Action) throws {
        let name = Box(x: 900, y: 500, width: width, height: 20)
        var fields = DeciderTests.complete
        fields["name"] = DeciderTests.field(.text("CHUKWUDI TEI"), confidence: 0.999)
        fields["name"]?.box = Box(x: 700, y: 498, width: 200 + width, height: 24)
        fields["name"]?.page = 1
        let decision = DeciderTests.decide(
            fields: fields, pages: [Self.page(outlined: false, words: [Self.inside, name])]
        ).decision
        #expect(decision.action == action)
        #expect(decision.reasons.allSatisfy { $0.field == "name" && $0.message.contains("side of the picture") })
    }

    @Test func whatRunsOutOfTheFrameKeepsADocumentFromBeingAccepted() {
        let cut = Self.page(outlined: true, sides: ["right"], words: [Self.inside, Self.atTheRight])
        #expect(Self.reason(cut, fields: DeciderTests.complete) != nil)
        let margin = Self.page(outlined: true, sides: ["right"], words: [Self.inside])
        #expect(DeciderTests.decide(pages: [margin]).decision.action == .accept)
    }

    /// Error correction reads a bar code without its first rows, too.
    @Test(arguments: [
        (Box(x: 150, y: 20, width: 800, height: 300), "top"), (Box(x: 150, y: 60, width: 800, height: 300), "top"),
        (Box(x: 660, y: 400, width: 330, height: 200), "right"),
        (Box(x: 150, y: 300, width: 700, height: 300), nil), (Box(x: 10, y: 20, width: 980, height: 1260), nil),
    ])
    func aBarCodeThatRunsOutOfThePictureIsCutOff(box: Box, side: String?) {
        var page = Self.page(outlined: false, words: [Self.inside])
        page.barcodes = [Barcode(format: "PDF417", text: "", box: box)]
        let decision = DeciderTests.decide(pages: [page]).decision
        #expect(decision.action == (side == nil ? .accept : .retake))
        #expect(decision.reasons.first?.message.contains(side ?? "") == (side == nil ? nil : true))
    }

    /// Half of its last line is enough to read OCR-B by.
    @Test(arguments: [(1300, true), (1293, true), (1240, false)])
    func aZoneThatRunsOutOfThePictureIsCutOff(end: Int, isCut: Bool) {
        var page = Self.page(outlined: false, words: [Self.inside])
        page.zoneLines = (0..<3).map {
            ZoneLine(characters: [], box: Box(x: 100, y: end - 240 + 80 * $0, width: 800, height: 80))
        }
        let decision = DeciderTests.decide(pages: [page]).decision
        #expect(decision.action == (isCut ? .retake : .accept))
        #expect(decision.reasons.map(\.code) == (isCut ? [.cutOff] : []))
    }

    /// A zone without the ends of its lines has no length that a format has. A cut-out of a whole one lies at the frame, too.
    @Test(arguments: [(32, 0, true), (44, 0, false), (32, 60, false)])
    func linesOfAZoneThatRunOutOfThePictureAreCutOff(characters: Int, margin: Int, isCut: Bool) {
        var page = Self.page(outlined: false, words: [Self.inside])
        let width = 22 * characters
        let filler = ZoneCharacter(text: "<", confidence: 0.99, box: Box(x: 0, y: 0, width: 20, height: 30))
        page.zoneLines = (0..<2).map {
            ZoneLine(
                characters: Array(repeating: filler, count: characters),
                box: Box(x: page.prepared.width - width - margin, y: 900 + 80 * $0, width: width, height: 40))
        }
        let decision = DeciderTests.decide(pages: [page]).decision
        #expect(decision.action == (isCut ? .retake : .accept))
        #expect(decision.reasons.map(\.code) == (isCut ? [.cutOff] : []))
        #expect(decision.reasons.first?.message.contains("right") == (isCut ? true : nil))
    }

    /// A card has print up to its edges; of a passport another page may run out of the frame.
    @Test(arguments: [("driver_license", Decision.Action.retake), ("passport", .accept), ("travel_document", .accept)])
    func aCardThatRunsOutOfThePictureIsCutOff(type: String, action: Decision.Action) {
        var kind = DeciderTests.kind
        kind.name = .id
        var page = Self.page(outlined: true, sides: ["top"], words: [Self.inside])
        page.barcodes = [Barcode(format: "PDF417", text: "", box: Self.inside)]
        let recognized = RecognizedDocument(
            loaded: LoadedDocument(id: "sha256:0", source: SourceInfo(path: "a")), pages: [page])
        let classified = ClassifiedDocument(
            recognized: recognized, kind: .id,
            classification: Classification(confidence: 0.99, scores: [:], evidence: []))
        var fields = DeciderTests.complete
        fields["document_type"] = DeciderTests.field(.text(type))
        let decider = Decider(kinds: [kind], settings: DeciderTests.settings, confidence: ConfidenceModel())
        let document = ExtractedDocument(classified: classified, extraction: Extraction(fields: fields, findings: []))
        #expect(decider.decide(document).decision.action == action)
    }

    @Test func anEmptyPartOfAPageIsCutOffTooAndNotOnlyBlank() {
        var blank = DeciderTests.blankPage()
        blank.prepared.cutOffSides = ["top"]
        let decision = DeciderTests.decide(fields: [:], kind: .unknown, pages: [blank]).decision
        #expect(decision.action == .retake && decision.reasons.map(\.code) == [.blank, .cutOff])
    }
}

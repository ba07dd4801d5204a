import Kinds
import Model
import Testing

@testable import Extract

/// What is told by letters' shapes beside what models read.
@Suite struct ShapeReadingTests {
    /// The second word of two, in a request of a party's name unless said otherwise.
    private static func request(
        _ text: String, leastAgreeing: Int = 3, isOfName: Bool = true, isOfLand: Bool = false
    ) -> SecondLook.Request {
        var request = SecondLook.Request(
            page: 1, word: PageText.page("is \(text)").words[1], positions: [1], leastAgreeing: leastAgreeing)
        request.isOfName = isOfName
        request.isOfLand = isOfLand
        return request
    }

    @Test(arguments: [
        ("Wexford", ["Wexford", "_exford", "Wexf'ord"], true), ("Wexford", ["_exford", "Wexf'ord"], false),
        ("wexford", ["WexforD"], false), ("HECTOR", ["HÉCTOR", "HÉCTOR"], false), ("Dunne", ["Dun ne"], true),
        // What is told by a mark alone.
        ("Benoit", ["Benoit", "Benoit"], false), ("Åse", ["Åse", "Åse"], false),
    ]) func anExactReadingByShapeIsWorthTwoOfAName(text: String, shapes: [String], isEnough: Bool) {
        let request = Self.request(text)
        #expect(request.isSettled(by: Rereading(alone: [text], byShape: shapes)) == isEnough)
        #expect(!request.isSettled(by: Rereading(alone: [], byShape: shapes)))
    }

    @Test func aPlainWordOfADescriptionNeedsNothingElse() {
        let request = Self.request("parcel", leastAgreeing: 1, isOfName: false, isOfLand: true)
        #expect(request.isSettled(by: Rereading(alone: [], byShape: ["parcel", "l)arcel"])))
        #expect(!request.isSettled(by: Rereading(alone: [], byShape: ["l)arcel", "l)arcel"])))
    }

    @Test(arguments: [
        ("13-0", ["I3-O"], true), ("2008", ["zoo8"], false), ("1929", ["l929"], true), ("66", ["bb"], false),
    ]) func aFiguresLookAlikesAreTheFigure(text: String, shapes: [String], fits: Bool) {
        #expect((SecondLook.Request.fit(text, shapes, asCode: false) > 0) == fits)
        #expect(SecondLook.Request.fit(text, shapes, asCode: true) == 0)
    }

    private static let doubts: [(text: String, isOfName: Bool, shapes: [String], isDoubted: Bool)] = [
        // A 0 with a dot in it that every model takes for a 9.
        ("198", false, ["108", "_ee", "_88"], true), ("198", false, ["_98", "108", "_98"], false),
        ("108", false, ["188", "188", "188"], false), ("34", false, ["39", "39", "39"], false),
        ("12-7", false, ["12-_", "_2-7"], false), ("26°1614\"", false, ["26°16`|_\"", "26°16`1_\""], false),
        ("HECTOR", true, ["__c _ÖR", "HÉCTOR", "HÉCTOR"], true),
        ("Zuzana", true, ["Zuzana", "Zuzanà", "Zuzanà"], false),
        ("Maria", true, ["María", "María"], false), ("Analytics", false, ["Anàlytics", "Anàlytics"], false),
        // A letter lost between two of its like.
        ("Wiliam", true, ["Willi__m", "Witli__m"], true), ("William", true, ["Witli__m", "Willi__m"], false),
        ("lability", false, ["l ii_bi l itv", "liability", "|iability"], true),
        ("the", false, ["tl_e", "tlle"], false),
    ]

    @Test(arguments: doubts) func twoSizesSpeakAgainstAWord(
        text: String, isOfName: Bool, shapes: [String], isDoubted: Bool
    ) {
        let request = Self.request(text, isOfName: isOfName)
        #expect(request.isContradicted(by: shapes) == isDoubted)
        let all = Rereading(alone: [text, text, text, text], byShape: shapes)
        #expect(request.isSettled(by: all) == !isDoubted)
    }

    private static let misread: [(text: String, alone: [String], shapes: [String], spelling: String?)] = [
        // Models spell it so, and its shape too.
        ("parecel", ["parcel", "parrel", "parcel", "parcel"], ["parcel", "_arcel"], "parcel"),
        ("parecel", ["parcel", "parecel", "parcel", "parcel"], ["parecel", "_arcel"], nil),
        ("parecel", ["parcel", "parrel", "pared", "parce"], ["parcel", "_arcel"], nil),
        ("parecel", ["parcel", "parcel", "parcel", "parcel"], ["_ar_el", "_arcel"], nil),
        // Of two readings that it may be, neither.
        ("Harlaw", ["Harlow", "Harlow", "Harlaw", "Barlow"], ["_arlow", "Harlow"], "Harlow"),
        // What the second model does not know.
        ("HECTOR", ["HÉCTOR", "HÉCTOR", "HÉCTOR", "HECTOR"], ["HÉCTOR", "HÉCTOR"], "HÉCTOR"),
        ("HECTOR", ["HÉCTOR", "HECTOR", "HECTOR", "HECTOR"], ["HÉCTOR", "HÉCTOR"], nil),
        ("Nygârd", ["Nygård", "Nygård", "Nygård", "Nygård"], ["Nygå rd", "Nygå rd"], nil),
        // A speck under the line.
        ("WỌJCIECH", ["WOJCIECH", "WỌJCIECH", "WỌJCIECH", "WOJCIECH"], ["WOJCIECH"], "WOJCIECH"),
        ("WỌJCIECH", ["WOJCIECH", "WỌJCIECH", "WỌJCIECH", "WOJCIECH"], ["_OJCIECH"], nil),
        // An f that is another in each picture.
        ("Grofkopf,", ["Grofßkopf,", "Grofèkopf", "Grofskopf", "Groškopf"], ["Gronkopf,"], nil),
        ("Grofkopf,", ["Grofßkopf,", "Grofèkopf", "Grofskopf", "Grofkopf"], ["Gronkopf,"], "Großkopf,"),
        ("Hofstadt", ["Hofstadt", "Hofstadt", "Hofstadt", "Hofstadt"], ["Hofstadt"], nil),
    ]

    @Test(arguments: misread) func aWordThatWasMisreadIsPutRight(
        text: String, alone: [String], shapes: [String], spelling: String?
    ) {
        let request = Self.request(text)
        #expect(request.respelling(by: Rereading(alone: alone, byShape: shapes)) == spelling)
    }

    @Test func aRingIsPutRightByNearlyAllReadings() {
        let reading = Rereading(
            alone: Array(repeating: "Nygård", count: 4), amongNeighbours: ["Nygård", "Nygård", "Nygard"],
            byShape: ["Nygå rd", "Nygå rd"])
        #expect(Self.request("Nygârd").respelling(by: reading) == "Nygård")
    }

    @Test(arguments: [
        ("2373851\"", "23°38'51\"", 3, true), ("2373851\"", "23°38'51\"", 2, false),
    ]) func aNumberIsPutRightByMoreReadings(text: String, other: String, count: Int, isPutRight: Bool) {
        let request = Self.request(text, leastAgreeing: 2, isOfName: false, isOfLand: true)
        let reading = Rereading(
            alone: Array(repeating: other, count: count) + Array(repeating: "23°", count: 4 - count), byShape: [other])
        #expect((request.respelling(by: reading) != nil) == isPutRight)
    }

    /// `12.,`: a stop on which a value rests, and that nothing else shows.
    @Test func aStopThatHardlyAPictureHasIsLeftOut() {
        var request = Self.request("12.,", isOfName: false)
        request.signs = "."
        let reading = Rereading(
            alone: ["12,", "12.", "12,", "12,"], amongNeighbours: ["12,", "12.,", "12,"],
            byShape: ["12,", "12,", "l2."])
        #expect(request.respelling(by: reading) == "12,")
    }

    /// No picture of the word itself has the comma behind it, all of its line have it.
    @Test func aCommaThatHangsOutOfItsWordIsSeenInTheLine() {
        var request = Self.request("SEARCH,", leastAgreeing: 2, isOfName: false)
        request.signs = ".,"
        let alone = Array(repeating: "SEARCH", count: 4)
        #expect(
            request.isSettled(by: Rereading(alone: alone, amongNeighbours: ["SEARCH,", "SEARCH,", "SEARCH,"])))
        #expect(
            !request.isSettled(by: Rereading(alone: alone, amongNeighbours: ["SEARCH,", "SEARCH", "SEARCH,"])))
    }

    @Test(arguments: [("441Y", false), ("441", true), ("44I", true), ("441.", true)])
    func aLetterBehindAFigureIsNoOtherReadingOfIt(reading: String, agrees: Bool) {
        #expect(Self.request("441", leastAgreeing: 2, isOfName: false).agrees(with: reading) == agrees)
    }

    @Test func aBearingInPiecesIsTheSame() {
        let request = Self.request("S62-14-31E,", leastAgreeing: 1, isOfName: false, isOfLand: true)
        #expect(request.agrees(with: "862-14-31 E."))
        #expect(!request.agrees(with: "862-14-31 W."))
    }

    @Test func anAddressInPiecesBecomesOneWord() throws {
        let page = PageText.page("mail jane. wexfrd@example.org today")
        let box = try #require(Box.around(page.words[1...2].map(\.box)))
        let field = Field(
            value: .text("jane.wexfrd@example.org"), raw: "jane. wexfrd@example.org", confidence: 0.96, source: .text,
            page: 1, box: box)
        let info = SourceInfo(path: "form.png", bytes: 1, mediaType: "image/png", pageCount: 1)
        let recognized = RecognizedDocument(loaded: LoadedDocument(id: "sha256:0", source: info), pages: [page])
        let classified = ClassifiedDocument(
            recognized: recognized, kind: .optOut,
            classification: Classification(confidence: 1, scores: [:], evidence: []), pageKinds: [.optOut])
        let look = SecondLook(
            ExtractedDocument(classified: classified, extraction: Extraction(fields: ["email": field])))
        let right = "jane.wexford@example.org"
        let request = try #require(look.requests.first)
        let reading = Rereading(alone: [right, "_" + right, right, right], byShape: [right])
        let revision = try #require(look.revision([request: reading]))
        #expect(revision.document.recognized.pages[0].words.map(\.text) == ["mail", right, "today"])
        #expect(revision.document.recognized.pages[0].words[1].box == box)
    }
}

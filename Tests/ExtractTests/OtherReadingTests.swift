import Kinds
import Model
import Testing

@testable import Extract

/// What the recognizer of another make says beside what models read.
@Suite struct OtherReadingTests {
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

    private static func reading(_ alone: [String] = [], _ other: String, sureTo confidence: Double = 0.95) -> Rereading
    {
        Rereading(alone: alone, other: Rereading.Other(text: other, confidence: confidence))
    }

    @Test(arguments: [
        ("Wexford,", "Wexford,", 0.95, true), ("Wexford,", "Wexford", 0.95, true),
        ("Wexford,", "Wexford,", 0.85, false),
        ("Maria", "María", 0.95, false), ("Åse", "Åse", 0.95, true),
    ]) func aWordThatBothRecognizersReadNeedsNoOtherReading(text: String, other: String, sure: Double, isEnough: Bool) {
        #expect(Self.request(text).isSettled(by: Self.reading([], other, sureTo: sure)) == isEnough)
    }

    @Test(arguments: [
        (2, [], [], 0.8, false), (2, ["793,"], ["753,"], 0.8, true), (2, ["793,"], ["753,"], 0.5, false),
        (3, ["793,"], ["753,"], 0.8, false), (3, ["753,"], [], 0.8, true),
    ]) func aWordOfWhichItIsHalfSureNeedsAnotherReading(
        least: Int, alone: [String], amongNeighbours: [String], sure: Double, isEnough: Bool
    ) {
        let reading = Rereading(
            alone: alone, amongNeighbours: amongNeighbours, other: Rereading.Other(text: "753,", confidence: sure))
        #expect(Self.request("753,", leastAgreeing: least, isOfName: false).isSettled(by: reading) == isEnough)
    }

    @Test(arguments: [
        // A 0 with a dot in it that every picture of the models takes for an 8.
        ("28,", "20,", 0.95, true), ("28,", "20,", 0.7, true), ("28,", "20,", 0.5, false),
        ("Wiliam", "William", 0.99, true),
        // A letter that the edge of the picture cuts off says nothing.
        ("County", "Count", 0.99, false), ("Nygard", "Nygård", 0.95, true),
        // A hyphen or an apostrophe, which the letters do not tell.
        ("AlRashidi", "Al-Rashidi", 0.95, true), ("AlRashidi", "Al-Rashidi", 0.7, true),
        ("O'Brien", "O’Brien", 0.95, false),
        // Half sure, it is not heard for marks and look-alikes.
        ("Nygard", "Nygård", 0.7, false), ("O'Brien", "0'Brien", 0.7, false), ("Tariq", "Tarig", 0.7, true),
        // It knows no words: a nought for the letter in a word without a figure is none.
        ("OLD", "0LD", 0.95, false), ("OLD", "0LD", 0.7, false), ("ISLE", "1SLE", 0.95, false),
        ("Oak", "0ak", 0.95, false),
        ("OLD", "0LA", 0.95, true), ("4O", "40", 0.95, true),
    ]) func aWordThatItReadsOtherwiseIsDoubtfulWhateverTheModelsSay(
        text: String, other: String, sure: Double, isDoubted: Bool
    ) {
        let reading = Self.reading([text, text, text, text], other, sureTo: sure)
        #expect(Self.request(text).isSettled(by: reading) == !isDoubted)
    }

    @Test(arguments: [
        ("parecel", ["parcel", "parrel", "parcel", "parecel"], "parcel", 0.95, "parcel"),
        ("parecel", ["parcel", "parrel", "parrel", "parecel"], "parcel", 0.95, nil),
        ("parecel", ["parcel", "parcel", "parcel", "parcel"], "parcel", 0.85, nil),
        ("HECTOR", ["HÉCTOR", "HECTOR", "HÉCTOR", "HECTOR"], "HÉCTOR", 0.95, "HÉCTOR"),
        ("parcel", ["parcel", "parcel"], "parcel", 0.95, nil),
        ("parecel", ["par cel", "par cel"], "par cel", 0.95, nil),
        // A mark that it reads past is no slip of the page's reading.
        ("THIÈS", ["THIES", "THIES", "THIÈS"], "THIES", 0.95, nil),
    ]) func aWordIsPutRightByWhatItAndTwoReadingsSay(
        text: String, alone: [String], other: String, sure: Double, spelling: String?
    ) {
        #expect(Self.request(text).otherSpelling(by: Self.reading(alone, other, sureTo: sure)) == spelling)
    }

    @Test(arguments: [
        ("County.", "County,", "County,"), ("Towers.,", "Towers,", "Towers,"),
        ("36°4117\"", "36°41'17\"", "36°41'17\""),
        ("Tacoma", "Tacoma,", "Tacoma,"), ("Tacoma", "Tacoma.", nil), ("1999", "1999,", nil),
        // What the edge may cut, an abbreviation's stop, and what is no sign.
        ("County,", "County", nil), ("Inc.,", "Inc,", "Inc,"), ("J.R.,", "JR,", nil), ("1954", "I954", nil),
        ("8-9661", "-8-9661", nil), ("County,", "County,", nil), ("a.b@example.org", "a,b@example.org", nil),
    ]) func signsAreThoseThatItReads(text: String, other: String, signed: String?) {
        #expect(Self.request(text).withOtherSigns(by: Self.reading([], other)) == signed)
    }

    @Test(arguments: [
        ("Ase", ["Ase", "Ase", "ÄĀse", "Ase"], "Áse", 0.48, false),
        ("Ase", ["Ase", "Ase", "Ase", "Ase"], "Áse", 0.48, true),
        ("Ase", ["Ase", "Ase", "Åse", "Ase"], "Ase", 0.8, true),
        ("Ase", ["Ase", "Ase", "Åse", "Ase"], "Åse", 0.3, true),
        ("Åse", ["Åse", "Åse", "Åse", "Ase"], "Åse", 0.8, true),
    ]) func aMarkThatAPictureAndItSeeIsLostInAName(
        text: String, alone: [String], other: String, sure: Double, isSettled: Bool
    ) {
        #expect(Self.request(text).isSettled(by: Self.reading(alone, other, sureTo: sure)) == isSettled)
    }

    /// `a stake: thence`: the tail of a semicolon is a hairline.
    @Test(arguments: [("stake:", false), ("stake", true), ("stake;", true)])
    func theOtherRecognizerReadsWhatMayBeASemicolon(text: String, isPlain: Bool) {
        var request = Self.request(text)
        request.leastAgreeing = 1
        #expect(request.subject.isPlain == isPlain)
    }

    @Test func signsAreWrittenToThePage() throws {
        let page = PageText.page("is Pueblo. CO")
        let field = Field(
            value: .text("Pueblo. CO"), raw: "Pueblo. CO", confidence: 0.96, source: .text, page: 1,
            box: Box.around(page.words[1...2].map(\.box)))
        let look = SecondLook(Self.document(["property_address": field], on: page))
        let request = try #require(look.requests.first { $0.text == "Pueblo." })
        let revision = try #require(look.revision([request: Self.reading([], "Pueblo,")]))
        #expect(revision.document.recognized.pages[0].words.map(\.text) == ["is", "Pueblo,", "CO"])
        #expect(revision.document.recognized.pages[0].words[1].isBorneOut)
    }

    @Test(arguments: [("property_address", true), ("county", false)])
    func wordsOfAddressesAreReadWithTheRoomBehindThem(field: FieldName, isWider: Bool) throws {
        let page = PageText.page("at Tacoma WA")
        let value = Field(
            value: .text("Tacoma WA"), raw: "Tacoma WA", confidence: 0.96, source: .text, page: 1,
            box: Box.around(page.words[1...2].map(\.box)))
        let look = SecondLook(Self.document([field: value], on: page))
        let request = try #require(look.requests.first { $0.text == "Tacoma" })
        #expect((request.word.box.maxX > page.words[1].box.maxX) == isWider)
        #expect(request.word.box.maxX < page.words[2].box.x)
    }

    private static func document(_ fields: [FieldName: Field], on page: RecognizedPage) -> ExtractedDocument {
        let info = SourceInfo(path: "form.png", bytes: 1, mediaType: "image/png", pageCount: 1)
        let recognized = RecognizedDocument(loaded: LoadedDocument(id: "sha256:0", source: info), pages: [page])
        let classified = ClassifiedDocument(
            recognized: recognized, kind: .optOut,
            classification: Classification(confidence: 1, scores: [:], evidence: []), pageKinds: [.optOut])
        return ExtractedDocument(classified: classified, extraction: Extraction(fields: fields))
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

    /// Nor does the other recognizer's picture have it, which contradicts nothing.
    @Test func aCommaBeforeALegalFormIsNotTakenAway() {
        var request = Self.request("SEARCH,", leastAgreeing: 2, isOfName: false)
        request.signs = ".,"
        var reading = Self.reading(["SEARCH", "SEARCH", "SEARCH"], "SEARCH")
        #expect(request.otherSpelling(by: reading) == nil && !request.isSettled(by: reading))
        reading.amongNeighbours = ["SEARCH,", "SEARCH,", "SEARCH,"]
        #expect(request.isSettled(by: reading))
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
        let look = SecondLook(Self.document(["email": field], on: page))
        let right = "jane.wexford@example.org"
        let request = try #require(look.requests.first)
        let reading = Self.reading([right, "_" + right, right, right], right)
        let revision = try #require(look.revision([request: reading]))
        #expect(revision.document.recognized.pages[0].words.map(\.text) == ["mail", right, "today"])
        #expect(revision.document.recognized.pages[0].words[1].box == box)
    }
}

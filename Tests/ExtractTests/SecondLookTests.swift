import Kinds
import Model
import Testing

@testable import Extract

/// What was read in print is read twice before anyone trusts it.
@Suite struct SecondLookTests {
    private static let page = PageText.page("Instrument No. 2021-0048127 Book 151 of Deeds")

    /// - Parameter page: the value stands in the place of all its words that are part of the value.
    private static func document(
        _ value: String = "2021-0048127", on page: RecognizedPage = page, source: FieldSource = .text,
        checks: [Check] = []
    ) throws -> ExtractedDocument {
        let parts = value.split(separator: " ").map(String.init)
        let box = try #require(Box.around(page.words.filter { parts.contains($0.text) }.map(\.box)))
        let field = Field(
            value: .text(value), raw: value, confidence: 0.96, source: source, page: 1, box: box, checks: checks)
        let info = SourceInfo(path: "deed.png", bytes: 1, mediaType: "image/png", pageCount: 1)
        let recognized = RecognizedDocument(loaded: LoadedDocument(id: "sha256:0", source: info), pages: [page])
        let classified = ClassifiedDocument(
            recognized: recognized, kind: .deed,
            classification: Classification(confidence: 1, scores: [:], evidence: []), pageKinds: [.deed])
        return ExtractedDocument(classified: classified, extraction: Extraction(fields: ["instrument_number": field]))
    }

    private static func judged(_ texts: [String]) throws -> Field? { try judged(try document(), texts) }

    /// - Parameter texts: what every word is read as.
    private static func judged(_ document: ExtractedDocument, _ texts: [String]) throws -> Field? {
        let look = SecondLook(document)
        let readings = Dictionary(uniqueKeysWithValues: look.requests.map { ($0, texts) })
        return look.judged(readings).extraction.fields["instrument_number"]
    }

    @Test func looksAtTheWordsWithDigitsInAValuesPlace() throws {
        #expect(SecondLook(try Self.document()).requests.map(\.text) == ["2021-0048127"])
    }

    @Test func looksAtTheWordsOfNames() throws {
        let page = PageText.page("by Curtis Wexford of 12 Elm")
        #expect(
            SecondLook(try Self.document("Curtis Wexford", on: page)).words.map(\.text) == ["Curtis", "Wexford"])
    }

    @Test func looksAtBothWordsThatADoubleNameWasReadIn() throws {
        let page = PageText.page("by Wexford- Carver of")
        var document = try Self.document("Wexford- Carver", on: page)
        document.extraction.fields["instrument_number"]?.value = .text("Wexford-Carver")
        #expect(SecondLook(document).words.map(\.text) == ["Wexford-", "Carver"])
    }

    /// The two letters of "CLASS DM", larger than their caption, are read by themselves.
    @Test func readsShortWordsWithTheOnesBeforeThemUnlessThoseAreCaptions() throws {
        var page = PageText.page("CLASS DM")
        #expect(SecondLook(try Self.document("DM", on: page)).requests.map(\.text) == ["CLASS DM"])
        page.words[0].box.height = page.words[1].box.height * 7 / 10
        #expect(SecondLook(try Self.document("DM", on: page)).requests.map(\.text) == ["DM"])
    }

    @Test(arguments: [(0.95, "C", 0.9), (0.95, "E", 0.5), (0.82, "C", 0.5)])
    func trustsALetterThatStandsAloneOnlyWhereItWasReadSurely(first: Double, again: String, most: Double) throws {
        var page = PageText.page("CLASS C")
        page.words[1].confidence = first
        let field = try #require(try Self.judged(try Self.document("C", on: page), [again, again]))
        #expect((field.confidence > 0.5) == (most > 0.5))
    }

    // Two links, the first of them read in pieces.
    @Test func looksAtThePiecesOfLinks() throws {
        let page = PageText.page("https://www. veridex.example/people/eva https:/lumenfile.example/p/22690514")
        var document = try Self.document("https://www. veridex.example/people/eva", on: page)
        let links = ["https://www.veridex.example/people/eva", "https://lumenfile.example/p/22690514"]
        document.extraction.fields = [
            "profile_urls": Field(
                value: .list(links), confidence: 0.7, source: .text, page: 1, box: Box.around(page.words.map(\.box)))
        ]
        let requests = SecondLook(document).words
        #expect(requests.map(\.text) == page.words.map(\.text))
        #expect(requests.last?.agrees(with: "https:#lumenfile.example/p/22690514") == true)
        #expect(requests.last?.agrees(with: "https://lumenfile.example/p/22690614") == false)
    }

    @Test func leavesOutTheNumbersBesideAName() throws {
        let page = PageText.page("Curtis 11th day of May 2010 Wexford")
        #expect(
            SecondLook(try Self.document("Curtis Wexford", on: page)).words.map(\.text) == ["Curtis", "Wexford"])
    }

    /// Of `eva@example.net` in a frame the last letter stood beside the word.
    @Test func looksAtAnAddressWithTheWhiteBesideIt() throws {
        let address = "hawamthembeni@example.ne"
        let page = PageText.page("Email: \(address)        Phone")
        let request = try #require(SecondLook(try Self.document(address, on: page)).requests.first)
        let word = try #require(page.words.first { $0.text == address })
        #expect(request.word.box.maxX > word.box.maxX + word.box.height / 2)
    }

    @Test func leavesOutWhatIsNotSpelledAsPrinted() throws {
        let page = PageText.page("this warranty_deed made")
        #expect(SecondLook(try Self.document("warranty_deed", on: page)).requests.isEmpty)
    }

    /// A small L is a capital I in many fonts, and never a small i.
    @Test(arguments: [("Oid", "Old", false), ("Oid", "OId", true), ("Old", "OId", true), ("Ida", "lda", true)])
    func aDotOverALetterCounts(printed: String, reading: String, isSame: Bool) throws {
        let look = SecondLook(try Self.document(printed, on: PageText.page("at \(printed) now")))
        #expect(try #require(look.requests.first).agrees(with: reading) == isSame)
    }

    /// What stands beside a piece of a link, and an underscore that a picture's edge takes away.
    @Test(arguments: [
        ("people/", "people/l", true), ("people/", "people/kevin", false), ("people/", "peaple/l", false),
        ("://www.orbit.example/p", "s://www.orbit.example/p", true),
        ("://www.orbit.example/p", "Ss: //www.orbit.example/p", false),
        ("://www.orbit.example/p", "https://www.orbit.example/q", false),
        ("eva_roe@example.org", "eva roe@example.org", true), ("eva_roe@example.org", "eva.roe@example.org", false),
        ("eva_roe@example.org", "evaroe@example.org", false), ("evaroe@example.org", "eva roe@example.org", false),
    ])
    func aPieceOfAnAddressIsComparedWithItsEdges(printed: String, reading: String, isSame: Bool) throws {
        let value = printed.hasSuffix("/") ? "https://orbit.example/ \(printed) kevin" : printed
        let document = try Self.document(value, on: PageText.page("at \(value) now"))
        let request = try #require(SecondLook(document).requests.first { $0.text == printed })
        #expect(request.agrees(with: reading) == isSame)
    }

    @Test func whatStandsBehindAStrokeWithoutANextPieceWasLost() throws {
        let request = try #require(
            SecondLook(try Self.document("Lot 12 31/", on: PageText.page("Lot 12 31/"))).words.last)
        #expect(request.text == "31/" && !request.agrees(with: "31/2") && !request.agrees(with: "31/l"))
    }

    // Two readings of `hawa_mthembeni` have the same letters whether or not the line was seen.
    // Beside it stands a frame, which is read as a stroke; a letter is none.
    @Test(arguments: [
        ("hawa_mthembeni@example.org", false), ("hawamthembeni @example.org.", true),
        ("| hawamthembeni@example.org", true), ("hawamthembeni@example.org =", true),
        ("hawamthembeni@example.orgs", false),
    ])
    func everySignOfAnAddressCounts(reading: String, agrees: Bool) throws {
        let address = "hawamthembeni@example.org"
        let document = try Self.document(address, on: PageText.page("Email: \(address) Phone"))
        let field = try #require(try Self.judged(document, [reading, reading]))
        #expect(field.checks.contains(Check(name: "second_reading", passed: true)) == agrees)
        #expect((field.confidence > 0.5) == agrees)
    }

    /// One model reads `@` as `Q` or as both; the line under an address is read as signs beside it.
    @Test(arguments: [
        ("_eva51@example.org", true), ("-= eva51@example.org _", true), ("e_va51@example.org", false),
        ("eva51Qexample.org", true), ("eva51@Qexample.org", true), ("eva51Qûexample.org", true),
        ("eva51Oexample.org", false), ("eva5Qexample.org", false), ("eva51Qexample.com", false),
        ("evaQexample.org", false), ("eva511@example.org", false), ("eva51ó@example.org", false),
        ("eva51_@example.org", false), ("eva51@eexample.org", false), ("eva51@éexample.org", false),
    ]) func signsOfAnAddressAreReadAsOthers(reading: String, agrees: Bool) throws {
        let page = PageText.page("E-mail: eva51@example.org")
        let request = try #require(SecondLook(try Self.document("eva51@example.org", on: page)).requests.first)
        #expect(request.agrees(with: reading) == agrees)
    }

    @Test(arguments: [("eva51@Qexample.org", true), ("EVA@QUARTZ.ORG", false), ("eva@example.org", false)])
    func doubtsAQBehindAnAtSign(address: String, isDoubtful: Bool) throws {
        let document = try Self.document(address, on: PageText.page("Email: \(address) Phone"))
        #expect((try Self.judged(document, [address, address])?.confidence == 0.5) == isDoubtful)
    }

    // Zones have no accents: they are only in the print beside them.
    @Test(arguments: [(["LUCÍA", "LUCIA"], true), (["LUCIA", "LUC1A"], false)])
    func doubtsAZonesNameWhosePrintHasAMark(readings: [String], isDoubtful: Bool) throws {
        let document = try Self.document(
            "LUCIA", on: PageText.page("Given names LUCIA born"), source: .mrz,
            checks: [Check(name: "agreement", passed: true)])
        let field = try #require(try Self.judged(document, readings))
        #expect((field.confidence <= 0.5) == isDoubtful)
        #expect(!field.checks.contains { $0.name == "second_reading" })
    }

    /// Beside a zone, whose name has none.
    @Test(arguments: [("WIŚNICKI", false), ("WISNICKI", true)])
    func inkAboveAZonesNameIsAMarkThatTheOtherRecognizerSees(other: String, isLeft: Bool) throws {
        var page = PageText.page("Surname WIŚNICKI born")
        page.words[1].hasUnreadInk = true
        let document = try Self.document(
            "WIŚNICKI", on: page, source: .mrz, checks: [Check(name: "agreement", passed: true)])
        let look = SecondLook(document)
        let request = try #require(look.requests.first)
        #expect(request.text == "WIŚNICKI")
        let reading = Rereading(alone: [], other: Rereading.Other(text: other, confidence: 0.95))
        let words = look.revision([request: reading])?.document.recognized.pages[0].words ?? page.words
        #expect(words[1].hasUnreadInk == isLeft)
    }

    /// A zone's name whose mark the page was not sure of is read again; one reading without it leaves it doubtful.
    @Test func readsAMarkAgainOfWhichThePageWasNotSure() throws {
        var document = try Self.document(
            "WIŚNICKI", on: PageText.page("Surname WIŚNICKI born"), source: .mrz,
            checks: [Check(name: "agreement", passed: true)])
        document.extraction.fields["instrument_number"]?.confidence = 0.4
        document.classified.recognized.pages[0].words[1].confidence = 0.7
        let look = SecondLook(document)
        let request = try #require(look.requests.first)
        #expect(request.leastAgreeing == 3)
        for (other, word) in [("WIŚNICKI", 0.95), ("WISNICKI", 0.7)] {
            let reading = Rereading(alone: [], other: Rereading.Other(text: other, confidence: 0.95))
            let words = look.revision([request: reading])?.document.recognized.pages[0].words
            #expect((words?[1].confidence ?? 0.7) == word)
        }
        let field = look.judged([request: ["WIŚNICKI", "WIŚNICKI", "WIŚNICKI", "WISNICKI"]])
            .extraction.fields["instrument_number"]
        #expect(field?.alternatives.map(\.value) == [.text("WISNICKI")])
    }

    /// `ÅNDRÉS`: a mark of which the page was sure, and that the other recognizer is sure not to see, nor two pictures show.
    @Test(
        arguments: [
            ([], "WISNICKI", 0.95, 0.5), (["WISNICKI"], "", 0.9, 0.5),
            (["WIŚNICKI", "WISNICKI"], "WISNICKI", 0.95, 0.5),
            ([], "WISNICKI", 0.8, 0.96), ([], "WIŚNICKI", 0.95, 0.96),
            (["WIŚNICKI", "WIŚNICKI", "WIŚNICKI", "WISNICKI"], "WISNICKI", 0.95, 0.96),
            (["WIŚNICKI", "WIŚNICKI", "WĪSNICKI"], "WISNICKI", 0.95, 0.5),
        ] as [([String], String, Double, Double)])
    func aMarkBesideAZoneThatIsDeniedIsDoubtful(
        alone: [String], other: String, sure: Double, confidence: Double
    ) throws {
        let document = try Self.document(
            "WIŚNICKI", on: PageText.page("Surname WIŚNICKI born"), source: .mrz,
            checks: [Check(name: "agreement", passed: true)])
        let look = SecondLook(document)
        let request = try #require(look.requests.first)
        let reading = Rereading(alone: alone, other: Rereading.Other(text: other, confidence: sure))
        #expect(request.isSettled(by: reading) == !(other == "WISNICKI" && sure > 0.9))
        let field = look.judged([request: reading]).extraction.fields["instrument_number"]
        #expect(field?.confidence == confidence)
    }

    // Nor hyphens, and a first reading may have taken one for a space.
    @Test(arguments: [("NYAMBURA-OKONJO", true), ("NYAMBURA OKONJO", false), ("-NYAMBURA OKONJO", false)])
    func doubtsAZonesNameWhosePrintHasAHyphen(again: String, isDoubtful: Bool) throws {
        let document = try Self.document(
            "NYAMBURA OKONJO", on: PageText.page("Surname NYAMBURA OKONJO"), source: .mrz,
            checks: [Check(name: "agreement", passed: true)])
        let look = SecondLook(document)
        let pair = try #require(look.requests.last)
        #expect(pair.text == "NYAMBURA OKONJO")
        let field = look.judged([pair: [again]]).extraction.fields["instrument_number"]
        #expect((try #require(field).confidence <= 0.5) == isDoubtful)
    }

    @Test(arguments: [FieldSource.mrz, .barcode, .derived]) func looksAtNumbersInPrintAlone(source: FieldSource) throws
    {
        #expect(SecondLook(try Self.document(source: source)).requests.isEmpty)
    }

    @Test(arguments: ["agreement", "check_digit"]) func leavesWhatIsProvenAlready(check: String) throws {
        #expect(SecondLook(try Self.document(checks: [Check(name: check, passed: true)])).requests.isEmpty)
        #expect(!SecondLook(try Self.document(checks: [Check(name: check, passed: false)])).requests.isEmpty)
    }

    // Dots and commas come and go, and a small picture loses a digit.
    @Test(arguments: [["2021-0048127", "2021 0048127."], ["2021-004812", "2021-0048127", "2021-0048127"]])
    func readingsThatAgreeAreAPassedCheck(readings: [String]) throws {
        let field = try #require(try Self.judged(readings))
        #expect(field.confidence == 0.96)
        #expect(field.checks == [Check(name: "second_reading", passed: true)])
    }

    // One picture may be misread as the page was.
    @Test(arguments: [["2021-0048127"], ["2021-0048177", "2021-0048127", "2021-0048177", "2021-0048177"]])
    func oneReadingThatAgreesIsNotEnough(readings: [String]) throws {
        #expect(try #require(try Self.judged(readings)).confidence == 0.5)
    }

    // But for a description's words and angles: it is long, and they speak for each other.
    @Test(arguments: [("Northwest", true), ("12°10'", true), ("251.94", false), ("31", false), ("ALL", false)])
    func oneReadingOfAWordOfADescriptionIsEnough(word: String, isFine: Bool) throws {
        var document = try Self.document("to \(word)", on: PageText.page("to \(word) of"))
        document.extraction.fields = [
            "legal_description": try #require(document.extraction.fields["instrument_number"])
        ]
        let look = SecondLook(document)
        let judged = look.judged(Dictionary(uniqueKeysWithValues: look.requests.map { ($0, [$0.text]) }))
        #expect((judged.extraction.fields["legal_description"]?.confidence == 0.96) == isFine)
    }

    // A hair between figures is read as a stroke, now and then.
    @Test func leavesWordsThatMoreThanTheirPictureProves() throws {
        var document = try Self.document()
        document.extraction.proven = [WordPlace(page: 1, box: Self.page.words[2].box)]
        #expect(SecondLook(document).requests.isEmpty)
    }

    /// The signature's `Tracv`, where the clause has `Tracy`: all its pictures read the clause's.
    @Test func readsWordsThatHaveANameOtherwiseAndPutsThemRight() throws {
        let page = PageText.page("unto Tracy Harlow of Reno Tracv Harlow")
        var document = try Self.document("Reno", on: page)
        document.extraction.differing = [WordPlace(page: 1, box: page.words[5].box)]
        let look = SecondLook(document)
        let request = try #require(look.requests.last)
        #expect(look.requests.map(\.text) == ["Reno", "Tracv"])
        #expect(!request.isSettled(by: Rereading(alone: ["Tracv", "Tracv"])))
        let reading = Rereading(alone: Array(repeating: "Tracy", count: 4))
        let revised = try #require(look.revision([request: reading]))
        #expect(revised.document.recognized.pages[0].words[5].text == "Tracy" && revised.corrected.isEmpty)
    }

    /// `All that certain lot` and `ALL that certain tract`.
    @Test(arguments: [("ALL", "All", false), ("All", "ALL", false), ("ALL", "ALL", true), ("All", "All,", true)])
    func capitalsOfTheFirstWordOfLandCount(printed: String, reading: String, isSame: Bool) throws {
        let page = PageText.page("\(printed) that tract")
        let request = try #require(SecondLook(try Self.document("\(printed) that tract", on: page)).requests.first)
        #expect(request.agrees(with: reading) == isSame)
    }

    /// `DRUMMOND.,` has a speck, `Inc.,` a stop.
    @Test(arguments: [("DRUMMOND", "DRUMMOND.,", true), ("Inc.", "Inc.,", false)])
    func aStopThatTheValueHasNotMattersToNobody(value: String, printed: String, isSame: Bool) throws {
        let page = PageText.page("\(printed) of Reno")
        var document = try Self.document(printed, on: page)
        document.extraction.fields["instrument_number"]?.value = .text(value)
        let request = try #require(SecondLook(document).requests.first)
        #expect(request.agrees(with: printed.replacing(".", with: "")) == isSame)
    }

    // What was read for the comma before a legal form is a speck where other pictures have nothing there.
    @Test(arguments: [("Development", 0.5), ("Development.", 0.96), ("Development,", 0.96)])
    func aCommaBeforeALegalFormHasToBeReadAgain(reading: String, confidence: Double) throws {
        var document = try Self.document("Peak Development. Inc.", on: PageText.page("unto Peak Development. Inc. a"))
        var field = try #require(document.extraction.fields["instrument_number"])
        field.value = .text("Peak Development, Inc.")
        document.extraction.fields = ["grantee": field]
        let look = SecondLook(document)
        let readings = look.requests.map { request in
            (request, Array(repeating: request.text.replacing("Development.", with: reading), count: 3))
        }
        let judged = look.judged(Dictionary(uniqueKeysWithValues: readings))
        #expect(judged.extraction.fields["grantee"]?.confidence == confidence)
    }

    @Test func aStrokeBetweenFiguresHasToBeReadAgain() throws {
        func confidence(_ readings: [String]) throws -> Double? {
            try Self.judged(try Self.document("2007/2057664", on: PageText.page("No. 2007/2057664 of")), readings)?
                .confidence
        }
        #expect(try confidence(["20072057664", "20072057664", "20072057664"]) == 0.5)
        #expect(try confidence(["2007/2057664", "2007/2057664"]) == 0.96)
    }

    // An S and a 5: no check digit of a card's number tells.
    @Test(arguments: [(KindName.id, false), (.deed, true)])
    func aLetterIsNoFigureInACardsNumber(kind: KindName, isFine: Bool) throws {
        var document = try Self.document("55421928", on: PageText.page("Number 55421928 of"))
        document.classified.kind = kind
        document.extraction.fields = [
            "document_number": try #require(document.extraction.fields["instrument_number"])
        ]
        let look = SecondLook(document)
        let readings = Dictionary(
            uniqueKeysWithValues: look.requests.map { ($0, ["S5421928", "S5421928", "55421928", "$5421928"]) })
        #expect((look.judged(readings).extraction.fields["document_number"]?.confidence == 0.96) == isFine)
    }

    @Test func oneReadingOfALegalFormIsEnough() throws {
        var document = try Self.document("LLC", on: PageText.page("to LLC of"))
        document.extraction.fields = ["grantee": try #require(document.extraction.fields["instrument_number"])]
        let look = SecondLook(document)
        let judged = look.judged(Dictionary(uniqueKeysWithValues: look.requests.map { ($0, ["EEC", "LLC"]) }))
        #expect(judged.extraction.fields["grantee"]?.confidence == 0.96)
    }

    @Test(arguments: [("grantor", false), ("instrument_number", true)])
    func threeReadingsHaveToSayANameAgain(name: FieldName, isFine: Bool) throws {
        var document = try Self.document("Wexford", on: PageText.page("by Curtis Wexford of"))
        document.extraction.fields = [name: try #require(document.extraction.fields["instrument_number"])]
        let look = SecondLook(document)
        func confidence(_ readings: [String]) -> Double? {
            look.judged(Dictionary(uniqueKeysWithValues: look.requests.map { ($0, readings) }))
                .extraction.fields[name]?.confidence
        }
        #expect((confidence(["Wexford", "Wexford", "Wextord", "Wextord"]) == 0.96) == isFine)
        #expect(confidence(["Wexford", "Wextord", "Wexford", "Wexford"]) == 0.96)
    }

    // A box that is too wide reaches over the next words of its line.
    @Test(arguments: [
        ("7386,", "7386, Page", true), ("7386,", "7386, Page 697", true), ("7386,", "Book 7386,", true),
        ("7386,", "7386, 697", false), ("7386,", "7396, Page 697", false),
    ])
    func aReadingMayGoOnWithTheNextWords(printed: String, reading: String, isFine: Bool) throws {
        let document = try Self.document("7386,", on: PageText.page("in Book 7386, Page 697 of"))
        let field = try #require(try Self.judged(document, [reading, reading]))
        #expect((field.confidence == 0.96) == isFine)
    }

    // Two short words are read together, and each may have been put right.
    @Test func comparesWithWhatEachWordWasMendedTo() throws {
        var document = try Self.document("the Fast 71 feet", on: PageText.page("the Fast 71 feet of"))
        document.extraction.fields["instrument_number"]?.value = .text("the East 71 feet")
        let look = SecondLook(document)
        let request = try #require(look.requests.first { $0.text == "Fast 71" })
        let field = look.judged([request: ["East 71", "East 71"]]).extraction.fields["instrument_number"]
        #expect(field?.confidence == 0.96)
    }

    @Test(arguments: [
        (["2021-0048177", "2021-0048177"], ["2021-0048177"]), (["2021-0048177", "202"], ["2021-0048177", "202"]),
        (["", "021-0048127"], ["021-0048127"]),
    ])
    func aValueThatNoOtherReadingHasIsDoubtful(readings: [String], others: [String]) throws {
        let field = try #require(try Self.judged(readings))
        #expect(field.confidence <= 0.5)
        #expect(field.value == .text("2021-0048127"))
        #expect(field.alternatives.map(\.value) == others.map { .text($0) })
        #expect(field.checks.isEmpty)
    }

    @Test(arguments: [
        ("Wexford", "Wextord", false), ("Wexford", "Wexfor", true), ("101", "l0l.", true), ("101", "107", false),
        ("S39-07-11E,", "$39-07-11E,", true), ("S39-07-11E,", "539-07-77E,", false), ("(S/2", "(5/2", true),
        ("S49-03-44W", "5849-03-44W", true),
        ("11th", "lith", true), ("11th", "1ith", true), ("11th", "17th", false), ("9th", "oth", false),
        ("21st", "2lst", true), ("East,", "Fast,", true), ("East,", "West", false), ("Fast", "East", false),
        ("West", "Best", false), ("N12-33-23E,", "N12-33-23F,", true), ("12-33-23E,", "12-33-23F,", false),
        ("4E", "4F", false), ("R29E,", "R29F,", true), ("T24S,", "T245,", true), ("T24S,", "T24N,", false),
        ("T245,", "T24S,", false), ("S59-56-59W,", "$59-56-59W,", true), ("S63-21-37E", "= 563-21-37E,", true),
        ("563-21-37E", "S63-21-37E", false), ("863-21-37E", "N63-21-37E", false),
        ("T24S,", "T25S", false), ("724S", "7245", false),
        ("5345", "53453", false), ("554", "1554", false), ("7,", "Lot 7.", true), ("7", "Lot 1", false),
        ("Ave.,", "Ave,", false), ("Ave.,", "Ave.,", true), ("Ave.,", "Ave.", true), ("Ave,", "Ave.,", true),
        ("St", "Lot St.", false), ("St.", "Lot St", true), ("St", "Lot St", true),
    ])
    func knowsWhichReadingsDiffer(printed: String, reading: String, isFine: Bool) throws {
        let document = try Self.document("Lot \(printed)", on: PageText.page("Lot \(printed) of"))
        let look = SecondLook(document)
        let request = try #require(look.requests.first { $0.text.hasSuffix(printed) })
        let field = look.judged([request: [reading, reading]]).extraction.fields["instrument_number"]
        #expect((field?.confidence == 0.96) == isFine)
    }

    // A number's picture reaches as far as its line's next word; one of a line that leans above it is none.
    @Test func aWordOverANumbersEndLeavesRoomBehindIt() throws {
        var page = PageText.page("P\nNo. 2021-554228")
        let number = page.words[2].box
        page.words[0].box = Box(x: number.maxX - 40, y: number.y - 30, width: 60, height: 44)
        let request = try #require(SecondLook(try Self.document("2021-554228", on: page)).requests.first)
        #expect(request.word.box.maxX > number.maxX)
    }

    // Where a line ends, its value has a comma: `125 ORCHARD CT.`
    @Test(arguments: [("CT", false), ("CT.", true)])
    func aStopAtALinesEndIsAnAbbreviationsOrASpeck(reading: String, isFine: Bool) throws {
        var document = try Self.document("125 ORCHARD CT.", on: PageText.page("125 ORCHARD CT.\nRENO"))
        document.extraction.fields["instrument_number"]?.value = .text("125 ORCHARD CT., RENO")
        let look = SecondLook(document)
        let readings = look.requests.map { request in
            (request, Array(repeating: request.text.replacing("CT.", with: reading), count: 3))
        }
        let field = look.judged(Dictionary(uniqueKeysWithValues: readings)).extraction.fields["instrument_number"]
        #expect((field?.confidence == 0.96) == isFine)
    }

    // The value was put right: what reads as it does now agrees.
    @Test(arguments: [("863-21-37E", "S63-21-37E"), ("T245,", "T24S,"), ("(5/2", "(S/2")])
    func comparesWithWhatAValueWasMendedTo(printed: String, mended: String) throws {
        var document = try Self.document("Lot \(printed)", on: PageText.page("Lot \(printed) of"))
        document.extraction.fields["instrument_number"]?.value = .text("Lot \(mended)")
        let look = SecondLook(document)
        let request = try #require(look.requests.first { $0.text.hasSuffix(printed) })
        let field = look.judged([request: [mended, mended]]).extraction.fields["instrument_number"]
        #expect(field?.confidence == 0.96)
    }

    // Its last figure may stand beside it, unread.
    @Test func looksAtTheWhiteAroundANumber() throws {
        let document = try Self.document("074-6453", on: PageText.page("No. 074-6453"))
        let words = document.classified.recognized.pages[0].words
        let request = try #require(SecondLook(document).requests.first { $0.text == "074-6453" })
        #expect(request.word.box.maxX == words[1].box.maxX + 18)
        #expect(request.word.box.x == words[1].box.x - 5)
    }

    @Test func aPictureThatReadsNothingProvesNothing() throws {
        let field = try #require(try Self.judged(["", "."]))
        #expect(field.confidence == 0.96 && field.checks.isEmpty && field.alternatives.isEmpty)
    }

    @Test func whatWasNotReadAgainIsAsItWas() throws {
        let document = try Self.document()
        #expect(SecondLook(document).judged([SecondLook.Request: Rereading]()) == document)
    }

    /// `29,`, which is read together with the word before it.
    @Test(arguments: [false, true]) func whatItsInkContradictsIsDoubtfulWhateverReadingsSay(isContradicted: Bool) throws
    {
        var page = PageText.page("on February 29, 2000 at")
        page.words[2].isContradicted = isContradicted
        let document = try Self.document("February 29, 2000", on: page)
        let look = SecondLook(document)
        #expect(look.requests.map(\.text).contains("February 29,"))
        let readings = Dictionary(uniqueKeysWithValues: look.requests.map { ($0, [$0.text, $0.text, $0.text]) })
        let field = try #require(look.judged(readings).extraction.fields["instrument_number"])
        #expect((field.confidence <= 0.5) == isContradicted)
    }

    /// By the other recognizer alone, and not where an O may stand for a nought.
    @Test(arguments: [
        ("consideration", "9402", 0.95, false), ("consideration", "9402", 0.7, true),
        ("consideration", "9403", 0.95, true), ("parcel_number", "9402", 0.95, true),
    ]) func whatInkSaysAgainstANumberIsLiftedByTheOtherRecognizer(
        name: FieldName, other: String, sure: Double, isLeft: Bool
    ) throws {
        var page = PageText.page("of 9402 in")
        page.words[1].isContradicted = true
        var document = try Self.document("9402", on: page)
        document.extraction.fields = [name: try #require(document.extraction.fields["instrument_number"])]
        let look = SecondLook(document)
        let request = try #require(look.requests.first { $0.text.contains("9402") })
        let reading = Rereading(
            alone: ["9402", "9402", "9402", "9402"], other: Rereading.Other(text: other, confidence: sure))
        let words = look.revision([request: reading])?.document.recognized.pages[0].words ?? page.words
        #expect(words[1].isContradicted == isLeft)
    }

    @Test(arguments: [
        ("Eric Wexford", true, 0.5), ("Eric Wexford", false, 0.96), ("Erie Wexford", true, 0.96),
        ("Petrovié", true, 0.5), ("Petrovié", false, 0.96),
    ])
    func doubtsACThatMayBeAnEWithoutItsBar(name: String, areLost: Bool, confidence: Double) throws {
        var page = PageText.page("by \(name) of 12 Cedar")
        for index in page.words.indices { page.words[index].mayHaveLostBar = areLost }
        let look = SecondLook(try Self.document(name, on: page))
        let readings = look.requests.map { request in
            (request, Rereading(alone: [], other: Rereading.Other(text: request.text, confidence: 0.99)))
        }
        let judged = look.judged(Dictionary(uniqueKeysWithValues: readings)).extraction
        #expect(judged.fields["instrument_number"]?.confidence == confidence)
    }

    /// Where it stands a second time a speck is left above a letter.
    @Test(arguments: [("Nygard,", 0.5), ("Nygard", 0.5), ("Nyland", 0.96)])
    func doubtsANameThatMayHaveLostAMarkElsewhere(elsewhere: String, confidence: Double) throws {
        var page = PageText.page("by Astrid Nygard of 12 Elm, signed: Astrid \(elsewhere)")
        page.words[page.words.count - 1].mayHaveLostMark = true
        var document = try Self.document("Astrid Nygard", on: page)
        document.extraction.fields["grantor"] = document.extraction.fields.removeValue(forKey: "instrument_number")
        let look = SecondLook(document)
        let readings = look.requests.map { request in
            (request, Rereading(alone: [], other: Rereading.Other(text: request.text, confidence: 0.99)))
        }
        let judged = look.judged(Dictionary(uniqueKeysWithValues: readings)).extraction
        #expect(judged.fields["grantor"]?.confidence == confidence)
    }

    @Test(arguments: [false, true]) func doubtsANameAboveWhichThereIsUnreadInk(isThere: Bool) throws {
        var page = PageText.page("by Ake Wexford of 12 Elm")
        for index in page.words.indices { page.words[index].hasUnreadInk = isThere }
        let document = try Self.document("Ake Wexford", on: page)
        let look = SecondLook(document)
        let readings = Dictionary(uniqueKeysWithValues: look.requests.map { ($0, [$0.text, $0.text]) })
        let field = try #require(look.judged(readings).extraction.fields["instrument_number"])
        #expect((field.confidence <= 0.5) == isThere)
        // The other recognizer sees no mark.
        let plain = look.requests.map { request in
            (request, Rereading(alone: [], other: Rereading.Other(text: request.text, confidence: 0.95)))
        }
        let seen = look.judged(Dictionary(uniqueKeysWithValues: plain)).extraction.fields["instrument_number"]
        #expect(seen?.confidence == 0.96)
        // A company that is registered so.
        let registered = try Self.document(
            "Ake Wexford", on: page, checks: [Check(name: "registry", passed: true)])
        let known = SecondLook(registered).judged(readings).extraction.fields["instrument_number"]
        #expect(known?.confidence == 0.96)
    }

    @Test(arguments: [
        ("Stanistaw", true), ("Mirostawa", true), ("Gustaw", false), ("Stanisław", false), ("Vofsberg", true),
        ("Hafstein", false), ("VOFSBERG", false), ("Ileron", true), ("llaskell", true), ("Ilse", false),
        ("Illinois", false), ("ILEANA", false),
    ])
    func doubtsANameWhoseStrokeIsLost(name: String, isDoubtful: Bool) throws {
        let document = try Self.document(name, on: PageText.page("by \(name) of 12 Elm"))
        let field = try #require(try Self.judged(document, [name, name]))
        #expect((field.confidence <= 0.5) == isDoubtful)
    }

    // MARK: - Among its neighbours

    /// A figure at a picture's edge is read with more of it: `Lot 214`, where the line has `Lot 21 in`.
    @Test(arguments: [
        (["21", "214"], ["21", "21", "21"], true), (["21", "214"], ["21", "21", "24"], false),
        (["214", "24"], ["21", "21", "21"], false), (["21", "214"], ["21", "21"], false),
        (["21", "21"], [], true),
    ])
    func everyPictureOfItsLineSettlesAWordThatOneOfItsOwnReadsAlike(
        alone: [String], amongNeighbours: [String], isFine: Bool
    ) throws {
        let document = try Self.document("Lot 21", on: PageText.page("Lot 21 in"))
        let look = SecondLook(document)
        let request = try #require(look.requests.first { $0.text == "Lot 21" })
        #expect(request.subject.neighbourhood != nil)
        let reading = Rereading(
            alone: alone.map { "Lot " + $0 }, amongNeighbours: amongNeighbours.map { "Lot " + $0 })
        #expect(request.isSettled(by: reading) == isFine)
        let field = look.judged([request: reading]).extraction.fields["instrument_number"]
        #expect((field?.confidence == 0.96) == isFine)
    }

    @Test func cardsAreReadWordByWord() throws {
        var document = try Self.document("Curtis Wexford", on: PageText.page("by Curtis Wexford of"))
        #expect(SecondLook(document).words.allSatisfy { $0.subject.neighbourhood != nil })
        document.classified.kind = .id
        #expect(SecondLook(document).words.allSatisfy { $0.subject.neighbourhood == nil })
        let alone = try Self.document("Wexford", on: PageText.page("Wexford"))
        #expect(SecondLook(alone).words.map(\.subject.neighbourhood) == [nil])
    }

    /// Both words of `Book 14`, where all pictures but one read `Book 11`.
    @Test(arguments: [
        (["Book 11", "Book 11", "Book 114", "Book 11"], "Book 11"),
        (["Book 11", "Book 14", "Book 114", "Book 11"], nil),
        (["Book 11", "Book 11", "Book 114", "Book 17"], nil),
    ])
    func aNumberThatHardlyAPictureReadsAlikeIsPutRight(alone: [String], text: String?) throws {
        let look = SecondLook(try Self.document("Book 14", on: PageText.page("in Book 14 of")))
        let request = try #require(look.requests.first { $0.text == "Book 14" })
        let reading = Rereading(alone: alone, amongNeighbours: ["Book 11", "Book 11,", "Book 11"])
        let revision = look.revision([request: reading])
        let words = revision?.document.recognized.pages[0].words.map(\.text)
        #expect(words?.joined(separator: " ") == text.map { "in \($0) of" })
        #expect(revision?.corrected.isEmpty != false)
    }

    /// The box of `Harbon` cuts its last letter, so that all of its own pictures have an r.
    @Test(arguments: [(["Harbon", "Harbon,", "Harbon"], nil), (["Harbon", "Harbor", "Harbon"], "Harbor")])
    func aWordThatAllPicturesOfItsLineHaveIsNotPutOtherwise(amongNeighbours: [String], text: String?) throws {
        let look = SecondLook(try Self.document("Data Harbon", on: PageText.page("Data Harbon LLC")))
        let request = try #require(look.requests.first { $0.text == "Harbon" })
        let reading = Rereading(
            alone: Array(repeating: "Harbor", count: 4), amongNeighbours: amongNeighbours,
            other: Rereading.Other(text: "Harbor", confidence: 0.97))
        #expect(look.revision([request: reading])?.document.recognized.pages[0].words[1].text == text)
        let field = look.judged([request: reading]).extraction.fields["instrument_number"]
        #expect(field?.confidence == SecondLook.doubt)
    }

    /// `17°837'24"`: signs are read differently, and the commonest spelling counts; one picture may agree with the page.
    @Test(arguments: [
        ("17°837'24\"", ["TISTA", "17°37 24\"", "17°37'24\"", "17°37'24\""], "17°37'24\"", "17°37'24\""),
        ("Mereer", ["Mercer", "Mercer", "Mercer", "Mercer"], "Mereer", "Mercer"),
        ("Mereer", ["Mercer", "Mereer", "Mercer", "Mercer"], "Mereer", nil),
    ])
    func aWordOfADescriptionIsPutRightByAllPicturesButOne(
        printed: String, alone: [String], one: String, text: String?
    ) throws {
        var document = try Self.document("Lot \(printed)", on: PageText.page("Lot \(printed) West"))
        document.extraction.fields = [
            "legal_description": try #require(document.extraction.fields["instrument_number"])
        ]
        let look = SecondLook(document)
        let request = try #require(look.requests.first { $0.text == printed })
        let revision = look.revision([request: Rereading(alone: alone, amongNeighbours: [alone[3], one, alone[3]])])
        #expect(revision?.document.recognized.pages[0].words[1].text == text)
        #expect(revision?.corrected.isEmpty != false)
    }

    /// Of `Barlow, àa` the first word was confirmed by itself.
    @Test func aPairIsPutRightWhereItDiffers() throws {
        let look = SecondLook(try Self.document("Barlow, àa", on: PageText.page("T. Barlow, àa")))
        let readings = look.requests.map { request in
            let text = request.text.replacing("à", with: "")
            return (request, Rereading(alone: Array(repeating: text, count: 4), amongNeighbours: [text, text, text]))
        }
        let revision = look.revision(Dictionary(uniqueKeysWithValues: readings))
        #expect(look.requests.map(\.text).contains("Barlow, àa"))
        #expect(revision?.document.recognized.pages[0].words.map(\.text) == ["T.", "Barlow,", "a"])
    }

    @Test(arguments: [("DANIEL THOMAS", 0.5), ("DANIELTHOMAS", 0.96), ("DANIELTHOMA S", 0.96), ("DANIEL THONAS", 0.96)])
    func aCardsNameInWhichADrawnOutPictureShowsASpaceIsDoubtful(drawnOut: String, confidence: Double) throws {
        var document = try Self.document("DANIELTHOMAS", on: PageText.page("DANIELTHOMAS"))
        document.classified.kind = .id
        document.extraction.fields = ["given_names": try #require(document.extraction.fields["instrument_number"])]
        let look = SecondLook(document)
        let request = try #require(look.requests.first)
        #expect(request.subject.mayBeTwo)
        let reading = Rereading(
            alone: Array(repeating: "DANIELTHOMAS", count: 4), drawnOut: ["DANIELTHOMAS", drawnOut])
        #expect(look.judged([request: reading]).extraction.fields["given_names"]?.confidence == confidence)
    }

    @Test(arguments: [("MILLST,", "address", true), ("MILL", "address", false), ("MILLST", "license_class", false)])
    func streetsOfCardsAreDrawnOutToo(word: String, field: FieldName, isDrawnOut: Bool) throws {
        var document = try Self.document("737 \(word)", on: PageText.page("737 \(word)"))
        document.classified.kind = .id
        document.extraction.fields = [field: try #require(document.extraction.fields["instrument_number"])]
        let request = try #require(SecondLook(document).requests.first { $0.text == word })
        #expect(request.subject.mayBeTwo == isDrawnOut)
    }

    /// Heights of capitals between `LU` and `BLIN`.
    @Test(arguments: [(0.1, KindName.id, 0.5), (0.3, .id, 0.96), (0.1, .deed, 0.96)])
    func aCardsWordsThatStandNoFartherApartThanLettersAreDoubtful(gap: Double, kind: KindName, confidence: Double)
        throws
    {
        var page = PageText.page("LU BLIN")
        let first = page.words[0].box
        page.words[1].box.x = first.maxX + Int(gap * Double(first.height))
        var document = try Self.document("LU BLIN", on: page)
        document.classified.kind = kind
        document.extraction.fields = ["place_of_birth": try #require(document.extraction.fields["instrument_number"])]
        let unread: [SecondLook.Request: Rereading] = [:]
        #expect(SecondLook(document).judged(unread).extraction.fields["place_of_birth"]?.confidence == confidence)
    }

    // MARK: - Words as two readings leave them

    private static func revised(
        _ word: String, _ texts: [String], confidence: Double = 0.45, isContradicted: Bool = false,
        isBorneOut: Bool = false
    ) throws -> (Word?, isCorrected: Bool) {
        var page = PageText.page("Lot \(word) of")
        (page.words[1].confidence, page.words[1].isContradicted) = (confidence, isContradicted)
        page.words[1].isBorneOut = isBorneOut
        let isAddress = word.contains("@")
        let look = SecondLook(try document(isAddress ? word : "Lot \(word)", on: page))
        let request = try #require(look.requests.first { $0.text == word })
        let revision = look.revision([request: texts])
        return (revision?.document.recognized.pages[0].words[1], revision?.corrected.isEmpty == false)
    }

    @Test func aWordThatReadsTheSameTwiceIsSurer() throws {
        let (word, isCorrected) = try Self.revised("Parcel", ["Parcel", "Parcel"])
        #expect(word?.text == "Parcel" && word?.confidence == 0.95 && !isCorrected)
    }

    @Test func aNumberThatItsInkContradictsIsNoSurer() throws {
        #expect(try Self.revised("4538F", ["4538F", "4538F"], isContradicted: true).0 == nil)
    }

    /// Of a name three readings have to say the same; where the page's own letters do, one.
    @Test(arguments: [
        (false, ["Tracy", "Tracv"], false), (true, ["Tracy", "Tracv"], true), (true, ["Tracv", "Tracv"], false),
    ]) func aWordThatItsPageBearsOutNeedsFewerReadings(isBorneOut: Bool, texts: [String], isSettled: Bool) throws {
        var page = PageText.page("by Tracy Marlow of")
        page.words[1].isBorneOut = isBorneOut
        var document = try Self.document("Tracy Marlow", on: page)
        document.extraction.fields = ["grantor": try #require(document.extraction.fields["instrument_number"])]
        let request = try #require(SecondLook(document).requests.first { $0.text == "Tracy" })
        #expect(request.isSettled(by: Rereading(alone: texts)) == isSettled)
    }

    /// A page bears out little of marks over letters, and least an i's dot. Which mark stands over an A models tell badly.
    @Test(
        arguments: [
            ("Maria", ["Maria", "María"], false), ("Maria", ["Maria", "Maria", "Maria"], true),
            ("Björn", ["Bjorn"], false), ("Björn", ["Björn"], true), ("Håkon", ["Håkon", "Hākon"], false),
            ("Håkon", ["Håkon", "Håkon"], true),
        ], [false, true])
    func aNameWithMarksNeedsAReadingAndTwoForAnA(
        of name: (text: String, readings: [String], isSettled: Bool), isBorneOut: Bool
    ) throws {
        var page = PageText.page("by \(name.text) Marlow of")
        page.words[1].isBorneOut = isBorneOut
        var document = try Self.document("\(name.text) Marlow", on: page)
        document.extraction.fields = ["grantor": try #require(document.extraction.fields["instrument_number"])]
        let request = try #require(SecondLook(document).requests.first { $0.text == name.text })
        #expect(request.isSettled(by: Rereading(alone: name.readings)) == name.isSettled)
    }

    @Test func aWordThatItsPageBearsOutIsNotPutRight() throws {
        let texts = Array(repeating: "Grangor", count: 4)
        #expect(try Self.revised("Granger", texts, confidence: 0.8).0?.text == "Grangor")
        #expect(try Self.revised("Granger", texts, confidence: 0.8, isBorneOut: true).0 == nil)
    }

    /// The recognizer gives a bearing whose S it takes for a dollar sign next to nothing.
    @Test(arguments: [0, 0.13, 0.4]) func aWordThatReadsTheSameTwiceIsSurerHoweverDoubtful(confidence: Double) throws {
        #expect(
            try Self.revised(
                "S40-21-49E", ["S40-21-49E", "S40-21-49E"], confidence: confidence
            ).0?.confidence == 0.95)
    }

    @Test(arguments: [
        ("Pareel", ["Parcel", "Parccl", "Parcel", "Parcel"], "Parcel"),
        (
            "eva51@Qexample.org",
            ["eva51@example.org", "eva51@Qexample.org_", "eva51@example.org", "eva51@example.org"], "eva51@example.org"
        ),
        ("937214", ["93724", "93721", "93721", "93721"], "93721"),
        ("N32-47-20Ẹ,", ["N32-47-20E,", "N32-47-20E,", "", "N32-47-20E,"], "N32-47-20E,"),
    ]) func aWordThatBothModelsReadOtherwiseIsPutRight(printed: String, readings: [String], text: String) throws {
        let (word, isCorrected) = try Self.revised(printed, readings)
        #expect(word?.text == text && word?.confidence == 0.45 && isCorrected)
    }

    // One model alone, readings that differ, a letter that the second model does not know, and another word.
    @Test(arguments: [
        ("Pareel", ["Parcel", "Parcel", "Parcel"]), ("Pareel", ["Parcel", "Parcel", "Parcel", "Pacel"]),
        ("Stanisław", ["Stanistaw", "Stanistaw", "Stanistaw", "Stanistaw"]),
        ("Wexford", ["Winters", "Winters", "Winters", "Winters"]),
        // Its box ends before the last letter.
        ("NAOMI", ["NAOM", "NAOM", "NAOM", "NAOM"]),
    ]) func aWordIsLeftWhereTheModelsDoNotAgree(printed: String, readings: [String]) throws {
        #expect(try Self.revised(printed, readings).0 == nil)
    }

    // "No" is read with "Pareel" before it, and both again.
    @Test func aWordPutRightIsNoSurerForTheOneBehindIt() throws {
        let page = PageText.page("Lot Pareel No of")
        let look = SecondLook(try Self.document("Lot Pareel No", on: page))
        let readings = Dictionary(
            uniqueKeysWithValues: look.requests.map { request in
                (
                    request,
                    request.text == "Pareel" ? ["Parcel", "Parccl", "Parcel", "Parcel"] : [request.text, request.text]
                )
            })
        #expect(look.requests.contains { $0.text == "Pareel No" })
        let words = try #require(look.revision(readings)).document.recognized.pages[0].words
        #expect(words[1].text == "Parcel" && words[1].confidence == 0.5)
    }

    @Test func aWordThatEveryPictureReadsOtherwiseIsSure() throws {
        let (word, isCorrected) = try Self.revised("Pareel", Array(repeating: "Parcel", count: 4))
        #expect(word?.text == "Parcel" && word?.confidence == 0.9 && !isCorrected)
    }

    /// The I of NAOMI stands outside of the word's box, and whole in its room. That of HAN holds no more than one of the
    /// letters behind it.
    @Test(arguments: [("NAOM", "NAOMI", false), ("HAN", "HANN", true), ("AVIER", "XAVIER", true)])
    func aCardsNameIsReadWithTheRoomBesideIt(printed: String, whole: String, isDoubtful: Bool) throws {
        let page = PageText.page("Names \(printed)")
        var document = try Self.document(printed, on: page)
        document.classified.kind = .id
        document.extraction.fields = ["given_names": try #require(document.extraction.fields["instrument_number"])]
        let look = SecondLook(document)
        let request = try #require(look.requests.first)
        #expect(request.word.box.maxX > page.words[1].box.maxX && request.word.box.x > page.words[0].box.maxX)
        let reading = Rereading(
            alone: [whole, whole, printed, printed], other: Rereading.Other(text: whole, confidence: 0.95))
        let revision = try #require(look.revision([request: reading]))
        #expect(revision.document.recognized.pages[0].words[1].text == whole)
        #expect(revision.corrected.isEmpty != isDoubtful)
    }

    /// The right stroke of a card's U is lost at every picture's edge.
    @Test func aCardsWordThatEveryPictureReadsOtherwiseAtItsEdgeIsNotSure() throws {
        var document = try Self.document("MAMADOU", on: PageText.page("Names MAMADOU born"))
        document.classified.kind = .id
        document.extraction.fields = ["given_names": try #require(document.extraction.fields["instrument_number"])]
        let look = SecondLook(document)
        let request = try #require(look.requests.first)
        let revision = look.revision([request: Rereading(alone: Array(repeating: "MAMADOL", count: 4))])
        #expect(revision?.corrected.isEmpty == false)
    }

    /// `Pco` for `People`; an address at the end of its sentence.
    @Test(arguments: [
        ("Pco", "People", "People"),
        ("naney_stoekton@example.org", "nancy_stockton@example.org.", "nancy_stockton@example.org"),
    ])
    func aWordThatEveryPictureReadsAlikeMayDifferMore(printed: String, reading: String, text: String) throws {
        let (word, isCorrected) = try Self.revised(printed, Array(repeating: reading, count: 4))
        #expect(word?.text == text && word?.confidence == 0.9 && !isCorrected)
    }

    @Test func aValueWithAWordPutRightIsDoubtful() throws {
        let page = PageText.page("Lot 937214 of")
        let document = try Self.document("Lot 937214", on: page)
        let request = try #require(SecondLook(document).requests.first { $0.text == "937214" })
        let texts = ["93721", "93721", "93721", "93721"]
        let revision = try #require(SecondLook(document).revision([request: texts]))
        var revised = try Self.document("Lot 93721", on: revision.document.recognized.pages[0])
        revised.classified = revision.document
        let look = SecondLook(revised, corrected: revision.corrected)
        let readings = Dictionary(uniqueKeysWithValues: look.requests.map { ($0, texts) })
        #expect(look.judged(readings).extraction.fields["instrument_number"]?.confidence == 0.5)
    }

    // MARK: - What a legal description forgives

    @Test(arguments: [
        ("certain", "ccrtain", true), ("ALl", "All", true), ("ALL", "All", false), ("North", "Norih", false),
        ("44.10", "44.16", false),
        ("certain", "cortcin", false), ("Nine", "Nino", false), ("Mine", "Nine", false),
    ]) func aDescriptionForgivesAPlainWordsLetter(printed: String, reading: String, isFine: Bool) throws {
        let filling = String(repeating: "that parcel of land in the town ", count: 4)
        let text = "\(filling)Lot \(printed) thereof"
        var document = try Self.document(text, on: PageText.page(text))
        document.extraction.fields = [
            "legal_description": try #require(document.extraction.fields["instrument_number"])
        ]
        let look = SecondLook(document)
        let readings = look.requests.filter { $0.text.hasSuffix(printed) }.map { ($0, [reading]) }
        let field = look.judged(Dictionary(uniqueKeysWithValues: readings)).extraction.fields["legal_description"]
        #expect(!readings.isEmpty)
        #expect((field?.confidence == 0.96) == isFine)
    }

    /// Three quotation marks and apostrophes that were read past: a long description forgives them.
    @Test(arguments: [(4, false), (12, true)])
    func aDescriptionWhoseMarksLeftGapsIsDoubtful(repeats: Int, isFine: Bool) throws {
        let text =
            String(repeating: "that parcel of land in the town ", count: repeats)
            + "on a map entitled Eagle Ridge , filed in the Clerk s Office."
        var document = try Self.document(text, on: PageText.page(text))
        document.extraction.fields = [
            "legal_description": try #require(document.extraction.fields["instrument_number"])
        ]
        let look = SecondLook(document)
        let readings = Dictionary(uniqueKeysWithValues: look.requests.map { ($0, [$0.text, $0.text]) })
        #expect((look.judged(readings).extraction.fields["legal_description"]?.confidence == 0.96) == isFine)
    }

    /// `entited`, as every picture has it: one in a long description is forgiven, in a short one it is not.
    @Test(arguments: [(2, true, false), (8, true, true), (2, false, true)])
    func aDescriptionWithAWordThatIsNoneIsDoubtful(repeats: Int, isNoWord: Bool, isFine: Bool) throws {
        let text = String(repeating: "that parcel of land in the town ", count: repeats) + "entited so."
        var page = PageText.page(text)
        let place = try #require(page.words.firstIndex { $0.text == "entited" })
        page.words[place].confidence = 0.85
        var document = try Self.document(text, on: page)
        document.extraction.fields = [
            "legal_description": try #require(document.extraction.fields["instrument_number"])
        ]
        let look = SecondLook(document)
        let readings = look.requests.map { request in
            (request, Rereading(alone: [request.text], isNoWord: isNoWord && request.text == "entited"))
        }
        let field = look.judged(Dictionary(uniqueKeysWithValues: readings)).extraction.fields["legal_description"]
        // It is printed so, or was put right.
        let printed = readings.map { request, reading in
            (
                request,
                Rereading(
                    alone: reading.alone, other: Rereading.Other(text: request.text, confidence: 0.95),
                    isNoWord: reading.isNoWord)
            )
        }
        let fine = look.judged(Dictionary(uniqueKeysWithValues: printed)).extraction.fields["legal_description"]
        #expect(fine?.confidence == 0.96)
        #expect(look.requests.contains { $0.text == "entited" })
        #expect((field?.confidence == 0.96) == isFine)
    }
}

extension SecondLook {
    fileprivate func judged(_ alone: [Request: [String]]) -> ExtractedDocument {
        judged(alone.mapValues { Rereading(alone: $0) })
    }

    fileprivate func revision(_ alone: [Request: [String]]) -> Revision? {
        revision(alone.mapValues { Rereading(alone: $0) })
    }
}

extension SecondLook {
    /// Without the lines, which are read for what stands between them.
    fileprivate var words: [Request] { requests.filter { !$0.isLine } }
}

import Kinds
import Model
import Testing

@testable import Extract

/// What stands between the words of a value: spaces, commas and lost letters, read of whole lines by the recognizer of
/// another make.
@Suite struct ValueLineTests {
    /// - Parameter hasWideSpaces: whether the value's spaces are as wide as those beside it.
    private static func document(
        _ value: FieldValue, raw: String, field: FieldName, hasWideSpaces: Bool = false
    ) throws -> ExtractedDocument {
        var page = PageText.page("by \(raw) of")
        if !hasWideSpaces {
            for index in page.words.indices.dropFirst().dropLast(2) { page.words[index].box.width += 3 }
        }
        let words = page.words.dropFirst().dropLast()
        let value = Field(
            value: value, raw: raw, confidence: 0.96, source: .text, page: 1,
            box: Box.around(words.map(\.box)))
        let info = SourceInfo(path: "form.png", bytes: 1, mediaType: "image/png", pageCount: 1)
        let recognized = RecognizedDocument(loaded: LoadedDocument(id: "sha256:0", source: info), pages: [page])
        let classified = ClassifiedDocument(
            recognized: recognized, kind: .optOut,
            classification: Classification(confidence: 1, scores: [:], evidence: []), pageKinds: [.optOut])
        return ExtractedDocument(classified: classified, extraction: Extraction(fields: [field: value]))
    }

    private static func look(
        _ value: String, raw: String? = nil, field: FieldName = "broker_name", hasWideSpaces: Bool = false
    ) throws -> SecondLook {
        SecondLook(try document(.text(value), raw: raw ?? value, field: field, hasWideSpaces: hasWideSpaces))
    }

    /// The line by the other recognizer, each word by the models.
    private static func readings(
        _ look: SecondLook, _ other: String, sureTo confidence: Double = 0.95
    ) -> [SecondLook.Request: Rereading] {
        Dictionary(
            uniqueKeysWithValues: look.requests.map { request in
                (
                    request,
                    request.isLine
                        ? Rereading(alone: [], other: Rereading.Other(text: other, confidence: confidence))
                        : Rereading(alone: Array(repeating: request.text, count: 4))
                )
            })
    }

    @Test(arguments: [("broker_name", true), ("requester_name", true), ("address", true), ("county", false)])
    func linesOfNamesAndAddressesAreReadWhole(field: FieldName, isRead: Bool) throws {
        let lines = try Self.look("Curtis Wexford", field: field).requests.filter(\.isLine)
        #expect(lines.map(\.text) == (isRead ? ["Curtis Wexford"] : []))
    }

    /// A comma between them was lost on the line that they are written on.
    @Test(arguments: [(0, true), (40, false)])
    func wordsOfOneRowAreOneLineThoughRecognitionTookThemForTwo(lower: Int, isOne: Bool) throws {
        var document = try Self.document(.text("Curtis Wexford"), raw: "Curtis Wexford", field: "broker_name")
        document.classified.recognized.pages[0].words[2].line += 1
        document.classified.recognized.pages[0].words[2].box.y += lower
        let box = Box.around(document.classified.recognized.pages[0].words[1...2].map(\.box))
        document.extraction.fields["broker_name"]?.box = box
        #expect(SecondLook(document).requests.filter(\.isLine).map(\.text) == (isOne ? ["Curtis Wexford"] : []))
    }

    @Test func aSingleWordIsNoLine() throws {
        #expect(try Self.look("Oakline").requests.allSatisfy { !$0.isLine })
    }

    @Test(arguments: [
        ("Chidinma Ezenwa", "Chidinma·Ezenwa", 0.7, false),
        ("Chidinma Ezen Wa", "Chidinma Ezenwa", 0.95, true), ("Chidinma Ezen Wa", "Chidinma Ezenwa", 0.5, false),
        ("Chidinma Ezenwa", "Chidinma Ezen wa", 0.95, true), ("Chidinma Ezenwa", "Chidinma Ezenwa,", 0.95, false),
        // An initial stands near what is beside it.
        ("Tracy N. Carver", "TracyN. Carver", 0.95, false), ("Amara W. Boateng", "Amara W.Boateng", 0.95, false),
        // Signs are hardly ever lost in one of two right readings.
        ("Amara W Boateng", "Amara W. Boateng", 0.7, true), ("Amara W. Boateng", "Amara W Boateng", 0.7, true),
        ("Amara ElKhatib", "Amara El-Khatib", 0.7, true), ("Amara O'Brien", "Amara O’Brien", 0.7, false),
        ("1295 Elm Ct #3", "1295 Elm Ct 3", 0.7, true), ("Amara Boateng.", "Amara Boateng", 0.95, false),
        // Too little is sure for a comma to be put right, enough for a doubt.
        ("Meridian Records Inc", "Meridian Records, Inc", 0.7, true),
        ("Wexford, Curtis Lee", "Wexford Curtis Lee", 0.95, true),
        ("William H. Tolliver", "William II. Tolliver", 0.95, true),
        // The last letter of `Been` is cut in all pictures of the word alone.
        ("Beer Verified", "BeenVerified", 0.65, true), ("Beer Verified", "BeenVerified", 0.55, false),
        // Look-alikes and marks.
        ("Ilse OBrien", "llse 0Brien", 0.95, false), ("Thiès Ndiaye", "Thies Ndiaye", 0.95, false),
        // Those that no word has are not.
        ("Tracy Carver", "Tracy N. Carver", 0.95, true), ("Tracy Carver", "Tracy Carver N.", 0.95, true),
        // The line's own edge may cut a letter.
        ("Tracy Haskell", "Tracy Haskel", 0.95, false), ("Tracy Haskell", "Tracy Haskl", 0.95, true),
    ]) func otherSpacesAndCommasMakeANameDoubtful(text: String, other: String, sure: Double, isDoubted: Bool) throws {
        let look = try Self.look(text)
        let field = look.judged(Self.readings(look, other, sureTo: sure)).extraction.fields["broker_name"]
        #expect(field?.confidence == (isDoubted ? 0.5 : 0.96))
    }

    /// The other recognizer's first picture was misread: all others say what the page does.
    @Test(
        arguments: [
            (["Megan Haskell", "Megan Haskell", "Megan Haskell"], 0.95, 0.96),
            (["Megan Haskell", "Megan Haskell", "Megan askell"], 0.95, 0.5),
            (["Megan Haskell", "Megan Haskell", "Megan Haskell"], 0.85, 0.5),
            (["Megan Haskell", "Megan Haskell"], 0.95, 0.5),
            (["Megan Has kell", "Megan Haskell", "Megan Haskell"], 0.95, 0.5), ([], 0.95, 0.5),
        ] as [([String], Double, Double)])
    func otherLettersInOnePictureOfSeveralAreASlip(widths: [String], sure: Double, confidence: Double) throws {
        let look = try Self.look("Megan Haskell")
        let first = Rereading(alone: [], other: Rereading.Other(text: "Megan askel", confidence: 0.95))
        let line = try #require(look.requests.first { $0.isLine })
        #expect(line.subject.isLine && !line.isSettled(by: first))
        var readings = Self.readings(look, "")
        readings[line] = first
        readings[line]?.otherWidths = widths.map { Rereading.Other(text: $0, confidence: sure) }
        #expect(look.judged(readings).extraction.fields["broker_name"]?.confidence == confidence)
    }

    /// Behind an initial the page's comma is a stop of the value's.
    @Test func anInitialsStopIsNoOtherSign() throws {
        let look = try Self.look("Rania S. Rashidi", raw: "Rania S, Rashidi")
        let field = look.judged(Self.readings(look, "Rania S. Rashidi")).extraction.fields["broker_name"]
        #expect(field?.confidence == 0.96)
    }

    /// Print with narrow spaces throughout.
    @Test(arguments: [("Peter Fairbanks", "PeterFairbanks", false), ("Peter Fairbanks", "Peter Fair banks", true)])
    func aSpaceAsWideAsOthersOfItsLineIsOneThoughTheOtherRecognizerSeesNone(
        text: String, other: String, isDoubted: Bool
    ) throws {
        let look = try Self.look(text, hasWideSpaces: true)
        let field = look.judged(Self.readings(look, other)).extraction.fields["broker_name"]
        #expect(field?.confidence == (isDoubted ? 0.5 : 0.96))
    }

    @Test(arguments: [
        ("https ://www.quillmark.example/people/8", 0.5), ("https://www.quillmar.example/people/8", 0.96),
        ("https://www. quillmar.example /people/8", 0.96), ("https://www.quillmar.example/people/3", 0.5),
    ]) func aLetterThatWasLostWherePiecesOfALinkMeetMakesItDoubtful(other: String, confidence: Double) throws {
        let link = ["https://www.quillmar.example/people/8"]
        let look = SecondLook(
            try Self.document(.list(link), raw: "https ://www.quillmar .example/people/8", field: "profile_urls"))
        let field = look.judged(Self.readings(look, other)).extraction.fields["profile_urls"]
        #expect(look.requests.count(where: \.isLine) == 1)
        #expect(field?.confidence == confidence)
    }

    @Test(arguments: [
        ("79WELMCT, Springfield", 0.5), ("79 W Elm Ct, Springfield", 0.96), ("79 12TH St, Springfield", 0.96),
        ("79B Elm Ct, Springfield", 0.96),
    ]) func aHouseNumberThatIsOneWordWithItsStreetIsDoubtful(text: String, confidence: Double) throws {
        let look = try Self.look(text, field: "address")
        let field = look.judged(Self.readings(look, text)).extraction.fields["address"]
        #expect(field?.confidence == confidence)
    }

    @Test(arguments: [
        ("79 Elm Ct Unit 13-, Springfield", 0.5), ("79 Elm Ct Unit -13, Springfield", 0.5),
        ("79-81 Elm Ct Unit 13-B, Springfield", 0.96), ("79 Elm Ct - Unit 13, Springfield", 0.96),
        ("79.W Elm Ct, Springfield", 0.5), ("79 W. Elm Ct, St. George", 0.96),
        (".79 Elm Ct, Springfield", 0.5), ("79 Elm Ct, .Springfield", 0.5), ("79 Elm Ct #3, Springfield", 0.96),
    ]) func aSignWhereNoneBelongsMakesAnAddressDoubtful(text: String, confidence: Double) throws {
        let look = try Self.look(text, field: "address")
        let field = look.judged(Self.readings(look, text)).extraction.fields["address"]
        #expect(field?.confidence == confidence)
    }

    @Test(arguments: [("https://oak.example/p/12-", 0.5), ("https://oak.example/p/12/", 0.96)])
    func aSignAtALinksEndMakesItDoubtful(link: String, confidence: Double) throws {
        let look = SecondLook(try Self.document(.list([link]), raw: link, field: "profile_urls"))
        let field = look.judged(Self.readings(look, link)).extraction.fields["profile_urls"]
        #expect(field?.confidence == confidence)
    }

    @Test(arguments: [("DUVALLO N", 0.5), ("DUVALLON", 0.96), ("ORTEGA Y GASSET", 0.96)])
    func aLastLetterByItselfMakesASurnameDoubtful(text: String, confidence: Double) throws {
        let look = try Self.look(text, field: "surname")
        let field = look.judged(Self.readings(look, text)).extraction.fields["surname"]
        #expect(field?.confidence == confidence)
    }

    /// A zone has no commas: its agreement says nothing of one.
    @Test(arguments: [FieldSource.mrz, .text], [("KHALID, TARIQ", 0.5), ("KHALID TARIQ", 0.96)])
    func aCommaMakesACardsNameDoubtful(source: FieldSource, name: (text: String, confidence: Double)) throws {
        var document = try Self.document(.text(name.text), raw: name.text, field: "given_names")
        document.extraction.fields["given_names"]?.source = source
        let look = SecondLook(document)
        let field = look.judged(Self.readings(look, name.text)).extraction.fields["given_names"]
        #expect(field?.confidence == name.confidence)
    }

    @Test(arguments: [("FRA", 0.96), ("DEU", 0.5)])
    func frenchCardsPrintCommasBetweenGivenNames(issuer: String, confidence: Double) throws {
        var document = try Self.document(.text("CAMILLE, ANNE"), raw: "CAMILLE, ANNE", field: "given_names")
        document.extraction.fields["issuing_country"] = Field(
            value: .text(issuer), raw: nil, confidence: 0.99, source: .mrz, page: 1)
        let look = SecondLook(document)
        let field = look.judged(Self.readings(look, "CAMILLE, ANNE")).extraction.fields["given_names"]
        #expect(field?.confidence == confidence)
    }

    @Test(arguments: [
        ("Meridian Records Inc", "Meridian Records, Inc", 0.95, "Records,"),
        ("Meridian Records. Inc", "Meridian Records, Inc", 0.7, "Records,"),
        ("Meridian Records Inc", "Meridian Records, Inc", 0.7, "Records"),
        ("Meridian Co. Inc", "Meridian Co., Inc", 0.95, "Co.,"),
        ("Meridian Records Inc", "Meridian Records. Inc", 0.95, "Records"),
        ("Meridian Records Inc", "Meridian Reeords, Inc", 0.95, "Records"),
    ]) func aCommaThatThePageLacksIsPutThere(text: String, other: String, sure: Double, word: String) throws {
        let look = try Self.look(text)
        let readings = Self.readings(look, other, sureTo: sure)
        let words = (look.revision(readings)?.document ?? look.document.classified).recognized.pages[0].words
        #expect(words[2].text == word)
        #expect(words.map(\.text).filter { $0 != word } == ["by", "Meridian", "Inc", "of"])
    }

    /// At a line's end no picture had the stop of `Karen N.`; whoever writes none writes none anywhere.
    @Test(arguments: [
        ("Karen N Fairbanks", "by Karen N Fairbanks of", 0.5), ("Karen N. Fairbanks", "by Karen N. Fairbanks of", 0.96),
        ("Karen N Fairbanks", "Karen N. Fairbanks by Karen N Fairbanks of", 0.5),
        ("KAREN N FAIRBANKS", "KAREN N FAIRBANKS by Karen N Fairbanks, of", 0.96),
    ]) func anInitialWithoutItsStopIsDoubtfulUnlessNoMentionHasOne(
        name: String, text: String, confidence: Double
    ) throws {
        var document = try Self.document(.text(name), raw: name, field: "grantee")
        let page = PageText.page(text)
        let words = page.words
        let start = try #require(words.lastIndex { $0.text == "by" }) + 1
        document.classified.recognized.pages = [page]
        document.extraction.fields["grantee"]?.box = Box.around(words[start..<(start + 3)].map(\.box))
        let look = SecondLook(document)
        let field = look.judged(Self.readings(look, name)).extraction.fields["grantee"]
        #expect(field?.confidence == confidence)
    }
}

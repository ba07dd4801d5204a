import Extract
import Kinds
import Model
import Testing

@Suite struct LabelEngineTests {
    static func field(
        _ name: FieldName, _ type: FieldType, _ labels: [String],
        _ directions: [FieldDefinition.Direction] = [.right, .below], options: [FieldDefinition.Option] = [],
        maxLines: Int = 1
    ) -> FieldDefinition {
        FieldDefinition(
            name: name, type: type, labels: labels, directions: directions, options: options, maxLines: maxLines)
    }

    static let definition = KindDefinition(
        name: "form", title: "Form",
        fields: [
            field("name", .name, ["name", "full name", "printed name"], [.right, .below, .above]),
            field("company", .text, ["company name", "company"]),
            field("birth_date", .date, ["date of birth", "dob"]),
            field("date", .date, ["date", "date signed"], [.right, .below, .above]),
            field("address", .address, ["address", "mailing address"], maxLines: 3),
            field("email", .email, ["email", "e-mail address"]),
            field("phone", .phone, ["phone", "telephone"]),
            field("number", .code, ["case no", "case number"]),
            field("fee", .money, ["fee"]),
            field("agree", .checkbox, ["i agree"]),
            field(
                "wishes", .choices, [],
                options: [
                    .init(value: "delete", phrases: ["delete my data"]),
                    .init(value: "access", phrases: ["copy of my data"]),
                    .init(value: "object", phrases: ["object to profiling"]),
                ]),
            field("signed", .signature, ["signature"], [.above, .right]),
        ])

    static func extract(_ pages: RecognizedPage...) throws -> Extraction {
        let asOf = try #require(CalendarDate(year: 2026, month: 6, day: 15))
        let recognized = RecognizedDocument(
            loaded: LoadedDocument(id: "sha256:0", source: SourceInfo(path: "test.png")), pages: pages)
        let classified = ClassifiedDocument(
            recognized: recognized, kind: "form",
            classification: Classification(confidence: 1, scores: [:], evidence: []))
        return Extractor(kinds: [definition], extractors: [:])
            .extract(classified, context: ExtractionContext(asOf: asOf)).extraction
    }

    static func values(_ text: String) throws -> [String: String] {
        let fields = try extract(PageText.page(text)).fields
        return Dictionary(uniqueKeysWithValues: fields.map { ($0.key.rawValue, $0.value.value.plainText) })
    }

    @Test func aLabelTakesNoWordsOfItsValue() throws {
        // "Opt Me" is no misreading of "'s name".
        let agent = KindDefinition(
            name: "form", title: "Form",
            fields: [Self.field("agent", .text, ["authorized agent", "authorized agent's name"])])
        let page = PageText.page("Authorized agent  Opt Me Out Agency LLC")
        let recognized = ClassifiedDocument(
            recognized: PageText.document(page), kind: "form",
            classification: Classification(confidence: 1, scores: [:], evidence: []))
        let asOf = try #require(CalendarDate(year: 2026, month: 6, day: 15))
        let fields = Extractor(kinds: [agent], extractors: [:])
            .extract(recognized, context: ExtractionContext(asOf: asOf)).extraction.fields
        #expect(fields["agent"]?.text == "Opt Me Out Agency LLC")
    }

    @Test(arguments: [("[X] S Corporation", true), ("[X] Corporation", false)])
    func anOptionThatAnotherFitsAsWellIsDoubted(line: String, isSure: Bool) throws {
        let options = ["c", "s"].map { FieldDefinition.Option(value: $0, phrases: ["\($0) corporation"]) }
        let form = KindDefinition(
            name: "form", title: "Form", fields: [Self.field("sort", .choice, [], options: options)])
        let recognized = ClassifiedDocument(
            recognized: PageText.document(PageText.page(line)), kind: "form",
            classification: Classification(confidence: 1, scores: [:], evidence: []))
        let asOf = try #require(CalendarDate(year: 2026, month: 6, day: 15))
        let fields = Extractor(kinds: [form], extractors: [:])
            .extract(recognized, context: ExtractionContext(asOf: asOf)).extraction.fields
        let field = try #require(fields["sort"])
        #expect(field.checks.allSatisfy(\.passed) == isSure)
        #expect(field.text == "s" || !isSure)
    }

    @Test func aWordOfAnAddressIsNoLabel() throws {
        let values = try Self.values("Address: 9108 Fee Court Name 46, Reno, NV 89501")
        #expect(values["address"] == "9108 Fee Court Name 46, Reno, NV 89501")
        #expect(values["name"] == nil && values["fee"] == nil)
    }

    @Test func aLineToWriteOnPartsALabelFromItsValue() throws {
        let text = "Name Jane Doe lives here"
        func name(_ rules: [Rule]) throws -> Field? {
            try Self.extract(PageText.page(text, rules: rules)).fields["name"]
        }
        let line = try #require(try name([PageText.line(column: 5, line: 0, length: 30)]))
        #expect(line.confidence > (try name([])?.confidence ?? 0))
    }

    @Test func readsValuesBehindColons() throws {
        let values = try Self.values(
            """
            Full Name: Jane Q. Doe        Date of Birth: 04/25/1985
            Mailing Address: 12 Oak St., Reno, NV 89501
            Email: jane@example.org       Phone: (415) 867-5309
            Case No. 2021-00412           Fee: $1,250.00
            """)
        #expect(values["name"] == "Jane Q. Doe")
        #expect(values["birth_date"] == "1985-04-25")
        #expect(values["address"] == "12 Oak St., Reno, NV 89501")
        #expect(values["email"] == "jane@example.org")
        #expect(values["phone"] == "+14158675309")
        #expect(values["number"] == "2021-00412")
        #expect(values["fee"] == "1250.00")
    }

    @Test func readsValuesUnderTheirLabels() throws {
        let values = try Self.values(
            """
            FULL NAME            DATE OF BIRTH        PHONE
            Jane Doe             04/25/1985           415-867-5309

            ADDRESS
            12 Oak Street
            Reno, NV 89501

            EMAIL
            jane@example.org
            """)
        #expect(values["name"] == "Jane Doe")
        #expect(values["birth_date"] == "1985-04-25")
        #expect(values["phone"] == "+14158675309")
        #expect(values["address"] == "12 Oak Street, Reno, NV 89501")
        #expect(values["email"] == "jane@example.org")
    }

    @Test func readsATableOfLabelsAndValues() throws {
        let values = try Self.values(
            """
            Company            Acme Data, Inc.
            Full name          Jane Doe
            Date of birth      25 April 1985
            """)
        #expect(values["company"] == "Acme Data, Inc.")
        #expect(values["name"] == "Jane Doe")
        #expect(values["birth_date"] == "1985-04-25")
    }

    @Test func theLongestLabelWins() throws {
        let values = try Self.values("Company name: Acme Data\nName: Jane Doe")
        #expect(values["company"] == "Acme Data")
        #expect(values["name"] == "Jane Doe")
    }

    @Test func readsTheNameAboveItsCaption() throws {
        let page = PageText.page(
            "Jane Doe            04/25/2021\n\nPrinted name        Date",
            rules: [PageText.line(column: 0, line: 0, length: 18), PageText.line(column: 20, line: 0, length: 12)])
        let fields = try Self.extract(page).fields
        #expect(fields["name"]?.text == "Jane Doe")
        #expect(fields["date"]?.text == "2021-04-25")
    }

    @Test func misreadLabelsStillCount() throws {
        #expect(try Self.values("Date of Blrth: 04/25/1985")["birth_date"] == "1985-04-25")
    }

    @Test func aLabelInASentenceIsNone() throws {
        let values = try Self.values("Please state your name and your address so that we can find you.")
        #expect(values["name"] == nil)
        #expect(values["address"] == nil)
    }

    @Test func unknownLabelsEndAValue() throws {
        #expect(try Self.values("Name: Jane Doe   Fax: 555-1234")["name"] == "Jane Doe")
    }

    @Test func lowWordConfidenceLowersTheField() throws {
        let sure = try #require(try Self.extract(PageText.page("Name: Jane Doe")).fields["name"])
        let unsure = try #require(try Self.extract(PageText.page("Name: Jane Doe", confidence: 0.6)).fields["name"])
        #expect(sure.confidence > 0.9)
        #expect(unsure.confidence < 0.7)
    }

    @Test func anAmbiguousDateIsDoubtful() throws {
        let field = try #require(try Self.extract(PageText.page("Date of birth: 03/04/1985")).fields["birth_date"])
        #expect(field.confidence < 0.7)
        #expect(!field.alternatives.isEmpty)
    }

    @Test func twoDifferentValuesSpeakAgainstEachOther() throws {
        let one = try #require(try Self.extract(PageText.page("Phone: (415) 867-5309")).fields["phone"])
        let two = try #require(
            try Self.extract(PageText.page("Phone: (415) 867-5309\n\nPhone: (415) 867-5310")).fields["phone"])
        #expect(two.confidence < one.confidence - 0.15)
        #expect(two.alternatives.count == 1)
    }

    @Test func givesThePlaceOfTheValue() throws {
        let field = try #require(try Self.extract(PageText.page("Name: Jane Doe")).fields["name"])
        #expect(field.box == Box(x: 80, y: 20, width: 80, height: 20))
        #expect(field.page == 1)
        #expect(field.raw == "Jane Doe")
    }

    @Test func impossibleDatesAreFound() throws {
        let asOf = try #require(CalendarDate(year: 2026, month: 6, day: 15))
        var definition = Self.definition
        definition.fields.append(Self.field("date_of_birth", .date, ["born"]))
        let classified = ClassifiedDocument(
            recognized: PageText.document(PageText.page("Born: 12/31/2044")), kind: "form",
            classification: Classification(confidence: 1, scores: [:], evidence: []))
        let extraction = Extractor(kinds: [definition], extractors: [:])
            .extract(classified, context: ExtractionContext(asOf: asOf)).extraction
        #expect(extraction.findings.map(\.code) == [.fieldInvalid])
    }

    @Test func aValueThatClingsToItsCaptionEndsAtAGap() throws {
        #expect(try Self.values("DOB:04/05/1981              17 Weight")["birth_date"] == "1981-04-05")
    }

    @Test func anAddressKeepsItsTownWhereTheZipIsAnotherStates() throws {
        #expect(
            try Self.values("Address: 12 Oak Lane, NE\n         #12\n         Reno, NV 00100")["address"]
                == "12 Oak Lane, NE, #12, Reno, NV 00100")
    }
}

import Kinds
import Model
import Testing

@testable import Extract

/// Values of the words that the tagger gave to fields.
@Suite struct TaggedFieldTests {
    private static let definition = KindDefinition(
        name: "deed", title: "",
        fields: [
            FieldDefinition(name: "grantor", type: .names), FieldDefinition(name: "land", type: .passage),
            FieldDefinition(name: "address", type: .address), FieldDefinition(name: "signed", type: .date),
            FieldDefinition(name: "vesting", type: .text), FieldDefinition(name: "links", type: .urls),
            FieldDefinition(name: "stamp", type: .computed),
            FieldDefinition(name: "number", type: .code),
        ])

    /// Words in `<name …>` belong to a field.
    private static func page(_ text: String, index: Int = 1, probability: Double = 0.9) -> RecognizedPage {
        var page = PageText.page(text, index: index)
        var field: FieldName?
        var begins = false
        var kept: [Word] = []
        for word in page.words {
            if word.text.hasPrefix("<") {
                (field, begins) = (FieldName(rawValue: String(word.text.dropFirst())), true)
                continue
            }
            var word = word
            let ends = word.text.hasSuffix(">")
            if ends { word.text.removeLast() }
            word.tag = field.map { Word.Tag(field: $0, begins: begins, probability: probability) }
            begins = false
            if ends { field = nil }
            kept.append(word)
        }
        page.words = kept
        return page
    }

    private static func fields(_ pages: RecognizedPage...) -> [FieldName: Field] {
        let document = RecognizedDocument(
            loaded: LoadedDocument(id: "sha256:0", source: SourceInfo(path: "test.png")), pages: pages)
        guard let today = CalendarDate(iso: "2026-11-27") else { return [:] }
        return TaggedFields(document: document, definition: definition, asOf: today).readings().mapValues(\.field)
    }

    /// More words than between two names of one list.
    private static let filler = Array(repeating: "and so on and so forth", count: 4).joined(separator: "\n")

    @Test func namesAreThoseOfTheClauseAndASignatureConfirmsThem() throws {
        let field = try #require(
            Self.fields(
                Self.page(
                    """
                    <grantor Ada B. Moss> and <grantor Carl Moss,> husband and wife,
                    \(Self.filler)
                    <grantor Ada B. Moss>
                    \(Self.filler)
                    <grantor Carl Moss>
                    <grantor Dora Quill>
                    """))["grantor"])
        #expect(field.value == .list(["Ada B. Moss", "Carl Moss"]))
        #expect(field.checks == [Check(name: "repetition", passed: true)])
    }

    @Test func aNumberBesideANameIsNoLostName() throws {
        let field = try #require(Self.fields(Self.page("<grantor 1> <grantor Ada B. Moss>"))["grantor"])
        #expect(field.value == .list(["Ada B. Moss"]) && field.checks.isEmpty)
    }

    // The end of a caption is none of the passage; a line that ends in a colon and has numbers is.
    @Test(arguments: [
        ("The land <land as drawn on the plan:>\n<land Parcel A of the plan.>", "Parcel A of the plan."),
        ("The land (with <land all rights): Parcel A of the plan.>", "Parcel A of the plan."),
        (
            "The land <land being Parcel 5, described as follows:>\n<land The west half.>",
            "being Parcel 5, described as follows: The west half."
        ),
    ]) func aPassageBeginsBehindItsCaption(text: String, passage: String) {
        #expect(Self.fields(Self.page(text))["land"]?.value == .text(passage))
    }

    @Test func aListOfWhichAPartWasNotReadIsDoubted() throws {
        let fields = Self.fields(
            Self.page("<grantor Ada B. Moss> and <grantor M0ss 7*4>\n<links https://a.example/b> <links of>"))
        #expect(fields["grantor"]?.value == .list(["Ada B. Moss"]))
        #expect(fields["grantor"]?.checks == [Check(name: "complete", passed: false)])
        #expect(fields["links"]?.checks.contains(Check(name: "complete", passed: false)) == true)
    }

    @Test(arguments: [
        ("<address 14 Rue Verte>\n<address 69001 Lyon>\nFrance\nada@example.org", "14 Rue Verte, 69001 Lyon, France"),
        ("<address 14 Rue Verte>\n<address 69001 Lyon>\nFrance is large", "14 Rue Verte, 69001 Lyon"),
        ("<address 12 Oak Street, Reno, NV 89501>\nFrance", "12 Oak Street, Reno, NV 89501"),
    ]) func anAddressEndsInItsCountry(text: String, address: String) {
        #expect(Self.fields(Self.page(text))["address"]?.value == .text(address))
    }

    @Test func aWordBetweenTwoOfAnAddressIsOfIt() {
        var page = Self.page("<address 12 Oak Street, Reno, NV 89501>")
        page.words[4].tag = nil
        #expect(Self.fields(page)["address"]?.value == .text("12 Oak Street, Reno, NV 89501"))
    }

    @Test func aWebAddressGoesOnBehindItsLinesEnd() {
        let page = Self.page("Seen at <links\nhttps://a.example/people/ada-mo>\nss-12\nElsewhere")
        #expect(Self.fields(page)["links"]?.value == .list(["https://a.example/people/ada-moss-12"]))
    }

    @Test func namesThatDifferByALetterAreTwo() throws {
        let field = try #require(
            Self.fields(Self.page("<grantor Mario Gonzalez> and <grantor Maria Gonzalez>"))["grantor"])
        #expect(field.value == .list(["Mario Gonzalez", "Maria Gonzalez"]))
    }

    @Test func otherNamesElsewhereAreRivals() throws {
        let field = try #require(
            Self.fields(Self.page("<grantor Ada B. Moss>\n\(Self.filler)\n<grantor Dora Quill>"))["grantor"])
        #expect(field.value == .list(["Ada B. Moss"]))
        #expect(field.alternatives.map(\.value) == [.list(["Dora Quill"])])
    }

    @Test func aPassageRunsOverLinesAndPages() throws {
        let first = Self.page("as follows:\n<land Lot 4,\nBlock 19,> of\n<land Maple Grove>\nInitials")
        let second = Self.page("Page 2\n<land Addition, Boone County.>\nSubject to", index: 2)
        let field = try #require(Self.fields(first, second)["land"])
        #expect(field.value == .text("Lot 4, Block 19, of Maple Grove Addition, Boone County."))
        #expect(field.page == 1)
    }

    @Test func anAddressGoesOnInTheNextLine() {
        let fields = Self.fields(Self.page("<address 418 Alder Street>\n<address Boise, ID 83702>"))
        #expect(fields["address"]?.text == "418 Alder Street, Boise, ID 83702")
    }

    @Test func anotherValueSpeaksAgainstTheLikeliestAndTheSameForIt() throws {
        let field = try #require(
            Self.fields(Self.page("<signed May 4, 1998> x\n<signed 5/4/1998> x\n<signed June 9, 2001>"))["signed"])
        #expect(field.text == "1998-05-04")
        #expect(field.checks.contains(Check(name: "repetition", passed: true)))
        #expect(field.alternatives.map(\.value) == [.text("2001-06-09")])
    }

    @Test func whatWasReadWithOtherMarksElsewhereIsNotTheSame() throws {
        for other in ["Stanisław Nowak", "Stanislaw Nowak"] {
            let field = try #require(
                Self.fields(Self.page("<grantor Stanisław Nowak> conveys\n\(Self.filler)\n<grantor \(other)>"))[
                    "grantor"])
            #expect(field.value == .list(["Stanisław Nowak"]))
            #expect(field.checks.contains { $0.name == "repetition" } == (other == "Stanisław Nowak"))
        }
    }

    @Test func textIsFreeOfTheSignsAroundIt() {
        #expect(Self.fields(Self.page("<vesting a widow,>"))["vesting"]?.text == "a widow")
    }

    @Test func whatIsUnlikelyOrNoValueIsNone() {
        #expect(Self.fields(Self.page("<vesting a widow>", probability: 0.4)).isEmpty)
        #expect(Self.fields(Self.page("<signed whenever it was>")).isEmpty)
        #expect(Self.fields(Self.page("<stamp yes>")).isEmpty)
        #expect(Self.fields(Self.page("no tags at all")).isEmpty)
    }

    // MARK: With what rules found

    private static func field(_ text: String, _ confidence: Double) -> Field {
        Field(value: .text(text), confidence: confidence, source: .text)
    }

    @Test func whatBothFoundPassesACheck() {
        let merged = TaggedMerge.merged(["a": Self.field("A Widow.", 0.8)], ["a": Self.field("a widow", 0.9)])
        #expect(merged["a"]?.text == "A Widow.")
        #expect(merged["a"]?.checks == [Check(name: "second_finding", passed: true)])
    }

    @Test func theSurerOfTwoStandsAndTheOtherSpeaksAgainstIt() {
        let merged = TaggedMerge.merged(["a": Self.field("one", 0.6)], ["a": Self.field("two", 0.9)])
        #expect(merged["a"]?.text == "two")
        #expect(merged["a"]?.checks == [Check(name: "second_finding", passed: false)])
        #expect(merged["a"]?.alternatives == [Alternative(value: .text("one"), confidence: 0.6)])
    }

    @Test func aDoubtStaysWhicheverValueStands() {
        var own = Self.field("one", 0.5)
        own.doubt("complete")
        let merged = TaggedMerge.merged(["a": own], ["a": Self.field("two", 0.9)])
        #expect(merged["a"]?.text == "two")
        #expect(merged["a"]?.checks.contains(Check(name: "complete", passed: false)) == true)
    }

    @Test func whatTheRivalFailsIsNoDoubtOfTheRulesValue() {
        var other = Self.field("two", 0.4)
        other.doubt("format")
        let merged = TaggedMerge.merged(["a": Self.field("one", 0.9)], ["a": other])
        #expect(merged["a"]?.text == "one")
        #expect(merged["a"]?.checks == [Check(name: "second_finding", passed: false)])
    }

    @Test func agreementMakesNoReadingSurer() {
        let merged = TaggedMerge.merged(["a": Self.field("one", 0.3)], ["a": Self.field("one", 0.9)])
        #expect(merged["a"]?.confidence == 0.3)
    }

    @Test func twoNamesAreNotOneOfAllTheirWords() {
        let own = Field(value: .list(["John Smith Mary Jones"]), confidence: 0.9, source: .text)
        let other = Field(value: .list(["John Smith", "Mary Jones"]), confidence: 0.8, source: .text)
        #expect(
            TaggedMerge.merged(["a": own], ["a": other])["a"]?.checks == [Check(name: "second_finding", passed: false)])
    }

    @Test func whatOneFoundStandsWithoutACheck() {
        let merged = TaggedMerge.merged(["a": Self.field("one", 0.6)], ["b": Self.field("two", 0.9)])
        #expect(merged.values.allSatisfy { $0.checks.isEmpty })
        #expect(Set(merged.keys) == ["a", "b"])
    }

    @Test func aNumberPrintedInGroupsIsOne() {
        func number(_ text: String) -> String? { Self.fields(Self.page(text))["number"]?.text }
        #expect(number("License <number X1234> 56789 01234") == "X1234 56789 01234")
        #expect(number("License <number X1234> 7 CLASS") == "X1234")
        // Of another length, they may be another number.
        let open = Self.fields(Self.page("License <number X1234567> 2031"))["number"]
        #expect(open?.checks.contains { !$0.passed } == true)
        #expect(open?.alternatives.map(\.value) == [.text("X1234567")])
    }

    @Test func printAtARightAngleIsNoPartOfAValue() {
        var page = Self.page(
            """
            <address 12 Oak Lane
            COPY
            Reno, NV 89501>
            """)
        for index in page.words.indices where page.words[index].text == "COPY" { page.words[index].slant = 90 }
        #expect(Self.fields(page)["address"]?.text == "12 Oak Lane, Reno, NV 89501")
    }
}

import Kinds
import Model
import Testing

@testable import Extract

/// What a document that is read once more from the start says of the first reading's values.
@Suite struct SecondPassTests {
    private static func document(_ fields: [FieldName: FieldValue], kind: KindName = .optOut) -> ExtractedDocument {
        let loaded = LoadedDocument(id: "sha256:0", source: SourceInfo(path: "letter.png"))
        let other: KindName = kind == .optOut ? .deed : .optOut
        let classified = ClassifiedDocument(
            recognized: RecognizedDocument(loaded: loaded, pages: []), kind: kind,
            classification: Classification(
                confidence: 1, scores: [kind.rawValue: 0.99, other.rawValue: 0.01], evidence: []))
        return ExtractedDocument(
            classified: classified,
            extraction: Extraction(fields: fields.mapValues { Field(value: $0, confidence: 0.96, source: .text) }))
    }

    private static let land = """
        Thence S 59 E to a stake in the line of Cherry Hill Village, being all of the land that is described in the deed \
        to the grantor, of the 6th Principal Meridian,
        """

    private static func judged(_ name: FieldName, _ first: FieldValue, _ second: FieldValue?) throws -> Field {
        let other = document(second.map { [name: $0] } ?? [:])
        return try #require(SecondPass(other).judged(document([name: first])).extraction.fields[name])
    }

    @Test(
        arguments: [
            ("requester_name", FieldValue.text("Chloé Lefèvremont"), FieldValue.text("Lefèvremont Chloé")),
            ("requester_name", .text("Åke Angermark"), .text("Ake Angermark")),
            ("email", .text("d@mail.example.com"), .text("d@mail.example")),
            ("profile_urls", .list(["https://a.example/1"]), .list(["https://a.example/2", "https://a.example/1"])),
            ("request_types", .list(["delete", "opt_out_sale"]), .list(["delete"])),
            ("signature_present", .flag(true), .flag(false)),
            ("legal_description", .text("\(land) Lot 21"), .text("\(land) Lot 27")),
            ("legal_description", .text("\(land) \(land) Lot 1, Lot 23"), .text("\(land) \(land) Lot 12, Lot 3")),
            ("legal_description", .text("\(land) \(land) 357.94 feet"), .text("\(land) \(land) 3579.4 feet")),
        ] as [(FieldName, FieldValue, FieldValue)])
    func valueThatIsReadOtherwiseIsDoubtful(name: FieldName, first: FieldValue, second: FieldValue) throws {
        let field = try Self.judged(name, first, second)
        #expect(field.value == first)
        #expect(field.confidence == 0.5)
        #expect(field.alternatives.map(\.value) == [second])
        #expect(field.checks.isEmpty)
    }

    /// A filled box may show no frame in the smaller picture; one that is marked there alone speaks against the list.
    @Test(arguments: [(["delete"], true), (["delete", "access"], true), (["delete", "correct"], false)])
    func boxesThatTheSecondPassCannotTellDisputeNothing(doubtful: [String], isKept: Bool) throws {
        var (first, second) = (
            Self.document(["request_types": .list(["delete", "access"])]), Self.document(["request_types": .list([])])
        )
        first.extraction.fields["request_types"]?.checks = [Check(name: "marks", passed: true)]
        second.extraction.fields["request_types"]?.checks = [Check(name: "marks", passed: false)]
        second.extraction.fields["request_types"]?.alternatives = [Alternative(value: .list(doubtful), confidence: 0.4)]
        let field = try #require(SecondPass(second).judged(first).extraction.fields["request_types"])
        #expect(field.confidence == (isKept ? 0.96 : 0.5))
        #expect(field.checks == [Check(name: "marks", passed: true)])
    }

    @Test(arguments: [("Page 75.", 0.5, 0.96), ("Page 7D.", 0.5, 0.5), ("Page 75.", 0.8, 0.5)])
    func aValueThatTheSecondPassDoubtsDisputesNoneOfItsAlternatives(
        alternative: String, sure: Double, confidence: Double
    ) throws {
        let first = Self.document(["legal_description": .text("Lot 3, Page 75.")], kind: .deed)
        var second = Self.document(["legal_description": .text("Lot 3, Page T3.")], kind: .deed)
        second.extraction.fields["legal_description"]?.alternatives = [
            Alternative(
                value: .text("Lot 3, \(alternative)"), confidence: 0.5, page: 1,
                box: Box(x: 0, y: 0, width: 9, height: 9))
        ]
        second.extraction.fields["legal_description"]?.confidence = sure
        let field = try #require(SecondPass(second).judged(first).extraction.fields["legal_description"])
        #expect(field.confidence == confidence)
    }

    /// `S01-06-1W`: a survey that closes is not disputed by a bearing that is none.
    @Test(
        arguments: [
            (["bearings": true, "closure": true], false, 0.96), (["bearings": true, "closure": true], true, 0.5),
            (["bearings": true], false, 0.5),
        ] as [([String: Bool], Bool, Double)])
    func aMisreadBearingDisputesNoSurveyThatCloses(
        checks: [String: Bool], isSound: Bool, confidence: Double
    ) throws {
        var (first, second) = (
            Self.document(["legal_description": .text("Thence S01-06-11W, 5 feet")], kind: .deed),
            Self.document(["legal_description": .text("Thence S01-06-1W, 5 feet")], kind: .deed)
        )
        first.extraction.fields["legal_description"]?.checks = checks.map { Check(name: $0.key, passed: $0.value) }
        second.extraction.fields["legal_description"]?.checks = [Check(name: "bearings", passed: isSound)]
        let field = try #require(SecondPass(second).judged(first).extraction.fields["legal_description"])
        #expect(field.confidence == confidence)
    }

    @Test(
        arguments: [
            ("broker_name", FieldValue.text("PeopleAtlas Inc."), FieldValue.text("PEOPLEATLAS  INC")),
            ("request_types", .list(["delete", "opt_out_sale"]), .list(["opt_out_sale", "delete"])),
            ("profile_urls", .text("https://a.example/1"), .list(["https://a.example/1"])),
            ("signature_present", .flag(true), .flag(true)),
            ("legal_description", .text("\(land) Lot 21"), .text("\(land). Lot 21")),
            ("legal_description", .text("\(land) \(land) S 76°24'54\" E"), .text("\(land) \(land) S 76 °2454\" E")),
        ] as [(FieldName, FieldValue, FieldValue)])
    func valueThatIsReadTheSameIsNoSurer(name: FieldName, first: FieldValue, second: FieldValue) throws {
        let field = try Self.judged(name, first, second)
        #expect(field.confidence == 0.96)
        #expect(field.checks == [Check(name: "second_pass", passed: true)])
    }

    @Test func whatIsNotReadAgainSaysNothing() throws {
        let field = try Self.judged("phone", .text("(216) 555-0134"), nil)
        #expect(field.confidence == 0.96)
        #expect(field.checks.isEmpty)
    }

    @Test(arguments: [("BRAATHEN", true), ("BRAATEN", false)]) func zonesFormOfAPrintedNameIsNoOther(
        machine: String, agrees: Bool
    ) throws {
        var first = Self.document(["surname": .text("BRÅTHEN")], kind: .id)
        first.extraction.fields["surname"]?.checks = [Check(name: "agreement", passed: true)]
        var second = Self.document(["surname": .text(machine)], kind: .id)
        second.extraction.fields["surname"]?.source = .mrz
        let field = try #require(SecondPass(second).judged(first).extraction.fields["surname"])
        #expect((field.confidence == 0.96) == agrees)
    }

    @Test func kindThatIsTakenForAnotherIsLessSure() {
        let first = Self.document(["state": .text("Ohio")])
        let judged = SecondPass(Self.document(["state": .text("Ohio")], kind: .deed)).judged(first)
        #expect(judged.classified.kind == .optOut)
        #expect(judged.classified.classification.scores["opt_out"] == 0.01)
    }
}

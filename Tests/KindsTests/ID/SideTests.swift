import Kinds
import Model
import Testing

/// Which cards of one picture are sides of one document.
@Suite struct SideTests {
    static let back = page([], zoneLines: zoneLines(IDExtractorTests.card.lines), index: 2)

    static func areSides(
        _ front: [(text: String, x: Int, y: Int)], labelled: [FieldName: Field] = [:], with other: RecognizedPage = back
    ) -> Bool {
        let parts = [(page(words(front)), labelled), (other, [:])].map { page, fields in
            PartReading(
                document: RecognizedDocument(
                    loaded: LoadedDocument(id: "sha256:00", source: SourceInfo(path: "a.png")), pages: [page]),
                labelled: Extraction(fields: fields))
        }
        let context = ExtractionContext(asOf: today)
        let holds = IDExtractor().areSides(parts[0], parts[1], context: context)
        #expect(holds == IDExtractor().areSides(parts[1], parts[0], context: context))
        return holds
    }

    private static func areApart(_ front: [FieldName: String]) -> Bool {
        let fields = front.mapValues { Field(value: .text($0), confidence: 0.95, source: .text, page: 1) }
        let parts = [(page(words([("IDENTITY CARD", 20, 20)])), fields), (back, [:])].map { page, fields in
            PartReading(
                document: RecognizedDocument(
                    loaded: LoadedDocument(id: "sha256:00", source: SourceInfo(path: "a.png")), pages: [page]),
                labelled: Extraction(fields: fields))
        }
        return IDExtractor().areApart({ parts[0] }, { parts[1] }, context: ExtractionContext(asOf: today))
    }

    @Test func anotherHoldersFrontIsAnotherDocument() {
        #expect(Self.areApart(["document_number": "K77Q01ZZ5", "date_of_birth": "1990-02-03"]))
    }

    @Test func aFrontOfWhichOneValueWasMisreadIsNoOther() {
        #expect(!Self.areApart(["document_number": "L01X00T41", "date_of_birth": "1983-08-12"]))
        #expect(!Self.areApart(["document_number": "K77Q01ZZ5"]))
        #expect(!Self.areApart([:]))
    }

    @Test func numberPrintedOnTheFrontJoinsTheBackThatEncodesIt() {
        #expect(Self.areSides([("BUNDESREPUBLIK DEUTSCHLAND", 20, 20), ("L01X00T47", 800, 20)]))
    }

    @Test func birthAndGivenNamesJoinWhereTheNumberWasNotRead() {
        #expect(Self.areSides([("MÜLLER", 300, 100), ("JÖRG", 300, 160), ("12.08.1983", 300, 220)]))
    }

    @Test func familyIsNotOnePerson() {
        #expect(!Self.areSides([("MÜLLER", 300, 100), ("ANNA", 300, 160), ("01.08.2031", 300, 220)]))
        #expect(!Self.areSides([("MÜLLER", 300, 100), ("ANNA", 300, 160), ("12.08.1983", 300, 220)]))
    }

    @Test func sidesThatSayNothingOfEachOtherAreNotJoined() {
        #expect(!Self.areSides([("TERMS OF USE", 300, 100)]))
    }

    @Test func twoZonesOfDifferentNumbersAreTwoDocuments() {
        let other = ZoneWriter(
            format: .td1, documentCode: "ID", issuer: "D", primary: "MUELLER", secondary: "JOERG",
            documentNumber: "L01X00T99", nationality: "D", birthDate: "830812", sex: "M", expiryDate: "310801")
        let first = page([], zoneLines: zoneLines(other.lines))
        let result = extraction([first, Self.back])
        #expect(result.findings.contains { $0.code == .severalDocuments })
        #expect(!extraction([Self.back]).findings.contains { $0.code == .severalDocuments })
    }

    @Test func twoLicencesInOnePictureAreTwoDocuments() {
        let twice = page([], barcodes: [IDExtractorTests.licence, IDExtractorTests.licence])
        #expect(!extraction([twice]).findings.contains { $0.code == .severalDocuments })
        var other = IDExtractorTests.licence
        other.text = other.text.replacing("DAQ", with: "DAQ9")
        let two = page([], barcodes: [IDExtractorTests.licence, other])
        #expect(extraction([two]).findings.contains { $0.code == .severalDocuments })
    }
}

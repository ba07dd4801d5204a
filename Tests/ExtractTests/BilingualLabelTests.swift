import Extract
import Kinds
import Model
import Testing

/// Labels in several languages, a slash between them, of which not all are known.
@Suite struct BilingualLabelTests {
    static let kind = KindDefinition(
        name: "card", title: "Card",
        fields: [
            FieldDefinition(name: "surname", type: .text, labels: ["surname", "nom"], directions: [.below, .right]),
            FieldDefinition(
                name: "date_of_expiry", type: .date, labels: ["date of expiry", "date d'expiration"],
                directions: [.below, .right]),
        ])

    func extract(_ lines: [(text: String, x: Int, y: Int)], besides junk: [Word] = []) -> [FieldName: Field] {
        let words =
            junk
            + lines.enumerated().flatMap { line, item in
                var x = item.x
                return item.text.split(separator: " ").map { part in
                    let width = part.count * 12
                    defer { x += width + 8 }
                    return Word(
                        text: String(part), confidence: 0.96, box: Box(x: x, y: item.y, width: width, height: 24),
                        line: line)
                }
            }
        let page = RecognizedPage(prepared: PreparedPage(index: 1, width: 1200, height: 760, dpi: 300), words: words)
        let document = RecognizedDocument(
            loaded: LoadedDocument(id: "sha256:00", source: SourceInfo(path: "a.png")), pages: [page])
        let classified = ClassifiedDocument(
            recognized: document, kind: "card",
            classification: Classification(confidence: 1, scores: ["card": 1], evidence: []))
        let today = CalendarDate(iso: "2026-11-21")
        return today.map {
            Extractor(kinds: [Self.kind], extractors: [:]).extract(classified, context: ExtractionContext(asOf: $0))
                .extraction.fields
        } ?? [:]
    }

    /// `Förnamn-/ Given names`: the value begins under the language that was misread.
    @Test(arguments: ["Efternann-/ Surname", "Efternann / Surname"])
    func aCaptionBeginsWithItsFirstLanguage(label: String) {
        let fields = extract([(label, 400, 100), ("DE TOLLIVER", 396, 136)])
        #expect(fields["surname"]?.text == "DE TOLLIVER")
    }

    @Test(arguments: [
        "Surname / Nom", "Nazwisko / Surname", "Nom / Surname", "Name / Surname / Nom", "Surname / Nazwisko", "Surname",
        "Surname/Nom", "Surname/Nazwisko",
    ]) func readsTheValueUnderItsFirstPart(label: String) {
        let fields = extract([(label, 400, 100), ("TOLLIVER", 400, 136)])
        #expect(fields["surname"]?.text == "TOLLIVER")
    }

    @Test func readsADateUnderTwoKnownParts() {
        let fields = extract([("Date of expiry / Date d'expiration", 400, 100), ("05 MAY 2028", 400, 136)])
        #expect(fields["date_of_expiry"]?.text == "2028-05-05")
    }

    @Test func labelsOfDifferentFieldsStayApart() {
        let fields = extract([("Surname / Date of expiry", 400, 100), ("05 MAY 2028", 516, 136)])
        #expect(fields["date_of_expiry"]?.text == "2028-05-05")
    }

    @Test func aLabelsOtherNameIsNoValueOfItsNeighbourWhateverIsReadAlongTheEdge() {
        let junk = (0..<12).map { place in
            Word(text: "a", confidence: 0.2, box: Box(x: 40 * place, y: 0, width: 20, height: 4), line: 100)
        }
        let fields = extract(
            [
                ("Nazwisko / Surname", 40, 100), ("Utfärdat / Date of expiry", 700, 100),
                ("TOLLIVER", 40, 140), ("05 MAY 2028", 700, 140),
            ], besides: junk)
        #expect(fields["surname"]?.text == "TOLLIVER")
        #expect(fields["date_of_expiry"]?.text == "2028-05-05")
    }
}

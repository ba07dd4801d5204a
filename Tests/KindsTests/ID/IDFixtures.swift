import Kinds
import Model

/// A page of words for tests: each text at a place, split at its spaces.
func words(_ texts: [(text: String, x: Int, y: Int)], confidence: Double = 0.96) -> [Word] {
    texts.enumerated().flatMap { line, item in
        var x = item.x
        return item.text.split(separator: " ").map { part in
            let width = part.count * 12
            defer { x += width + 10 }
            return Word(
                text: String(part), confidence: confidence, box: Box(x: x, y: item.y, width: width, height: 24),
                line: line)
        }
    }
}

func page(
    _ words: [Word], barcodes: [Barcode] = [], zoneLines: [ZoneLine] = [], inkRegions: [InkRegion] = [], index: Int = 1
) -> RecognizedPage {
    RecognizedPage(
        prepared: PreparedPage(index: index, width: 1200, height: 760, dpi: 300), words: words, barcodes: barcodes,
        zoneLines: zoneLines, inkRegions: inkRegions)
}

let idDefinition = KindDefinition(
    name: .id, title: "Identity document",
    fields: [
        "document_type", "document_number", "issuing_country", "issuing_region", "nationality", "surname",
        "given_names", "date_of_birth", "sex", "date_of_issue", "date_of_expiry", "place_of_birth", "personal_number",
        "address", "license_class", "mrz",
    ].map { FieldDefinition(name: FieldName(rawValue: $0), type: .computed) },
    required: [.field("document_type"), .field("document_number"), .field("surname")])

func extraction(_ pages: [RecognizedPage], labelled: [FieldName: Field] = [:]) -> Extraction {
    let document = RecognizedDocument(
        loaded: LoadedDocument(id: "sha256:00", source: SourceInfo(path: "a.png")), pages: pages)
    return IDExtractor().extract(
        document, definition: idDefinition, labelled: Extraction(fields: labelled),
        context: ExtractionContext(asOf: today))
}

func extraction(words: [Word], zoneLines: [ZoneLine], labelled: [FieldName: Field] = [:]) -> Extraction {
    extraction([page(words, zoneLines: zoneLines)], labelled: labelled)
}

func printed(_ text: String, _ confidence: Double = 0.93) -> Field {
    Field(value: .text(text), raw: text, confidence: confidence, source: .text, page: 1)
}

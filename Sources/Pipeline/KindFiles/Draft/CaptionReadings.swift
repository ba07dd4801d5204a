import Extract
import Kinds
import Model

/// What stands right of, below and above each caption of a form in its examples, as the fields of a kind are read.
struct CaptionReadings {
    let examples: [RecognizedDocument]
    let captions: [PrintedForm.Caption]
    let context: ExtractionContext
    private var known: [Place: [[Field?]]] = [:]

    struct Place: Hashable {
        var type: FieldType
        var direction: FieldDefinition.Direction
        var lines = 1
    }

    init(_ examples: [RecognizedDocument], _ captions: [PrintedForm.Caption], _ context: ExtractionContext) {
        (self.examples, self.captions, self.context) = (examples, captions, context)
    }

    /// By caption and example: its value; nil where none stands there.
    mutating func fields(_ place: Place) -> [[Field?]] {
        if let fields = known[place] { return fields }
        let definitions = captions.enumerated().map { number, caption in
            FieldDefinition(
                name: Self.name(number), type: place.type, labels: [caption.text], directions: [place.direction],
                maxLines: place.lines)
        }
        let found = examples.map {
            Self.read($0, KindDefinition(name: "draft", title: "", fields: definitions), context)
        }
        let fields = captions.indices.map { number in found.map { $0[Self.name(number)] } }
        known[place] = fields
        return fields
    }

    private static func name(_ number: Int) -> FieldName { FieldName(rawValue: "caption_\(number)") }

    /// The fields of a document as a kind's labels find them, whatever its cues say.
    static func read(
        _ document: RecognizedDocument, _ kind: KindDefinition, _ context: ExtractionContext
    ) -> [FieldName: Field] {
        let classified = ClassifiedDocument(
            recognized: document, kind: kind.name,
            classification: Classification(confidence: 1, scores: [:], evidence: []))
        return Extractor(kinds: [kind], extractors: [:]).extract(classified, context: context).extraction.fields
    }

    /// Box of each caption where it stands as a label, by example.
    static func places(
        of captions: [PrintedForm.Caption], in document: RecognizedDocument
    ) -> [Int: LabelPlace] {
        let definitions = captions.enumerated().map { number, caption in
            FieldDefinition(name: name(number), type: .text, labels: [caption.text])
        }
        let places = Extractor(kinds: [], extractors: [:])
            .labels(of: KindDefinition(name: "draft", title: "", fields: definitions), in: document)
        return Dictionary(
            uniqueKeysWithValues: captions.indices.compactMap { number in
                places[name(number)]?.first.map { (number, $0) }
            })
    }
}

package import Kinds
package import Model

/// The fifth stage: the fields of a document of a known kind, each with its place, source and checks.
package struct Extractor: Sendable {
    package var kinds: [KindDefinition]
    package var extractors: [KindName: any KindExtractor]

    package init(kinds: [KindDefinition], extractors: [KindName: any KindExtractor]) {
        self.kinds = kinds
        self.extractors = extractors
    }

    package func extract(_ document: ClassifiedDocument, context: ExtractionContext) -> ExtractedDocument {
        ExtractedDocument(classified: document, extraction: Extraction())
    }
}

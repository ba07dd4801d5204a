package import Model

package struct IDExtractor: KindExtractor {
    package let kind = KindName.id

    package init() {}

    package func extract(
        _ document: RecognizedDocument, definition: KindDefinition, labelled: Extraction, context: ExtractionContext
    ) -> Extraction {
        labelled
    }
}

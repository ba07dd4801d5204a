package import Model

package struct DeedExtractor: KindExtractor {
    package let kind = KindName.deed

    package init() {}

    package func extract(
        _ document: RecognizedDocument, definition: KindDefinition, labelled: Extraction, context: ExtractionContext
    ) -> Extraction {
        labelled
    }
}

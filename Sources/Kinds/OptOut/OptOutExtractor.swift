package import Model

package struct OptOutExtractor: KindExtractor {
    package let kind = KindName.optOut

    package init() {}

    package func extract(
        _ document: RecognizedDocument, definition: KindDefinition, labelled: Extraction, context: ExtractionContext
    ) -> Extraction {
        labelled
    }
}

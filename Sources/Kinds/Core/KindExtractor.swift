package import Model

/// What an extractor may know beside the document.
package struct ExtractionContext: Hashable, Sendable {
    /// The date that expiry, ages and centuries are judged by.
    package var asOf: CalendarDate

    package init(asOf: CalendarDate) {
        self.asOf = asOf
    }
}

/// Knowledge of one kind that labels alone cannot express: a pure function of the recognized document.
package protocol KindExtractor: Sendable {
    var kind: KindName { get }

    /// - Parameter labelled: what the labels of the kind's definition found.
    /// - Returns: what the document says in all, `labelled` included where it is right.
    func extract(
        _ document: RecognizedDocument, definition: KindDefinition, labelled: Extraction, context: ExtractionContext
    ) -> Extraction
}

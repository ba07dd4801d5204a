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

    /// The page with its words parted where the kind's standard tells that recognition joined two.
    func parted(_ page: RecognizedPage) -> RecognizedPage

    /// - Parameter labelled: what the labels of the kind's definition found.
    /// - Returns: what the document says in all, `labelled` included where it is right.
    func extract(
        _ document: RecognizedDocument, definition: KindDefinition, labelled: Extraction, context: ExtractionContext
    ) -> Extraction

    /// Whether two pages of one picture are sides of one document. Where nothing is known of a kind, they are not.
    func areSides(_ first: PartReading, _ second: PartReading, context: ExtractionContext) -> Bool

    /// Whether two pages surely belong to different documents. Where nothing is known of a kind, it is not sure, and the
    /// pages are not even read.
    func areApart(_ first: () -> PartReading, _ second: () -> PartReading, context: ExtractionContext) -> Bool
}

extension KindExtractor {
    package func parted(_ page: RecognizedPage) -> RecognizedPage { page }
    package func areSides(_ first: PartReading, _ second: PartReading, context: ExtractionContext) -> Bool { false }
    package func areApart(
        _ first: () -> PartReading, _ second: () -> PartReading, context: ExtractionContext
    ) -> Bool { false }
}

/// One of several pages that a picture shows, as if it were the document.
package struct PartReading: Hashable, Sendable {
    package var document: RecognizedDocument
    /// What the labels of the kind's definition found on it.
    package var labelled: Extraction

    package init(document: RecognizedDocument, labelled: Extraction) {
        self.document = document
        self.labelled = labelled
    }
}

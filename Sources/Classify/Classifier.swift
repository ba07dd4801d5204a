package import Kinds
package import Model

/// The fourth stage: which kind a document is, or honestly `unknown`.
package struct Classifier: Sendable {
    package var kinds: [KindDefinition]

    package init(kinds: [KindDefinition]) {
        self.kinds = kinds
    }

    package func classify(_ document: RecognizedDocument) -> ClassifiedDocument {
        ClassifiedDocument(
            recognized: document, kind: .unknown,
            classification: Classification(confidence: 0, scores: [:], evidence: []))
    }
}

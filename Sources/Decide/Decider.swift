package import Kinds
package import Model

/// The sixth stage: accept, review or retake, with reasons.
package struct Decider: Sendable {
    package var kinds: [KindDefinition]
    package var settings: DecideSettings

    package init(kinds: [KindDefinition], settings: DecideSettings) {
        self.kinds = kinds
        self.settings = settings
    }

    /// - Returns: the decision, and the document as it is vouched for: in an accepted one, doubtful values that are not
    ///   required are left out.
    package func decide(_ document: ExtractedDocument) -> (decision: Decision, document: ExtractedDocument) {
        (Decision(action: .review, reasons: []), document)
    }
}

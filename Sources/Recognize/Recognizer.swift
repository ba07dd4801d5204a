package import Imaging
package import Model

/// The third stage: pictures become words, barcodes, machine-readable lines and marks. Holds one Tesseract handle a
/// language set for the life of the worker.
package final class Recognizer {
    package let settings: RecognizeSettings

    /// - Throws: `Failure(.engineFailed)` where a model is missing or unreadable.
    package init(settings: RecognizeSettings) throws {
        self.settings = settings
    }

    /// How much a picture reads like text as it stands: words weighted by confidence, 0…; cheap.
    package func textEvidence(_ image: Image) throws -> Double {
        0
    }

    /// Reads a prepared page. A page that takes longer than the time limit keeps what was read until then, with a
    /// warning.
    package func read(_ page: PreparedPage, images: PageImages) throws -> RecognizedPage {
        RecognizedPage(prepared: page)
    }
}

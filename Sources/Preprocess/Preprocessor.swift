package import Imaging
package import Model

/// The second stage: a page as captured becomes upright, level, evenly lit, black and white, and measured.
package struct Preprocessor {
    package var settings: PreprocessSettings

    package init(settings: PreprocessSettings) {
        self.settings = settings
    }

    /// - Parameter evidence: how much a 1-bit or 8-bit strip of a few text lines reads like text as it stands, 0…;
    ///   handed in by the pipeline, which has the recognizer, so that orientation is decided by what can be read.
    /// - Throws: `Failure` where memory does not suffice for the page.
    package func prepare(
        _ page: LoadedPage, image: Image, evidence: (Image) throws -> Double
    ) throws -> (page: PreparedPage, images: PageImages) {
        throw Failure(.engineFailed, "page \(page.index): not built yet", stage: .preprocess)
    }
}

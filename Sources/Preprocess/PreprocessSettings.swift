/// What `pipeline.yml` says under `preprocess`.
package struct PreprocessSettings: Hashable, Sendable {
    package enum Binarization: String, CaseIterable, Sendable {
        /// The better of the others for each page.
        case auto
        case otsu, sauvola
    }

    /// Whether pages are turned upright where the evidence says so.
    package var orient = true
    /// Whether slanted pages are levelled.
    package var deskew = true
    /// Degrees; less skew than this is left as it is.
    package var minSkew = 0.1
    /// Whether a page in a photograph is cut out and flattened.
    package var flatten = true
    package var binarization = Binarization.auto

    package init() {}
}

/// What `pipeline.yml` says under `preprocess`.
package struct PreprocessSettings: Hashable, Sendable {
    package enum Binarization: String, CaseIterable, Sendable {
        /// The better of the others for each page.
        case auto
        case otsu, sauvola, plain, faint, evened
    }

    /// Whether pages are turned upright where the evidence says so.
    package var orient = true
    /// Whether slanted pages are levelled.
    package var deskew = true
    /// Degrees; less skew than this is left as it is.
    package var minSkew = 0.1
    /// Whether a page in a photograph is cut out and flattened.
    package var flatten = true
    /// Whether curved text lines are straightened where that reads better.
    package var dewarp = true
    package var binarization = Binarization.auto
    /// Whether captures that nothing could read are found before their text is sought.
    package var earlyExit = true
    // Where captures are hopeless (docs/quality.md).
    package var hopelessRelief = 0.03
    package var hopelessSharpness = 0.15
    package var hopelessGrain = 0.3
    package var hopelessMoire = 0.12
    /// In pixels.
    package var hopelessTextHeight = 2.5

    package init() {}
}

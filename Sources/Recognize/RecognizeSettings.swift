/// What `pipeline.yml` says under `recognize`.
package struct RecognizeSettings: Hashable, Sendable {
    /// Tesseract's language packs. The pack of a whole script knows every accent of its languages' names.
    package var languages = ["Latin"]
    /// Folder of the `.traineddata` files; empty: the system's.
    package var modelFolder = ""
    /// Seconds that reading one page may take.
    package var secondsPerPage = 300.0
    /// x-height in pixels to which a page is scaled before it is read.
    package var targetTextHeight = 20.0
    /// Whether words are read; without them only zones, barcodes and marks are.
    package var words = true
    /// Whether words of values are read again from their own pictures before the values are trusted.
    package var secondLook = true
    /// Language packs by which the second look reads last; empty, or the first ones: none.
    package var secondLanguages = ["eng"]
    /// Folder of the library and the model of the recognizer that the second look hears beside Tesseract; empty: none.
    package var secondRecognizer = "/usr/local/lib/recto"
    /// Whether documents that would be accepted are read once more as a whole.
    package var secondPass = true
    package var barcodes = true
    package var machineReadableZone = true

    package init() {}

    /// Every language pack that is needed, each once.
    package var allLanguages: [String] {
        languages + (hasSecondModel ? secondLanguages.filter { !languages.contains($0) } : [])
    }

    /// Whether the second look has a model that makes other mistakes than the first one's.
    var hasSecondModel: Bool { secondLook && !secondLanguages.isEmpty && secondLanguages != languages }

    var hasSecondRecognizer: Bool { secondLook && !secondRecognizer.isEmpty }
}

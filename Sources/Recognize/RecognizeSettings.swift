import Model

/// What `pipeline.yml` says under `recognize`.
package struct RecognizeSettings: Hashable, Sendable {
    /// Tesseract's language packs: those of the documents' languages, and no more.
    package var languages = ["eng"]
    /// Folder of the `.traineddata` files; empty: the system's.
    package var modelFolder = ""
    /// Seconds that reading one page may take.
    package var secondsPerPage = 300.0
    /// x-height in pixels to which a page is scaled before it is read.
    package var targetTextHeight = 20.0
    /// Whether words are read; without them only zones, barcodes and marks are.
    package var words = true
    /// Folder of ONNX Runtime, the text detector and the neural reader that read beside Tesseract; empty: none.
    package var neuralModelFolder = Installation.current.libraries
    package var barcodes = true
    package var machineReadableZone = true

    package init() {}

    var hasNeuralReader: Bool { !neuralModelFolder.isEmpty }
}

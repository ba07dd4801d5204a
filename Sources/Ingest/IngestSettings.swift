package import Model

/// What `pipeline.yml` says under `ingest`.
package struct IngestSettings: Hashable, Sendable {
    /// Largest file, in MiB.
    package var maxFileMegabytes = 200
    /// Largest page, in millions of pixels, checked before it is decoded.
    package var maxMegapixels = 120.0
    /// Most pages a document.
    package var maxPages = 2000
    /// Pixels per inch at which a PDF page that is no scan is rendered.
    package var pdfResolution = 300
    /// Path of PDFium, which reads PDF files.
    package var pdfLibrary = Installation.current.libraries + "/libpdfium.so"
    /// Tried in order on encrypted PDF files.
    package var pdfPasswords: [String] = []

    /// Which files are one document, and the words in their names that tell sides apart, in page order.
    package var oneDocument = FileGrouping.file
    package var sides = ["front", "back"]
    /// Whether a file that holds several documents is split where they begin: a result a document.
    package var split = false

    package init() {}
}

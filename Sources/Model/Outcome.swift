/// What one input file turned into: the contract's result, with its JSON names.
package struct Outcome: Hashable, Sendable, Codable {
    package static let schemaVersion = "1"

    package enum Status: String, Codable, Sendable {
        case processed, failed
    }

    package var schemaVersion: String
    /// Absent where the bytes could not be read.
    package var id: String?
    package var source: SourceInfo
    package var status: Status
    /// Set where values were taken out, and how many.
    package var redacted: Redaction?
    package var error: Failure?
    package var kind: KindName?
    package var classification: Classification?
    package var fields: [FieldName: Field]?
    package var decision: Decision?
    package var pages: [PageReport]?
    package var warnings: [Warning]?
    /// Milliseconds by stage name, and `total`.
    package var timing: [String: Double]?
    package var engine: EngineInfo
    /// Of a document that people have decided: only in `reviewed/`.
    package var review: ReviewReport?
    /// Of a file that was split: the documents behind this one, in page order. Each is a result of its own; none is part
    /// of this one's JSON.
    package var following: [Outcome] = []

    /// A processed document.
    package init(
        id: String, source: SourceInfo, kind: KindName, classification: Classification, fields: [FieldName: Field],
        decision: Decision, pages: [PageReport], warnings: [Warning], timing: [String: Double], engine: EngineInfo
    ) {
        schemaVersion = Self.schemaVersion
        self.id = id
        self.source = source
        status = .processed
        self.kind = kind
        self.classification = classification
        self.fields = fields
        self.decision = decision
        self.pages = pages
        self.warnings = warnings
        self.timing = timing
        self.engine = engine
    }

    /// A document that could not be processed.
    package init(id: String?, source: SourceInfo, failure: Failure, engine: EngineInfo) {
        schemaVersion = Self.schemaVersion
        self.id = id
        self.source = source
        status = .failed
        error = failure
        self.engine = engine
    }

    private enum CodingKeys: String, CodingKey {
        case id, source, status, redacted, error, kind, classification, fields, decision, pages, warnings, timing,
            engine, review
        case schemaVersion = "schema_version"
    }
}

package struct SourceInfo: Hashable, Sendable, Codable {
    /// Relative to the input root.
    package var path: String
    package var bytes: Int?
    package var mediaType: String?
    package var pageCount: Int?
    /// Path of the document that this file is a page of.
    package var partOf: String?
    /// [first, last] where a file was split into several documents.
    package var pages: [Int]?
    /// All files of a document that has several, in page order, the one that the document is named after first.
    package var files: [File]?

    /// The file's name without its folders.
    package var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// One of several files of a document.
    package struct File: Hashable, Sendable, Codable {
        package var path: String
        /// As the result's own: of this file's bytes.
        package var id: String?
        package var bytes: Int?
        package var mediaType: String?
        package var pageCount: Int?

        package init(
            path: String, id: String? = nil, bytes: Int? = nil, mediaType: String? = nil, pageCount: Int? = nil
        ) {
            self.path = path
            self.id = id
            self.bytes = bytes
            self.mediaType = mediaType
            self.pageCount = pageCount
        }

        private enum CodingKeys: String, CodingKey {
            case path, id, bytes
            case mediaType = "media_type"
            case pageCount = "page_count"
        }
    }

    package init(
        path: String, bytes: Int? = nil, mediaType: String? = nil, pageCount: Int? = nil, partOf: String? = nil,
        pages: [Int]? = nil
    ) {
        self.path = path
        self.bytes = bytes
        self.mediaType = mediaType
        self.pageCount = pageCount
        self.partOf = partOf
        self.pages = pages
    }

    private enum CodingKeys: String, CodingKey {
        case path, bytes, pages, files
        case mediaType = "media_type"
        case pageCount = "page_count"
        case partOf = "part_of"
    }
}

package struct Classification: Hashable, Sendable, Codable {
    /// The chance that the kind is right, 0…1.
    package var confidence: Double
    /// 0…1 for every kind, `unknown` too.
    package var scores: [String: Double]
    package var evidence: [Evidence]

    package struct Evidence: Hashable, Sendable, Codable {
        package var text: String
        package var page: Int
        package var box: Box?
        package var weight: Double

        package init(text: String, page: Int, box: Box?, weight: Double) {
            self.text = text
            self.page = page
            self.box = box
            self.weight = weight
        }
    }

    package init(confidence: Double, scores: [String: Double], evidence: [Evidence]) {
        self.confidence = confidence
        self.scores = scores
        self.evidence = evidence
    }
}

/// One page in the result.
package struct PageReport: Hashable, Sendable, Codable {
    package var index: Int
    /// The file's page, from 1, where a picture of the file shows several pages, the document has several files, or its
    /// file was split; otherwise it is `index`.
    package var inputPage: Int?
    /// Path of the file that the page is in, where the document has several.
    package var file: String?
    package var kind: KindName?
    package var width: Int
    package var height: Int
    package var dpi: Double
    /// Path of the upright page's picture; only where asked for.
    package var image: String?
    package var orientation: Int
    /// Evidence for 0, 90, 180 and 270 degrees; only where it does not decide.
    package var orientationScores: [Double]?
    package var skew: Double
    /// Nil where the page failed.
    package var binarization: Binarization?
    package var outline: Quadrilateral?
    package var transform: Transform
    /// Where curved lines were straightened.
    package var displacement: Displacement?
    package var quality: Quality
    package var text: String
    package var confidence: Double
    /// Only where asked for.
    package var words: [WordReport]?
    package var error: PageError?

    package struct WordReport: Hashable, Sendable, Codable {
        package var text: String
        package var confidence: Double
        package var box: Box
        package var line: Int

        package init(_ word: Word) {
            text = word.text
            confidence = word.confidence
            box = word.box
            line = word.line
        }
    }

    package struct PageError: Hashable, Sendable, Codable {
        package var code: FailureCode
        package var message: String
    }

    package init(_ page: RecognizedPage, kind: KindName?, words includeWords: Bool) {
        let prepared = page.prepared
        index = prepared.index
        inputPage = prepared.inputPage
        self.kind = kind
        width = prepared.width
        height = prepared.height
        dpi = prepared.dpi
        orientation = prepared.orientation
        orientationScores =
            prepared.orientationCertain || prepared.orientationScores.isEmpty ? nil : prepared.orientationScores
        skew = prepared.skew
        binarization = page.error == nil ? prepared.binarization : nil
        outline = prepared.outline
        transform = prepared.transform
        displacement = prepared.displacement
        quality = prepared.quality
        text = page.text
        confidence = page.confidence
        words = includeWords ? page.words.map(WordReport.init) : nil
        error = page.error.map { PageError(code: $0.code, message: $0.message) }
    }

    private enum CodingKeys: String, CodingKey {
        case index, file, kind, width, height, dpi, image, orientation, skew, binarization, outline, transform, quality,
            text
        case confidence, words, error, displacement
        case inputPage = "input_page"
        case orientationScores = "orientation_scores"
    }
}

/// Versions of what made the result.
package struct EngineInfo: Hashable, Sendable, Codable {
    package struct ModelFile: Hashable, Sendable, Codable {
        package var name: String
        package var sha256: String

        package init(name: String, sha256: String) {
            self.name = name
            self.sha256 = sha256
        }
    }

    package var recto: String
    package var tesseract: String
    package var leptonica: String
    package var zxing: String
    /// SHA-256 of PDFium, which tells no version; nil where it is not installed.
    package var pdfium: String?
    package var models: [ModelFile]
    /// Digest of the configuration in force.
    package var configuration: String
    /// The date that expiry, ages and centuries were judged by.
    package var asOf: CalendarDate

    package init(
        recto: String, tesseract: String, leptonica: String, zxing: String, pdfium: String? = nil, models: [ModelFile],
        configuration: String, asOf: CalendarDate
    ) {
        self.recto = recto
        self.tesseract = tesseract
        self.leptonica = leptonica
        self.zxing = zxing
        self.pdfium = pdfium
        self.models = models
        self.configuration = configuration
        self.asOf = asOf
    }

    /// What reads, for the provenance of what was fitted to it.
    package var readers: String {
        let models = models.map { "\($0.name) \($0.sha256.prefix(8))" }.joined(separator: ", ")
        return "recto \(recto), tesseract \(tesseract), \(models)"
    }

    private enum CodingKeys: String, CodingKey {
        case recto, tesseract, leptonica, zxing, pdfium, models, configuration
        case asOf = "as_of"
    }
}

import Classify
import Decide
import Extract
package import Imaging
import Ingest
package import Kinds
package import Model
import Preprocess
import Recognize
import Understand

/// The stages as functions, each replaceable in a test.
package struct Stages {
    package var open: (SourceFile, _ scratch: String) throws -> any PageSource
    /// A picture with square pixels and dark print on a light ground.
    package var standardize: (LoadedPage, Image) throws -> (page: LoadedPage, image: Image) = { ($0, $1) }
    /// Where on a picture its pages lie: at least one.
    package var find: (LoadedPage, Image) throws -> [PagePlace]
    package var prepare: (LoadedPage, Image, PagePlace) throws -> (page: PreparedPage, images: PageImages)
    package var read: (PreparedPage, PageImages) throws -> RecognizedPage
    /// What the words around each word say of it.
    package var understand: (RecognizedDocument) throws -> RecognizedDocument = { $0 }
    package var classify: (RecognizedDocument) -> ClassifiedDocument
    /// Where the documents of a file begin.
    package var starts: (ClassifiedDocument, ExtractionContext) -> [Int] = { document, _ in document.starts }
    /// What is to be said of pages that may be another document's.
    package var strangers: (ClassifiedDocument, ExtractionContext) -> [Reason] = { _, _ in [] }
    package var extract: (ClassifiedDocument, ExtractionContext) -> ExtractedDocument
    package var decide: (ExtractedDocument) -> (decision: Decision, document: ExtractedDocument)
    /// What is wrong with the capture of pages, before they are read.
    package var captureReasons: ([PreparedPage]) -> [Reason] = { _ in [] }
    package var engine: (_ asOf: CalendarDate) -> EngineInfo
    /// What the fields are.
    var kinds: [KindDefinition] = []

    /// Each one as given.
    package init(
        open: @escaping (SourceFile, String) throws -> any PageSource,
        find: @escaping (LoadedPage, Image) throws -> [PagePlace],
        prepare: @escaping (LoadedPage, Image, PagePlace) throws -> (page: PreparedPage, images: PageImages),
        read: @escaping (PreparedPage, PageImages) throws -> RecognizedPage,
        classify: @escaping (RecognizedDocument) -> ClassifiedDocument,
        extract: @escaping (ClassifiedDocument, ExtractionContext) -> ExtractedDocument,
        decide: @escaping (ExtractedDocument) -> (decision: Decision, document: ExtractedDocument),
        engine: @escaping (CalendarDate) -> EngineInfo
    ) {
        self.open = open
        self.find = find
        self.prepare = prepare
        self.read = read
        self.classify = classify
        self.extract = extract
        self.decide = decide
        self.engine = engine
    }

    /// The real ones.
    ///
    /// - Throws: `ConfigurationError` for a bad kind file, `Failure` where a model is missing.
    package init(_ configuration: Configuration) throws {
        try self.init(configuration, catalogue: KindCatalogue(configuration.kinds))
    }

    init(_ configuration: Configuration, catalogue: KindCatalogue) throws {
        let ingestor = Ingestor(settings: configuration.ingest)
        let preprocessor = Preprocessor(settings: configuration.preprocess)
        let recognizer = try Recognizer(settings: configuration.recognize)
        let classifier = Classifier(kinds: catalogue.definitions)
        let extractor = Extractor(kinds: catalogue.definitions, extractors: catalogue.extractors)
        let calibration = try CalibrationFile(configuration.decide.calibration)
        let decider = Decider(
            kinds: catalogue.definitions, settings: configuration.decide, confidence: calibration.model)

        open = ingestor.open
        standardize = { try preprocessor.standardized($0, image: $1) }
        find = { try preprocessor.places(on: $0, image: $1) }
        let signs = Signs(
            evidence: recognizer.textEvidence, zoneTurns: recognizer.zoneTurns, symbolTurn: recognizer.symbolTurn)
        prepare = { try preprocessor.prepare($0, image: $1, place: $2, signs: signs) }
        read = recognizer.read
        if !configuration.recognize.neuralModelFolder.isEmpty {
            understand = try Tagger(folder: configuration.recognize.neuralModelFolder).tagged
        }
        classify = classifier.classify
        starts = { extractor.starts(of: $0, context: $1) }
        strangers = { extractor.strangers(in: $0, context: $1) }
        extract = extractor.extract
        decide = decider.decide
        captureReasons = decider.captureReasons
        kinds = catalogue.definitions
        let tagger = configuration.recognize.neuralModelFolder.isEmpty ? [] : [Tagger.modelFile]
        let models = try (recognizer.models() + tagger).sorted { $0.name < $1.name }
        let pdfium = ingestor.pdfLibraryDigest
        let digest = configuration.digest(of: catalogue.sources + [calibration.text])
        engine = { asOf in
            EngineInfo(
                recto: Version.current, tesseract: Recognizer.tesseractVersion,
                leptonica: LibraryVersions.leptonica, zxing: Recognizer.zxingVersion, pdfium: pdfium, models: models,
                configuration: digest, asOf: asOf)
        }
    }
}

/// A document that hands out its pages one at a time.
package protocol PageSource {
    var loaded: LoadedDocument { get }
    var pageCount: Int { get }
    /// From 1; throws `Failure` where this page alone cannot be read.
    func page(_ index: Int) throws -> (page: LoadedPage, image: Image)
    /// What one of its files' pages is in the file, and which page of the file.
    ///
    /// - Parameters:
    ///   - index: from 1.
    ///   - mostBytes: of a picture that is encoded anew.
    func original(_ index: Int, mostBytes: Int) throws -> FileOriginal
}

/// A page as it is in its file.
package struct FileOriginal {
    package var page: PageOriginal
    /// The file, where it is a PDF.
    package var pdf: PDFOriginal?
    /// Of the page in its file, from 1.
    package var number: Int
}

extension OpenedDocument {
    package func original(_ index: Int, mostBytes: Int) throws -> FileOriginal {
        FileOriginal(page: try original(index, mostBytes: mostBytes), pdf: pdf, number: index)
    }
}

extension OpenedDocument: PageSource {}

package enum Version {
    package static let current = "0.1.0"
}

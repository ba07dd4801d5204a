package import Imaging
package import Model

/// The first stage: bytes become pages.
package struct Ingestor {
    package var settings: IngestSettings

    package init(settings: IngestSettings) {
        self.settings = settings
    }

    /// Finds out what a file is, from its bytes, and which pages it has; checks the limits before decoding.
    ///
    /// - Parameter scratch: a folder of the worker's own for intermediate files.
    /// - Throws: `Failure` with the code that says why the file cannot be processed.
    package func open(_ source: SourceFile, scratch: String) throws -> OpenedDocument {
        throw Failure(.unsupportedType, "\(source.path): not built yet", stage: .ingest)
    }
}

/// A document whose pages can be decoded one at a time.
package struct OpenedDocument {
    package let loaded: LoadedDocument

    package var pageCount: Int { loaded.source.pageCount ?? 0 }

    /// Decodes one page, with its orientation tag applied.
    ///
    /// - Parameter index: from 1.
    /// - Throws: `Failure` where this page is damaged or over a limit; other pages may still be good.
    package func page(_ index: Int) throws -> (page: LoadedPage, image: Image) {
        throw Failure(.damaged, "page \(index): not built yet", stage: .ingest)
    }
}

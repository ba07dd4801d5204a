// The values between the stages:
// SourceFile → LoadedDocument → PreparedPage → RecognizedPage → ClassifiedDocument → ExtractedDocument → Outcome.
// Those of single pages are in Pages.swift, what is read on them in PageContent.swift.

/// One input file, as the pipeline is handed it.
package struct SourceFile: Hashable, Sendable, Codable {
    /// Relative to the input root: what the result calls it.
    package var path: String
    /// Where its bytes lie.
    package var location: String
    /// Further files of the same document, in page order.
    package var others: [SourceFile]

    package init(path: String, location: String, others: [SourceFile] = []) {
        self.path = path
        self.location = location
        self.others = others
    }
}

/// After Ingest: what the file is and which pages it has; pixels are handed out page by page.
package struct LoadedDocument: Hashable, Sendable, Codable {
    /// `sha256:` and the hex digest of the bytes.
    package var id: String
    package var source: SourceInfo
    package var warnings: [Warning]
    /// What the file itself gives a person to judge, whatever its kind, such as pages that were not read.
    package var findings: [Reason] = []

    package init(id: String, source: SourceInfo, warnings: [Warning] = []) {
        self.id = id
        self.source = source
        self.warnings = warnings
    }
}

/// A document that was read but has no pages to process: why, and what was found out about it before that.
package struct RejectedDocument: Error, Hashable, Sendable {
    package var loaded: LoadedDocument
    package var failure: Failure

    package init(loaded: LoadedDocument, failure: Failure) {
        self.loaded = loaded
        self.failure = failure
    }
}

/// All pages of a document, read.
package struct RecognizedDocument: Hashable, Sendable, Codable {
    package var loaded: LoadedDocument
    package var pages: [RecognizedPage]

    /// What the file itself, and its pages, give a person to judge, whatever the kind.
    package var findings: [Reason] { loaded.findings + pages.flatMap(\.prepared.findings) }

    package init(loaded: LoadedDocument, pages: [RecognizedPage]) {
        self.loaded = loaded
        self.pages = pages
    }
}

/// After Classify.
package struct ClassifiedDocument: Hashable, Sendable, Codable {
    package var recognized: RecognizedDocument
    package var kind: KindName
    package var classification: Classification
    /// Each page's own kind, in page order.
    package var pageKinds: [KindName]
    /// Positions of the pages with which documents begin, from 0; one alone where the file is one document.
    package var starts: [Int]
    /// Positions of pages that are in a document without a sign that they go on from the pages before them.
    package var loosePages: [Int]

    package init(
        recognized: RecognizedDocument, kind: KindName, classification: Classification, pageKinds: [KindName] = [],
        starts: [Int] = [0], loosePages: [Int] = []
    ) {
        self.recognized = recognized
        self.kind = kind
        self.classification = classification
        self.pageKinds = pageKinds
        self.starts = starts
        self.loosePages = loosePages
    }

    /// The documents that the file holds, as positions of their pages.
    package var documents: [Range<Int>] {
        zip(starts, starts.dropFirst() + [recognized.pages.count]).map { $0..<max($0, $1) }
    }
}

/// Fields with what was found out about them.
package struct Extraction: Hashable, Sendable, Codable {
    package var fields: [FieldName: Field]
    /// Values by the tagger, for the kind's extractor.
    package var tagged: [FieldName: Field] = [:]
    /// The words that each of these was made of, in their order.
    package var taggedWords: [FieldName: [WordPlace]] = [:]
    /// What the values themselves give for a person to judge: conflicts, failed check digits, expiry, specimens, …
    package var findings: [Reason]
    package var warnings: [Warning]
    /// Words that more than their picture proves, such as the lengths of a survey that closes.
    package var proven: Set<WordPlace> = []
    /// Words that have a value otherwise than the place it was taken from: one of the two was misread.
    package var differing: Set<WordPlace> = []

    package init(fields: [FieldName: Field] = [:], findings: [Reason] = [], warnings: [Warning] = []) {
        self.fields = fields
        self.findings = findings
        self.warnings = warnings
    }
}

/// Where a word stands.
package struct WordPlace: Hashable, Sendable, Codable {
    /// From 1.
    package var page: Int
    package var box: Box

    package init(page: Int, box: Box) {
        self.page = page
        self.box = box
    }
}

/// After Extract.
package struct ExtractedDocument: Hashable, Sendable, Codable {
    package var classified: ClassifiedDocument
    package var extraction: Extraction

    package init(classified: ClassifiedDocument, extraction: Extraction) {
        self.classified = classified
        self.extraction = extraction
    }
}

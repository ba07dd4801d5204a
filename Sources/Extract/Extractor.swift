package import Kinds
package import Model

/// The stage that finds the fields of a document of a known kind, each with its place, source and checks.
package struct Extractor: Sendable {
    package var kinds: [KindDefinition]
    package var extractors: [KindName: any KindExtractor]

    package init(kinds: [KindDefinition], extractors: [KindName: any KindExtractor]) {
        self.kinds = kinds
        self.extractors = extractors
    }

    /// By labels first, then by the kind's own extractor, and at last the checks that hold for every kind.
    ///
    /// Where a picture shows pages that are not sides of one document, the fields are those of the first document that is
    /// of the kind, and the finding `several_documents` tells of the others.
    package func extract(_ document: ClassifiedDocument, context: ExtractionContext) -> ExtractedDocument {
        let definition = kinds.first { $0.name == document.kind }
        let parts = PictureParts(document) { first, second in
            areSides(first, second, of: document, definition, context)
        }
        var extraction = Extraction()
        if let definition {
            let pages = parts.isSeveral ? parts.pagesOfFirst : document.recognized.pages
            let recognized = RecognizedDocument(loaded: document.recognized.loaded, pages: pages)
            extraction = extracted(recognized, definition, context)
        }
        extraction.findings += parts.isSeveral ? parts.findings : several(document, extraction)
        return ExtractedDocument(classified: document, extraction: extraction)
    }

    /// Documents on pages of their own, in one file; papers of no known kind beside one of a known kind are none.
    private func several(_ document: ClassifiedDocument, _ extraction: Extraction) -> [Reason] {
        let ranges = document.documents
        let known = ranges.count { range in
            range.contains { !document.pageKinds.indices.contains($0) || document.pageKinds[$0] != .unknown }
        }
        guard known > 1, !extraction.findings.contains(where: { $0.code == .severalDocuments }) else {
            return []
        }
        let pages = document.recognized.pages
        let names = ranges.map { range in
            let kind =
                range.lazy.map { document.pageKinds.indices.contains($0) ? document.pageKinds[$0] : .unknown }
                .first { $0 != .unknown } ?? .unknown
            let numbers =
                range.count == 1
                ? "page \(pages[range.lowerBound].index)"
                : "pages \(pages[range.lowerBound].index) to \(pages[range.upperBound - 1].index)"
            return "\(numbers): \(kind.rawValue)"
        }.joined(separator: ", ")
        return [
            Reason(
                code: .severalDocuments,
                message: "The file holds \(ranges.count) documents (\(names)): part them",
                page: pages[ranges[1].lowerBound].index, measured: Double(ranges.count), threshold: 1)
        ]
    }

    /// Where the labels of a kind's fields stand, for who writes the kind.
    package func labels(of definition: KindDefinition, in document: RecognizedDocument) -> [FieldName: [LabelPlace]] {
        var places: [FieldName: [LabelPlace]] = [:]
        for page in document.pages where page.error == nil && !page.words.isEmpty {
            let layout = PageLayout(page: page)
            for hit in LabelFinder(layout: layout).labels(of: definition.fields) {
                let place = LabelPlace(text: layout.text(of: hit.words), page: page.index, box: hit.box)
                for field in hit.fields.sorted() { places[definition.fields[field].name, default: []].append(place) }
            }
        }
        return places
    }

    private func extracted(
        _ document: RecognizedDocument, _ definition: KindDefinition, _ context: ExtractionContext
    ) -> Extraction {
        var document = document
        if let extractor = extractors[definition.name] { document.pages = document.pages.map(extractor.parted) }
        var extraction = labelled(document, definition, context)
        let tagged = TaggedFields(document: document, definition: definition, asOf: context.asOf).readings()
        extraction.tagged = tagged.mapValues(\.field)
        extraction.taggedWords = tagged.mapValues(\.words)
        if let extractor = extractors[definition.name] {
            extraction = extractor.extract(
                document, definition: definition, labelled: extraction, context: context)
        }
        (extraction.tagged, extraction.taggedWords) = ([:], [:])
        for part in definition.fields where part.isPart { extraction.fields[part.name] = nil }
        return ReaderAgreement(pages: document.pages).checked(FieldChecks(context: context).checked(extraction))
    }

    private func areSides(
        _ first: RecognizedPage, _ second: RecognizedPage, of document: ClassifiedDocument,
        _ definition: KindDefinition?, _ context: ExtractionContext
    ) -> Bool {
        guard let definition, let extractor = extractors[definition.name] else { return false }
        return extractor.areSides(
            part(first, of: document, definition, context), part(second, of: document, definition, context),
            context: context)
    }

    /// One page as if it were the document.
    func part(
        _ page: RecognizedPage, of document: ClassifiedDocument, _ definition: KindDefinition,
        _ context: ExtractionContext
    ) -> PartReading {
        let single = RecognizedDocument(loaded: document.recognized.loaded, pages: [page])
        return PartReading(document: single, labelled: labelled(single, definition, context))
    }

    private func labelled(
        _ document: RecognizedDocument, _ definition: KindDefinition, _ context: ExtractionContext
    ) -> Extraction {
        let order = DateOrderEvidence.order(of: document.pages)
        let engine = LabelEngine(definition: definition, dates: DateParser(order: order, asOf: context.asOf))
        var readings: [FieldName: [Field]] = [:]
        for page in document.pages {
            for (name, fields) in engine.fields(on: page) { readings[name, default: []] += fields }
        }
        return Extraction(fields: readings.compactMapValues(Self.best))
    }

    /// The likeliest of several readings; other values that are nearly as likely speak against it.
    static func best(of readings: [Field]) -> Field? {
        // A mark is there where one of its places has it: other captions may speak of other marks.
        if let mark = readings.filter({ $0.value == .flag(true) }).max(by: { $0.confidence < $1.confidence }) {
            return mark
        }
        guard var best = readings.max(by: { $0.confidence < $1.confidence }) else { return nil }
        var rivals: [Field] = []
        for reading in readings where !isSame(reading.value, best.value) {
            if !rivals.contains(where: { isSame($0.value, reading.value) }) { rivals.append(reading) }
        }
        best.alternatives += rivals.map { Alternative(value: $0.value, confidence: $0.confidence) }
        if let strongest = rivals.map(\.confidence).max(), strongest > 0.6 * best.confidence { best.confidence *= 0.75 }
        return best
    }

    private static func isSame(_ a: FieldValue, _ b: FieldValue) -> Bool {
        a == b || TextFolding.key(a.plainText) == TextFolding.key(b.plainText)
    }
}

/// A label as it is printed.
package struct LabelPlace: Hashable, Sendable {
    package var text: String
    package var page: Int
    package var box: Box
}

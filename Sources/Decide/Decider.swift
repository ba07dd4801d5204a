package import Kinds
package import Model

/// The stage that decides: accept, review or retake, with reasons.
///
/// A capture fault leads to a retake only where it keeps a required field, or the kind, from being read. To accept
/// vouches for every value that the result gives.
package struct Decider: Sendable {
    package var kinds: [KindDefinition]
    package var settings: DecideSettings
    package var confidence: ConfidenceModel
    package init(kinds: [KindDefinition], settings: DecideSettings, confidence: ConfidenceModel) {
        self.kinds = kinds
        self.settings = settings
        self.confidence = confidence
    }

    /// Of every value that an accepted result gives.
    private func leastConfidence(of kind: KindName) -> Double {
        confidence.leastConfidence(for: settings.targetError, of: kind)
    }

    /// A required value less sure than this counts as not read, where the capture is at fault; what is surer was read,
    /// and is merely to be looked at.
    private static let leastRead = 0.9

    /// - Returns: the decision, and the document as it is vouched for: its confidences the measured chances; in an
    ///   accepted one, doubtful values that are not required are left out, with a warning.
    package func decide(_ document: ExtractedDocument) -> (decision: Decision, document: ExtractedDocument) {
        let document = calibrated(document)
        let classified = document.classified
        let pages = classified.recognized.pages
        var capture = CaptureFaults(settings: settings)
        // A blank page beside others hides nothing.
        let judged = pages.filter { pages.count == 1 || !capture.isBlank($0) || allBlank(pages) }
        guard let kind = kinds.first(where: { $0.name == classified.kind }) else {
            let faults = judged.flatMap(capture.reasons)
            return (unknown(pages: pages, faults: faults, document: document), document)
        }
        let glare = GlareCover(pages)
        let check = RequirementCheck(fields: document.extraction.fields, minConfidence: leastConfidence(of: kind.name))
        let gaps = unique(kind.required.flatMap(check.gaps))
        var reasons = gaps.map { reason($0, document, glare) }
        reasons += document.extraction.findings + classified.recognized.findings + redactions(pages)
        reasons +=
            kindDoubt(classified) + readingDoubt(document) + pageFailures(pages)
            + judged.flatMap(capture.digitalReasons)

        // A mark that is absent, or a value that is wrong on the document itself, is not the capture's fault.
        let fields = document.extraction.fields
        let unread = gaps.filter(isUnread)
        capture.hasZone = { page in fields.values.contains { $0.page == page && $0.source == .mrz } }
        capture.covered = { glare.fields(on: $0, of: fields) }
        capture.missing = gaps.filter { $0.cause == .missing }.map(\.field)
        let faults = judged.flatMap(capture.reasons)
        let isMissing = gaps.contains { $0.cause == .missing }
        let type = fields["document_type"]?.text.flatMap(DocumentType.init)
        let isCard = kind.name == .id && type?.isOfBooklet != true
        func cut(_ page: RecognizedPage) -> CutOff { CutOff(page: page, isCard: isCard) }
        // What a program drew beyond its page, no other capture shows.
        reasons += judged.filter { $0.prepared.isDigital && cut($0).hidesPart }.map { page in
            Reason(
                code: .lowConfidence,
                message:
                    "Print runs off the side of page \(page.index): see in the file whether a part of it is missing",
                page: page.index)
        }
        let telling = faults.filter { fault in
            fault.code != .cutOff || isMissing || pages.contains { $0.index == fault.page && cut($0).hidesPart }
        }
        let isHidden = pages.contains { page in
            capture.isUnread(page) || capture.isCovered(page) || cut(page).losesPart
                || capture.isHidden(page) && !fields.values.contains { $0.page == page.index }
        }
        // What was read, however doubtfully, is on a page of its own: another's fault keeps nobody from it.
        let keeping = telling.filter { fault in
            unread.contains { gap in fields[gap.field]?.page.map { $0 == fault.page } ?? true }
        }
        if !keeping.isEmpty || isHidden && !telling.isEmpty {
            return (Decision(action: .retake, reasons: (isHidden ? telling : keeping) + reasons), document)
        }
        if !unread.isEmpty { reasons += orientationDoubt(pages) }
        if reasons.isEmpty { return (Decision(action: .accept, reasons: []), vouched(document, check)) }
        return (Decision(action: .review, reasons: reasons), document)
    }

    /// What is wrong with the capture of pages that were not read, by their measures alone.
    package func captureReasons(of pages: [PreparedPage]) -> [Reason] {
        pages.flatMap(CaptureFaults(settings: settings).reasons(beforeReading:))
    }

    /// The document with the chances that its kind and its values are right. What was calibrated before stays.
    package func calibrated(_ document: ExtractedDocument) -> ExtractedDocument {
        var document = document
        let kind = document.classified.kind
        let classification = document.classified.classification
        document.classified.classification.confidence = confidence.confidence(
            ofKindAt: classification.scores[kind.rawValue] ?? classification.confidence)
        let pages = document.classified.recognized.pages
        let signs = Dictionary(pages.map { ($0.index, PageSign($0)) }) { first, _ in first }
        let values = GlareCover(pages).doubted(document.extraction.fields).map { name, field in
            (name: name, field: field, page: field.page.flatMap { signs[$0] })
        }
        for (value, chance) in zip(values, confidence.confidences(of: values, of: kind)) {
            var field = value.field
            field.rawConfidence = field.rawConfidence ?? field.confidence
            field.confidence = chance
            document.extraction.fields[value.name] = field
        }
        document.extraction.fields = UnprovenNames(pages, settings: settings).doubted(document.extraction.fields)
        document.extraction.fields = CutValues(pages).doubted(document.extraction.fields)
        return document
    }

    private func isUnread(_ gap: RequirementGap) -> Bool {
        switch gap.cause {
        case .notTrue: false
        case .doubtful(let confidence): !(confidence >= Self.leastRead)
        case .invalid, .missing: true
        }
    }

    // MARK: Kinds that are not known

    private func unknown(pages: [RecognizedPage], faults: [Reason], document: ExtractedDocument) -> Decision {
        if allBlank(pages), !faults.isEmpty { return Decision(action: .retake, reasons: faults) }
        let characters = pages.reduce(0) { $0 + $1.words.reduce(0) { $0 + $1.text.count } }
        let readable = pages.reduce(0.0) { sum, page in
            sum + page.words.reduce(0) { $0 + $1.confidence * Double($1.text.count) }
        }
        let confidence = characters > 0 ? readable / Double(characters) : 0
        // A capture at fault in which most can be read all the same shows that the kind is really none of ours; but what
        // would tell the kind may lie outside the frame, under a reflection or on a page that could not be read.
        let isHidden =
            faults.contains { $0.code == .cutOff || $0.code == .glare }
            || pages.contains(where: CaptureFaults(settings: settings).isUnread)
        if !faults.isEmpty, isHidden || confidence < Self.clearlyReadable {
            return Decision(action: .retake, reasons: faults)
        }
        let reason = Reason(
            code: .unknownKind, message: "The document is of no kind that is known here: see what it is",
            measured: document.classified.classification.confidence)
        let findings =
            document.extraction.findings.filter { $0.code == .severalDocuments }
            + document.classified.recognized.findings + redactions(pages)
        return Decision(
            action: .review,
            reasons: [reason] + findings + pageFailures(pages)
                + pages.flatMap(CaptureFaults(settings: settings).digitalReasons) + orientationDoubt(pages))
    }

    /// Mean word confidence from which a page counts as read, however poor its capture.
    private static let clearlyReadable = 0.8

    private func allBlank(_ pages: [RecognizedPage]) -> Bool {
        !pages.isEmpty && pages.allSatisfy(CaptureFaults(settings: settings).isBlank)
    }

    // MARK: Reasons

    private func reason(_ gap: RequirementGap, _ document: ExtractedDocument, _ glare: GlareCover) -> Reason {
        let label = gap.field.rawValue.replacing("_", with: " ")
        let page = document.extraction.fields[gap.field]?.page
        switch gap.cause {
        case .missing where gap.field == "signature_present":
            return Reason(
                code: .unsigned, message: "No signature was found: see whether it is signed", field: gap.field)
        case .missing:
            return Reason(
                code: .fieldMissing, message: "The \(label) was not found: read it off the document", field: gap.field)
        case .notTrue:
            let isSignature = gap.field == "signature_present"
            return Reason(
                code: isSignature ? .unsigned : .fieldInvalid,
                message: isSignature
                    ? "The document is not signed: ask for a signed one" : "The mark for \(label) is not set: check it",
                page: page, field: gap.field)
        case .invalid(let check):
            let name = check.replacing("_", with: " ")
            return Reason(
                code: .fieldInvalid,
                message: "The \(label) did not pass its check (\(name)): compare it with the document",
                page: page, field: gap.field)
        case .doubtful(let confidence):
            let cause =
                switch document.extraction.fields[gap.field] {
                case .some(let field) where glare.isCovered(field): "lies under a bright reflection"
                case .some(let field) where CutValues(document.classified.recognized.pages).isCut(field):
                    "stands at the side of the picture, where a part of it may be cut off"
                default: "was not read surely"
                }
            return Reason(
                code: .lowConfidence, message: "The \(label) \(cause): compare it with the document",
                page: page, field: gap.field, measured: confidence,
                threshold: leastConfidence(of: document.classified.kind))
        }
    }

    private func kindDoubt(_ document: ClassifiedDocument) -> [Reason] {
        let confidence = document.classification.confidence
        let leastConfidence = self.confidence.leastKindConfidence(for: settings.targetError)
        guard !(confidence >= leastConfidence) else { return [] }
        return [
            Reason(
                code: .lowConfidence, message: "The kind of the document is not sure: see what it is",
                measured: confidence, threshold: leastConfidence)
        ]
    }

    /// Two readers of different makers agree on print; on handwriting and worn print they agree by chance.
    private func readingDoubt(_ document: ExtractedDocument) -> [Reason] {
        let hasTwoReaders = document.classified.recognized.pages.contains { page in
            page.words.contains { $0.readings.count > 1 }
        }
        let printed = document.extraction.fields.values.filter { $0.source == .text }
        let agreed = printed.count { field in
            field.checks.contains { $0.name == ConfidenceEvidence.Feature.secondReading.rawValue && $0.passed }
        }
        guard hasTwoReaders, printed.count >= Self.valuesThatTell, 2 * agreed < printed.count else { return [] }
        return [
            Reason(
                code: .lowConfidence,
                message:
                    "Two readers read most of the values differently, as they do handwriting: compare them with the document",
                measured: Double(agreed) / Double(printed.count), threshold: 0.5)
        ]
    }

    /// Fewer values may be read differently by chance.
    private static let valuesThatTell = 4

    private func pageFailures(_ pages: [RecognizedPage]) -> [Reason] {
        pages.filter { $0.error != nil || $0.isCutShort }.map {
            Reason(
                code: .pageFailed,
                message: $0.isCutShort
                    ? "Reading page \($0.index) took too long and was stopped: look at it in the file, or try again when the "
                        + "machine has less to do"
                    : "Page \($0.index) could not be processed: look at it in the file",
                page: $0.index)
        }
    }

    /// What the file itself painted over is told already.
    private func redactions(_ pages: [RecognizedPage]) -> [Reason] {
        pages.filter { page in !page.prepared.findings.contains { $0.code == .redacted } }.flatMap { page in
            page.blackBars.map { bar in
                Reason(
                    code: .redacted, message: "A value was blacked out: see whether it is needed", page: page.index,
                    box: bar)
            }
        }
    }

    private func orientationDoubt(_ pages: [RecognizedPage]) -> [Reason] {
        pages.filter { $0.error == nil && !$0.prepared.orientationCertain && !$0.words.isEmpty }.map {
            Reason(
                code: .orientationUncertain, message: "It is not sure which side of page \($0.index) is up: see to it",
                page: $0.index)
        }
    }

    private func unique(_ gaps: [RequirementGap]) -> [RequirementGap] {
        var seen: Set<FieldName> = []
        return gaps.filter { seen.insert($0.field).inserted }
    }

    // MARK: What an accepted result gives

    private func vouched(_ document: ExtractedDocument, _ check: RequirementCheck) -> ExtractedDocument {
        var vouched = document
        for name in document.extraction.fields.keys.sorted() where check.gap(name) != nil {
            vouched.extraction.fields[name] = nil
            vouched.extraction.warnings.append(
                Warning(
                    code: .valueLeftOut,
                    message:
                        "The \(name.rawValue.replacing("_", with: " ")) was not read surely and is not required: left out",
                    page: document.extraction.fields[name]?.page))
        }
        return vouched
    }
}

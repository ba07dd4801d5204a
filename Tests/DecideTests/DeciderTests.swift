import Decide
import Kinds
import Model
import Testing

@Suite struct DeciderTests {
    static let kind = KindDefinition(
        name: "form", title: "Form",
        fields: ["number", "name", "book", "page", "signature_present", "note"].map {
            FieldDefinition(name: FieldName(rawValue: $0), type: .text)
        },
        required: [
            .field("name"), .isTrue("signature_present"),
            .any([.field("number"), .all([.field("book"), .field("page")])]),
        ])

    /// Values must be sure to 0.95.
    static var settings: DecideSettings {
        var settings = DecideSettings()
        settings.targetError = 0.01
        return settings
    }

    static func field(_ value: FieldValue, confidence: Double = 0.99, checks: [Check] = []) -> Field {
        Field(value: value, confidence: confidence, source: .text, page: 1, checks: checks)
    }

    static let complete: [FieldName: Field] = [
        "name": field(.text("A")), "signature_present": field(.flag(true)), "number": field(.text("1")),
    ]

    static func page(_ change: (inout PreparedPage) -> Void = { _ in }, wordConfidence: Double = 0.95) -> RecognizedPage
    {
        var prepared = PreparedPage(
            index: 1, width: 100, height: 100, dpi: 300,
            quality: Quality(sharpness: 0.5, contrast: 0.8, brightness: 0.9, textHeight: 20), ink: 0.05)
        change(&prepared)
        let word = Word(
            text: "word", confidence: wordConfidence, box: Box(x: 0, y: 0, width: 9, height: 9), line: 0)
        return RecognizedPage(prepared: prepared, words: [word])
    }

    static func decide(
        fields: [FieldName: Field] = complete, findings: [Reason] = [], kind name: KindName = "form",
        kindConfidence: Double = 0.99, pages: [RecognizedPage] = [page()]
    ) -> (decision: Decision, document: ExtractedDocument) {
        let loaded = LoadedDocument(id: "sha256:0", source: SourceInfo(path: "a"))
        let classified = ClassifiedDocument(
            recognized: RecognizedDocument(loaded: loaded, pages: pages), kind: name,
            classification: Classification(confidence: kindConfidence, scores: [:], evidence: []))
        return Decider(kinds: [kind], settings: Self.settings, confidence: ConfidenceModel()).decide(
            ExtractedDocument(
                classified: classified, extraction: Extraction(fields: fields, findings: findings)))
    }

    static func without(_ name: FieldName) -> [FieldName: Field] { complete.filter { $0.key != name } }

    @Test func severalDocumentsOfNoKnownKindAreTold() {
        let several = Reason(code: .severalDocuments, message: "two")
        let decision = Self.decide(fields: [:], findings: [several], kind: .unknown).decision
        #expect(decision.action == .review)
        #expect(decision.reasons.map(\.code) == [.unknownKind, .severalDocuments])
    }

    @Test(arguments: ["form", .unknown] as [KindName]) func whatTheFileItselfGivesIsToldWhateverTheKind(kind: KindName)
    {
        let altered = Reason(code: .altered, message: "see", page: 1, box: Box(x: 1, y: 1, width: 9, height: 9))
        let decision = Self.decide(kind: kind, pages: [Self.page { $0.findings = [altered] }]).decision
        #expect(decision.action == .review)
        #expect(decision.reasons.contains(altered))
    }

    @Test(arguments: ["form", .unknown] as [KindName]) func valuesThatAreBlackedOutAreTold(kind: KindName) {
        var page = Self.page()
        page.blackBars = [Box(x: 10, y: 20, width: 60, height: 12)]
        let reasons = Self.decide(kind: kind, pages: [page]).decision.reasons
        #expect(reasons.contains { $0.code == .redacted && $0.box == page.blackBars[0] })
    }

    @Test func aPageWhoseReadingTheClockStoppedIsNeverAccepted() {
        var page = Self.page()
        page.isCutShort = true
        #expect(Self.decide(pages: [page]).decision.reasons.map(\.code) == [.pageFailed])
    }

    @Test func completeAndSureIsAccepted() {
        #expect(Self.decide().decision == Decision(action: .accept, reasons: []))
    }

    @Test(arguments: [(agreed: 1, isAccepted: false), (agreed: 2, isAccepted: true)])
    func valuesThatTwoReadersReadDifferentlyAreLookedAt(agreed: Int, isAccepted: Bool) {
        var page = Self.page()
        page.words[0].readings = [
            .init(reader: .tesseract, text: "word", posterior: 0.9),
            .init(reader: .neural, text: "ward", posterior: 0.9),
        ]
        var fields = Self.complete.merging(["note": Self.field(.text("n"))]) { own, _ in own }
        for name in ["name", "number"].prefix(agreed) as ArraySlice<FieldName> {
            fields[name]?.checks = [Check(name: "second_reading", passed: true)]
        }
        let decision = Self.decide(fields: fields, pages: [page]).decision
        #expect((decision.action == .accept) == isAccepted)
        #expect(Self.decide(fields: fields).decision.action == .accept)
    }

    @Test func missingRequiredFieldGoesToReview() {
        let decision = Self.decide(fields: Self.without("name")).decision
        #expect(decision.action == .review)
        #expect(decision.reasons.map(\.code) == [.fieldMissing])
        #expect(decision.reasons.first?.field == "name")
    }

    @Test func eitherOfAlternativesSuffices() {
        var fields = Self.without("number")
        fields["book"] = Self.field(.text("1"))
        #expect(Self.decide(fields: fields).decision.action == .review)
        fields["page"] = Self.field(.text("2"))
        #expect(Self.decide(fields: fields).decision.action == .accept)
    }

    @Test func ofAlternativesTheNearestIsNamed() {
        var fields = Self.without("number")
        fields["book"] = Self.field(.text("1"), confidence: 0.5)
        fields["page"] = Self.field(.text("2"))
        let decision = Self.decide(fields: fields).decision
        #expect(decision.reasons.map(\.field) == ["book"])
        #expect(decision.reasons.first?.measured == 0.5)
        #expect(decision.reasons.first?.threshold == 0.95)
    }

    @Test func absentSignatureIsUnsignedAndNeverARetake() {
        var fields = Self.complete
        fields["signature_present"] = Self.field(.flag(false))
        let decision = Self.decide(fields: fields, pages: [Self.page { $0.quality.sharpness = 0.01 }]).decision
        #expect(decision.action == .review)
        #expect(decision.reasons.map(\.code) == [.unsigned])
    }

    @Test func doubtfulOptionalValueIsLeftOutOfAnAcceptedResult() {
        var fields = Self.complete
        fields["note"] = Self.field(.text("x"), confidence: 0.4)
        let (decision, document) = Self.decide(fields: fields)
        #expect(decision.action == .accept)
        #expect(document.extraction.fields["note"] == nil)
        #expect(document.extraction.warnings.map(\.code) == [.valueLeftOut])
    }

    @Test func failedCheckOfARequiredFieldGoesToReview() {
        var fields = Self.complete
        fields["name"] = Self.field(.text("A"), checks: [Check(name: "format", passed: false)])
        #expect(Self.decide(fields: fields).decision.reasons.map(\.code) == [.fieldInvalid])
    }

    @Test func notANumberIsNeverSure() {
        var fields = Self.complete
        fields["name"] = Self.field(.text("A"), confidence: .nan)
        #expect(Self.decide(fields: fields).decision.action == .review)
        #expect(Self.decide(kindConfidence: .nan).decision.action == .review)
    }

    @Test func everyFindingKeepsADocumentFromBeingAccepted() {
        for code in ReasonCode.allCases where !code.isCaptureFault {
            let decision = Self.decide(findings: [Reason(code: code, message: "look")]).decision
            #expect(decision.action == .review)
            #expect(decision.reasons.map(\.code) == [code])
        }
    }

    @Test func poorCaptureThatWasReadRightIsNoRetake() {
        #expect(Self.decide(pages: [Self.page { $0.quality.sharpness = 0.01 }]).decision.action == .accept)
    }

    /// A faint second page keeps nobody from a number on the first.
    @Test(arguments: [(1, Decision.Action.retake), (2, .review)])
    func anotherPagesFaultIsNoReasonToCaptureAgain(faulty: Int, action: Decision.Action) {
        var fields = Self.complete
        fields["number"]?.confidence = 0.5
        let pages = [1, 2].map { number in
            Self.page { page in
                page.index = number
                if number == faulty { page.quality.contrast = 0.02 }
            }
        }
        #expect(Self.decide(fields: fields, pages: pages).decision.action == action)
        fields["number"] = nil
        #expect(Self.decide(fields: fields, pages: pages).decision.action == .retake)
    }

    @Test func valueThatWasReadAndIsNotSureEnoughIsLookedAtHoweverPoorTheCapture() {
        var model = ConfidenceModel()
        model.acceptance[ConfidenceModel.allKinds] = [.init(confidence: 0.999, accepted: 100, wrong: 0)]
        var document = ExtractedDocument(
            classified: ClassifiedDocument(
                recognized: RecognizedDocument(
                    loaded: LoadedDocument(id: "sha256:0", source: SourceInfo(path: "a")),
                    pages: [Self.page { $0.quality.sharpness = 0.01 }]), kind: "form",
                classification: Classification(confidence: 0.9985, scores: [:], evidence: [])),
            extraction: Extraction(fields: Self.complete))
        let decider = Decider(kinds: [Self.kind], settings: Self.settings, confidence: model)
        let review = decider.decide(document).decision
        #expect(review.action == .review)
        #expect(Set(review.reasons.map(\.code)) == [.lowConfidence])
        #expect(review.reasons.allSatisfy { $0.measured != nil && $0.threshold == 0.999 })
        document.extraction.fields["name"]?.confidence = 0.5
        #expect(decider.decide(document).decision.action == .retake)
    }

    static func spoil(_ page: inout PreparedPage, _ code: ReasonCode) {
        switch code {
        case .blurred: page.quality.sharpness = 0.01
        case .tooDark: page.quality.brightness = 0.1
        case .lowContrast: page.quality.contrast = 0.05
        case .glare: page.quality.glare = 0.1
        case .screenCapture: page.quality.moire = 0.08
        case .noisy: page.quality.noise = 900
        case .textTooSmall: page.quality.textHeight = 3
        default: page.cutOffSides = ["left"]
        }
    }

    @Test(arguments: [
        ReasonCode.blurred, .tooDark, .lowContrast, .glare, .noisy, .textTooSmall, .cutOff, .screenCapture,
    ])
    func captureFaultThatHidesARequiredFieldIsARetake(code: ReasonCode) {
        let page = Self.page { Self.spoil(&$0, code) }
        let decision = Self.decide(fields: Self.without("name"), pages: [page]).decision
        #expect(decision.action == .retake)
        #expect(decision.reasons.first?.code == code)
        #expect(decision.reasons.first?.measured != nil)
        #expect(decision.reasons.first?.threshold != nil)
    }

    @Test(arguments: [
        (ReasonCode.noisy, Decision.Action.review), (.blurred, .review), (.textTooSmall, .review), (.glare, .retake),
        (.cutOff, .retake),
    ])
    func aPageThatReadsWellHasNoFaultButWhatHidesAValue(code: ReasonCode, action: Decision.Action) {
        var page = Self.page { Self.spoil(&$0, code) }
        page.words[0].box = Box(x: 40, y: 40, width: 20, height: 9)
        page.words = page.words.flatMap { Array(repeating: $0, count: 30) }
        #expect(Self.decide(fields: Self.without("name"), pages: [page]).decision.action == action)
    }

    @Test func unreadableTextIsARetake() {
        let decision = Self.decide(fields: [:], pages: [Self.textPage()]).decision
        #expect(decision.action == .retake)
        #expect(decision.reasons.first?.code == .unreadable)
    }

    @Test func fewUnsureWordsBesideABarcodeAreNotUnreadable() {
        let few = Self.page(wordConfidence: 0.2)
        #expect(Self.decide(fields: [:], pages: [few]).decision.action == .review)
        var coded = Self.textPage()
        coded.barcodes = [Barcode(format: "PDF417", text: "A", box: Box(x: 200, y: 200, width: 90, height: 40))]
        #expect(Self.decide(fields: [:], pages: [coded]).decision.action == .review)
    }

    /// Many words, none of them sure.
    static func textPage() -> RecognizedPage {
        var page = page(wordConfidence: 0.2)
        page.words = page.words.flatMap { Array(repeating: $0, count: 30) }
        return page
    }

    /// White paper and nothing else.
    static func blankPage(brightness: Double = 0.95) -> RecognizedPage {
        var blank = page {
            $0.ink = 0
            $0.relief = 0.01
            $0.quality = Quality(brightness: brightness)
        }
        blank.words = []
        return blank
    }

    @Test func blankPageIsARetakeOfAnyKind() {
        let blank = Self.blankPage()
        #expect(Self.decide(fields: [:], kind: .unknown, pages: [blank]).decision.action == .retake)
        #expect(Self.decide(fields: [:], pages: [blank]).decision.reasons.first?.code == .blank)
    }

    @Test func blankBackOfACompleteDocumentDoesNoHarm() {
        let blank = Self.blankPage()
        #expect(Self.decide(pages: [Self.page(), blank]).decision.action == .accept)
        #expect(Self.decide(fields: Self.without("name"), pages: [Self.page(), blank]).decision.action == .review)
    }

    @Test func readableDocumentOfNoKnownKindGoesToReview() {
        let decision = Self.decide(fields: [:], kind: .unknown, pages: [Self.page { $0.quality.noise = 999 }]).decision
        #expect(decision.action == .review)
        #expect(decision.reasons.map(\.code) == [.unknownKind])
    }

    @Test func unrecognizableCaptureIsARetake() {
        let page = Self.page({ $0.quality.sharpness = 0.01 }, wordConfidence: 0.4)
        #expect(Self.decide(fields: [:], kind: .unknown, pages: [page]).decision.action == .retake)
    }

    @Test func unknownDocumentThatIsCutOffIsARetakeHoweverWellItReads() {
        let decision = Self.decide(fields: [:], kind: .unknown, pages: [Self.page { $0.cutOffSides = ["right"] }])
            .decision
        #expect(decision.action == .retake)
        #expect(decision.reasons.map(\.code) == [.cutOff])
    }

    /// A third of a card or more is outside the frame: what stands there is not known, whatever was read.
    @Test(arguments: [
        (951, 915, Decision.Action.retake), (1240, 1430, .accept), (1012, 638, .accept), (1367, 600, .retake),
    ])
    func aPageOfWhichAPartIsMissingIsARetake(width: Int, height: Int, action: Decision.Action) {
        let page = Self.page {
            ($0.width, $0.height, $0.cutOffSides) = (width, height, ["right"])
            let (right, bottom) = (Double(width), Double(height))
            $0.outline = Quadrilateral(
                topLeft: Point(x: 0, y: 0), topRight: Point(x: right, y: 0), bottomRight: Point(x: right, y: bottom),
                bottomLeft: Point(x: 0, y: bottom))
        }
        #expect(Self.decide(pages: [page]).decision.action == action)
    }

    @Test func failedPageIsNeverAccepted() {
        var failed = Self.page()
        failed.error = Failure(.damaged, "page 2", stage: .ingest)
        #expect(Self.decide(pages: [Self.page(), failed]).decision.reasons.map(\.code) == [.pageFailed])
    }
}

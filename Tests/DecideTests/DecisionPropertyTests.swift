import Decide
import Kinds
import Model
import Testing

/// Whatever speaks against a document, more of it never makes one accepted that was not.
@Suite struct DecisionPropertyTests {
    typealias Change = @Sendable (inout ExtractedDocument, inout SeededGenerator) -> Void

    static let changes: [(name: String, change: Change)] = [
        (
            "less sure value",
            { document, random in
                let factor = Double.random(in: 0..<1, using: &random)
                change(&document, &random) { $0.confidence *= factor }
            }
        ),
        (
            "failed check",
            { document, random in change(&document, &random) { $0.checks.append(Check(name: "format", passed: false)) }
            }
        ),
        (
            "source that is gone",
            { document, random in
                change(&document, &random) { $0.checks.removeAll { $0.name == "agreement" && $0.passed } }
            }
        ),
        (
            "check that is gone",
            { document, random in change(&document, &random) { $0.checks.removeAll(where: \.passed) } }
        ),
        (
            "rival",
            { document, random in
                let confidence = Double.random(in: 0...1, using: &random)
                change(&document, &random) {
                    $0.alternatives.append(Alternative(value: .text("other"), confidence: confidence))
                }
            }
        ),
        (
            "value that is gone",
            { document, random in
                // Of either of two places, one may be enough: what is required without another is meant.
                document.extraction.fields[Bool.random(using: &random) ? "name" : "signature_present"] = nil
            }
        ),
        (
            "finding",
            { document, random in
                let code =
                    ReasonCode.allCases.filter { !$0.isCaptureFault }.randomElement(using: &random) ?? .fieldConflict
                document.extraction.findings.append(Reason(code: code, message: "look"))
            }
        ),
        (
            "less likely kind",
            { document, random in
                document.classified.classification.confidence *= Double.random(in: 0..<1, using: &random)
            }
        ),
        (
            "page that failed",
            { document, _ in
                document.classified.recognized.pages[0].error = Failure(.damaged, "page 1", stage: .ingest)
            }
        ),
        (
            "page not surely upright",
            { document, _ in
                document.classified.recognized.pages[0].prepared.orientationCertain = false
            }
        ),
        (
            "fault of the capture",
            { document, random in
                let code = ReasonCode.allCases.filter(\.isCaptureFault).randomElement(using: &random) ?? .blurred
                DeciderTests.spoil(&document.classified.recognized.pages[0].prepared, code)
            }
        ),
        (
            "glare on everything",
            { document, _ in
                document.classified.recognized.pages[0].prepared.glareCover = [Box(x: 0, y: 0, width: 100, height: 100)]
            }
        ),
        (
            "page that reads badly",
            { document, random in
                // Words that are hardly read at all say nothing of where the page ends.
                let factor = Double.random(in: 0.6..<1, using: &random)
                for index in document.classified.recognized.pages[0].words.indices {
                    document.classified.recognized.pages[0].words[index].confidence *= factor
                }
            }
        ),
    ]

    static func change(
        _ document: inout ExtractedDocument, _ random: inout SeededGenerator, _ change: (inout Field) -> Void
    ) {
        guard let name = document.extraction.fields.keys.sorted().randomElement(using: &random),
            var field = document.extraction.fields[name]
        else { return }
        change(&field)
        document.extraction.fields[name] = field
    }

    static func document(_ random: inout SeededGenerator) -> ExtractedDocument {
        var fields: [FieldName: Field] = [:]
        for definition in DeciderTests.kind.fields where Int.random(in: 0..<6, using: &random) > 0 {
            let checks = ["agreement", "check_digit", "format"].filter { _ in Bool.random(using: &random) }.map {
                Check(name: $0, passed: Int.random(in: 0..<20, using: &random) > 0)
            }
            fields[definition.name] = Field(
                value: definition.name == "signature_present" ? .flag(true) : .text("A"),
                confidence: 1 - pow4(Double.random(in: 0..<1, using: &random)),
                source: FieldSource.allCases.randomElement(using: &random) ?? .text, page: 1,
                box: Box(x: 10, y: 10, width: 30, height: 8), checks: checks)
        }
        let page = DeciderTests.page(
            { $0.quality.sharpness = Double.random(in: 0.1..<1, using: &random) },
            wordConfidence: Double.random(in: 0.85...1, using: &random))
        let loaded = LoadedDocument(id: "sha256:0", source: SourceInfo(path: "a"))
        let confidence = 1 - pow4(Double.random(in: 0..<1, using: &random))
        return ExtractedDocument(
            classified: ClassifiedDocument(
                recognized: RecognizedDocument(loaded: loaded, pages: [page]), kind: "form",
                classification: Classification(confidence: confidence, scores: [:], evidence: [])),
            extraction: Extraction(fields: fields))
    }

    private static func pow4(_ value: Double) -> Double { value * value * value * value }

    /// Any that the signs of its evidence allow.
    static func model(_ random: inout SeededGenerator) -> ConfidenceModel {
        var model = ConfidenceModel()
        model.base = Double.random(in: 0...4, using: &random)
        model.kindBase = Double.random(in: 0...5, using: &random)
        for feature in ConfidenceEvidence.Feature.allCases {
            let weight = Double.random(in: 0...2, using: &random)
            switch feature.bearing {
            case .supports: model.weights[feature] = weight
            case .opposes: model.weights[feature] = -weight
            case .either: model.weights[feature] = weight - 1
            }
        }
        return model
    }

    @Test func moreAgainstADocumentNeverTurnsReviewIntoAccept() {
        var random = SeededGenerator(state: 2026)
        var accepted = 0
        var withdrawn = 0
        for _ in 0..<6000 {
            var settings = DecideSettings()
            settings.targetError = 0.01
            let decider = Decider(kinds: [DeciderTests.kind], settings: settings, confidence: Self.model(&random))
            var document = Self.document(&random)
            var before = decider.decide(document).decision.action
            if before == .accept { accepted += 1 }
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                guard let (name, change) = Self.changes.randomElement(using: &random) else { return }
                change(&document, &random)
                let after = decider.decide(document).decision.action
                #expect(before == .accept || after != .accept, "\(name): \(before.rawValue) became accept")
                if before == .accept, after != .accept { withdrawn += 1 }
                before = after
            }
        }
        // Else the documents show nothing.
        #expect(accepted > 300)
        #expect(withdrawn > 150)
    }
}

/// Steele, Lea and Flood's SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

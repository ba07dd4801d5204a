import Evaluation
import Kinds
import Model
import Testing

@Suite struct ConfidenceFitTests {
    static let kind = KindDefinition(
        name: .id, title: "", fields: [FieldDefinition(name: "number", type: .text)], required: [.field("number")])

    /// Every eleventh reading below 0.9 is wrong, and none above, whatever the figures say.
    static func documents(_ count: Int) throws -> (truth: [TruthDocument], results: [String: Outcome]) {
        var results: [String: Outcome] = [:]
        let truth = try (0..<count).map { index in
            let file = "\(1000 + index)"
            let isSure = index % 2 == 0
            results[file] = try ReportTests.outcome(
                file, .review, value: !isSure && index % 22 == 1 ? "2" : "1", confidence: isSure ? 0.97 : 0.6,
                reasons: [Reason(code: .lowConfidence, message: "")])
            return ReportTests.truth(file)
        }
        return (truth, results)
    }

    static func fit(_ count: Int = 400) throws -> ConfidenceFit {
        let (truth, results) = try documents(count)
        return try ConfidenceFit(
            truth: truth, results: results, kinds: [kind], date: try #require(CalendarDate(iso: "2026-06-01")),
            note: "n")
    }

    @Test func chancesAreWhatWasMeasured() throws {
        let fit = try Self.fit()
        func chance(_ figure: Double) -> Double {
            let field = Field(value: .text("1"), confidence: figure, source: .text)
            return fit.model.confidence(of: field, named: "number", of: .id, on: nil)
        }
        #expect(abs(chance(0.6) - 0.9) < 0.03)
        #expect(chance(0.97) > 0.98)
        #expect(fit.after.expectedError < 0.02)
        #expect(fit.before.expectedError > 0.1)
    }

    @Test func onlyWhatWentWellIsSureEnough() throws {
        let model = try Self.fit().model
        let least = model.leastConfidence(for: 0.01, of: .id)
        #expect(least >= 0.95 && least < 0.99)
        #expect(model.acceptance["id"]?.first { $0.confidence >= least }?.accepted == 200)
        #expect(model.provenance.documents == 400)
        #expect(model.provenance.wrong == 19)
    }

    @Test func aWrongKindCountsAgainstKindsAndAgainstNoValue() throws {
        var (truth, results) = try Self.documents(400)
        for document in truth.prefix(4) {
            results[document.file] = try ReportTests.outcome(document.file, .review, kind: .deed, confidence: 0.97)
        }
        let deed = KindDefinition(name: .deed, title: "", fields: [FieldDefinition(name: "number", type: .text)])
        truth.reverse()
        let model = try ConfidenceFit(
            truth: truth, results: results, kinds: [Self.kind, deed],
            date: try #require(CalendarDate(iso: "2026-06-01")), note: "n"
        ).model
        #expect(model.kindAcceptance.first?.accepted == 400 && model.kindAcceptance.first?.wrong == 4)
        #expect(model.leastKindConfidence(for: 0.001) == 1)
        #expect(model.acceptance[ConfidenceModel.allKinds]?.first.map { $0.accepted <= 396 } == true)
        #expect(model.leastConfidence(for: 0.01, of: .id) < 1)
    }

    @Test func sameDocumentsGiveTheSameModel() throws {
        #expect(try Self.fit().model == Self.fit().model)
    }

    @Test func evidenceNeverSpeaksAgainstItsBearing() throws {
        for (feature, weight) in try Self.fit().model.weights {
            switch feature.bearing {
            case .supports: #expect(weight >= 0)
            case .opposes: #expect(weight <= 0)
            case .either: break
            }
        }
    }

    @Test func fewDocumentsAreNotEnough() {
        #expect(throws: EvaluationError.self) { try Self.fit(20) }
    }
}

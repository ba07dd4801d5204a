import Kinds
import Model
import Testing

@Suite struct ConfidenceModelTests {
    static func field(_ confidence: Double, checks: [Check] = []) -> Field {
        Field(value: .text("A"), confidence: confidence, source: .text, page: 1, checks: checks)
    }

    @Test(arguments: [0.1, 0.5, 0.9, 0.97])
    func modelWithoutEvidenceTakesFiguresAsTheyAre(figure: Double) {
        let confidence = ConfidenceModel().confidence(of: Self.field(figure), named: "a", of: "k", on: nil)
        #expect(abs(confidence - figure) < 1e-9)
    }

    @Test func whatIsNoNumberIsNeverSure() {
        #expect(ConfidenceModel().confidence(of: Self.field(.nan), named: "a", of: "k", on: nil) < 0.1)
        #expect(ConfidenceModel().confidence(ofKindAt: .nan) < 0.1)
    }

    @Test func chancesAreOfTheReadingsOwnFigures() {
        var model = ConfidenceModel()
        model.base = 1.5
        model.fields["k.a"] = -0.7
        var field = Self.field(0.8)
        let once = model.confidence(of: field, named: "a", of: "k", on: nil)
        (field.rawConfidence, field.confidence) = (0.8, once)
        #expect(once != 0.8 && model.confidence(of: field, named: "a", of: "k", on: nil) == once)
    }

    @Test func whatWasReadFromTheWordsOfAnotherValueIsNoSurer() {
        var amount = Self.field(0.6)
        (amount.raw, amount.box) = ("$10.00", Box(x: 0, y: 0, width: 60, height: 20))
        var currency = amount
        currency.confidence = 0.95
        var elsewhere = currency
        elsewhere.box?.y = 40
        let chances = ConfidenceModel().confidences(
            of: [("amount", amount, nil), ("currency", currency, nil), ("other", elsewhere, nil)], of: "k")
        #expect(abs(chances[1] - 0.6) < 1e-9 && abs(chances[2] - 0.95) < 1e-9)
    }

    @Test func nothingIsCertain() {
        var model = ConfidenceModel()
        model.base = 50
        #expect(model.confidence(of: Self.field(1), named: "a", of: "k", on: nil) < 1)
        #expect(model.leastConfidence(for: 0, of: "k") == 1)
    }

    @Test func leastConfidenceIsTheLeastThatTheTargetAllows() {
        var model = ConfidenceModel()
        model.acceptance["id"] = [
            .init(confidence: 0.9905, accepted: 900, wrong: 2), .init(confidence: 0.995, accepted: 600, wrong: 0),
            .init(confidence: 0.9995, accepted: 10, wrong: 0),
        ]
        #expect(model.leastConfidence(for: 0.001, of: .id) == 0.995)
        #expect(model.leastConfidence(for: 0.0001, of: .id) == 0.995)
        #expect(model.leastConfidence(for: 0.01, of: .id) == 0.9905)
    }

    @Test func whatIsLessSureIsNotVouchedForHoweverWellItWent() {
        var model = ConfidenceModel()
        model.acceptance["id"] = [
            .init(confidence: 0.9, accepted: 900, wrong: 0), .init(confidence: 0.96, accepted: 800, wrong: 0),
        ]
        #expect(model.leastConfidence(for: 0.01, of: .id) == 0.96)
    }

    @Test func whatWentWrongAtTheSurestIsNeverAccepted() {
        var model = ConfidenceModel()
        model.acceptance["id"] = [.init(confidence: 0.999, accepted: 100, wrong: 1)]
        #expect(model.leastConfidence(for: 0.001, of: .id) == 1)
    }

    @Test func aHandfulOfDocumentsProvesNothing() {
        var model = ConfidenceModel()
        model.acceptance["id"] = [
            .init(confidence: 0.96, accepted: 60, wrong: 1), .init(confidence: 0.97, accepted: 19, wrong: 0),
        ]
        #expect(model.leastConfidence(for: 0.001, of: .id) == 1)
    }

    @Test func kindWithoutMeasurementsGoesByAll() {
        var model = ConfidenceModel()
        #expect(model.leastConfidence(for: 0.1, of: "mine") == 0.95)
        model.acceptance[ConfidenceModel.allKinds] = [.init(confidence: 0.97, accepted: 100, wrong: 0)]
        #expect(model.leastConfidence(for: 0.01, of: "mine") == 0.97)
    }

    @Test func kindHasALeastConfidenceOfItsOwn() {
        var model = ConfidenceModel()
        #expect(model.leastKindConfidence(for: 0.001) == 0.95)
        model.acceptance["id"] = [.init(confidence: 0.99, accepted: 900, wrong: 0)]
        // A file that was fitted before kinds were counted.
        model.acceptance[ConfidenceModel.allKinds] = [.init(confidence: 0.985, accepted: 900, wrong: 0)]
        #expect(model.leastKindConfidence(for: 0.001) == 0.985)
        model.kindAcceptance = [
            .init(confidence: 0.96, accepted: 910, wrong: 1), .init(confidence: 0.97, accepted: 900, wrong: 0),
        ]
        #expect(model.leastKindConfidence(for: 0.001) == 0.97)
        #expect(model.leastKindConfidence(for: 0) == 1)
    }

    @Test func requirementIsAsSureAsItsLeastSurePart() {
        let requirement = Requirement.any([.field("number"), .all([.field("book"), .field("page")])])
        #expect(requirement.confidence(in: ["book": 0.9, "page": 0.8]) == 0.8)
        #expect(requirement.confidence(in: ["book": 0.9, "page": 0.8, "number": 0.85]) == 0.85)
        #expect(requirement.confidence(in: ["book": 0.9]) == nil)
    }
}

import Model
import Testing

@testable import Kinds
@testable import Pipeline

@Suite struct CalibrationFileTests {
    @Test func fileThatComesWithRectoIsWhole() throws {
        let model = try CalibrationFile("").model
        #expect(Set(model.weights.keys) == Set(ConfidenceEvidence.Feature.allCases))
        #expect(model.acceptance.values.allSatisfy { $0.count > 20 })
        #expect(Set(model.acceptance.keys) == ["all", "deed", "id", "opt_out"])
        #expect(model.kindAcceptance.count > 20)
        // Something is accepted, and not everything.
        let least = model.leastConfidence(for: 0.001, of: .id)
        #expect(least >= 0.95 && least < 0.9999)
    }

    @Test func writtenModelReadsBackEqual() throws {
        var model = ConfidenceModel()
        for (index, feature) in ConfidenceEvidence.Feature.allCases.enumerated() {
            model.weights[feature] = feature.bearing == .opposes ? -Double(index) : Double(index)
        }
        model.base = 1.25
        model.fields = ["id.surname": -1.5, "deed.grantor": 0.25]
        (model.kindBase, model.kindScore) = (0.5, 1.125)
        model.kindAcceptance = [.init(confidence: 0.95, accepted: 12, wrong: 1)]
        model.acceptance["id"] = [
            .init(confidence: 0.9, accepted: 10, wrong: 2), .init(confidence: 0.99, accepted: 5, wrong: 0),
        ]
        let read = try CalibrationFile.read(CalibrationFile.text(of: model), origin: "a.yml")
        #expect(read == model)
    }

    @Test(arguments: [
        ("evidence:\n  agreement: -1\n", "a.yml:2:14: must be a number from 0.0"),
        ("evidence:\n  readng: 1\n", "did you mean `reading`?"), ("bias: 1\n", "unknown key `bias`"),
        ("acceptance:\n  id:\n  - [0.9, 5]\n", "must be [confidence from 0 to 1, accepted, wrong of these]"),
        ("acceptance:\n  id:\n  - [0.9, 5, 6]\n", "must be [confidence"),
        ("acceptance:\n  id:\n  - [0.9, 5, 0]\n  - [0.8, 5, 0]\n", "from the least confidence to the greatest"),
        ("kind:\n  acceptance:\n  - [0.9, 5]\n", "a.yml:3:5: must be [confidence"),
        ("", "holds no calibration"),
    ])
    func mistakeIsNamed(text: String, message: String) {
        let error = #expect(throws: ConfigurationError.self) { try CalibrationFile.read(text, origin: "a.yml") }
        #expect(error?.description.contains(message) == true)
    }

    @Test func fileThatIsNotThereIsToldOf() {
        #expect(throws: ConfigurationError.self) { try CalibrationFile("/nowhere/calibration.yml") }
    }

    @Test func calibrationIsPartOfTheConfigurationsDigest() throws {
        let configuration = Configuration()
        #expect(configuration.digest(of: ["a"]) != configuration.digest(of: ["b"]))
    }
}

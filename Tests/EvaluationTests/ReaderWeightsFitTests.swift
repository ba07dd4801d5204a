import Model
import Testing

@testable import Evaluation

@Suite struct ReaderWeightsFitTests {
    /// A word as two readers have it, place by place: `·` where one saw nothing.
    private static func word(_ first: String, _ second: String, text: String) -> Word {
        func reading(_ reader: Word.Reading.Reader, _ seen: String) -> Word.Reading {
            Word.Reading(
                reader: reader, characters: seen.map { $0 == "·" ? "" : String($0) },
                posteriors: seen.map { $0 == "·" ? 0 : 0.9 })
        }
        return Word(
            text: text, confidence: 0.9, box: Box(x: 0, y: 0, width: 10, height: 10), line: 0,
            readings: [reading(.tesseract, first), reading(.neural, second)])
    }

    private static func page(_ words: [Word]) -> RecognizedPage {
        var page = RecognizedPage(prepared: PreparedPage(index: 1, width: 100, height: 100, dpi: 300))
        page.words = words
        return page
    }

    private static func document(_ number: Int, name: String) -> TruthDocument {
        var document = TruthDocument(
            file: "\(number).png", kind: .deed, subkind: "", tier: .scan, heldBack: false,
            fields: ["grantor": .text(name)], expect: .accept, pages: [])
        document.template = "template \(number % 7)"
        return document
    }

    private static func fit(_ words: (Int) -> [Word], name: String, documents: Int) throws -> ReaderWeights {
        let truth = (0..<documents).map { document($0, name: name) }
        let pages = Dictionary(uniqueKeysWithValues: truth.enumerated().map { ($1.file, [page(words($0))]) })
        let date = try #require(CalendarDate(iso: "2026-01-31"))
        return try ReaderWeightsFit(truth: truth, pages: pages, engine: nil, date: date, note: "made up").weights
    }

    @Test func whoIsRightMoreOftenCountsMore() throws {
        // Tesseract loses every diacritic, and sees a space in an address where there is none.
        let weights = try Self.fit(
            { _ in [Self.word("Jose", "José", text: "José"), Self.word("Nunez", "Núñez", text: "Núñez")] },
            name: "José Núñez", documents: 80)
        let place = ReaderWeights.Place(
            first: .init(text: "u", posterior: 0.9), second: .init(text: "ü", posterior: 0.9), before: "M", after: "l")
        #expect(weights.chanceOfSecond(at: place) > 0.8)
        #expect(weights.provenance.documents == 80 && weights.provenance.differing == 240)
        #expect(weights.provenance.neuralIsRight == 240 && weights.provenance.latticeIsRight == 240)
        #expect(weights.provenance.alike == 80 * 6 && weights.provenance.alikeAndWrong == 0)
    }

    @Test func spacesAreJudgedByWhatStandsBesideThem() throws {
        // A space of Tesseract's is none behind a period, and one between letters.
        let weights = try Self.fit(
            { _ in
                [
                    Self.word("mail. ", "mail.·", text: "mail."), Self.word("net of ", "net·of·", text: "net of"),
                    Self.word("Wales", "Wales", text: "Wales"),
                ]
            }, name: "mail.net of Wales", documents: 80)
        func chance(after: Character) -> Double {
            weights.chanceOfSecond(
                at: .init(first: .init(text: " ", posterior: 0.9), second: nil, before: after, after: "n"))
        }
        #expect(chance(after: ".") > 0.6 && chance(after: "a") < 0.4)
    }

    @Test func weightsAreOfDocumentsOfOtherTemplatesWhereTheyAreJudged() throws {
        // In one template Tesseract is right, in all others the neural reader: nothing can be learned about that one.
        let weights = try Self.fit(
            { number in
                number % 7 == 0
                    ? [Self.word("Morgan", "Mcrgan", text: "Morgan")] : [Self.word("Mcrgan", "Morgan", text: "Morgan")]
            }, name: "Morgan", documents: 210)
        #expect(weights.provenance.differing == 210 && weights.provenance.neuralIsRight == 180)
        #expect(weights.provenance.latticeIsRight <= 180)
    }

    @Test func tooFewPlacesAreToldOf() {
        #expect(throws: EvaluationError.self) {
            try Self.fit({ _ in [Self.word("Jose", "José", text: "José")] }, name: "José", documents: 20)
        }
    }

    @Test(arguments: [
        ("John Doe", ["John Doe"]), ("JOHN DOE", ["JOHN DOE"]), ("Jane Roe", []), ("Doe", []),
        // One character of a dozen is another.
        ("1234 Main Street", ["1234 Mein Street"]),
    ])
    func valuesAreFoundWhereTheyStand(value: String, found: [String]) {
        let page = found.first ?? "John Doe, of Reno"
        let places = ValuePlaces(
            page.split(separator: " ").map { Self.word(String($0), String($0), text: String($0)) })
        let texts = places.find(value).map { steps in String(steps.compactMap { places.places[$0.place].first }) }
        #expect(texts == found)
    }

    @Test func valuesThatStandTwiceAreFoundTwice() {
        let words = ["Ann", "Lee", "and", "Ann", "Lee"].map { Self.word($0, $0, text: $0) }
        #expect(ValuePlaces(words).find("Ann Lee").count == 2)
    }
}

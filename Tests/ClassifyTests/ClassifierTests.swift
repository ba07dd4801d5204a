import Classify
import Kinds
import Model
import Testing

@Suite struct ClassifierTests {
    static func page(_ text: String, index: Int = 1, titleHeight: Int = 20) -> RecognizedPage {
        var words: [Word] = []
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (line, content) in lines.enumerated() {
            var x = 20
            for part in content.split(separator: " ") {
                let box = Box(
                    x: x, y: 20 + line * 30, width: part.count * 10, height: line == 0 ? titleHeight : 20)
                words.append(Word(text: String(part), confidence: 0.95, box: box, line: line))
                x += (part.count + 1) * 10
            }
        }
        let prepared = PreparedPage(index: index, width: 1000, height: max(1300, lines.count * 30 + 40), dpi: 120)
        return RecognizedPage(prepared: prepared, words: words)
    }

    static func document(_ pages: RecognizedPage...) -> RecognizedDocument {
        RecognizedDocument(
            loaded: LoadedDocument(id: "sha256:0", source: SourceInfo(path: "test.png")), pages: pages)
    }

    static let permit = KindDefinition(
        name: "permit", title: "Fishing permit",
        cues: [
            Cue(phrases: ["fishing permit"], weight: 3.5, place: .title),
            Cue(phrases: ["permit holder"], weight: 2), Cue(phrases: ["waters", "lakes and rivers"], weight: 2),
            Cue(phrases: ["game warden"], weight: 2), Cue(phrases: ["boat"], weight: -2.5),
        ])
    static let licence = KindDefinition(
        name: "licence", title: "Boat licence",
        cues: [
            Cue(phrases: ["boat licence"], weight: 3, place: .title), Cue(phrases: ["hull number"], weight: 2),
            Cue(phrases: ["boat"], weight: 2), Cue(feature: .machineReadableZone, weight: 6),
        ])

    static func classify(_ pages: RecognizedPage...) -> ClassifiedDocument {
        Classifier(kinds: [permit, licence]).classify(
            RecognizedDocument(
                loaded: LoadedDocument(id: "sha256:0", source: SourceInfo(path: "test.png")), pages: pages))
    }

    @Test func severalCuesMakeTheKind() {
        let result = Self.classify(
            Self.page("FISHING PERMIT\nPermit holder Jane Doe\nvalid in all waters of the state\nGame warden"))
        #expect(result.kind == "permit")
        #expect(result.classification.confidence > 0.9)
        #expect(result.pageKinds == ["permit"])
        #expect(
            result.classification.evidence.contains { $0.text == "FISHING PERMIT" && $0.box != nil && $0.page == 1 })
    }

    @Test func oneStrongPhraseAloneDecidesNothing() {
        let result = Self.classify(Self.page("FISHING PERMIT\nA newsletter about something else"))
        #expect(result.kind == .unknown)
        #expect(result.classification.confidence > 0.6)
    }

    @Test func repeatingAPhraseDecidesNothing() {
        let lines = Array(repeating: "FISHING PERMIT", count: 12).joined(separator: "\n")
        #expect(Self.classify(Self.page(lines)).kind == .unknown)
    }

    @Test func misreadCuesCount() {
        let result = Self.classify(
            Self.page("FlSHING PERM1T\nPermlt holdor Jane\nall waters and the state\nGame wardcn"))
        #expect(result.kind == "permit")
    }

    @Test func negativeCuesSpeakAgainstAKind() {
        let without = Self.classify(Self.page("FISHING PERMIT\nPermit holder\nwaters"))
        let with = Self.classify(Self.page("FISHING PERMIT\nPermit holder\nwaters\nboat"))
        #expect((with.classification.scores["permit"] ?? 1) < (without.classification.scores["permit"] ?? 0))
    }

    @Test func aTitleInsideASentenceIsNone() {
        let text =
            "x\nplease read more about what a fishing permit is and why you might want to have one of them\npermit holder\nwaters"
        #expect(Self.classify(Self.page(text)).kind == .unknown)
    }

    @Test func aBlankPageIsUnknownForSure() {
        let result = Self.classify(Self.page(""))
        #expect(result.kind == .unknown)
        #expect(result.classification.confidence > 0.9)
        #expect(result.classification.evidence.isEmpty)
    }

    @Test func scoresAddUpToOne() {
        let result = Self.classify(Self.page("FISHING PERMIT\nboat\nhull number\nwaters"))
        #expect(abs(result.classification.scores.values.reduce(0, +) - 1) < 1e-9)
        #expect(Set(result.classification.scores.keys) == ["permit", "licence", "unknown"])
    }

    @Test func evidenceOfAllPagesCounts() {
        let result = Self.classify(
            Self.page("FISHING PERMIT\nPermit holder Jane"), Self.page("Game warden\nof these waters", index: 2),
            Self.page("nothing at all", index: 3))
        #expect(result.kind == "permit")
        #expect(result.pageKinds == ["permit", "permit", .unknown])
    }

    @Test func kindsThatShareTheEvidenceStayUnknown() {
        let twin = KindDefinition(name: "twin", title: "Twin", cues: Self.permit.cues)
        let document = Self.document(Self.page("FISHING PERMIT\nPermit holder\nwaters\ngame warden"))
        let result = Classifier(kinds: [Self.permit, twin]).classify(document)
        #expect(result.classification.scores["unknown"] ?? 1 < 0.2)
        #expect(result.classification.confidence <= 0.5)
    }

    @Test func sentencesSpeakAgainstACard() {
        let card = KindDefinition(
            name: "card", title: "Card",
            cues: [
                Cue(phrases: ["boat licence"], weight: 3.5), Cue(phrases: ["date of birth"], weight: 2),
                Cue(feature: .runningText, weight: -3),
            ])
        let captions = "BOAT LICENCE\nDate of birth\n"
        let sentence = "where nobody had told us before that a boat licence was asked for at all\n"
        func kind(_ text: String) -> KindName {
            Classifier(kinds: [card]).classify(Self.document(Self.page(text))).kind
        }
        #expect(kind(captions + "Harbour Road 12, Port Ellery\n") == "card")
        #expect(kind(captions + String(repeating: sentence, count: 12)) == .unknown)
    }
}

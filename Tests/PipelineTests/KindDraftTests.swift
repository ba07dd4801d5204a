import Classify
import Kinds
import Model
import Testing

@testable import Pipeline

/// Drafts from pages made of words: an application for a boat's berth, filled in four times.
@Suite struct KindDraftTests {
    private static func context() throws -> ExtractionContext {
        ExtractionContext(asOf: try #require(CalendarDate(iso: "2026-06-01")))
    }

    private struct Filling {
        var owner: String
        var boat: String
        var registration: String
        var arrival: String
        var iso: String
        var harbor: String
        var checked: Int

        var truth: [FieldName: FieldValue] {
            [
                "owner": .text(owner), "boat_name": .text(boat), "registration": .text(registration),
                "arrives_on": .text(iso), "mooring": .text(["quay", "buoy", "dry"][checked]),
            ]
        }
    }

    private static let fillings = [
        Filling(
            owner: "Greta Holm", boat: "Sea Otter", registration: "NB-2207-K", arrival: "04/17/2026", iso: "2026-04-17",
            harbor: "Port Lisse", checked: 0),
        Filling(
            owner: "Amos Tully", boat: "Wild Rye", registration: "MX-9913-A", arrival: "05/21/2026", iso: "2026-05-21",
            harbor: "Old Dock", checked: 1),
        Filling(
            owner: "Ines Calder", boat: "Merganser", registration: "QT-4405-L", arrival: "03/30/2026",
            iso: "2026-03-30",
            harbor: "Far Point", checked: 2),
        Filling(
            owner: "Piet Vroom", boat: "Second Wind", registration: "RD-1180-C", arrival: "02/14/2026",
            iso: "2026-02-14", harbor: "West Basin", checked: 0),
    ]

    /// Rows of words with the columns, in pixels, at which they begin; the title is in larger print.
    private static func page(_ rows: [[(x: Int, text: String)]], checkBoxes: [CheckBox] = []) -> RecognizedPage {
        var words: [Word] = []
        for (row, stretches) in rows.enumerated() {
            for stretch in stretches {
                var x = stretch.x
                for part in stretch.text.split(separator: " ") {
                    let height = row == 0 ? 40 : 20
                    let box = Box(x: x, y: 40 + row * 50, width: part.count * height / 2, height: height)
                    words.append(
                        Word(text: String(part), confidence: 0.96, box: box, line: row * 4 + (x > 500 ? 1 : 0)))
                    x = box.maxX + height / 2
                }
            }
        }
        let prepared = PreparedPage(index: 1, width: 1200, height: 1000, dpi: 150)
        return RecognizedPage(prepared: prepared, words: words, checkBoxes: checkBoxes)
    }

    private static func form(_ filling: Filling) -> RecognizedDocument {
        let boxes = [80, 380, 680].enumerated().map { number, x in
            CheckBox(
                box: Box(x: x - 40, y: 391, width: 20, height: 20),
                state: number == filling.checked ? .checked : .unchecked,
                ink: number == filling.checked ? 0.4 : 0)
        }
        return document(
            page(
                [
                    [(100, "Application for a Berth")],
                    [(40, "1 Owner (first and last name)"), (640, "2 Name of boat")],
                    [(40, filling.owner), (640, filling.boat)],
                    [
                        (40, "Registration number:"), (300, filling.registration), (640, "Port of call:"),
                        (820, filling.harbor),
                    ],
                    [(40, "Date of arrival:"), (300, filling.arrival)],
                    [(40, "Berths are given by the harbor office alone.")],
                    [(40, "Kind of mooring that is asked for")],
                    [(80, "Along the quay"), (380, "Swinging buoy"), (680, "Dry stand")],
                    [(40, "The harbor office keeps this application for a year.")],
                ], checkBoxes: boxes))
    }

    private static func document(_ page: RecognizedPage) -> RecognizedDocument {
        RecognizedDocument(
            loaded: LoadedDocument(id: "sha256:0", source: SourceInfo(path: "berth.png")), pages: [page])
    }

    private static func draft(
        _ fields: [(FieldName, FieldType?)], hasTruth: Bool, examples: [RecognizedDocument]? = nil
    ) throws -> KindDraft {
        let documents = examples ?? fillings.map(form)
        return try KindDraft(
            zip(documents, fillings).map { KindDraft.Example(document: $0, truth: hasTruth ? $1.truth : nil) },
            wanted: fields.map { KindDraft.Wanted(name: $0, type: $1) }, name: "berth", known: [], context: context())
    }

    private static let wanted: [(FieldName, FieldType?)] = [
        ("owner", nil), ("boat_name", nil), ("registration", nil), ("arrives_on", nil), ("mooring", nil),
    ]

    @Test func learnsLabelsDirectionsAndTypesFromWhereTrueValuesStand() throws {
        let kind = try Self.draft(Self.wanted, hasTruth: true).definition
        #expect(kind.field("owner")?.labels == ["owner first and last name"])
        #expect(kind.field("owner")?.directions == [.below])
        #expect(kind.field("boat_name")?.labels == ["name of boat"])
        #expect(kind.field("registration")?.labels == ["registration number"])
        #expect(kind.field("registration")?.directions == [.right])
        #expect(kind.field("registration")?.type == .code)
        #expect(kind.field("arrives_on")?.type == .date)
        #expect(kind.field("arrives_on")?.labels == ["date of arrival"])
        #expect(
            kind.required == ["owner", "boat_name", "registration", "arrives_on", "mooring"].map(Requirement.field))
    }

    @Test func findsLabelsByTheWordsOfFieldNamesWhereNoTruthIsGiven() throws {
        let kind = try Self.draft(
            [("owner", nil), ("boat_name", nil), ("registration_no", nil), ("arrival", .date)], hasTruth: false
        ).definition
        #expect(kind.field("owner")?.labels == ["owner first and last name"])
        #expect(kind.field("boat_name")?.labels == ["name of boat"])
        #expect(kind.field("registration_no")?.labels == ["registration number"])
        #expect(kind.field("registration_no")?.type == .code)
        #expect(kind.field("arrival")?.labels == ["date of arrival"])
    }

    @Test func makesAChoiceOfTheBoxesThatAreCheckedWhereTheTruthSaysSo() throws {
        let kind = try Self.draft(Self.wanted, hasTruth: true).definition
        let field = try #require(kind.field("mooring"))
        #expect(field.type == .choice)
        #expect(
            Set(field.options) == [
                .init(value: "quay", phrases: ["along the quay"]), .init(value: "buoy", phrases: ["swinging buoy"]),
                .init(value: "dry", phrases: ["dry stand"]),
            ])
        let unlabelled = try Self.draft([("mooring", .choice)], hasTruth: false).definition
        #expect(
            unlabelled.field("mooring")?.options.map(\.value).sorted() == [
                "along_the_quay", "dry_stand", "swinging_buoy",
            ])
    }

    @Test func writesAFileWithoutMistakesThatIsWhatItDrafted() throws {
        let draft = try Self.draft(Self.wanted + [("hull_color", nil)], hasTruth: false)
        #expect(KindFileReader.problems(in: draft.text, origin: "berth.yml").isEmpty)
        #expect(try KindFileReader.read(draft.text, origin: "berth.yml") == draft.definition)
        #expect(draft.text.contains("# hull_color:"))
    }

    @Test func isSureOfItsKindByTitlesAndCaptionsThatNoOtherKindHas() throws {
        let other = KindDefinition(
            name: "other", title: "", cues: [Cue(phrases: ["berths are given by the harbor office alone"], weight: 2)])
        let documents = Self.fillings.map(Self.form)
        let draft = try KindDraft(
            documents.map { KindDraft.Example(document: $0, truth: nil) },
            wanted: [KindDraft.Wanted(name: "owner", type: nil)], name: "berth", known: [other], context: Self.context()
        )
        let cues = draft.definition.cues
        #expect(cues.first == Cue(phrases: ["application for a berth"], weight: 3, place: .title))
        #expect(!cues.contains { $0.phrases[0].hasPrefix("berths are given") })
        let seen = Classifier(kinds: [draft.definition, other]).classify(documents[0])
        #expect(seen.kind == "berth" && seen.classification.confidence > 0.95)
    }

    @Test func takesNoCaptionForTheValueOfABlankField() throws {
        let kind = try Self.draft([("owner", nil), ("registration", nil)], hasTruth: true).definition
        var blank = Self.fillings[0]
        (blank.owner, blank.registration) = ("", "")
        let fields = try CaptionReadings.read(Self.form(blank), kind, Self.context())
        #expect(fields["owner"] == nil && fields["registration"] == nil)
    }

    @Test func tellsWhatItFoundNoLabelFor() throws {
        let draft = try Self.draft([("owner", nil), ("boat_length", nil), ("sail", nil)], hasTruth: false)
        #expect(draft.missing.map(\.name).contains("sail"))
        #expect(draft.definition.field("sail") == nil)
    }

    @Test func refusesDocumentsThatShareNoWords() {
        let papers = ["Lorem ipsum dolor sit", "Quite other words stand here", "Nothing like those before"]
            .map { Self.document(Self.page([[(40, $0)]])) }
        #expect(throws: KindDraft.NoCommonForm.self) {
            try Self.draft([("owner", nil)], hasTruth: false, examples: papers)
        }
    }

    @Test func draftsTheSameTwice() throws {
        #expect(try Self.draft(Self.wanted, hasTruth: true).text == Self.draft(Self.wanted, hasTruth: true).text)
    }
}

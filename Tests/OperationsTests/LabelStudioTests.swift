import Foundation
import Model
import SystemPackage
import Testing

@testable import Operations

/// Documents that go to Label Studio and come back.
@Suite struct LabelStudioTests {
    private let reviews: ReviewFolder
    private let store: ReviewStore
    private let document: ReviewDocument
    private let ann = Annotator.person(email: "ann@example.org")
    private let ben = Annotator.number(7)

    init() throws {
        reviews = try ReviewFolder(Self.deed())
        store = try reviews.store()
        document = try #require(ReviewDocument(Self.deed()))
    }

    /// Of two pages; the county stands on the second.
    private static func deed() -> Outcome {
        var deed = ReviewExamples.deed()
        deed.fields?["county"]?.page = 2
        deed.fields?["county"]?.box = Box(x: 7, y: 11, width: 13, height: 17)
        let second = PreparedPage(index: 2, width: 301, height: 97, dpi: 300)
        deed.pages?.append(PageReport(RecognizedPage(prepared: second, words: []), kind: .deed, words: false))
        return deed
    }

    /// As Label Studio exports it: what was predicted, with changes, was submitted.
    private func annotated(
        by annotator: Annotator? = .person(email: "ann@example.org"), id: Int = 1,
        _ change: (inout [LabelStudioRegion]) throws -> Void = { _ in }
    ) async throws -> LabelStudioTask {
        var task = try await exported()
        var result = try #require(task.predictions?.first?.result)
        try change(&result)
        task.annotations = [.init(id: id, completedBy: annotator, result: result)]
        return try #require(
            LabelStudioJSON.tasks(in: Data("[".utf8) + LabelStudioJSON.encode(task) + Data("]".utf8))[0])
    }

    private func exported() async throws -> LabelStudioTask {
        LabelStudioProject.task(
            try await store.state(of: document), pictures: ["1", "2"], entries: try ReviewExamples.entries())
    }

    private func take(_ task: LabelStudioTask, accepts: Bool = false, isTrial: Bool = false) async throws
        -> LabelStudioImport.Report
    {
        try await LabelStudioImport(
            into: reviews.folder, store, entries: try ReviewExamples.entries(), policy: reviews.policy,
            accepts: accepts,
            isTrial: isTrial
        ).take(task)
    }

    private func region(_ id: String, _ control: String, _ value: LabelStudioRegion.Value, page: Int = 0)
        -> LabelStudioRegion
    {
        LabelStudioRegion(id: id, fromName: control, toName: "pages", type: "", value: value, itemIndex: page)
    }

    private func drawn(_ name: String, _ text: String, id: String, page: Int = 0) -> [LabelStudioRegion] {
        let value = LabelStudioRegion.Value(x: 10, y: 20, width: 30, height: 5)
        var (label, typed) = (value, value)
        label.rectanglelabels = [name]
        typed.text = .init([text])
        return [region(id, "field", label, page: page), region(id, "value", typed, page: page)]
    }

    // MARK: - What must not be taken

    @Test func anAnnotationThatWasNotBegunFromThePredictionTakesNothingAway() async throws {
        let report = try await take(try await annotated { $0 = [] }, accepts: true)
        #expect(report.steps == 0 && report.problems.count == 1)
        #expect(try await store.state(of: document).events.isEmpty)
    }

    @Test func whatWasTakenOnceAndChangedSinceIsNotTakenAgain() async throws {
        let task = try await annotated { result in
            for index in result.indices where result[index].id == "county" && result[index].fromName == "value" {
                result[index].value.text = .init(["Lake"])
            }
        }
        #expect(try await take(task).problems.isEmpty)
        let first = try await store.state(of: document)
        #expect(first.fields["county"]?.value == .text("Lake"))
        // By the same person, in the review.
        let ann = Reviewer(name: "ann@example.org")
        _ = try await store.save(.correct("county", text: "Cook"), of: document, on: first.version, by: ann)
        let report = try await take(task)
        let second = try await store.state(of: document)
        #expect(report.steps == 0 && second.fields["county"]?.value == .text("Cook"))
    }

    // MARK: - Export

    @Test func predictsWhatStandsWithItsPlace() async throws {
        try await store.take(.correct("state", text: "Iowa"), document)
        let task = try await exported()
        let prediction = try #require(task.predictions?.first)
        #expect(prediction.score == 0.4)
        #expect(task.data.recto.pages.map(\.number) == [1, 2])
        let county = try #require(prediction.result.first { $0.id == "county" && $0.fromName == "field" })
        #expect(county.itemIndex == 1 && county.originalWidth == 301 && county.score == 0.4)
        #expect(county.value.rectanglelabels == ["county"])
        #expect(county.value.x == 7 * 100 / 301.0)
        let text = try #require(prediction.result.first { $0.id == "county" && $0.fromName == "value" })
        #expect(text.value.text?.items == ["Lale"])
        // What has no place has a line.
        #expect(prediction.result.first { $0.fromName == "unplaced" }?.value.text?.items == ["state: Iowa"])
        #expect(prediction.result.first { $0.fromName == "kind" }?.value.choices == ["deed"])
    }

    @Test func boxesComeBackToThePixel() {
        let page = LabelStudioTask.Page(Self.deed().pages?[1] ?? { preconditionFailure() }())
        for x in stride(from: 0, to: 300, by: 7) {
            for size in [1, 2, 3, 50, 301 - x] {
                let box = Box(x: x, y: x / 4, width: min(size, 301 - x), height: 97 - x / 4)
                #expect(LabelStudioRegion.Value(box, on: page).box(on: page) == box)
            }
        }
    }

    @Test func takesNoBoxThatIsNone() {
        let page = LabelStudioTask.Page(Self.deed().pages?[1] ?? { preconditionFailure() }())
        func box(_ x: Double, _ width: Double, rotation: Double = 0) -> Box? {
            LabelStudioRegion.Value(x: x, y: 0, width: width, height: 10, rotation: rotation).box(on: page)
        }
        #expect(box(-20, 50) == Box(x: 0, y: 0, width: 90, height: 10))
        #expect(box(90, 1e300) == Box(x: 271, y: 0, width: 30, height: 10))
        #expect(box(1e308, 1e308) == nil && box(.nan, 5) == nil && box(10, -5) == nil && box(100, 5) == nil)
        #expect(box(10, 5, rotation: 12) == nil)
    }

    @Test func escapesNamesInTheConfiguration() throws {
        let xml = LabelStudioProject.configuration(try ReviewExamples.entries())
        #expect(xml.contains("<Label value=\"grantor\"/>") && xml.contains("<Choice value=\"unknown\"/>"))
        #expect(LabelStudioProject.escaped("a<\"&b") == "a&lt;&quot;&amp;b")
    }

    @Test func writesAFolderForItsOwnerAlone() async throws {
        var failed = ReviewExamples.deed("b.tif", id: 2)
        failed.status = .failed
        try reviews.folder.write(failed)
        try reviews.folder.write(ReviewExamples.deed("c & d.tif", id: 3))
        var other = ReviewExamples.deed("e.tif", id: 4)
        other.kind = "recipe"
        try reviews.folder.write(other)
        let folder = reviews.temporary.path.appending("to label")
        let export = LabelStudioExport(reviews: store, entries: try ReviewExamples.entries()) { page, outcome in
            if outcome.source.path == "c & d.tif" { throw PictureMaker.Problem.gone }
            return Data("picture \(page.index)".utf8)
        }
        let inventory = try ResultInventory(of: reviews.folder.root)
        let report = try await export.write(inventory, to: folder)
        #expect(report.documents == 1 && report.pages == 2 && report.leftOut.map(\.name) == ["c & d.tif", "e.tif"])
        let data = try Data(contentsOf: URL(filePath: folder.appending("tasks.json").string))
        let tasks = try LabelStudioJSON.tasks(in: data)
        #expect(tasks.count == 1 && tasks[0]?.data.recto.document == document)
        let address = try #require(tasks[0]?.data.pages.last)
        let picture = try #require(
            address.wholeMatch(of: /\/data\/local-files\/\?d=to%20label\/(pages\/[0-9a-f]{16}-2\.jpg)/))
        #expect(try String(contentsOfFile: folder.appending(String(picture.1)).string, encoding: .utf8) == "picture 2")
        for path in ["", "tasks.json", "labeling.xml", "pages", String(picture.1)] {
            let status = try Stat(path.isEmpty ? folder : folder.appending(path))
            #expect(status.permissions.rawValue & 0o077 == 0)
        }
        await #expect(throws: LabelStudioExport.NotEmpty.self) { try await export.write(inventory, to: folder) }
    }

    // MARK: - Import

    @Test func confirmsWhatWasSubmittedAsItWas() async throws {
        let report = try await take(try await annotated())
        #expect(report.steps == 3 && report.problems.isEmpty)
        let state = try await store.state(of: document)
        #expect(state.fields.values.allSatisfy { $0.standing == .confirmed && $0.value == $0.machine })
        #expect(
            state.events.allSatisfy { $0.reviewer.name == "ann@example.org" && $0.why == "Label Studio annotation 1" })
        #expect(state.decision == nil)
        // Nobody has to wait for it.
        #expect(try await store.claims().isEmpty)
    }

    @Test func takesCorrectionsAdditionsAndRemovals() async throws {
        let task = try await annotated { result in
            result.removeAll { $0.id == "grantor" }
            for index in result.indices where result[index].id == "county" && result[index].fromName == "value" {
                result[index].value.text = .init(["Lake"])
            }
            result += self.drawn("recording_date", "March 5, 2024", id: "x1", page: 1)
            result.append(self.region("y", "unplaced", .init(text: .init(["book: 12"]))))
        }
        #expect(try await take(task).problems.isEmpty)
        let fields = try await store.state(of: document).fields
        #expect(fields["book"]?.value == .text("12"))
        #expect(fields["grantor"]?.value == nil && fields["grantor"]?.standing == .absent)
        #expect(fields["county"]?.value == .text("Lake") && fields["county"]?.standing == .corrected)
        #expect(fields["recording_date"]?.value == .text("2024-03-05"))
        #expect(fields["recording_date"]?.place == FieldPlace(page: 2, box: Box(x: 30, y: 19, width: 90, height: 5)))
        #expect(fields["state"]?.standing == .confirmed)
    }

    /// A misspelled name, or a second label, would else take the value away.
    @Test func nothingIsRemovedWhereSomethingIsNotUnderstood() async throws {
        let task = try await annotated { result in
            for index in result.indices where result[index].fromName == "unplaced" {
                result[index].value.text = .init(["sttate: Ohio", ":", "book"])
            }
            for index in result.indices where result[index].id == "county" && result[index].fromName == "field" {
                result[index].value.rectanglelabels = ["county", "state"]
            }
            for index in result.indices where result[index].id == "grantor" { result[index].value.rotation = 3 }
            result.append(self.region("grantor", "standing", .init(choices: ["illegible"])))
        }
        let report = try await take(task, accepts: true)
        #expect(report.problems.count == 5 && report.steps == 1)
        let fields = try await store.state(of: document).fields
        #expect(fields["grantor"]?.standing == .illegible)
        #expect(fields["county"]?.standing == nil && fields["state"]?.standing == nil)
    }

    @Test func theSameFileChangesNothingTheSecondTime() async throws {
        let task = try await annotated { result in
            result.removeAll { $0.id == "state" || $0.id == "county" && $0.fromName == "field" }
            result += self.drawn("county", "Lake", id: "county").prefix(1)
            result.append(self.region("grantor", "standing", .init(choices: ["illegible"])))
        }
        #expect(try await take(task, accepts: true).problems.isEmpty)
        let state = try await store.state(of: document)
        #expect(state.decision == .accepted)
        for accepts in [true, false] {
            let again = try await take(task, accepts: accepts)
            #expect(again.steps == 0 && again.problems.isEmpty)
        }
        #expect(try await store.state(of: document) == state)
    }

    @Test func aTrialTellsTheSameAndKeepsNothing() async throws {
        var task = try await annotated { $0 += self.drawn("book", "12", id: "x") }
        // The second annotator finds what the first would have left.
        var other = try #require(try await annotated(by: ben, id: 2).annotations?.first)
        other.result.removeAll { $0.id == "county" }
        task.annotations?.append(other)
        let trial = try await take(task, accepts: true, isTrial: true)
        #expect(try await store.state(of: document).events.isEmpty)
        #expect(trial.problems.map { $0.prefix { $0 != " " } } == ["book:", "county:"])
        let taken = try await take(task, accepts: true)
        #expect(taken.steps == trial.steps && taken.problems == trial.problems)
    }

    @Test func aNewKindHasFieldsOfItsOwn() async throws {
        let task = try await annotated { result in
            for index in result.indices where result[index].fromName == "kind" {
                result[index].value.choices = ["opt_out"]
            }
            result += self.drawn("requester_name", "Ida Moss", id: "x")
        }
        #expect(try await take(task).problems.isEmpty)
        let state = try await store.state(of: document)
        #expect(state.kind == .optOut)
        #expect(state.fields.compactMapValues(\.value) == ["requester_name": .text("Ida Moss")])
        #expect(try await take(task).steps == 0)
    }

    @Test func unknownKindIsADecision() async throws {
        let task = try await annotated { result in
            for index in result.indices where result[index].fromName == "kind" {
                result[index].value.choices = ["unknown"]
            }
        }
        #expect(try await take(task).problems == ["To be of unknown kind is a decision: import it with --accept."])
        #expect(try await store.state(of: document).events.isEmpty)
        #expect(try await take(task, accepts: true).problems.isEmpty)
        #expect(try await store.state(of: document).decision == .unknown)
        #expect(try await take(task, accepts: true).steps == 0)
    }

    @Test(arguments: [
        ("recording_date", ["soon"], "Not a date"), ("county", ["Lake", "Polk"], "several values"),
        ("county", [], "Type a value"),
    ])
    func whatIsNoValueIsNamedAndTheOthersGoOn(field: String, texts: [String], cause: String) async throws {
        let task = try await annotated { result in
            result.removeAll { $0.id == field }
            for (index, text) in (texts.isEmpty ? [""] : texts).enumerated() {
                result += self.drawn(field, text, id: "x\(index)")
            }
        }
        let report = try await take(task, accepts: true)
        #expect(
            report.problems.count == 1 && report.problems[0].hasPrefix("\(field): ")
                && report.problems[0].contains(cause))
        #expect(!report.problems[0].contains("soon") && !report.problems[0].contains("Polk"))
        let state = try await store.state(of: document)
        #expect(state.fields["state"]?.standing == .confirmed && state.decision == nil)
    }

    @Test func aRegionThatWasDrawnForAValueWithoutAPlaceGivesItOne() async throws {
        let task = try await annotated { $0 += self.drawn("state", "Ohio", id: "x") }
        #expect(try await take(task).problems.isEmpty)
        let state = try await store.state(of: document).fields["state"]
        #expect(state?.value == .text("Ohio") && state?.standing == .confirmed)
        #expect(state?.place?.box == Box(x: 10, y: 40, width: 30, height: 10))
    }

    @Test func itemsOfAListMayHaveARegionEach() async throws {
        let task = try await annotated { $0 += self.drawn("grantor", "IDA MOSS", id: "x") }
        #expect(try await take(task).problems.isEmpty)
        #expect(try await store.state(of: document).fields["grantor"]?.value == .list(["ANN MOSS", "IDA MOSS"]))
    }

    // MARK: - What is left alone

    @Test func aDocumentThatWasReadAnewIsLeftAlone() async throws {
        let task = try await annotated()
        var anew = Self.deed()
        anew.fields?["county"]?.value = .text("Lane")
        try reviews.folder.write(anew)
        #expect(try await take(task).problems == ["It was read anew since the export: export it again."])
        // To the same values, on a page that lies otherwise.
        anew = Self.deed()
        anew.pages?[1].width += 1
        try reviews.folder.write(anew)
        #expect(try await take(task).problems.count == 1)
        #expect(try await store.events(after: 0).isEmpty)
    }

    @Test(arguments: ["a/other.tif", "../a/deed.tif", "", "/", "a/deed.tif\u{0}"])
    func anUnknownDocumentIsLeftAlone(path: String) async throws {
        var task = try await annotated()
        task.data.recto.document.path = path
        #expect(try await take(task).problems.count == 1)
        #expect(try await take(task, isTrial: true).problems.count == 1)
    }

    @Test func anothersDocumentIsLeftAlone() async throws {
        let task = try await annotated()
        _ = try await store.claim(document, by: Reviewer(name: "Ida"))
        for isTrial in [true, false] {
            let report = try await take(task, isTrial: isTrial)
            #expect(report.steps == 0 && report.problems.count == 1 && report.problems[0].contains("Somebody else"))
        }
        #expect(try await store.claims().map(\.reviewer.name) == ["Ida"])
    }

    @Test func whatSomebodyHasLookedAtSinceIsLeftAlone() async throws {
        let task = try await annotated { $0.removeAll { $0.id == "grantor" || $0.id == "county" } }
        try await store.take(.confirm("grantor"), document)
        try await store.take(.correct("county", text: "Lake"), document)
        try await store.release(document, by: Reviewer(name: "Ida"))
        let report = try await take(task)
        #expect(report.steps == 1 && report.problems.count == 2)
        let fields = try await store.state(of: document).fields
        #expect(fields["grantor"]?.value != nil && fields["county"]?.value == .text("Lake"))
    }

    /// They have not seen it.
    @Test func nobodyAcceptsWhatSomebodyElseHasAddedSince() async throws {
        let task = try await annotated()
        try await store.take(.correct("book", text: "12"), document)
        try await store.release(document, by: Reviewer(name: "Ida"))
        let report = try await take(task, accepts: true)
        #expect(report.problems.count == 1 && report.problems[0].hasPrefix("book: Somebody has looked at it"))
        let state = try await store.state(of: document)
        #expect(state.fields["book"]?.value == .text("12") && state.decision == nil)
    }

    @Test func twoWhoDrawTheSameValueElsewhereDoNotMoveItForEver() async throws {
        func moved(by annotator: Annotator, id: Int, to x: Double) async throws -> LabelStudioTask {
            try await annotated(by: annotator, id: id) { result in
                for index in result.indices where result[index].id == "county" { result[index].value.x = x }
            }
        }
        var task = try await moved(by: ann, id: 1, to: 50)
        task.annotations? += try await moved(by: ben, id: 2, to: 60).annotations ?? []
        task.annotations? += try await annotated(by: .number(8), id: 3).annotations ?? []
        #expect(try await take(task).problems.isEmpty)
        #expect(try await store.state(of: document).fields["county"]?.place?.box.x == 151)
        #expect(try await take(task).steps == 0)
    }

    @Test func aDecidedDocumentIsLeftAlone() async throws {
        let task = try await annotated { $0.removeAll { $0.id == "grantor" } }
        try await store.take(.decide(.accepted), document)
        try await store.release(document, by: Reviewer(name: "Ida"))
        let report = try await take(task)
        #expect(report.steps == 0 && report.problems[0].contains("is decided"))
        // Where the annotation says the same, there is nothing to do.
        #expect(try await take(try await annotated(), accepts: true).problems.isEmpty)
    }

    @Test func nobodyIsTwoPeople() async throws {
        reviews.policy.fourEyes = [.deed]
        let store = try reviews.store()
        func take(_ task: LabelStudioTask) async throws -> LabelStudioImport.Report {
            try await LabelStudioImport(
                into: reviews.folder, store, entries: try ReviewExamples.entries(), policy: reviews.policy,
                accepts: true
            ).take(task)
        }
        #expect(try await take(try await annotated()).problems.isEmpty)
        #expect(
            try await take(try await annotated(by: ben)).problems == [
                "The annotation was imported under another name already."
            ])
        #expect(try await take(try await annotated(by: nil)).problems.count == 1)
        #expect(try await store.state(of: document).decision == nil)
        #expect(try await take(try await annotated(by: ben, id: 2)).problems.isEmpty)
        #expect(try await store.state(of: document).decision == .accepted)
    }

    @Test func eachAnnotatorsLastCounts() async throws {
        var task = try await annotated()
        let first = try #require(task.annotations?.first)
        var (second, skipped) = (first, first)
        second.id = 2
        second.result.removeAll { $0.id == "county" }
        second.updatedAt = "2026-01-02T00:00:00Z"
        skipped.id = 3
        skipped.updatedAt = "2026-01-03T00:00:00Z"
        skipped.wasCancelled = true
        task.annotations = [second, first, skipped]
        #expect(try await take(task).problems.isEmpty)
        #expect(try await store.state(of: document).fields["county"]?.standing == .absent)
        #expect(try await take(task).steps == 0)
    }

    @Test func readsWhatLabelStudioWrites() throws {
        let json = #"""
            [{"id": 3, "data": {"pages": [], "document": "x", "recto": {"document": {"path": "x", "id": "sha256:1"},
            "version": "0-a", "pages": []}}, "predictions": [5], "annotations": [{"id": 9, "completed_by": {"id": 2, "email":
            "a@b.c", "first_name": ""}, "was_cancelled": false, "unheard_of": {}, "result": [{"id": "r", "type": "textarea",
            "from_name": "value", "origin": "manual", "value": {"text": "one", "x": 1}}]}]}, {"data": {"image": "y"}}, 7]
            """#
        let tasks = try LabelStudioJSON.tasks(in: Data(json.utf8))
        #expect(tasks.count == 3 && tasks[1] == nil && tasks[2] == nil)
        let annotation = try #require(tasks[0]?.annotations?.first)
        #expect(annotation.completedBy == .person(email: "a@b.c") && annotation.result[0].value.text?.items == ["one"])
        #expect(throws: (any Error).self) { try LabelStudioJSON.tasks(in: Data("{}".utf8)) }
    }
}

import Foundation
import Glibc
import Model
import SystemPackage
import Testing

@testable import Review

@Suite struct QueueTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private static func entries(_ fixture: Fixture) async throws -> IndexSnapshot {
        let server = try fixture.server()
        await server.index.refresh()
        return server.index.snapshot
    }

    private static func names(_ query: String, _ snapshot: IndexSnapshot) -> [String] {
        QueueSelection(QueueFilter(FormFields(encoded: "state=all&\(query)")), in: snapshot, now: now).documents.map(
            \.path)
    }

    /// Five documents of different risk and age.
    private static func five() throws -> Fixture {
        let fixture = try Fixture()
        func ago(_ days: Double) -> Date { now - days * 86_400 }
        try fixture.write(Fixture.outcome("sure.png", confidence: 0.85), written: ago(40))
        try fixture.write(Fixture.outcome("doubtful-new.png", confidence: 0.31), written: ago(0.5))
        try fixture.write(Fixture.outcome("b/Doubtful-old.png", confidence: 0.34), written: ago(3))
        try fixture.write(Fixture.outcome("good.png", .accept, confidence: 0.99), written: ago(50))
        let again = Reason(code: .blurred, message: "Too soft: hold still")
        try fixture.write(Fixture.outcome("soft.png", .retake, reasons: [again], kind: "other"), written: ago(20))
        return fixture
    }

    @Test func ordersByRiskThenAge() async throws {
        let snapshot = try await Self.entries(Self.five())
        #expect(
            Self.names("", snapshot) == [
                "b/Doubtful-old.png", "doubtful-new.png", "sure.png", "soft.png", "good.png",
            ])
        #expect(Self.names("order=oldest", snapshot).first == "good.png")
        #expect(Self.names("order=newest", snapshot).first == "doubtful-new.png")
        #expect(Self.names("order=name", snapshot) == Self.names("order=name", snapshot).sorted())
    }

    @Test func filtersByWhatTheAddressSays() async throws {
        let snapshot = try await Self.entries(Self.five())
        #expect(Self.names("decision=retake", snapshot) == ["soft.png"])
        #expect(Self.names("kind=other", snapshot) == ["soft.png"])
        #expect(Self.names("reason=blurred", snapshot) == ["soft.png"])
        #expect(Self.names("age=week&name=dOUbt", snapshot) == ["b/Doubtful-old.png"])
        #expect(Self.names("decision=review&kind=other", snapshot).isEmpty)
        // What is not understood hides nothing.
        #expect(Self.names("decision=maybe&order=odd&age=ages&page=-3&page=x", snapshot).count == 5)
    }

    @Test func countsEachChoiceWithinTheOthers() async throws {
        let snapshot = try await Self.entries(Self.five())
        let filter = QueueFilter(FormFields(encoded: "state=all&decision=review"))
        let selection = QueueSelection(filter, in: snapshot, now: Self.now)
        #expect(selection.states == [.review: 3, .retake: 1, .accept: 1])
        #expect(selection.kinds == ["note": 3] && selection.reasons == [.lowConfidence: 3])
        #expect(selection.ages == [.day: 1, .week: 1, .older: 1])
    }

    @Test func addressesSayWhatTheFilterIs() {
        var filter = QueueFilter()
        #expect(QueuePage.address(filter) == "/")
        filter.state = .review
        filter.kind = "a&b"
        filter.name = "50% ü+/?#"
        filter.page = 3
        let address = QueuePage.address(filter)
        #expect(QueueFilter(FormFields(encoded: address.dropFirst("/?".count))) == filter)
        #expect(!address.dropFirst(2).contains("#") && !address.contains(" "))
    }

    @Test func showsPagesOfFifty() async throws {
        let fixture = try Fixture()
        for number in 0..<120 { try fixture.write(Fixture.outcome("\(number).png")) }
        let snapshot = try await Self.entries(fixture)
        let selection = QueueSelection(QueueFilter(), in: snapshot, now: Self.now)
        #expect(selection.pageCount == 3 && selection.page(1).documents.count == 50)
        #expect(selection.page(3).first == 100 && selection.page(3).documents.count == 20)
        // One that is gone by now.
        #expect(selection.page(9).number == 3)
        #expect(Set((1...3).flatMap { selection.page($0).documents.map(\.id) }).count == 120)
    }

    @Test func knowsTheLeastSureRequiredField() async throws {
        let fixture = try Fixture()
        try fixture.write(Fixture.outcome("a", confidence: 0.7))
        var lacking = try Fixture.outcome("b", confidence: 0.7)
        lacking.fields?["date"] = nil
        try fixture.write(lacking)
        try fixture.write(Fixture.outcome("c", kind: "unheard_of"))
        let failure = Failure(.damaged, "d: damaged", stage: .ingest)
        try fixture.write(
            Outcome(id: nil, source: SourceInfo(path: "d"), failure: failure, engine: Fixture.engine()))
        let snapshot = try await Self.entries(fixture)
        func entry(_ path: String) throws -> DocumentEntry {
            try #require(snapshot.documents.first { $0.path == path })
        }
        #expect(try entry("a").leastConfidence == 0.7 && entry("b").leastConfidence == 0)
        #expect(try entry("c").leastConfidence == nil)
        #expect(try entry("d").state == .failed && entry("d").failure == .damaged && entry("d").kind == nil)
    }

    @Test func listsADocumentOfSeveralFilesOnceAndASplitFileByItsParts() async throws {
        let fixture = try Fixture()
        var front = try Fixture.outcome("front.png")
        try fixture.write(front)
        front.source.partOf = "front.png"
        try fixture.write(front, as: "back.png")
        for (number, pages) in [(1, [1, 2]), (2, [3, 3])] {
            var part = try Fixture.outcome("stack.pdf")
            part.source.pages = pages
            try fixture.write(part, as: "stack.pdf.\(number)")
        }
        let snapshot = try await Self.entries(fixture)
        #expect(snapshot.documents.map(\.name).sorted() == ["front.png", "stack.pdf.1", "stack.pdf.2"])
        #expect(snapshot.documents.compactMap(\.pageCount).sorted() == [1, 1, 2])
    }

    @Test func readsAlongWhatIsWrittenAndRemoved() async throws {
        let fixture = try Fixture()
        try fixture.write(Fixture.outcome("a/one.png"))
        try fixture.write(Fixture.outcome("two.png"))
        let index = try fixture.server().index
        await index.refresh()
        let nothing = await index.refresh().documents
        #expect(nothing.isEmpty && index.snapshot.documents.count == 2)

        try fixture.write(Fixture.outcome("a/one.png", .accept))
        try fixture.write(Fixture.outcome("b/c/three.png"))
        try fixture.remove("two.png")
        let changed = await index.refresh().documents
        #expect(changed == Set(["a/one.png", "b/c/three.png", "two.png"].map(DocumentEntry.id)))
        #expect(index.snapshot.documents.map(\.path).sorted() == ["a/one.png", "b/c/three.png"])
        #expect(index.snapshot.document(DocumentEntry.id(of: "a/one.png"))?.state == .accept)

        try FileManager.default.removeItem(atPath: fixture.folder.appending("results/b").string)
        let gone = await index.refresh().documents
        #expect(gone == [DocumentEntry.id(of: "b/c/three.png")])
        // Folders that were left alone are not looked through, and still known.
        for _ in 0..<3 { #expect(await index.refresh().documents.isEmpty) }
        #expect(index.snapshot.documents.map(\.path) == ["a/one.png"])
    }

    @Test func tellsNamesApartByTheirBytes() async throws {
        let fixture = try Fixture()
        for name in ["M\u{fc}ller.png", "Mu\u{308}ller.png"] { try fixture.write(Fixture.outcome(name)) }
        let index = try fixture.server().index
        await index.refresh()
        #expect(index.snapshot.documents.count == 2)
        try fixture.write(Fixture.outcome("Mu\u{308}ller.png"))
        #expect(await index.refresh().documents == [DocumentEntry.id(of: "Mu\u{308}ller.png")])
        #expect(Set(index.snapshot.documents.compactMap(\.reviewed)).count == 2)
    }

    @Test func goesOnWithoutWhatCannotBeRead() async throws {
        let fixture = try Fixture()
        try fixture.write(Fixture.outcome("good.png"))
        let file = fixture.folder.appending("results/bad.png.json").string
        try "{".write(toFile: file, atomically: true, encoding: .utf8)
        try FileManager.default.createSymbolicLink(
            atPath: fixture.folder.appending("results/link.json").string, withDestinationPath: "/etc/passwd")
        let index = try fixture.server().index
        await index.refresh()
        #expect(index.snapshot.documents.map(\.path) == ["good.png"] && index.snapshot.unreadable == 1)
        try fixture.write(Fixture.outcome("bad.png"))
        await index.refresh()
        #expect(index.snapshot.documents.count == 2 && index.snapshot.unreadable == 0)
    }

    @Test(.enabled(if: geteuid() != 0, "root may read all")) func triesAgainWhatCouldNotBeReadForAWhile() async throws {
        let fixture = try Fixture()
        try fixture.write(Fixture.outcome("a/one.png"))
        try fixture.write(Fixture.outcome("two.png"))
        let index = try fixture.server().index
        func set(_ rights: Int, _ name: String) throws {
            try FileManager.default.setAttributes(
                [.posixPermissions: rights], ofItemAtPath: fixture.folder.appending("results/\(name)").string)
        }
        try set(0, "two.png.json")
        await index.refresh()
        #expect(index.snapshot.documents.map(\.name) == ["a/one.png"] && index.snapshot.unreadable == 1)
        #expect(await index.refresh().documents.isEmpty)
        try set(0o600, "two.png.json")
        #expect(await index.refresh().documents == [DocumentEntry.id(of: "two.png")])
        // A folder whose names cannot be had now.
        try fixture.write(Fixture.outcome("a/two.png"))
        try set(0o300, "a")
        await index.refresh()
        #expect(index.snapshot.documents.count == 2)
        try set(0o700, "a")
        await index.refresh()
        #expect(index.snapshot.documents.count == 3 && index.snapshot.unreadable == 0)
    }
}

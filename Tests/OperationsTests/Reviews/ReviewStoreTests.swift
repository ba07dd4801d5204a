import Foundation
import GRDB
import Glibc
import Model
import Output
import Synchronization
import SystemPackage
import Testing

@testable import Operations

/// What is kept of reviews, and what is made of it.
@Suite struct ReviewStoreTests {
    private let ida = Reviewer(name: "Ida")
    private let ben = Reviewer(name: "Ben")

    private func document(_ result: Outcome, number: Int? = nil) throws -> ReviewDocument {
        try #require(ReviewDocument(result, number: number))
    }

    private func mode(_ path: FilePath) throws -> Int {
        try #require(
            try FileManager.default.attributesOfItem(atPath: path.string)[.posixPermissions] as? Int)
    }

    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "python3 is not installed"),
        arguments: [false, true])
    func losesNoSaveWhereAnotherProcessLooksIntoTheDatabase(isOpenedTwice: Bool) async throws {
        let reviews = try ReviewFolder(ReviewExamples.deed())
        let document = try document(ReviewExamples.deed())
        let store = try reviews.store()
        // Whoever opens it beside it here, too.
        if isOpenedTwice { _ = try reviews.store() }
        let path = reviews.folder.root.appending(ReviewStore.name).string
        func eventsSeenOutside() throws -> String {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/python3")
            let script = """
                import sqlite3, sys
                database = sqlite3.connect(sys.argv[1])
                print(database.execute("SELECT COUNT(*) FROM event").fetchone()[0])
                database.close()
                """
            process.arguments = ["-c", script, path]
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            let text = try output.fileHandleForReading.readToEnd().map { String(decoding: $0, as: UTF8.self) }
            process.waitUntilExit()
            return text ?? ""
        }
        for count in 1...3 {
            try await store.take(.confirm("county"), document)
            #expect(try eventsSeenOutside() == "\(count)\n")
        }
    }

    @Test func keepsEventsAndReadsThemBack() async throws {
        let reviews = try ReviewFolder(ReviewExamples.deed())
        let document = try document(ReviewExamples.deed())
        let store = try reviews.store()
        let place = FieldPlace(page: 1, box: Box(x: 1, y: 1, width: 5, height: 5))
        let saved = try await store.save(
            .correct("county", text: "lake county", place: place), of: document,
            on: try await store.state(of: document).version, by: ida,
            why: "stamp")
        #expect(saved.event.sequence == 1)
        #expect(saved.event.why == "stamp")
        guard case .corrected(let change) = saved.event.action else {
            Issue.record("no correction")
            return
        }
        #expect(change.old == .text("Lale"))
        #expect(change.new == .text("lake"))
        try await store.take(.decide(.retake(reason: .glare, sentence: "No flash.")), document)
        let again = try reviews.store()
        let events = try await again.events(after: 0)
        #expect(events.first == saved.event)
        #expect(events.map(\.sequence) == [1, 2])
        #expect(try await again.events(after: 1).map(\.sequence) == [2])
        #expect(try await again.state(of: document).events == events)
        #expect(try await again.progress()[document]?.decision == .retake(reason: .glare, sentence: "No flash."))
    }

    @Test func isItsOwnersAloneAndSyncedAtEachSave() async throws {
        let reviews = try ReviewFolder(ReviewExamples.deed())
        let store = try reviews.store()
        try await store.take(.decide(.accepted), try document(ReviewExamples.deed()))
        for suffix in ["", "-wal", "-shm"] {
            #expect(try mode(reviews.folder.root.appending(ReviewStore.name + suffix)) == 0o600)
        }
        #expect(try mode(reviews.folder.reviewed) == 0o700)
        #expect(try mode(reviews.folder.reviewedFile(of: document(ReviewExamples.deed()))) == 0o600)
        let synchronous = try await store.database.write { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
        #expect(synchronous == 2)
    }

    @Test func isNotOpenedWhereAnotherUserMayHaveMadeIt() throws {
        let reviews = try ReviewFolder(ReviewExamples.deed())
        let root = reviews.folder.root.string
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: root)
        #expect(throws: ReviewStoreError.self) { try reviews.store() }
        #expect(FileStamp(of: reviews.folder.root.appending(ReviewStore.name)) == nil)
        try FileManager.default.setAttributes([.posixPermissions: 0o1777], ofItemAtPath: root)
        _ = try reviews.store()
        // Root alone can give a file away.
        guard geteuid() == 0 else { return }
        try FileManager.default.setAttributes(
            [.ownerAccountID: 65_534], ofItemAtPath: reviews.folder.root.appending(ReviewStore.name).string)
        #expect(throws: ReviewStoreError.self) { try reviews.store() }
    }

    @Test func aStaleSaveIsRefusedWithWhatStandsNow() async throws {
        let reviews = try ReviewFolder(ReviewExamples.deed())
        let document = try document(ReviewExamples.deed())
        let store = try reviews.store()
        let seen = try await store.take(.confirm("state"), document, ida).state
        let present = try await store.take(.correct("county", text: "Lake"), document, ida).state
        let error = await #expect(throws: ReviewError.self) {
            try await store.save(.decide(.accepted), of: document, on: seen.version, by: ida)
        }
        #expect(error == .stale(present: present))
        #expect(try await store.state(of: document) == present)
        #expect(present.at(revision: seen.revision, machine: seen.machine) == seen)
    }

    @Test(arguments: ["kind", "value", "alternative"])
    func aSaveOnWhatWasReadAnewSinceIsRefused(part: String) async throws {
        let reviews = try ReviewFolder(ReviewExamples.deed())
        let document = try document(ReviewExamples.deed())
        let store = try reviews.store()
        let seen = try await store.state(of: document).version
        var anew = ReviewExamples.deed()
        // Read anew to the same: nothing has changed for who looks at it.
        anew.timing = ["total": 2]
        try reviews.folder.write(anew)
        #expect(try await store.state(of: document).version == seen)
        switch part {
        case "kind": anew.kind = .unknown
        case "value": anew.fields?["state"]?.value = .text("Iowa")
        default: anew.fields?["grantor"]?.alternatives[0].value = .list(["ANN ROSS"])
        }
        try reviews.folder.write(anew)
        for step in [ReviewStep.confirm("state"), .take("grantor", alternative: 0), .decide(.accepted)] {
            let error = await #expect(throws: ReviewError.self) {
                try await store.save(step, of: document, on: seen, by: ida)
            }
            #expect(error == .stale(present: try await store.state(of: document)))
        }
        #expect(try await store.events(after: 0).isEmpty)
    }

    @Test func tellsWhatWaitsForSomebody() async throws {
        let results = [
            ReviewExamples.deed("a.tif", id: 1), ReviewExamples.deed("b.tif", id: 2, action: .accept),
            ReviewExamples.deed("c.tif", id: 3, action: .retake),
        ]
        let reviews = try ReviewFolder(results[0], results[1], results[2])
        func waiting() async throws -> [String] {
            let store = try reviews.store()
            let progress = try await store.progress()
            return try results.filter { result in
                let document = try document(result)
                return store.isWaiting(
                    document, kind: result.kind ?? .unknown, action: result.decision?.action, progress[document])
            }.map(\.source.path)
        }
        #expect(try await waiting() == ["a.tif"])
        try await reviews.store().take(.decide(.accepted), try document(results[0]))
        #expect(try await waiting() == [])
        try await reviews.store().take(.correct("county", text: "Lake"), try document(results[1]))
        #expect(try await waiting() == ["b.tif"])
        try await reviews.store().take(.undo(2), try document(results[1]))
        #expect(try await waiting() == [])
        reviews.policy = ReviewPolicy(sampleAccepted: 1)
        #expect(try await waiting() == ["b.tif"])
    }

    @Test func ofTwoSavesAtOnceOneIsStale() async throws {
        let reviews = try ReviewFolder(ReviewExamples.deed())
        let document = try document(ReviewExamples.deed())
        // As two processes.
        let stores = [try reviews.store(), try reviews.store()]
        for round in 0..<10 {
            let version = try await stores[0].state(of: document).version
            let results = await withTaskGroup(of: Bool.self) { group in
                for store in stores {
                    group.addTask {
                        (try? await store.save(.confirm("state"), of: document, on: version, by: ida)) != nil
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(results.sorted { $0 && !$1 } == [true, false], "round \(round)")
        }
        #expect(try await stores[1].events(after: 0).count == 10)
    }

    @Test func whereTheFolderIsGoneNothingIsConfirmed() async throws {
        let reviews = try ReviewFolder(ReviewExamples.deed())
        let document = try document(ReviewExamples.deed())
        let store = try reviews.store()
        let version = try await store.state(of: document).version
        FileSystem.remove(reviews.folder.root)
        await #expect(throws: OutputGone.self) {
            try await store.save(.confirm("state"), of: document, on: version, by: ida)
        }
    }

    @Test(arguments: ["../a/deed.tif", "a/../a/deed.tif", "nothing.tif"])
    func whatIsNoDocumentIsNeitherReadNorTaken(path: String) async throws {
        let reviews = try ReviewFolder(ReviewExamples.deed())
        let store = try reviews.store()
        var document = try document(ReviewExamples.deed())
        document.path = path
        await #expect(throws: ReviewError.gone) { try await store.state(of: document) }
        await #expect(throws: ReviewError.gone) { try await store.claim(document, by: ida) }
        await #expect(throws: ReviewError.gone) { try await store.take(.confirm("state"), document) }
    }

    @Test func aLinkInPlaceOfAResultIsNotFollowed() async throws {
        let reviews = try ReviewFolder(ReviewExamples.deed())
        let file = reviews.folder.file(of: "a/deed.tif")
        let elsewhere = reviews.folder.root.appending("elsewhere")
        try FileSystem.rename(file, to: elsewhere)
        try FileManager.default.createSymbolicLink(atPath: file.string, withDestinationPath: elsewhere.string)
        let store = try reviews.store()
        await #expect(throws: UnreadableResult.self) { try await store.state(of: try document(ReviewExamples.deed())) }
    }

    @Test func whoOpensADocumentHasItForFiveMinutes() async throws {
        let reviews = try ReviewFolder(ReviewExamples.deed())
        let document = try document(ReviewExamples.deed())
        let clock = Mutex(Date(timeIntervalSince1970: 1_000_000))
        let time = { @Sendable in clock.withLock { $0 } }
        let store = try reviews.store(now: time)
        func pass(_ seconds: TimeInterval) { clock.withLock { $0 += seconds } }
        #expect(try await store.claim(document, by: ida).reviewer == ida)
        pass(299)
        #expect(try await store.claim(document, by: ben).reviewer == ida)
        // A key pressed.
        #expect(try await store.claim(document, by: ida).since == Date(timeIntervalSince1970: 1_000_000))
        pass(299)
        let error = await #expect(throws: ReviewError.self) { try await store.take(.confirm("state"), document, ben) }
        guard case .taken(let claim) = error else {
            Issue.record("not taken")
            return
        }
        #expect(claim.reviewer == ida)
        #expect(try await store.claims() == [claim])
        pass(1)
        #expect(try await store.claims().isEmpty)
        try await store.take(.confirm("state"), document, ben)
        #expect(try await store.claim(document, by: ida).reviewer == ben)
        try await store.release(document, by: ida)
        #expect(try await store.claims().map(\.reviewer) == [ben])
        try await store.release(document, by: ben)
        #expect(try await store.claim(document, by: ida).reviewer == ida)
        // A clock that is put back holds nothing for longer.
        pass(-3600)
        #expect(try await store.claim(document, by: ben).reviewer == ben)
    }

    @Test func writesTheReviewedResultAndNeverTheMachines() async throws {
        let result = ReviewExamples.deed()
        let reviews = try ReviewFolder(result)
        let document = try document(result)
        let machine = try Data(contentsOf: URL(filePath: reviews.folder.file(of: "a/deed.tif").string))
        let store = try reviews.store()
        try await store.take(.correct("county", text: "Lake"), document)
        #expect(try reviews.reviewed(document) == nil)
        let saved = try await store.take(.decide(.accepted), document)
        #expect(saved.problem == nil)
        #expect(reviews.folder.reviewedFile(of: document) == reviews.folder.root.appending("reviewed/a/deed.tif.json"))
        #expect(try reviews.reviewed(document) == saved.state.result)
        #expect(try Data(contentsOf: URL(filePath: reviews.folder.file(of: "a/deed.tif").string)) == machine)
        try await store.take(.undo(saved.event.sequence), document)
        #expect(try reviews.reviewed(document) == nil)
    }

    @Test func makesFilesAgainThatACrashLeftOut() async throws {
        let result = ReviewExamples.deed()
        let reviews = try ReviewFolder(result, ReviewExamples.deed("b.tif", id: 2))
        let document = try document(result)
        let store = try reviews.store()
        let expected = try await store.take(.decide(.accepted), document).state.result
        FileSystem.remove(reviews.folder.reviewedFile(of: document))
        _ = try reviews.store()
        #expect(try reviews.reviewed(document) == expected)
        // As where the crash came before the file: another event since, and no row that tells of one.
        try await store.database.write { try $0.execute(sql: "DELETE FROM file") }
        FileSystem.remove(reviews.folder.reviewedFile(of: document))
        _ = try reviews.store()
        #expect(try reviews.reviewed(document) == expected)
        // As where it came before the removal.
        try await store.database.write { try $0.execute(sql: "UPDATE file SET revision = 0") }
        try await store.take(.undo(1), document)
        try ResultFolder.write(try #require(expected), to: reviews.folder.reviewedFile(of: document))
        try await store.database.write {
            try $0.execute(
                sql: "INSERT INTO file VALUES (?, 0, '', ?, 1, '')", arguments: [document.path, document.id])
        }
        _ = try reviews.store()
        #expect(try reviews.reviewed(document) == nil)
    }

    @Test func goesOnWithoutADocumentWhoseFileCannotBeMade() async throws {
        let results = [ReviewExamples.deed("a.tif", id: 1), ReviewExamples.deed("b.tif", id: 2)]
        let reviews = try ReviewFolder(results[0], results[1])
        let store = try reviews.store()
        for result in results { try await store.take(.decide(.accepted), try document(result)) }
        // Both are to be made anew, and one has no place.
        for result in results { FileSystem.remove(reviews.folder.reviewedFile(of: try document(result))) }
        try FileSystem.makeFolder(reviews.folder.reviewedFile(of: try document(results[0])).appending("in the way"))
        let existing = try #require(try ReviewStore.existing(in: reviews.folder))
        // As a purge opens it: nothing is made.
        #expect(try reviews.reviewed(document(results[1])) == nil)
        var finished: [String] = []
        let problems = try existing.visitFinished { finished.append($0.source.path) }
        #expect(finished == ["b.tif"] && problems.keys.map(\.path) == ["a.tif"])
    }

    @Test func aResultThatWasReadAnewIsNotWhatWasDecided() async throws {
        let result = ReviewExamples.deed()
        let reviews = try ReviewFolder(result)
        let old = try document(result)
        try await reviews.store().take(.decide(.accepted), old)
        var anew = result
        anew.fields?["county"]?.value = .text("Lane")
        try reviews.folder.write(anew)
        #expect(try await reviews.store().state(of: old).decision == nil)
        #expect(try reviews.reviewed(old) == nil)
        // Another file of that name.
        let other = ReviewExamples.deed(id: 9)
        try reviews.folder.write(other)
        let store = try reviews.store()
        await #expect(throws: ReviewError.gone) { try await store.state(of: old) }
        let new = try document(other)
        #expect(try await store.state(of: new).revision == 0)
        try await store.take(.decide(.accepted), new)
        _ = try reviews.store()
        #expect(try reviews.reviewed(new)?.id == other.id)
    }

    @Test func aLaterStepRemovesTheFileOfWhatWasReadAnew() async throws {
        let result = ReviewExamples.deed()
        let reviews = try ReviewFolder(result)
        let document = try document(result)
        let store = try reviews.store()
        try await store.take(.decide(.accepted), document)
        var anew = result
        anew.fields?["county"]?.value = .text("Lane")
        try reviews.folder.write(anew)
        #expect(try reviews.reviewed(document) != nil)
        try await store.take(.confirm("state"), document)
        #expect(try reviews.reviewed(document) == nil)
    }

    @Test func documentsOfASplitFileAreReviewedEachByItself() async throws {
        let parts = [ReviewExamples.deed(pages: [1, 2]), ReviewExamples.deed(pages: [3, 4])]
        let reviews = try ReviewFolder(Outcome(documents: parts))
        let second = try document(parts[1], number: 2)
        #expect(ReviewDocument(parts[1].source, id: second.id, resultName: "a/deed.tif.2") == second)
        let whole = ReviewExamples.deed()
        #expect(ReviewDocument(whole.source, id: whole.id, resultName: "scan.1") == ReviewDocument(whole))
        let store = try reviews.store()
        try await store.take(.decide(.accepted), second)
        #expect(try reviews.reviewed(second)?.source.pages == [3, 4])
        #expect(reviews.folder.reviewedFile(of: second).lastComponent?.string == "deed.tif.2.json")
        #expect(try await store.state(of: try document(parts[0], number: 1)).revision == 0)
    }

    @Test func aPurgeLeavesNothing() async throws {
        let result = ReviewExamples.deed("a/secretname.tif")
        let reviews = try ReviewFolder(result, ReviewExamples.deed("b.tif", id: 2))
        let ledger = try Ledger(in: reviews.folder.root)
        for outcome in [result, ReviewExamples.deed("b.tif", id: 2)] {
            try ledger.see([Job(sequence: 0, path: outcome.source.path, location: FilePath("/nowhere"))])
            try ledger.settle(outcome)
        }
        let store = try reviews.store()
        try await store.take(.correct("county", text: "Telltale"), try document(result))
        try await store.take(.decide(.accepted), try document(result))
        // As one that is at work.
        let purge = Purge(
            folder: reviews.folder, ledger: ledger, reviews: try ReviewStore.existing(in: reviews.folder))
        #expect(try purge.run(settledBefore: .now + 1, isTrial: true).map(\.events) == [2, 0])
        #expect(try reviews.reviewed(try document(result)) != nil)
        _ = try purge.run(settledBefore: .now + 1, isTrial: false)
        #expect(try await store.events(after: 0).isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: reviews.folder.reviewed.string).isEmpty)
        await #expect(throws: ReviewError.gone) { try await store.take(.confirm("state"), try document(result)) }
        for name in try FileSystem.names(in: reviews.folder.root) where name.string.hasPrefix(ReviewStore.name) {
            let bytes = try Data(contentsOf: URL(filePath: reviews.folder.root.appending(name).string))
            #expect(bytes.range(of: Data("Telltale".utf8)) == nil, "\(name)")
            #expect(bytes.range(of: Data("secretname".utf8)) == nil, "\(name)")
        }
        // Numbers are never given twice: readers go on from the last that they know.
        try reviews.folder.write(result)
        #expect(try await store.take(.confirm("state"), try document(result)).event.sequence == 3)
    }

    @Test func aStoreForReadingMakesNoFileAndSavesNothing() async throws {
        let reviews = try ReviewFolder(ReviewExamples.deed())
        #expect(try ReviewStore.existing(in: reviews.folder) == nil)
        _ = try reviews.store()
        let store = try #require(try ReviewStore.existing(in: reviews.folder))
        await #expect(throws: ReviewError.self) {
            try await store.take(.confirm("state"), try document(ReviewExamples.deed()))
        }
    }
}

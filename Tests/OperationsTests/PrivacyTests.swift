import Foundation
import Glibc
import SystemPackage
import Testing

@testable import Operations

/// Folders that are one process's own.
@Suite struct PrivacyTests {
    @Test func removesWhatWasAbandonedAndNothingThatIsInUse() throws {
        let parent = try TemporaryFolder()
        defer { parent.remove() }
        try parent.write("recto-x-abandoned/page.png", "a page")
        try parent.write("other/page.png", "of someone else")
        let first = try ScratchFolder(named: "recto-x-", under: parent.path)
        let second = try ScratchFolder(named: "recto-x-", under: parent.path)
        #expect(
            try Set(FileSystem.names(in: parent.path).map(\.string))
                == [first.path.lastComponent?.string, second.path.lastComponent?.string, "other"])
        #expect(try Stat(first.path).permissions == .ownerReadWriteExecute)
        first.remove()
        second.remove()
        #expect(try FileSystem.names(in: parent.path).map(\.string) == ["other"])
    }

    @Test func refusesAFolderThatEveryoneMayRearrange() throws {
        let parent = try TemporaryFolder()
        defer { parent.remove() }
        chmod(parent.path.string, 0o777)
        #expect(throws: UntrustedFolder.self) { try ScratchFolder(named: "recto-x-", under: parent.path) }
        // As /tmp has it.
        chmod(parent.path.string, 0o1777)
        try ScratchFolder(named: "recto-x-", under: parent.path).remove()
    }

    @Test func letsOneAtATimeIntoAnOutputFolder() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var lock: OutputLock? = try OutputLock(folder.path)
        #expect(throws: OutputInUse.self) { try OutputLock(folder.path) }
        withExtendedLifetime(lock) {}
        lock = nil
        _ = try OutputLock(folder.path)
    }

    @Test func removesWhatAWriterLeftThatIsGone() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write("a/.recto-999999999-1.tmp", "half a result")
        try folder.write(FilePath("a/.recto-\(getpid())-1.tmp"), "being written")
        try folder.write("a/.recto-x.tmp", "not ours")
        FileSystem.removeLeftovers(in: folder.path)
        #expect(
            try Set(FileSystem.names(in: folder.path.appending("a")).map(\.string))
                == [".recto-\(getpid())-1.tmp", ".recto-x.tmp"])
    }

    @Test func isNotLedElsewhereByALinkThatCameLater() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let secret = try folder.write("secret", "of another")
        let document = try folder.write("in/a.tif", "x")
        let job = try #require(
            first(in: folder.path.appending("in")))
        FileSystem.remove(document)
        #expect(symlink(secret.string, document.string) == 0)
        #expect {
            try Intake.place(job, at: folder.path.appending("copy"), limit: 1000)
        } throws: {
            "\($0)".contains("has become a link")
        }
        // One that is named is the user's own word.
        let named = try #require(first(in: document))
        #expect(named.path == "a.tif")
        #expect(try Intake.place(named, at: folder.path.appending("copy"), limit: 1000).bytes == 10)
    }

    private func first(in input: FilePath) -> Job? {
        var discovery = Discovery(inputs: [input], excluding: []) { _, _ in true }
        guard case .document(let job) = discovery.next() else { return nil }
        return job
    }
}

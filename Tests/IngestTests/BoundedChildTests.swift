import Foundation
import Testing

@testable import Ingest

@Suite struct BoundedChildTests {
    func child(seconds: Double = 10, output: Int = 1 << 20) -> BoundedChild {
        var child = BoundedChild()
        child.limits.seconds = seconds
        child.limits.outputBytes = output
        return child
    }

    @Test func handsOnInputAndGathersBothStreams() throws {
        let result = try child().run("sh", ["-c", "cat; echo trouble >&2; exit 3"], input: Array("hello".utf8))
        #expect(result.ending == .exited(3))
        #expect(result.text == "hello")
        #expect(result.errors == "trouble\n")
    }

    @Test func argumentsAreNotReadByAShell() throws {
        let result = try child().run("printf", ["%s", "$(id); `id` | x"])
        #expect(result.text == "$(id); `id` | x")
    }

    @Test func stopsAtItsTimeLimitWithItsWholeGroup() throws {
        let start = ContinuousClock.now
        let result = try child(seconds: 3).run("sh", ["-c", "sleep 60 & echo $!; wait"])
        #expect(result.ending == .timedOut)
        #expect(ContinuousClock.now - start < .seconds(30))
        let grandchild = try #require(Int32(result.text.trimmingCharacters(in: .whitespacesAndNewlines)))
        // Killed with the group; its new parent may still have to collect it.
        for _ in 0..<100 where Self.isRunning(grandchild) { Thread.sleep(forTimeInterval: 0.02) }
        #expect(!Self.isRunning(grandchild))
    }

    static func isRunning(_ process: Int32) -> Bool {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
        return !status.contains(") Z ")
    }

    @Test func stopsWhatWritesWithoutEnd() throws {
        #expect(try child(output: 100_000).run("yes", []).ending == .outputTooLarge)
    }

    @Test func dropsMessagesPastTheirLimit() throws {
        let result = try child().run("sh", ["-c", "yes trouble | head -c 300000 >&2"])
        #expect(result.ending == .exited(0))
        #expect(result.errors.utf8.count == 16 << 10)
    }

    @Test func tellsASignalFromAnExit() throws {
        #expect(try child().run("sh", ["-c", "kill -SEGV $$"]).ending == .signalled(11))
    }

    @Test func limitsMemoryAndFiles() throws {
        var small = child()
        small.limits.addressSpace = 64 << 20
        let memory = try small.run("dd", ["if=/dev/zero", "of=/dev/null", "bs=256M", "count=1"])
        #expect(memory.ending != .exited(0))
        let folder = try Folder()
        small.limits.fileBytes = 10_000
        let file = try small.run("dd", ["if=/dev/zero", "of=\(folder.path)/x", "bs=1000", "count=100"])
        #expect(file.ending == .signalled(25))
    }

    @Test func aProgramThatIsNotThereIsMissing() throws {
        let error = #expect(throws: BoundedChild.NotStarted.self) { try child().run("recto-no-such-program", []) }
        #expect(error?.isMissing == true)
    }

    @Test func passesOnNoDescriptorsAndNoEnvironment() throws {
        let result = try child().run("sh", ["-c", "ls /proc/self/fd; env"])
        #expect(result.text.contains("LC_ALL=C.UTF-8"))
        #expect(!result.text.contains("SWIFT"))
        // The three streams, and the folder being listed.
        #expect(result.text.split(separator: "\n").count { Int($0) != nil } == 4)
    }
}

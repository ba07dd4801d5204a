import Model
import Synchronization
import SystemPackage
import Testing

@testable import Operations

@Suite struct BatchQueueTests {
    private let folder: TemporaryFolder
    private let queue: BatchQueue

    init() throws {
        folder = try TemporaryFolder()
        queue = try BatchQueue(in: folder.path)
    }

    private func job(_ sequence: Int, others: [Job] = []) -> Job {
        // A line feed, and a byte that is no UTF-8.
        let name = PathName.path(of: [0x61, 0x0A, 0xFC, UInt8(sequence)])
        return Job(sequence: sequence, path: "a\n%FC\(sequence)", location: name, others: others)
    }

    /// Two documents at hand, of which neither has been read.
    private func two() async throws -> (Job, Job) {
        #expect(try await queue.add([job(0), job(1)]))
        return (try #require(await queue.next()), try #require(await queue.next()))
    }

    @Test func handsDocumentsOutInTheirOrderWhileMoreAreFound() async throws {
        defer { folder.remove() }
        let jobs = [job(0), job(1, others: [job(2), job(3)]), job(4), job(5)]
        #expect(try await queue.add(Array(jobs[..<2])))
        #expect(await queue.next() == jobs[0])
        #expect(await queue.next() == jobs[1])
        // Nothing of what waits has a name.
        #expect(try FileSystem.names(in: folder.path).isEmpty)
        async let third = queue.next()
        #expect(try await queue.add([jobs[2]]))
        #expect(await third == jobs[2])
        #expect(try await queue.add([jobs[3]]))
        await queue.complete()
        #expect(await queue.next() == jobs[3])
        #expect(await queue.next() == nil)
    }

    @Test func ofTheSameBytesTheFirstGoesFirstAndTheNextAfterIt() async throws {
        defer { folder.remove() }
        let (first, second) = try await two()
        let order = Mutex<[String]>([])
        let waiting = Task {
            await queue.claim(second, id: "same")
            order.withLock { $0.append("second") }
        }
        for _ in 0..<20 { await Task.yield() }
        await queue.claim(first, id: "same")
        // As a document that is put to a fresh worker.
        await queue.claim(first, id: "same")
        for _ in 0..<20 { await Task.yield() }
        order.withLock { $0.append("first") }
        await queue.share(first, outcomeOf: "x")
        #expect(await queue.origin(of: first) == "x")
        await queue.release(first)
        await waiting.value
        #expect(order.withLock { $0 } == ["first", "second"])
        #expect(await queue.origin(of: second) == nil)
    }

    @Test func otherBytesWaitNoLongerThanUntilThoseOfTheFirstAreKnown() async throws {
        defer { folder.remove() }
        let (first, second) = try await two()
        async let claimed: Void = queue.claim(second, id: "other")
        await queue.claim(first, id: "one")
        await claimed
        // A document that shares nothing is nobody's obstacle, nor one that could not even be opened.
        #expect(try await queue.add([job(2), job(3), job(4)]))
        let jobs = [
            try #require(await queue.next()), try #require(await queue.next()), try #require(await queue.next()),
        ]
        await queue.claim(jobs[0], id: nil)
        async let last: Void = queue.claim(jobs[2], id: nil)
        await queue.release(jobs[1])
        await last
    }

    @Test(arguments: [true, false]) func whoWaitsIsReleasedWhereItEnds(isStopped: Bool) async throws {
        defer { folder.remove() }
        let (first, second) = try await two()
        await queue.claim(first, id: "same")
        let waiting = Task {
            await queue.claim(second, id: "same")
            return await queue.next()
        }
        let idle = Task { await queue.next() }
        for _ in 0..<20 { await Task.yield() }
        if isStopped {
            await queue.stop()
        } else {
            waiting.cancel()
            idle.cancel()
        }
        #expect(await waiting.value == nil)
        #expect(await idle.value == nil)
        #expect(try await queue.add([job(2)]) != isStopped)
    }
}

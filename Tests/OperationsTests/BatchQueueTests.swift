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

    @Test func ofTheSameBytesTheFirstGoesFirstAndTheOthersComeBehindIt() async throws {
        defer { folder.remove() }
        #expect(try await queue.add((0..<4).map { job($0) }))
        await queue.complete()
        let jobs = [
            try #require(await queue.next()), try #require(await queue.next()), try #require(await queue.next()),
        ]
        // Not before it is known whether the first has the same bytes.
        async let second = queue.claim(jobs[1], id: "same")
        async let third = queue.claim(jobs[2], id: "same")
        for _ in 0..<20 { await Task.yield() }
        #expect(await queue.claim(jobs[0], id: "same"))
        // As a document that is put to a fresh worker.
        #expect(await queue.claim(jobs[0], id: "same"))
        #expect(await [second, third] == [false, false])
        // Who put them aside goes on with others.
        let other = try #require(await queue.next())
        #expect(other == job(3))
        #expect(await queue.claim(other, id: "other"))
        async let next = queue.next()
        for _ in 0..<20 { await Task.yield() }
        await queue.share(jobs[0], outcomeOf: "x")
        #expect(await queue.origin(of: jobs[0]) == "x")
        await queue.release(jobs[0])
        #expect(await next == jobs[1])
        #expect(await queue.claim(jobs[1], id: "same"))
        #expect(await queue.origin(of: jobs[1]) == nil)
        await queue.release(jobs[1])
        #expect(await queue.next() == jobs[2])
        // Its bytes have changed meanwhile.
        #expect(await queue.claim(jobs[2], id: "other"))
        await queue.release(jobs[2])
        await queue.release(other)
        #expect(await queue.next() == nil)
    }

    @Test func whereManyArePutAsideTheNextWaits() async throws {
        defer { folder.remove() }
        let queue = try BatchQueue(in: folder.path, mostAside: 1)
        #expect(try await queue.add((0..<3).map { job($0) }))
        for expected in [true, false] {
            let copy = try #require(await queue.next())
            #expect(await queue.claim(copy, id: "same") == expected)
        }
        let third = try #require(await queue.next())
        let hasWaited = Mutex(false)
        async let claimed = {
            let isItsTurn = await queue.claim(third, id: "same")
            #expect(hasWaited.withLock { $0 })
            return isItsTurn
        }()
        for _ in 0..<20 { await Task.yield() }
        hasWaited.withLock { $0 = true }
        await queue.release(job(0))
        let second = try #require(await queue.next())
        #expect(second == job(1))
        #expect(await queue.claim(second, id: "same"))
        #expect(await !claimed)
        await queue.release(second)
        #expect(await queue.next() == third)
    }

    @Test func otherBytesWaitNoLongerThanUntilThoseOfTheFirstAreKnown() async throws {
        defer { folder.remove() }
        let (first, second) = try await two()
        async let claimed = queue.claim(second, id: "other")
        #expect(await queue.claim(first, id: "one"))
        #expect(await claimed)
        // A document that shares nothing is nobody's obstacle, nor one that could not even be opened.
        #expect(try await queue.add([job(2), job(3), job(4)]))
        let jobs = [
            try #require(await queue.next()), try #require(await queue.next()), try #require(await queue.next()),
        ]
        #expect(await queue.claim(jobs[0], id: nil))
        async let last = queue.claim(jobs[2], id: nil)
        await queue.release(jobs[1])
        #expect(await last)
    }

    @Test(arguments: [true, false]) func whoWaitsIsReleasedWhereItEnds(isStopped: Bool) async throws {
        defer { folder.remove() }
        let (_, second) = try await two()
        let waiting = Task {
            _ = await queue.claim(second, id: "same")
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

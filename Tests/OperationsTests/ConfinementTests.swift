import Model
import Testing

@testable import Operations

/// What a worker gives up holds for its threads to come alone. What it gives up is in the worker's own tests.
@Suite struct ConfinementTests {
    /// Tests run beside the main thread.
    @Test func countsThreads() { #expect(Confinement.threads > 1) }

    @Test func refusesAProcessWithThreads() throws {
        try Confinement.requireOneThread(of: 1)
        let failure = try #require(throws: Failure.self) { try Confinement.requireOneThread(of: 2) }
        #expect(failure.message.contains("make setup"))
    }
}

import IdentityStub
import Testing

@testable import Identity

@Suite struct AccessTokenTests {
    let clock = TestClock()
    let program = Program(subject: "scanner", scopes: ["capture", "review"])

    @Test func tellsTheHolderForAQuarterOfAnHour() throws {
        let tokens = AccessTokens(now: clock.instant)
        let issued = try #require(tokens.issue(to: program, for: ["capture"]))
        #expect(issued.life == 900 && issued.text.count == 64)
        #expect(tokens.holder(of: issued.text) == AccessTokens.Holder(program: program, scopes: ["capture"]))
        #expect(tokens.holder(of: issued.text.uppercased() + "0") == nil && tokens.holder(of: "") == nil)
        clock.advance(899)
        #expect(tokens.holder(of: issued.text) != nil)
        clock.advance(1)
        #expect(tokens.holder(of: issued.text) == nil)
        // With the server all are gone.
        #expect(AccessTokens(now: clock.instant).holder(of: issued.text) == nil)
    }

    @Test func givesNoScopeThatTheProgramDoesNotHave() throws {
        let tokens = AccessTokens(now: clock.instant)
        let issued = try #require(tokens.issue(to: program, for: ["capture", "administer"]))
        #expect(tokens.holder(of: issued.text)?.scopes == ["capture"])
    }

    @Test func givesAProgramOnlySoMany() throws {
        let tokens = AccessTokens(now: clock.instant)
        let first = try #require(tokens.issue(to: program, for: ["capture"]))
        clock.advance(100)
        for _ in 1..<AccessTokens.mostOfOne { #expect(tokens.issue(to: program, for: ["capture"]) != nil) }
        #expect(tokens.issue(to: program, for: ["capture"]) == nil && tokens.wait(for: program) == 800)
        // Those that it has stay good, and others have theirs.
        #expect(tokens.holder(of: first.text) != nil)
        let other = Program(subject: "other", scopes: ["review"])
        #expect(tokens.wait(for: other) == nil && tokens.issue(to: other, for: ["review"]) != nil)
        clock.advance(800)
        #expect(tokens.wait(for: program) == nil && tokens.issue(to: program, for: ["capture"]) != nil)
    }

    @Test func programsAreSubjectsAndScopes() {
        #expect(Program("scanner=capture  review") == program)
        #expect(Program("a=b:c=review") == Program(subject: "a=b:c", scopes: ["review"]))
        for text in ["scanner", "scanner=", "=review", "", "scanner= "] { #expect(Program(text) == nil) }
    }
}

@Suite struct RateLimitTests {
    let clock = TestClock()

    @Test func askersWaitForTheirTurn() {
        let limit = RateLimit(burst: 3, perSecond: 0.5, now: clock.instant)
        #expect((0..<4).map { _ in limit.take("a") } == [nil, nil, nil, 2])
        #expect(limit.take("b") == nil)
        clock.advance(1)
        #expect(limit.take("a") == 1)
        clock.advance(1)
        #expect(limit.take("a") == nil && limit.take("a") == 2)
        // Nobody saves more than the burst.
        clock.advance(3600)
        #expect((0..<4).map { _ in limit.take("a") } == [nil, nil, nil, 2])
    }

    @Test func manyClientsTakeNoMoreMemoryAndGetNoMore() {
        let limit = RateLimit(burst: 2, perSecond: 1, mostClients: 3, now: clock.instant)
        for client in ["a", "b", "c"] { #expect(limit.take(client) == nil && limit.take(client) == nil) }
        // New names share what is left for all of them; those who are known keep their own.
        #expect((0..<5).map { limit.take("new \($0)") } == [nil, nil, 1, 1, 1])
        #expect(limit.take("a") == 1)
        clock.advance(2)
        #expect(limit.take("a") == nil && limit.take("d") == nil && limit.take("d") == nil && limit.take("d") == 1)
    }
}

import Testing

@testable import Identity

@Suite struct SkeletonTests { @Test func digestHasItsLength() { #expect(Skeleton.digest == 32) } }

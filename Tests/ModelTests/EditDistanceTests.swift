import Testing

@testable import Model

@Suite struct EditDistanceTests {
    @Test(arguments: [("", "", 0), ("kitten", "sitting", 3), ("abc", "abc", 0), ("abc", "", 3)])
    func editDistanceIsLevenshteins(a: String, b: String, distance: Int) {
        #expect(EditDistance.between(Array(a), Array(b), atMost: 5) == distance)
        if distance > 0 { #expect(EditDistance.between(Array(a), Array(b), atMost: distance - 1) == nil) }
    }
}

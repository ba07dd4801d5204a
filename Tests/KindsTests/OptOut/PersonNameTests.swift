import Testing

@testable import Kinds

/// Whose name it can be, and which company's is whole.
@Suite struct PersonNameTests {
    @Test(arguments: [
        ("Peter C. Loomis", true), ("Peter C.", false), ("Hollow Circle", false), ("Ana de la Cruz", true),
        ("Martin Lane", true), ("REQU EST", false),
    ])
    func knowsWhatNobodyIsCalled(name: String, isPlausible: Bool) {
        #expect(PersonName.isPlausible(name) == isPlausible)
    }
}

import Model
import Testing

@testable import Kinds

/// What rules and tagger found, made one.
@Suite struct TaggedMergeTests {
    private static func field(_ text: String, _ confidence: Double = 0.9) -> Field {
        Field(value: .text(text), confidence: confidence, source: .text)
    }

    /// A piece speaks neither for the whole value nor against it.
    @Test(arguments: [
        ("Ada Moss", "Ada Moss III"), ("Ada B. Moss", "B. Moss"), ("Acme Lists, LLC", "Acme"),
        ("moss@example.org", "ada-moss@example.org"),
    ]) func aPieceOfAValueIsNoOther(found: String, tagged: String) {
        let whole = TaggedMerge.whole(Self.field(found, 0.9), Self.field(tagged, 0.6))
        #expect(whole?.text == [found, tagged].max { $0.count < $1.count })
        #expect(whole?.checks == [] && whole?.alternatives == [])
    }

    @Test func ofTwoValuesTheSurerStands() {
        #expect(TaggedMerge.whole(Self.field("Ada Moss", 0.5), Self.field("Ada Voss", 0.9))?.text == "Ada Voss")
        #expect(TaggedMerge.whole(nil, Self.field("Ada Voss"))?.text == "Ada Voss")
    }
}

import Foundation
import Testing

@Suite(.enabled(if: Program.path != nil, "recto is not built")) struct KindsCommandTests {
    @Test func namesEveryMistakeOfAKindFileWithItsPlace() throws {
        let program = try Program()
        defer { program.remove() }
        let kind = """
            kind: lease
            cues:
              - any: [lease]
                wieght: 2
            fields:
              rent: {type: monney, labels: [rent]}
            """
        try program.write("lease.yml", Data(kind.utf8))
        let ended = try program.run("kinds", "check", "in/lease.yml")
        #expect(ended.code == 78)
        for place in ["lease.yml:4:5: ", "lease.yml:6:16: "] { #expect(ended.error.contains(place)) }
        #expect(ended.error.contains("`weight`") && ended.error.contains("`money`"))
    }

    @Test func findsNoMistakeInTheSampleKind() throws {
        let program = try Program()
        defer { program.remove() }
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = root.appending(path: "Sources/Kinds/Samples/w9.yml")
        #expect(try program.run("kinds", "check", file.path).code == 0)
    }
}

import Foundation
import Model
import Testing

@testable import Understand

/// The same rows as `Training/tagger_input.py` makes, which wrote rows.json.
@Suite struct TaggerInputTests {
    struct Fixture: Decodable {
        struct Page: Decodable {
            struct Item: Decodable {
                var text: String
                var box: [Int]
            }
            var words: [Item]
            var width: Int
            var height: Int
        }
        var pages: [Page]
        var rows: [[Float]]
    }

    @Test func makesTheRowsThatTheNetworkLearnedFrom() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let fixture = try JSONDecoder().decode(
            Fixture.self, from: Data(contentsOf: folder.appending(path: "Pages/rows.json")))
        let pages = fixture.pages.enumerated().map { number, page in
            TaggerInput.Page(
                words: page.words.map {
                    Word(
                        text: $0.text, confidence: 1,
                        box: Box(x: $0.box[0], y: $0.box[1], width: $0.box[2], height: $0.box[3]), line: 0)
                }, width: page.width, height: page.height, isFirst: number == 0)
        }
        let input = TaggerInput(pages, vocabulary: try Tagger.vocabulary(folder: TaggerTests.folder))
        let words = pages.flatMap(\.words)
        try #require(input.count == fixture.rows.count)
        for (index, expected) in fixture.rows.enumerated() {
            let row = input.numbers[index * TaggerInput.width..<(index + 1) * TaggerInput.width]
            for (column, pair) in zip(row, expected).enumerated() where abs(pair.0 - pair.1) > 0.001 {
                Issue.record("\(words[index].text), column \(column): \(pair.0), not \(pair.1)")
            }
        }
    }

    @Test(arguments: [("Łódź", "łodz"), ("Straße", "straße"), ("12½", "001⁄2"), ("ﬁne", "fine"), ("É", "e")])
    func foldsAsTheVocabularyDoes(text: String, folded: String) {
        let digits = folded.map { $0.isNumber && $0 != "⁄" ? "0" : String($0) }.joined()
        #expect(String(String.UnicodeScalarView(WordPieces.folded(text))) == digits)
    }

    @Test func takesTheLongestPiecesAndBothEndsOfALongWord() {
        let pieces = WordPieces(vocabulary: ["[UNK]", "grant", "##or", "##s", "a", "##b", "##c", "##d", "##e", "##f"])
        #expect(pieces.pieces(of: "Grantors", most: 6) == [1, 2, 3])
        #expect(pieces.pieces(of: "abcdefbcd", most: 6) == [4, 5, 6, 7, 6, 7])
        #expect(pieces.pieces(of: "grantxyz", most: 6) == [0])
    }
}

import Foundation
import Model
import Testing

@testable import Understand

/// The network itself, on words that nobody fitted it to.
@Suite struct TaggerTests {
    static let folder = "/usr/local/lib/recto"

    private static let deed = """
        WARRANTY DEED
        THIS DEED, made this 4th day of May, 1998, between Walter P. Brandt,
        a single man, of the County of Boone, party of the first part, and
        Selma K. Ortiz, party of the second part, witnesseth: that the party of
        the first part, for ten dollars, does hereby grant, bargain, sell and
        convey unto the party of the second part the following described land:
        Lot 4, Block 19, Maple Grove Addition, as shown on the recorded plat.
        """

    private static func page(_ text: String, index: Int = 1) -> RecognizedPage {
        var words: [Word] = []
        for (line, content) in text.split(separator: "\n").enumerated() {
            var x = 80
            for part in content.split(separator: " ") {
                words.append(
                    Word(
                        text: String(part), confidence: 0.95,
                        box: Box(x: x, y: 80 + 40 * line, width: 12 * part.count, height: 22), line: line))
                x += 12 * (part.count + 1)
            }
        }
        return RecognizedPage(
            prepared: PreparedPage(index: index, width: 1100, height: 1400, dpi: 150), words: words)
    }

    private static func document(_ pages: [RecognizedPage]) -> RecognizedDocument {
        RecognizedDocument(loaded: LoadedDocument(id: "sha256:0", source: SourceInfo(path: "a.png")), pages: pages)
    }

    private static func words(of field: FieldName, in document: RecognizedDocument) -> String {
        document.pages.flatMap(\.words).filter { $0.tag?.field == field }.map(\.text).joined(separator: " ")
    }

    @Test func tellsPartiesAndLandApart() throws {
        let tagged = try Tagger(folder: Self.folder).tagged(Self.document([Self.page(Self.deed)]))
        #expect(Self.words(of: "grantor", in: tagged).hasPrefix("Walter P. Brandt"))
        #expect(Self.words(of: "grantee", in: tagged).hasPrefix("Selma K. Ortiz"))
        #expect(Self.words(of: "legal_description", in: tagged).hasPrefix("Lot 4, Block 19, Maple Grove Addition"))
        #expect(Self.words(of: "execution_date", in: tagged).contains("4th day of May, 1998"))
        let tags = tagged.pages[0].words.compactMap(\.tag)
        #expect(tags.allSatisfy { (0...1).contains($0.probability) })
        #expect(tagged.pages[0].words.first { $0.text == "Walter" }?.tag?.begins == true)
    }

    @Test func changesNothingButTheTags() throws {
        let document = Self.document([Self.page(Self.deed)])
        var tagged = try Tagger(folder: Self.folder).tagged(document)
        for index in tagged.pages[0].words.indices { tagged.pages[0].words[index].tag = nil }
        #expect(tagged == document)
    }

    @Test func passesEmptyDocumentsAndPages() throws {
        let tagger = try Tagger(folder: Self.folder)
        #expect(try tagger.tagged(Self.document([])).pages.isEmpty)
        let blank = Self.document([Self.page(""), Self.page(Self.deed, index: 2)])
        #expect(try tagger.tagged(blank).pages[1].words.contains { $0.tag != nil })
    }

    /// A document of more words than are looked at at a time is looked at whole.
    @Test func tagsAllPagesOfALongDocument() throws {
        let pages = (1...60).map { Self.page(Self.deed, index: $0) }
        let tagged = try Tagger(folder: Self.folder).tagged(Self.document(pages))
        #expect(tagged.pages.allSatisfy { page in page.words.contains { $0.tag?.field == "legal_description" } })
    }

    @Test func saysWhatToDoWhereItsLibraryIsMissing() throws {
        let failure = try #require(throws: Failure.self) { try Tagger(folder: "/nowhere") }
        #expect(failure.code == .engineFailed)
        #expect(["/nowhere", "make setup", "recognize.neural_model_folder"].allSatisfy(failure.message.contains))
    }
}

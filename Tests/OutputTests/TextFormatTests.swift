import Foundation
import FoundationXML
import Model
import Testing

@testable import Output

/// hOCR and ALTO, read again by an XML parser.
@Suite struct TextFormatTests {
    private static func recognized(_ pages: [RecognizedPage], path: String = "in/a.png") -> RecognizedDocument {
        RecognizedDocument(loaded: LoadedDocument(id: Examples.digest, source: SourceInfo(path: path)), pages: pages)
    }

    private static func prepared(_ index: Int = 1) -> PreparedPage {
        PreparedPage(index: index, width: 1000, height: 800, dpi: 300)
    }

    private static func word(
        _ text: String, _ x: Int, _ y: Int, line: Int = 0, block: Int = 0, width: Int = 40, slant: Double? = nil,
        readings: [Word.Reading] = []
    ) -> Word {
        Word(
            text: text, confidence: 0.934, box: Box(x: x, y: y, width: width, height: 20), line: line, block: block,
            slant: slant, readings: readings)
    }

    private static func alto(_ document: RecognizedDocument, language: String = "en") throws -> Element {
        try read(ALTO.document(document, language: language, engine: Examples.engine))
    }

    private static func hocr(_ document: RecognizedDocument, language: String = "en") throws -> Element {
        try read(HOCR.document(document, language: language, engine: Examples.engine))
    }

    private static func read(_ text: String) throws -> Element {
        try #require(ElementReader.root(of: text))
    }

    /// Two columns of two lines, as the reader orders them; a stamp between them interrupts the second.
    private static let columns = RecognizedPage(
        prepared: prepared(),
        words: [
            word("The", 50, 100), word("grantor", 100, 104), word("sells", 50, 130, line: 1),
            word("to", 500, 100, line: 2, block: 1), word("PAID", 700, 300, line: 3, block: 2, slant: -30),
            word("Ann", 500, 130, line: 4, block: 1), word("Lee", 560, 130, line: 4, block: 1),
        ])

    @Test func keepsReadingOrderAndColumnsInALTO() throws {
        let root = try Self.alto(Self.recognized([Self.columns]))
        let blocks = root.all("TextBlock")
        #expect(
            blocks.map { $0.all("String").compactMap { $0["CONTENT"] } } == [
                ["The", "grantor", "sells"], ["to"], ["PAID"], ["Ann", "Lee"],
            ])
        #expect(blocks[0].all("TextLine").map { $0.all("String").count } == [2, 1])
        #expect(blocks[0].place == [50, 100, 90, 50])
        #expect(blocks[0].all("TextLine").map(\.place) == [[50, 100, 90, 24], [50, 130, 40, 20]])
        #expect(blocks[0].all("SP").map(\.place) == [[90, 100, 10, 20]])
        #expect(blocks.map { $0["ROTATION"] } == [nil, nil, "30.0", nil])
        #expect(root.all("PrintSpace").map(\.place) == [[50, 100, 693, 229]])
        let ids = root.all("*").compactMap { $0["ID"] }
        #expect(Set(ids).count == ids.count)
        #expect(ids.count == 1 + 1 + 4 + 5 + 7)
    }

    @Test func keepsReadingOrderAndColumnsInHOCR() throws {
        let page = try #require(Self.hocr(Self.recognized([Self.columns])).all(class: "ocr_page").first)
        let blocks = page.all(class: "ocr_carea")
        #expect(
            blocks.map { $0.all(class: "ocrx_word").map { $0.text } } == [
                ["The", "grantor", "sells"], ["to"], ["PAID"], ["Ann", "Lee"],
            ])
        #expect(blocks.map { $0["title"] ?? "" }[0] == "bbox 50 100 140 150")
        let lines = page.all(class: "ocr_line")
        #expect(
            lines.map { $0["title"] ?? "" } == [
                "bbox 50 100 140 124", "bbox 50 130 90 150", "bbox 500 100 540 120",
                "bbox 697 291 743 329; textangle 30.0", "bbox 500 130 600 150",
            ])
        #expect(lines[0].text == "The\ngrantor")
        #expect(page.all(class: "ocrx_word").first?["title"] == "bbox 50 100 90 120; x_wconf 93")
        let ids = page.all("*").compactMap { $0["id"] }
        #expect(Set(ids).count == ids.count)
    }

    @Test func escapesWhatXMLWouldTakeForItsOwn() throws {
        let text = "<b>&amp;\"'\u{1}\u{0}\u{FFFE}\u{1F600}é]]>"
        let kept = "<b>&amp;\"'\u{1F600}é]]>"
        let readings = [Word.Reading(reader: .neural, text: "<i>\u{2}", posterior: 0.5)]
        let document = Self.recognized(
            [RecognizedPage(prepared: Self.prepared(), words: [Self.word(text, 1, 2, readings: readings)])],
            path: "a/\u{7}<x>\";'%.png")
        let alto = try Self.alto(document, language: "e\"n")
        #expect(alto.all("String").first?["CONTENT"] == kept)
        #expect(alto.all("ALTERNATIVE").first?.text == "<i>")
        #expect(alto.all("fileName").first?.text == "<x>\";'%.png")
        #expect(alto.all("Page").first?["LANG"] == "e\"n")
        let hocr = try Self.hocr(document, language: "e\"n")
        #expect(hocr.all(class: "ocrx_word").first?.text == kept)
        #expect(hocr["lang"] == "e\"n")
        #expect(hocr.all("title").first?.text == "<x>\";'%.png")
        // Properties end at a semicolon, and their texts at a quotation mark.
        let title = try #require(hocr.all(class: "ocr_page").first?["title"])
        #expect(title.split(separator: "; ").last == "x_source \"<x>%22%3B'%25.png\"")
    }

    @Test func keepsALineOfTextInAnAttribute() {
        #expect(Markup.escaped("a\tb\r\nc") == "a b  c")
    }

    @Test func saysWhatEachReaderReadOtherwise() throws {
        let readings = [
            Word.Reading(reader: .tesseract, characters: ["L", "e", "", "e"], posteriors: [0.9, 0.5, 0, 0.8]),
            Word.Reading(reader: .neural, characters: ["L", "c", "", "e"], posteriors: [1, 0.5, 0, 0]),
        ]
        let nothing = Word.Reading(reader: .neural, characters: ["", ""], posteriors: [0, 0])
        let words = [
            Self.word("Lee", 10, 10, readings: readings),
            Self.word("as", 60, 10, readings: [readings[0], readings[0]]),
            Self.word("it", 110, 10, readings: [nothing]), Self.word("is", 160, 10),
        ]
        let document = Self.recognized([RecognizedPage(prepared: Self.prepared(), words: words)])
        let strings = try Self.alto(document).all("String")
        #expect(strings.map { $0["WC"] ?? "" } == ["0.934", "0.934", "0.934", "0.934"])
        #expect(
            strings.map { $0.all("ALTERNATIVE").map { "\($0["PURPOSE"] ?? ""): \($0.text)" } } == [
                ["neural: Lce"], ["tesseract: Lee"], [], [],
            ])
        let hocr = try Self.hocr(document).all(class: "ocrx_word")
        // Programs that take the text of a word would take all readings of it.
        #expect(hocr.allSatisfy { $0.all("*").isEmpty })
        #expect(hocr.map { $0.text } == ["Lee", "as", "it", "is"])
    }

    @Test func keepsEmptyAndFailedPages() throws {
        let failed = RecognizedPage(
            prepared: Self.prepared(2), error: Failure(.engineFailed, "a.png: secret", stage: .recognize))
        let document = Self.recognized([RecognizedPage(prepared: Self.prepared()), failed, Self.columns])
        let pages = try Self.alto(document).all("Page")
        #expect(pages.map { $0["PHYSICAL_IMG_NR"] } == ["1", "2", "1"])
        #expect(pages.map { $0["QUALITY_DETAIL"] } == [nil, "error: engine_failed", nil])
        #expect(pages.map { $0["PC"] } == [nil, nil, "0.934"])
        #expect(pages.map { $0["WIDTH"] } == ["1000", "1000", "1000"])
        #expect(pages.map { $0.all("String").count } == [0, 0, 7])
        let hocr = try Self.hocr(document)
        #expect(hocr.all("meta").compactMap { $0["content"] }.contains("3"))
        #expect(
            hocr.all(class: "ocr_page").map { $0["title"] ?? "" }[..<2] == [
                "image \"a.png\"; bbox 0 0 1000 800; ppageno 0; scan_res 300 300; x_source \"a.png\"",
                "image \"a.png\"; bbox 0 0 1000 800; ppageno 1; scan_res 300 300; x_source \"a.png\"; "
                    + "x_error engine_failed",
            ])
        #expect(!HOCR.document(document, language: "en", engine: Examples.engine).contains("secret"))
        #expect(!ALTO.document(document, language: "en", engine: Examples.engine).contains("secret"))
    }

    @Test func namesThePictureOnlyWhereBoxesAreInItsPixels() throws {
        var page = Self.columns
        page.prepared.transform = Transform([0, 1, 0, -1, 0, 1000, 0, 0, 1])
        let title = try #require(Self.hocr(Self.recognized([page])).all(class: "ocr_page").first?["title"])
        #expect(title.hasPrefix("bbox 0 0 1000 800; "))
        #expect(title.hasSuffix("; x_source \"a.png\""))
    }

    @Test func cutsBoxesOffAtThePagesEdges() throws {
        let words = [
            Self.word("over", -10, -5), Self.word("out", 990, 790), Self.word("gone", 2000, 10),
            Self.word("up", 500, 400, width: 200, slant: 90),
        ]
        let document = Self.recognized([RecognizedPage(prepared: Self.prepared(), words: words)])
        #expect(
            try Self.alto(document).all("String").map(\.place) == [
                [0, 0, 30, 15], [990, 790, 10, 10], [1000, 10, 0, 20], [590, 310, 20, 200],
            ])
        #expect(
            try Self.hocr(document).all(class: "ocrx_word").compactMap { $0["title"] }.first
                == "bbox 0 0 30 15; x_wconf 93")
    }

    @Test func dividesWordsAtTheEndsOfLines() throws {
        let words = [
            Self.word("war-", 10, 10), Self.word("ranty", 10, 40, line: 1), Self.word("A-", 60, 40, line: 1),
            Self.word("B", 10, 70, line: 2), Self.word("non-", 60, 70, line: 2),
            Self.word("profit", 500, 10, line: 3, block: 1),
        ]
        let document = Self.recognized([RecognizedPage(prepared: Self.prepared(), words: words)])
        let alto = try Self.alto(document)
        #expect(alto.all("String").map { $0["CONTENT"] } == ["war", "ranty", "A-", "B", "non-", "profit"])
        #expect(alto.all("String").map { $0["SUBS_TYPE"] } == ["HypPart1", "HypPart2", nil, nil, nil, nil])
        #expect(alto.all("String").compactMap { $0["SUBS_CONTENT"] } == ["warranty", "warranty"])
        #expect(alto.all("HYP").map { $0["CONTENT"] } == ["-"])
        #expect(try Self.hocr(document).all(class: "ocrx_word").first?.text == "war-")
    }

    @Test func tellsWhatMadeIt() throws {
        let page = RecognizedPage(
            prepared: Self.prepared(),
            barcodes: [Barcode(format: "PDF417", text: "secret", box: Box(x: 1, y: 2, width: 3, height: 4))])
        let document = Self.recognized([page])
        let alto = try Self.alto(document)
        #expect(alto.all("softwareVersion").first?.text == "0.1.0")
        #expect(alto.all("fileIdentifier").first?.text == Examples.digest)
        #expect(alto.all("processingStepSettings").first?.text.hasPrefix(Examples.engine.readers) == true)
        #expect(alto.all("Illustration").map { $0["TYPE"] } == ["barcode PDF417"])
        #expect(alto.all("Illustration").first?.place == [1, 2, 3, 4])
        let system = try Self.hocr(document).all("meta").first { $0["name"] == "ocr-system" }
        #expect(system?["content"] == Examples.engine.readers)
    }

    @Test func confidencesStayInTheirRange() throws {
        var words = [Self.word("a", 1, 1), Self.word("b", 50, 1), Self.word("c", 100, 1)]
        (words[0].confidence, words[1].confidence, words[2].confidence) = (1.2, -0.1, .nan)
        let document = Self.recognized([RecognizedPage(prepared: Self.prepared(), words: words)])
        #expect(try Self.alto(document).all("String").map { $0["WC"] } == ["1.0", "0.0", "0.0"])
        let titles = try Self.hocr(document).all(class: "ocrx_word").compactMap { $0["title"] }
        #expect(titles.map { $0.split(separator: " ").last } == ["100", "0", "0"])
    }
}

/// An element of an XML document.
private final class Element {
    let name: String
    let attributes: [String: String]
    var children: [Element] = []
    /// Its own and that of the elements in it.
    var text = ""

    init(name: String, attributes: [String: String]) {
        self.name = name
        self.attributes = attributes
    }

    subscript(name: String) -> String? { attributes[name] }

    /// Elements in it with this name, `*` for any, in the document's order.
    func all(_ name: String) -> [Element] {
        children.flatMap { (name == "*" || $0.name == name ? [$0] : []) + $0.all(name) }
    }

    func all(class name: String) -> [Element] { all("*").filter { $0["class"] == name } }

    /// `HPOS`, `VPOS`, `WIDTH` and `HEIGHT`.
    var place: [Int] { ["HPOS", "VPOS", "WIDTH", "HEIGHT"].compactMap { self[$0].flatMap { Int($0) } } }
}

private final class ElementReader: NSObject, XMLParserDelegate {
    private var open = [Element(name: "", attributes: [:])]

    /// - Returns: nil where it is no well-formed XML.
    static func root(of text: String) -> Element? {
        let reader = ElementReader()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = reader
        return parser.parse() ? reader.open[0].children.first : nil
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        let element = Element(name: name, attributes: attributes)
        open.last?.children.append(element)
        open.append(element)
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        for element in open { element.text += text }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        open.removeLast()
    }
}

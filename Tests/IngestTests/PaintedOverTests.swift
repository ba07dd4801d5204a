import Imaging
import Model
import Testing

@testable import Ingest

/// Scans of PDF pages with something painted on them by the PDF itself.
@Suite struct PaintedOverTests {
    /// 900 × 600 pixels on 300 × 200 points: three lines of print, the second one's number at points 84…164 across and
    /// 90…110 up; an empty box at points 220…232 and 88…100; a rule at points 30…31 up.
    static func scan() throws -> Image {
        let canvas = try Canvas(width: 900, height: 600, fontSize: 10)
        let black = Colour(0, 0, 0)
        for (line, text) in ["Name MARTIN OKAFOR", "Telephone 719 555 0155", "Date May 24"].enumerated() {
            try canvas.text(text, at: (60, 120 + 160 * line), black)
        }
        try canvas.frame(Box(x: 660, y: 300, width: 36, height: 36), black, thickness: 3)
        try canvas.fill(Box(x: 60, y: 507, width: 700, height: 3), black)
        return try canvas.image.grey().thresholded(at: 200)
    }

    /// Where the number of the second line is printed.
    static let number = "84 90 80 20 re"

    static func page(after: String = "", annotations: [(entries: String, appearance: String)] = []) throws -> LoadedPage
    {
        let folder = try Folder()
        var pdf = MadePDF.scan(try scan(), matrix: "300 0 0 200 0 0", width: 300, height: 200, after: after)
        pdf.pages[0].annotations = annotations
        return try folder.open(folder.source("a.pdf", pdf.bytes())).page(1).page
    }

    @Test func aScanAloneHasNothingOnIt() throws {
        let page = try Self.page()
        #expect(page.findings.isEmpty && page.warnings.isEmpty)
    }

    @Test(arguments: [
        "1 g \(number) f", "1 g \(number) f 0 g BT /F1 12 Tf 86 96 Td (719 555 0158) Tj ET",
        "q 80 0 0 20 84 90 cm BI /W 2 /H 2 /CS /G /BPC 8 ID \u{7F}\u{7F}\u{7F}\u{7F} EI Q",
        "1 G 20 w 84 100 m 164 100 l S",
    ]) func printThatIsCoveredIsAltered(cover: String) throws {
        let page = try Self.page(after: cover)
        #expect(page.findings.map(\.code) == [.altered])
        let box = try #require(page.findings.first?.box)
        let scale = Double(page.width) / 300
        let (left, right) = (Double(box.x) / scale, Double(box.maxX) / scale)
        let (top, bottom) = (200 - Double(box.y) / scale, 200 - Double(box.maxY) / scale)
        #expect(left >= 83 && right <= 165 && top <= 111 && bottom >= 89)
    }

    @Test func printThatAnAnnotationCoversIsAltered() throws {
        let cover = "1 g \(Self.number) f 0 g BT /F1 12 Tf 86 96 Td (719 555 0158) Tj ET"
        #expect(try Self.page(annotations: [("/Subtype /Stamp /F 4", cover)]).findings.map(\.code) == [.altered])
        // One that is not shown covers nothing.
        #expect(try Self.page(annotations: [("/Subtype /Stamp /F 2", cover)]).findings.isEmpty)
    }

    @Test func aWidgetThatTheDocumentDoesNotListIsShown() throws {
        let cover = "1 g \(Self.number) f 0 g BT /F1 12 Tf 86 96 Td (719 555 0158) Tj ET"
        let widget = ("/Subtype /Widget /FT /Tx /T (a) /F 4", cover)
        #expect(try Self.page(annotations: [widget]).findings.map(\.code) == [.altered])
    }

    @Test func anAnnotationThatViewersDrawEachInTheirOwnWayIsAltered() throws {
        let line = ("/Subtype /Line /F 4 /L [84 100 164 100]", "")
        #expect(try Self.page(annotations: [line]).findings.map(\.code) == [.altered])
    }

    /// Background and print as two pictures, and a cover over both.
    @Test func printInALayerThatIsCoveredIsAltered() throws {
        let folder = try Folder()
        let layers = "q 1 g 300 0 0 200 0 0 cm BI /W 2 /H 2 /CS /G /BPC 8 ID \u{7F}\u{7F}\u{7F}\u{7F} EI Q "
        let scan = try MadePDF.scan(Self.scan(), matrix: "300 0 0 200 0 0", width: 300, height: 200)
        var pdf = MadePDF(pages: [scan.pages[0], scan.pages[0]])
        for index in pdf.pages.indices { pdf.pages[index].content = layers + pdf.pages[index].content }
        pdf.pages[1].content += " 1 g \(Self.number) f"
        let opened = try folder.open(folder.source("a.pdf", pdf.bytes()))
        #expect(try opened.page(1).page.findings.isEmpty)
        #expect(try opened.page(2).page.findings.map(\.code) == [.altered])
    }

    /// A copy of a card on a sheet that has more room than it takes.
    @Test func printOfASmallScanThatIsCoveredIsAltered() throws {
        let folder = try Folder()
        let cover = "1 g 144 190 80 20 re f 0 g BT /F1 12 Tf 146 196 Td (719 555 0158) Tj ET"
        let text = "BT /F1 12 Tf 60 400 Td (Copy of a card) Tj ET "
        let pages = try [text, text + cover].map { after in
            try MadePDF.scan(Self.scan(), matrix: "300 0 0 200 60 100", width: 600, height: 800, after: after).pages[0]
        }
        let opened = try folder.open(folder.source("a.pdf", MadePDF(pages: pages).bytes()))
        #expect(try opened.page(1).page.findings.isEmpty)
        #expect(try opened.page(2).page.findings.map(\.code) == [.altered])
    }

    @Test func aStrokeThatJoinsALetterIsAltered() throws {
        // Within the line, from the foot of a letter to that of the next.
        let strokes = (0..<8).map { "\(88 + 6 * $0) 96 m \(92 + 6 * $0) 102 l S" }.joined(separator: " ")
        #expect(try Self.page(after: "0 G 1 w \(strokes)").findings.map(\.code) == [.altered])
    }

    @Test(arguments: [
        // Beside the print, with an opaque ground, and on the rule.
        "BT /F1 10 Tf 180 180 Td (RECORDED 2026-001) Tj ET",
        "1 g 170 170 120 25 re f 0 g BT /F1 10 Tf 180 180 Td (RECORDED) Tj ET",
        "BT /F1 12 Tf 110 33 Td (gypsy quay) Tj ET",
        // A mark within the box, and through its sides.
        "0 G 1 w 221 89 m 231 99 l S 231 89 m 221 99 l S", "0 G 1 w 218 94 m 224 86 l 236 104 l S",
        // A pale watermark over all of it.
        "q /Pale gs BT /F1 60 Tf 0.9 0.4 -0.4 0.9 40 20 Tm (COPY) Tj ET Q",
        // A highlight.
        "q 1 1 0 rg /Pale gs \(number) f Q",
    ]) func whatLeavesThePrintLegibleIsReadLikePrint(overlay: String) throws {
        let page = try Self.page(after: overlay)
        #expect(page.findings.isEmpty, "\(page.findings.map(\.code))")
        #expect(Set(page.warnings.map(\.code)).isSubset(of: [.overlayRead]))
    }

    @Test func aBlackBoxOverPrintIsRedacted() throws {
        #expect(try Self.page(after: "0 g \(Self.number) f").findings.map(\.code) == [.redacted])
    }

    @Test func aMarkToRedactThatWasNotAppliedIsRedacted() throws {
        let mark = ("/Subtype /Redact /F 4 /Rect [90 86 170 108]", "")
        let page = try Self.page(annotations: [mark])
        #expect(page.findings.map(\.code) == [.redacted])
        #expect(page.findings.first?.box == Box(x: 270, y: 276, width: 240, height: 66))
    }

    @Test func aBlackBoxOverTextOfADigitalPageIsRedacted() throws {
        let folder = try Folder()
        let text = "BT /F1 12 Tf 40 100 Td (Telephone 719 555 0155) Tj ET"
        let pdf = MadePDF(pages: [.init(content: text), .init(content: text + " 0 g 100 96 80 16 re f")])
        let opened = try folder.open(folder.source("a.pdf", pdf.bytes()))
        #expect(try opened.page(1).page.findings.isEmpty)
        #expect(try opened.page(2).page.findings.map(\.code) == [.redacted])
    }
}

import Foundation
import Imaging
import Ingest
import Model
import Output
import Testing

/// PDFs are read back by PDFium, QPDF's and poppler's programs.
@Suite struct SearchablePDFTests {
    /// A folder of its own for one test, removed with it.
    final class Folder {
        let path = FileManager.default.temporaryDirectory.appending(path: "recto-pdf-\(UUID().uuidString)").path

        init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        var pdf: String { "\(path)/document.pdf" }

        func original(_ name: String, _ bytes: [UInt8]) throws -> PageOriginal {
            try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
            return try open(name).original(1, mostBytes: bytes.count)
        }

        func open(_ name: String) throws -> OpenedDocument {
            try Ingestor(settings: IngestSettings()).open(
                SourceFile(path: name, location: "\(path)/\(name)"), scratch: path)
        }
    }

    static func output(of command: String...) throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(command[0])")
        return String(decoding: data, as: UTF8.self)
    }

    static func word(
        _ text: String, x: Double, y: Double, lean: Double = 0, line: Int = 0, block: Int = 0
    ) -> SearchablePDF.Word {
        SearchablePDF.Word(
            text: text, bottomLeft: Point(x: x, y: y), bottomRight: Point(x: x + 0.2, y: y + 0.2 * lean),
            topLeft: Point(x: x + 0.02 * lean, y: y - 0.02), line: line, block: block)
    }

    /// Left half darker than the right, a bar at the top: no two orientations look alike.
    static func picture(colour: Bool = false) throws -> Image {
        let levels = (0..<(60 * 40)).map { index -> UInt8 in
            let (x, y) = (index % 60, index / 60)
            return y < 5 ? 0 : x < 30 ? 90 : UInt8(200 + x % 50)
        }
        let grey = try Image(width: 60, height: 40, grey: levels)
        return colour
            ? try Image(
                width: 60, height: 40, rgb: levels.flatMap { level -> [UInt8] in [level, level / 2, 255 - level] })
            : grey
    }

    enum Source: String, CaseIterable {
        case jpeg, png, colouredPNG, tiff, fax, gif, bmp

        func bytes() throws -> [UInt8] {
            switch self {
            case .jpeg: try picture().jpegData(quality: 95)
            case .png: try picture().pngData()
            case .colouredPNG: try picture(colour: true).pngData()
            case .tiff: try picture().encoded(as: .tiffLZW)
            case .fax: try picture().thresholded(at: 128).encoded(as: .tiffG4)
            case .gif: try picture().encoded(as: .gif)
            case .bmp: try picture().encoded(as: .bmp)
            }
        }
    }

    @Test(arguments: Source.allCases) func aPictureIsTakenOverWithoutLoss(source: Source) throws {
        let folder = try Folder()
        let bytes = try source.bytes()
        guard case .picture(let picture, 1) = try folder.original("in", bytes) else {
            Issue.record("no picture")
            return
        }
        var pdf = try SearchablePDF()
        try pdf.append(picture, orientation: 1, width: 60, height: 40, words: [])
        try pdf.write(to: folder.pdf, title: "in", language: "en", bookmarks: [])
        let before = try folder.open("in").page(1).image
        let after = try folder.open("document.pdf").page(1).image
        #expect(try after.rgbBytes() == before.rgbBytes())
        #expect(try Self.output(of: "qpdf", "--check", folder.pdf).contains("No syntax or stream encoding errors"))
        if source == .jpeg { #expect(picture.data == bytes) }
    }

    @Test(arguments: 1...8) func aPictureIsTurnedAsItsTagSays(orientation: Int) throws {
        let folder = try Folder()
        let picture = try Self.picture()
        guard case .picture(let taken, _) = try folder.original("in", picture.pngData()) else {
            Issue.record("no picture")
            return
        }
        let isTurned = orientation > 4
        var pdf = try SearchablePDF()
        try pdf.append(
            taken, orientation: orientation, width: isTurned ? 40 : 60, height: isTurned ? 60 : 40, words: [])
        try pdf.write(to: folder.pdf, title: "in", language: "en", bookmarks: [])
        let shown = try folder.open("document.pdf").page(1).image
        let expected = try picture.taggedUpright(orientation)
        #expect(try shown.greyBytes() == expected.greyBytes())
    }

    @Test func wordsStandAtTheirPlacesInReadingOrder() throws {
        let folder = try Folder()
        var pdf = try SearchablePDF()
        try pdf.appendBlank(width: 100, height: 100)
        guard case .picture(let picture, _) = try folder.original("in", Self.picture().pngData()) else {
            Issue.record("no picture")
            return
        }
        // Two columns of two lines.
        let words = [
            Self.word("One", x: 0.1, y: 0.2), Self.word("Zürich", x: 0.1, y: 0.3, line: 1),
            Self.word("“Łódź”", x: 0.6, y: 0.2, line: 2, block: 1),
            Self.word("leaning", x: 0.6, y: 0.3, lean: 0.2, line: 3, block: 1),
        ]
        try pdf.append(picture, orientation: 1, width: 600, height: 400, words: words)
        try pdf.write(to: folder.pdf, title: "Ä (title", language: "en", bookmarks: [])
        let boxes = try Self.output(of: "pdftotext", "-bbox", "-f", "2", folder.pdf, "-")
        let found = boxes.matches(
            of: /<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">([^<]*)</)
        #expect(Set(found.map { String($0.5) }) == ["One", "Zürich", "“Łódź”", "leaning"])
        for word in words {
            let match = try #require(found.first { $0.5 == word.text })
            let x = (Double(match.1)! + Double(match.3)!) / 2
            let y = (Double(match.2)! + Double(match.4)!) / 2
            #expect(abs(x - 300 * (word.bottomRight.x + word.topLeft.x)) < 0.1)
            #expect(abs(y - 200 * (word.bottomRight.y + word.topLeft.y)) < 0.1)
        }
        // As a screen reader has them: by the structure tree, which keeps columns apart.
        let structure = try Self.output(of: "pdfinfo", "-struct-text", folder.pdf)
        let order = ["One", "Zürich", "“Łódź”", "leaning"].map { structure.range(of: $0)?.lowerBound }
        #expect(order.allSatisfy { $0 != nil } && order.compactMap { $0 } == order.compactMap { $0 }.sorted())
        let about = try Self.output(of: "pdfinfo", folder.pdf)
        #expect(about.contains("Ä (title") && about.contains("Tagged:          yes"))
    }

    @Test func theTextLayerOfAScanIsReplaced() throws {
        let folder = try Folder()
        guard case .picture(let picture, _) = try folder.original("in", Self.picture().pngData()) else {
            Issue.record("no picture")
            return
        }
        var first = try SearchablePDF()
        try first.append(picture, orientation: 1, width: 600, height: 400, words: [Self.word("old", x: 0.1, y: 0.2)])
        try first.write(to: folder.pdf, title: "first", language: "de", bookmarks: [])
        let opened = try folder.open("document.pdf")
        guard case .scan(let place) = try opened.original(1, mostBytes: 0), let file = opened.pdf else {
            Issue.record("no scan")
            return
        }
        let second = try SearchablePDF(takingOver: file)
        second.add([Self.word("new", x: 0.5, y: 0.5)], toPage: 1, place: place)
        try second.write(to: "\(folder.path)/second.pdf", title: "second", language: "en", bookmarks: [])
        let boxes = try Self.output(of: "pdftotext", "-bbox", "\(folder.path)/second.pdf", "-")
        #expect(boxes.contains(">new<") && !boxes.contains(">old<"))
        #expect(boxes.contains(#"xMin="300.0"#))
        // What the file says about itself stays.
        #expect(try Self.output(of: "pdfinfo", "\(folder.path)/second.pdf").contains("first"))
        #expect(try folder.open("second.pdf").page(1).image.greyBytes() == opened.page(1).image.greyBytes())
    }

    @Test func aStackHasABookmarkForEachDocument() throws {
        let folder = try Folder()
        var pdf = try SearchablePDF()
        for _ in 1...3 { try pdf.appendBlank(width: 100, height: 100) }
        try pdf.write(
            to: folder.pdf, title: "stack", language: "en",
            bookmarks: [.init(title: "1: deed", page: 1), .init(title: "2: Ä", page: 3)])
        let json = try Self.output(of: "qpdf", "--json", "--json-key=outlines", folder.pdf)
        #expect(json.contains("1: deed") && json.contains("2: Ä"))
        #expect(json.contains(#""destpageposfrom1": 3"#))
    }

    @Test func aPasswordIsKept() throws {
        let folder = try Folder()
        var pdf = try SearchablePDF()
        try pdf.appendBlank(width: 100, height: 100)
        try pdf.write(to: folder.pdf, title: "a", language: "en", bookmarks: [])
        let (closed, made) = ("\(folder.path)/closed.pdf", "\(folder.path)/made.pdf")
        _ = try Self.output(of: "qpdf", "--encrypt", "open", "owner", "256", "--", folder.pdf, closed)
        let again = try SearchablePDF(takingOver: PDFOriginal(location: closed, passwords: ["wrong", "open"]))
        again.add(
            [Self.word("found", x: 0.1, y: 0.5)], toPage: 1, place: Transform([100, 0, 0, 0, -100, 100, 0, 0, 1]))
        try again.write(to: made, title: "a", language: "en", bookmarks: [])
        #expect(try Self.output(of: "pdftotext", "-upw", "open", made, "-").contains("found"))
        #expect(try Self.output(of: "qpdf", "--password=open", "--show-encryption", made).contains("R = 6"))
    }

    @Test func whatCannotBeOpenedIsAnError() throws {
        let folder = try Folder()
        try Data("no PDF".utf8).write(to: URL(filePath: folder.pdf))
        #expect(throws: PDFError.self) {
            try SearchablePDF(takingOver: PDFOriginal(location: folder.pdf, passwords: ["wrong"]))
        }
    }
}

extension Image {
    fileprivate func taggedUpright(_ orientation: Int) throws -> Image {
        // As the standard's table has it: where the first row and the first column are.
        let (width, height) = (self.width, self.height)
        let levels = try greyBytes()
        let isTurned = orientation > 4
        let (across, down) = isTurned ? (height, width) : (width, height)
        var shown = [UInt8](repeating: 0, count: levels.count)
        for row in 0..<height {
            for column in 0..<width {
                let (x, y) =
                    switch orientation {
                    case 2: (width - 1 - column, row)
                    case 3: (width - 1 - column, height - 1 - row)
                    case 4: (column, height - 1 - row)
                    case 5: (row, column)
                    case 6: (height - 1 - row, column)
                    case 7: (height - 1 - row, width - 1 - column)
                    case 8: (row, width - 1 - column)
                    default: (column, row)
                    }
                shown[y * across + x] = levels[row * width + column]
            }
        }
        return try Image(width: across, height: down, grey: shown)
    }
}

import CZXing
import Foundation
import Imaging
import Model
import Testing

@testable import Recognize

@Suite struct BarcodeTests {
    /// A PDF417 symbol on a white page.
    private func page(holding bytes: [UInt8], scale: Int32 = 3, leaning degrees: Double = 0) throws -> Image {
        var picture = czxing_picture()
        #expect(czxing_write_pdf417(bytes, bytes.count, 3, scale, &picture) == 0)
        defer { czxing_free_picture(&picture) }
        let width = Int(picture.width)
        let height = Int(picture.height)
        let symbol = Array(UnsafeBufferPointer(start: picture.grey, count: width * height))
        let margin = 120
        var grey = [UInt8](repeating: 255, count: (width + 2 * margin) * (height + 2 * margin))
        for row in 0..<height {
            let start = (row + margin) * (width + 2 * margin) + margin
            grey.replaceSubrange(start..<(start + width), with: symbol[(row * width)..<((row + 1) * width)])
        }
        let image = try Image(width: width + 2 * margin, height: height + 2 * margin, grey: grey)
        return degrees == 0 ? image : try image.rotated(degrees: degrees)
    }

    private func read(_ image: Image) throws -> (found: [Barcode], someUnread: Bool) {
        let binary = try image.thresholded(at: image.otsuLevel())
        return try BarcodeFinder(ink: Pictures.ink(of: binary), dpi: 300).read(image, within: .seconds(600))
    }

    /// Found in libtiff's pictures: it took 40 seconds.
    @Test(.timeLimit(.minutes(1))) func looksForNothingInAStrip() throws {
        let strip = try Image(width: 1, height: 65_537, grey: [UInt8](repeating: 0, count: 65_537))
        let (found, someUnread) = try read(strip)
        #expect(found.isEmpty && !someUnread)
    }

    @Test func readsBackEveryByteThatItWrote() throws {
        let bytes = Array("@\n\u{1e}\rANSI 636000100001DL".utf8) + (0...255).map { UInt8($0) }
        let (found, someUnread) = try read(page(holding: bytes))
        #expect(found.map(\.format) == ["PDF417"])
        #expect(found.first.map { $0.text.unicodeScalars.map { UInt8($0.value) } } == bytes)
        #expect(!someUnread)
        let box = try #require(found.first?.box)
        #expect(abs(box.x - 126) < 4)
        #expect(abs(box.y - 126) < 4)
    }

    @Test(arguments: [true, false]) func readsWhatIsPrintedInColourOnACardWithASymbol(isColoured: Bool) throws {
        let symbol = try GreyPicture(page(holding: Array("@\n\u{1e}\rANSI 636000 INVENTED TEXT".utf8)))
        let overprint = try Pictures.file("overprint.png")
        var card = [UInt8](repeating: 255, count: overprint.width * overprint.height)
        for row in 0..<min(symbol.height, overprint.height) {
            for column in 0..<min(symbol.width, overprint.width) {
                card[row * overprint.width + column] = symbol.bytes[row * symbol.width + column]
            }
        }
        let image = try Image(width: overprint.width, height: overprint.height, grey: card)
        var images = try Pictures.images(of: image)
        if isColoured { images.colouredInk = { overprint } }
        let page = try Recognizer(settings: RecognizeSettings()).read(Pictures.prepared(image), images: images)
        #expect(page.barcodes.count == 1)
        #expect(page.overprints.contains { $0.text == "SPECIMEN" } == isColoured)
    }

    /// zxing-cpp 145: three degrees were too many.
    @Test(arguments: [3, 4.0, -7.0, 15, -15]) func readsASymbolThatLeans(degrees: Double) throws {
        let bytes = Array("@\n\u{1e}\rANSI 636000 INVENTED TEXT FOR A LEANING SYMBOL 0123456789".utf8)
        let (found, _) = try read(page(holding: bytes, leaning: degrees))
        #expect(found.first.map { $0.text.unicodeScalars.map { UInt8($0.value) } } == bytes)
    }

    /// No quiet zone, a pixel or two a module, and a resolution that says nothing (zxing-cpp issues 295 and 1010).
    @Test(arguments: [2, 3] as [Int32]) func readsASmallPictureThatIsAllSymbol(scale: Int32) throws {
        let bytes = Array("@\n\u{1e}\rANSI 636000 INVENTED".utf8)
        let image = try page(holding: bytes, scale: scale)
        let whole = Box(x: 120, y: 120, width: image.width - 240, height: image.height - 240)
        let margin = Int(2 * scale)
        let (found, _) = try read(image.cropped(to: whole.inset(by: margin)))
        #expect(found.first.map { $0.text.unicodeScalars.map { UInt8($0.value) } } == bytes)
    }

    /// zxing-cpp 1010: a symbol of a pixel and a half a module in a picture of 320 by 240.
    @Test func readsASymbolInAPictureOf320By240() throws {
        let bytes = Array("@\n\u{1e}\rANSI 636000 INVENTED".utf8)
        let large = try page(holding: bytes, scale: 4)
        let factor = 320.0 / Double(large.width)
        let small = try large.scaled(by: factor)
        let top = max(0, (small.height - 240) / 2)
        let image = try small.cropped(to: Box(x: 0, y: top, width: small.width, height: min(240, small.height - top)))
        let (found, _) = try read(image)
        #expect(found.first.map { $0.text.unicodeScalars.map { UInt8($0.value) } } == bytes)
    }

    /// zxing-cpp 859: under light that falls off, or on grey paper with faint ink, one way to black and white may fail.
    @Test(arguments: ["shade", "faint", "dark"]) func readsASymbolInPoorLight(light: String) throws {
        let bytes = Array("@\n\u{1e}\rANSI 636000 INVENTED TEXT FOR A SYMBOL IN POOR LIGHT 0123456789".utf8)
        let image = try page(holding: bytes)
        var grey = try image.greyBytes()
        for index in grey.indices {
            let level = Double(grey[index])
            let across = Double(index % image.width) / Double(image.width)
            grey[index] =
                switch light {
                case "shade": UInt8((30 + level * 0.88) * (1 - 0.75 * across))
                case "faint": UInt8(150 + level * 0.2)
                default: UInt8(10 + level * 0.15)
                }
        }
        let (found, _) = try read(Image(width: image.width, height: image.height, grey: grey))
        #expect(found.first.map { $0.text.unicodeScalars.map { UInt8($0.value) } } == bytes)
    }

    /// Compact PDF417 (ISO/IEC 15438, annex G) ends behind the data with one bar. Licences must not bear it; some do.
    @Test func readsACompactSymbol() throws {
        let bytes = Array("@\n\u{1e}\rANSI 636000 INVENTED TEXT FOR A COMPACT SYMBOL 0123456789".utf8)
        let scale = 3
        let image = try page(holding: bytes, scale: Int32(scale))
        let quiet = 120 + 2 * scale
        // What it leaves out: an indicator of 17 modules and a stop pattern of 18.
        let end = image.width - quiet - 35 * scale
        var grey = try image.greyBytes()
        for row in quiet..<(image.height - quiet) {
            for x in end..<image.width { grey[row * image.width + x] = x < end + scale ? 0 : 255 }
        }
        let (found, _) = try read(Image(width: image.width, height: image.height, grey: grey))
        #expect(found.first.map { $0.text.unicodeScalars.map { UInt8($0.value) } } == bytes)
    }

    /// As where a file gives no resolution and the estimate goes by print that is not there.
    @Test func readsASymbolWhoseResolutionIsFarOff() throws {
        let bytes = Array("@\n\u{1e}\rANSI 636000 INVENTED TEXT FOR A SYMBOL OF ANY RESOLUTION 0123456789".utf8)
        let image = try page(holding: bytes, scale: 4, leaning: 2.5)
        let ink = try Pictures.ink(of: image.thresholded(at: 128))
        let (found, _) = try BarcodeFinder(ink: ink, dpi: 2400).read(image, within: .seconds(600))
        #expect(found.first.map { $0.text.unicodeScalars.map { UInt8($0.value) } } == bytes)
    }

    @Test func readsASymbolPrintedLightOnDark() throws {
        let bytes = Array("@\n\u{1e}\rANSI 636000 INVENTED TEXT FOR AN INVERTED SYMBOL 0123456789".utf8)
        let (found, _) = try read(page(holding: bytes).inverted())
        #expect(found.first.map { $0.text.unicodeScalars.map { UInt8($0.value) } } == bytes)
    }

    /// Two of zxing's own sets, many of them beyond what its reader of 2022 reads at all.
    @Test(.enabled(if: SharedData.folder != nil, "the shared pictures are not here"))
    func readsThePublicSymbols() throws {
        let folder = try #require(SharedData.folder).appending(path: "aamva")
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
            .compactMap { $0 as? URL }.filter { $0.pathExtension == "png" }
        let misses = try files.filter { file in
            let image = try Image.decode([UInt8](Data(contentsOf: file))).grey()
            let ink = try Pictures.ink(of: image.thresholded(at: image.otsuLevel()))
            let (found, _) = try BarcodeFinder(ink: ink, dpi: 300).read(image, within: .seconds(600))
            return !found.contains { $0.format == "PDF417" }
        }
        #expect(
            misses.count * 20 <= files.count,
            "\(misses.count) of \(files.count): \(misses.map(\.lastPathComponent).sorted())")
    }

    @Test func reportsASymbolThatCannotBeRead() throws {
        let image = try page(holding: Array("A SYMBOL THAT SOMEONE CROSSED OUT, WITH TEXT ENOUGH TO BE LARGE".utf8))
        var grey = try image.greyBytes()
        for row in 100..<(image.height - 100) {
            for x in 170..<(image.width - 170) { grey[row * image.width + x] = (x / 4 + row / 12) % 2 == 0 ? 0 : 255 }
        }
        let (found, someUnread) = try read(Image(width: image.width, height: image.height, grey: grey))
        #expect(found.isEmpty)
        #expect(someUnread)
    }

    @Test(arguments: 0...3) func knowsWhichWayASymbolStands(turns: Int) throws {
        let image = try page(holding: Array("ANSI 636000100001DL".utf8)).rotated(quarterTurns: turns)
        #expect(try BarcodeEngine.turn(of: GreyPicture(image)) == turns * 90)
    }

    @Test func textIsNoTexture() throws {
        let image = try Pictures.file("lines.png").thresholded(at: 128)
        #expect(BarcodeFinder(ink: try Pictures.ink(of: image), dpi: 300).textures().isEmpty)
    }
}

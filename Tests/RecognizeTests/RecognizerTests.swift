import Imaging
import Model
import Testing

@testable import Recognize

@Suite struct RecognizerTests {
    @Test func readsWordsLineByLineWithBoxes() throws {
        let image = try Pictures.file("lines.png")
        let page = try Recognizer(settings: RecognizeSettings()).read(image, textHeight: 18)
        #expect(page.text == "The grantor conveys the land\nto the grantee for ten dollars")
        #expect(page.lines.count == 2)
        let first = try #require(page.words.first)
        #expect(first.confidence > 0.8)
        #expect(abs(first.box.x - 60) < 6 && abs(first.box.height - 28) < 8)
        #expect(page.words.allSatisfy { $0.box.intersection(image.bounds) == $0.box })
        #expect(page.zoneLines.isEmpty && page.checkBoxes.isEmpty && page.barcodes.isEmpty)
    }

    @Test func readsLittlePrintBetweenTheWhiteCornersOfALevelledPage() throws {
        let side = 2000
        var levels = [UInt8](repeating: 225, count: side * side)
        for y in 0..<side {
            for x in 0..<side where x + y < 1200 || x + y > 2800 { levels[y * side + x] = 255 }
        }
        let lines = try Pictures.file("lines.png").grey()
        for (index, level) in try lines.greyBytes().enumerated() where level < 225 {
            levels[(900 + index / lines.width) * side + 700 + index % lines.width] = level
        }
        let page = try Image(width: side, height: side, grey: levels).whiteAsPaper()
        let reading = try TextEngine(languages: ["eng"], folder: "").words(
            in: GreyPicture(page.scaled(by: 1.4)), as: .automatic, dpi: 300, within: .seconds(600))
        #expect(reading.words.map(\.text).contains("grantor"))
    }

    // One level for the page takes the hairlines of a photograph for paper; a letter stands alone.
    @Test(arguments: [1, 2]) func greyFramesBesideBlackPrintAreBoxes(count: Int) throws {
        let lines = try Pictures.file("lines.png").grey()
        let grey = UInt8(try lines.otsuLevel() + 10)
        var levels = try lines.greyBytes() + [UInt8](repeating: 255, count: 140 * lines.width)
        for row in 0..<count {
            for side in Pictures.frame(Box(x: 60, y: lines.height + 20 + 50 * row, width: 30, height: 30)) {
                for y in side.y..<side.maxY { for x in side.x..<side.maxX { levels[y * lines.width + x] = grey } }
            }
        }
        let image = try Image(width: lines.width, height: lines.height + 140, grey: levels)
        let binary = try image.thresholded(at: lines.otsuLevel())
        let page = try Recognizer(settings: RecognizeSettings()).read(
            Pictures.prepared(image, textHeight: 18),
            images: PageImages(grey: image, normalised: image, binary: binary))
        #expect(page.checkBoxes.map(\.state) == (count == 1 ? [] : [.unchecked, .unchecked]))
    }

    @Test func readsTheAccentsOfNames() throws {
        let page = try Recognizer(settings: RecognizeSettings()).read(Pictures.file("accents.png"), textHeight: 20)
        // Turkish's I with a dot is a letter of neither reader.
        #expect(page.text == "Søren Nygård and Łucja Čapková\nGÖRAN CHÂTELARD, NOÉMIE ÇELIK")
    }

    @Test(arguments: [9.0, 40.0]) func mapsBoxesBackFromTheScaledPage(textHeight: Double) throws {
        let image = try Pictures.file("lines.png")
        let page = try Recognizer(settings: RecognizeSettings()).read(image, textHeight: textHeight)
        let word = try #require(page.words.first { $0.text == "grantor" })
        #expect(abs(word.box.x - 136) < 10 && abs(word.box.y - 72) < 10)
    }

    @Test func readsTheSameAfterOtherPagesAsAfresh() throws {
        let image = try Pictures.file("lines.png")
        let zone = try Pictures.file("zone.png")
        let used = try Recognizer(settings: RecognizeSettings())
        _ = try used.read(zone)
        _ = try used.textEvidence(zone)
        let later = try used.read(image)
        let fresh = try Recognizer(settings: RecognizeSettings()).read(image)
        #expect(later == fresh)
        #expect(try used.read(zone) == Recognizer(settings: RecognizeSettings()).read(zone))
    }

    @Test func upsideDownTextIsWeakEvidence() throws {
        let recognizer = try Recognizer(settings: RecognizeSettings())
        let image = try Pictures.file("lines.png")
        let upright = try recognizer.textEvidence(image)
        for turns in 1...3 {
            #expect(try recognizer.textEvidence(image.rotated(quarterTurns: turns)) * 2 < upright)
        }
    }

    @Test func aZoneAloneTellsWhichSideIsUp() throws {
        let recognizer = try Recognizer(settings: RecognizeSettings())
        let zone = try Pictures.file("zone.png")
        let upright = try recognizer.textEvidence(zone)
        #expect(upright > 30)
        #expect(try recognizer.textEvidence(zone.rotated(quarterTurns: 2)) * 2 < upright)
    }

    @Test func doesNotReadAPageOfSpecks() throws {
        let specks = (0..<190).flatMap { row in
            (0..<190).map { Box(x: 10 + $0 * 4, y: 10 + row * 4, width: 2, height: 2) }
        }
        let recognizer = try Recognizer(settings: RecognizeSettings())
        let page = try recognizer.read(Pictures.paper(width: 800, height: 800, black: specks))
        #expect(page.words.isEmpty && page.warnings.map(\.code) == [.recognitionCutShort])
    }

    // Layout analysis would take minutes; the detector does not.
    @Test func theNeuralReaderReadsPrintAmongSpecks() throws {
        let lines = try Pictures.file("lines.png")
        var page = Pictures.prepared(lines, textHeight: 18)
        page.quality.contrast = 0.3
        page.quality.noise = 150
        let read = try Recognizer(settings: RecognizeSettings()).read(page, images: Pictures.images(of: lines))
        #expect(read.words.contains { $0.text == "conveys" })
        #expect(read.words.allSatisfy { $0.readings.map(\.reader) == [.neural] } && read.warnings.isEmpty)
        var settings = RecognizeSettings()
        settings.neuralModelFolder = ""
        let alone = try Recognizer(settings: settings).read(page, images: Pictures.images(of: lines))
        #expect(alone.words.isEmpty && alone.warnings.map(\.code) == [.recognitionCutShort])
    }

    // Layout analysis takes minutes over them, and cannot be stopped.
    @Test func specksThatGrewTogetherMakeNoSureWords() throws {
        let patches = (0..<130).flatMap { row in
            (0..<130).map { Box(x: 10 + $0 * 8, y: 10 + row * 8, width: 5, height: 4) }
        }
        let image = try Pictures.paper(width: 1100, height: 1100, black: patches)
        var page = Pictures.prepared(image, textHeight: 8)
        page.quality.contrast = 0.3
        page.quality.noise = 50
        let read = try Recognizer(settings: RecognizeSettings()).read(page, images: Pictures.images(of: image))
        #expect(read.words.allSatisfy { $0.readings.map(\.reader) == [.neural] && $0.confidence < 0.95 })
    }

    // Grain, of which layout analysis makes thousands of words.
    @Test func leavesInkThatIsNoDarkerThanThePaperUnread() throws {
        let lines = try Pictures.file("lines.png")
        var page = Pictures.prepared(lines, textHeight: 18)
        page.quality.contrast = 0.005
        let read = try Recognizer(settings: RecognizeSettings()).read(page, images: Pictures.images(of: lines))
        #expect(read.words.isEmpty)
    }

    @Test(arguments: [(1, 3000), (3000, 1), (3, 3)]) func survivesSlips(width: Int, height: Int) throws {
        let page = try Pictures.paper(width: width, height: height, black: [Box(x: 0, y: 0, width: 1, height: 1)])
        #expect(try Recognizer(settings: RecognizeSettings()).read(page).words.isEmpty)
    }

    @Test func keepsWhatItHasWhenTheTimeIsUp() throws {
        var settings = RecognizeSettings()
        settings.secondsPerPage = 0.001
        let page = try Recognizer(settings: settings).read(Pictures.file("lines.png"))
        #expect(page.warnings.contains { $0.code == .recognitionCutShort })
        #expect(page.words.isEmpty)
    }

    @Test func theEngineStopsInTheMiddleOfAPage() throws {
        let engine = try TextEngine(languages: ["Latin"], folder: "")
        let line = try GreyPicture(Pictures.file("lines.png"))
        let rows = 30
        let page = GreyPicture(
            bytes: (0..<rows).flatMap { _ in line.bytes }, width: line.width, height: line.height * rows)
        let whole = try engine.words(in: page, as: .automatic, dpi: 300, within: .seconds(600))
        let part = try engine.words(in: page, as: .automatic, dpi: 300, within: .milliseconds(100))
        #expect(whole.isComplete && !part.isComplete)
        #expect(part.words.count < whole.words.count)
    }

    @Test func saysWhichModelIsMissingAndWhatToDo() throws {
        var settings = RecognizeSettings()
        settings.languages = ["Latin", "xyz"]
        settings.modelFolder = "/nowhere"
        let failure = try #require(throws: Failure.self) { try Recognizer(settings: settings) }
        #expect(failure.code == .engineFailed)
        #expect(
            failure.message.contains("/nowhere")
                && failure.message.contains("apt-get install tesseract-ocr-script-latn tesseract-ocr-xyz"))
    }

    @Test func namesItsVersionsAndModels() throws {
        let models = try Recognizer(settings: RecognizeSettings()).models()
        #expect(models.map(\.name) == ["PP-OCRv6_det_small", "PP-OCRv6_rec_small_latin", "eng", "ocrb"])
        #expect(models.allSatisfy { $0.sha256.count == 64 })
        #expect(Recognizer.tesseractVersion.first?.isNumber == true)
        #expect(Recognizer.zxingVersion.first?.isNumber == true)
    }
}

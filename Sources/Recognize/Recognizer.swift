import COCRB
import Digest
import FoundationEssentials
package import Imaging
package import Model

/// The third stage: pictures become words, barcodes, machine-readable lines and marks. Holds a Tesseract handle for
/// the languages and one for zones, and the neural reader, for the life of the worker; they end with it.
package final class Recognizer {
    package let settings: RecognizeSettings
    let text: TextEngine
    /// Nil where the settings have no folder of it.
    let neuralReader: NeuralReader?
    /// Nil where there is no neural reader.
    private let detector: TextDetector?
    private let weights: ReaderWeights
    private let zones: ZoneSearch

    /// - Throws: `Failure(.engineFailed)` where a model is missing or unreadable.
    package init(settings: RecognizeSettings) throws {
        self.settings = settings
        text = try TextEngine(languages: settings.languages, folder: settings.modelFolder)
        let folder = settings.neuralModelFolder
        let (reader, detector) =
            settings.hasNeuralReader
            ? (try NeuralReader(folder: folder), try TextDetector(folder: folder)) : (nil, nil)
        (neuralReader, self.detector) = (reader, detector)
        weights = try ReaderWeights.fitted()
        zones = ZoneSearch(
            reader: ZoneReader(engine: try Self.zoneEngine(), neural: reader),
            detected: reader.flatMap { reader in detector.map { DetectedZones(detector: $0, reader: reader) } })
    }

    static func zoneEngine() throws -> TextEngine { try TextEngine(model: zoneModel, name: zoneModelName) }

    private static let zoneModelName = "ocrb"

    private static var zoneModel: [UInt8] {
        var size = 0
        let model = unsafe cocrb_model(&size)
        return unsafe Array(UnsafeBufferPointer(start: model, count: size))
    }

    package static var tesseractVersion: String { TextEngine.version }
    package static var zxingVersion: String { BarcodeEngine.version }

    /// The models in use, each with the digest of its bytes, in the order of their names.
    package func models() throws -> [EngineInfo.ModelFile] {
        var files = settings.languages.map { (name: $0, path: text.modelFolder + $0 + ".traineddata") }
        if neuralReader != nil {
            files += [TextDetector.modelName, NeuralReader.modelName].map {
                (name: $0, path: "\(settings.neuralModelFolder)/\($0).onnx")
            }
        }
        let packs = try files.map { name, path in
            guard let bytes = FileManager.default.contents(atPath: path) else {
                throw Failure(.engineFailed, "\(path) cannot be read", stage: .recognize)
            }
            return EngineInfo.ModelFile(name: name, sha256: SHA256.hexDigest(of: Array(bytes)))
        }
        let zone = EngineInfo.ModelFile(name: Self.zoneModelName, sha256: SHA256.hexDigest(of: Self.zoneModel))
        return (packs + [zone]).sorted { $0.name < $1.name }
    }

    /// How much a picture reads like text as it stands, 0…: letters of words, each weighted by the square of the word's
    /// confidence, since text that lies on its side or its head reads as unsure scraps. Meant for a strip of a few
    /// lines.
    package func textEvidence(_ image: Image) throws -> Double {
        let end = ContinuousClock.now + .seconds(settings.secondsPerPage / 10)
        let zone = settings.machineReadableZone ? try zoneEvidence(image) : 0
        guard zone == 0 else { return zone }
        let reading = try text.words(
            in: GreyPicture(image), as: .block, dpi: 300, within: end - ContinuousClock.now)
        return reading.words.reduce(0) { $0 + Self.evidence(of: $1) }
    }

    /// Which way up a picture's machine-readable zone stands, its lines running across.
    ///
    /// - Parameters:
    ///   - grey: evenly lit.
    ///   - binary: the same in black and white.
    /// - Returns: the quarter turns, 0 or 2, that bring it upright; nil where no zone reads either way.
    package func zoneTurns(_ grey: Image, binary: Image) throws -> Int? {
        guard settings.machineReadableZone else { return nil }
        return try zones.turns(of: grey, binary: binary)
    }

    /// Degrees clockwise, in quarters, that a page's PDF417 stands from upright; nil where there is none that reads.
    package func symbolTurn(_ page: Image) throws -> Int? {
        settings.barcodes ? try BarcodeEngine.turn(of: GreyPicture(page)) : nil
    }

    /// The zone's model is sure of whatever it reads; but fillers pad lines at their ends only (ICAO 9303 part 3,
    /// section 4.2.3), so that a zone on its head has lines that begin with them.
    private func zoneEvidence(_ image: Image) throws -> Double {
        let ink = InkMap(try GreyPicture(image.thresholded(at: image.otsuLevel())))
        let lines = try zones.firstLook(ink.components(), on: image).flatMap(\.self)
        guard !lines.contains(where: { $0.text.hasPrefix("<") }) else { return 0 }
        return lines.flatMap(\.characters).reduce(0) { $0 + $1.confidence * $1.confidence }
    }

    /// Whether the text model, which knows no OCR-B, saw the fillers of a zone.
    private static func hintsAtZone(_ words: [ReadWord]) -> Bool {
        words.contains { $0.text.contains("<<") || $0.text.count { "<«".contains($0) } >= 3 }
    }

    private static func evidence(of word: ReadWord) -> Double {
        let letters = word.text.count { $0.isLetter || $0.isNumber }
        guard letters >= 2, letters * 3 >= word.text.count * 2 else { return 0 }
        return Double(letters) * word.confidence * word.confidence * (word.isKnown ? 1.5 : 1)
    }

    /// Reads a prepared page. A page that takes longer than the time limit keeps what was read until then, with a
    /// warning.
    package func read(_ page: PreparedPage, images: PageImages) throws -> RecognizedPage {
        let clock = ContinuousClock()
        let end = clock.now + .seconds(settings.secondsPerPage)
        let dpi = page.dpi > 0 ? page.dpi : 300
        let ink = InkMap(try GreyPicture(images.binary))
        let components = ink.components()
        var result = RecognizedPage(prepared: page)
        guard page.quality.contrast >= Self.noContrast else { return result }
        guard Self.isLegible(page, components) else { return try readAmongSpecks(result, images) }
        if settings.barcodes {
            let finder = BarcodeFinder(ink: ink, dpi: dpi)
            let (found, someUnread) = try finder.read(images.grey, within: (end - clock.now) / 10)
            result.barcodes = found
            if someUnread { result.warnings.append(Self.barcodeUnread(page)) }
        }
        var found: [[ZoneLine]] = []
        if settings.machineReadableZone { found = try zones.firstLook(components, on: images.normalised) }
        result.zoneLines = found.flatMap(\.self)
        let zoneHeight = result.zoneLines.map { Double($0.box.height) }.min()
        var sized = page
        if page.warnings.contains(where: { $0.code == .resolutionEstimated }) {
            sized.dpi = Self.resolution(ofZone: result.zoneLines) ?? page.dpi
        }
        let text = PageText(
            engine: text, lattice: lattice, settings: settings, page: sized,
            zoneHeight: zoneHeight)
        let reading =
            settings.words
            ? try text.read(
                images, erasing: result.barcodes.map(\.box) + result.zoneLines.map(\.box), components: components,
                within: end - clock.now) : Reading()
        let cardRegion = text.cardRegion(components)
        if settings.machineReadableZone, !ZoneSearch.isSettled(found) {
            let isHinted = Self.hintsAtZone(reading.words)
            let isCard = cardRegion.map { $0.area * 5 > page.width * page.height * 3 } ?? false
            if isHinted || !found.isEmpty || (isCard && result.barcodes.isEmpty) {
                found = try zones.secondLook(after: found, on: images.normalised)
                result.zoneLines = found.flatMap(\.self)
            }
        }
        if settings.words, let card = cardRegion {
            let reader = OverprintReader(engine: self.text)
            result.overprints = try reader.words(
                on: images.grey.cropped(to: card), dpi: sized.dpi,
                barcodes: result.barcodes.map { $0.box.moved(by: -card.x, -card.y) }, within: end - clock.now)
            // Print, zones and a symbol's modules are black: what is printed across them has a colour.
            if let ink = try images.colouredInk() {
                result.overprints += try reader.words(
                    on: ink.cropped(to: card), dpi: sized.dpi, barcodes: [], within: end - clock.now)
            }
        }
        var words = reading.words.filter { word in
            !result.zoneLines.contains { $0.box.intersection(word.box).area * 2 > word.box.area }
        }
        let combs = settings.words ? try readCombs(&words, ink, images, dpi: dpi, within: end - clock.now) : []
        result.words = Self.words(words, zoneLines: result.zoneLines)
        result.rules = ink.rules(dpi: dpi)
        result.checkBoxes = try Self.checkBoxes(
            on: result, firm: words.filter(Self.isFirm).map(\.box), ink, components, images, dpi: dpi
        ).filter { box in !combs.contains { !$0.box.intersection(box.box).isEmpty } }
        result.inkRegions = try Self.inkRegions(
            of: result, besides: combs.map(\.box), components: components, binary: images.binary, dpi: dpi)
        result.blackBars = try BlackBars(words: result.words, width: page.width).boxes(in: images.grey)
        if !reading.isComplete {
            result.isCutShort = true
            result.warnings.append(Self.cutShort(page, settings))
        }
        return result
    }

    /// Specks are words to Tesseract, and marks to all else, thousands of them; the detector sees the print among them.
    private func readAmongSpecks(_ page: RecognizedPage, _ images: PageImages) throws -> RecognizedPage {
        var result = page
        result.words = Self.words(try lattice(images.normalised)?.joined([], erasing: []) ?? [], zoneLines: [])
        if result.words.isEmpty { result.warnings.append(Self.illegible(page.prepared)) }
        return result
    }

    /// Nil where there is no neural reader.
    private func lattice(_ picture: Image) -> PageLattice? {
        guard let neuralReader, let detector else { return nil }
        return PageLattice(detector: detector, reader: neuralReader, weights: weights, picture: picture)
    }

    /// Characters of a zone in an inch: 2.54 mm from each to the next (ICAO Doc 9303 Part 3, section 4.2.3).
    private static let zonePitch = 10.0
    /// Characters of the shortest line (TD1).
    private static let shortestLine = 30

    /// Pixels per inch by a zone's longest line: the shapes of a passport's page and of a sheet of A4 are one.
    static func resolution(ofZone lines: [ZoneLine]) -> Double? {
        lines.filter { $0.characters.count >= shortestLine }.max { $0.characters.count < $1.characters.count }
            .map { Double($0.box.width) / Double($0.characters.count) * zonePitch }
    }

    /// Puts what combs hold in the place of what the engine made of their walls.
    ///
    /// - Returns: the combs that were read.
    private func readCombs(
        _ words: inout [ReadWord], _ ink: InkMap, _ images: PageImages, dpi: Double, within time: Duration
    ) throws -> [Comb] {
        let found = CombFinder(ink: ink, dpi: dpi).combs()
        guard !found.isEmpty else { return [] }
        let end = ContinuousClock.now + time
        let reader = CombReader(engine: text, ink: ink, picture: try GreyPicture(images.normalised))
        var combs: [Comb] = []
        for comb in found {
            guard let cells = try reader.words(in: comb, within: end - ContinuousClock.now) else { continue }
            combs.append(comb)
            words.removeAll { $0.box.intersection(comb.box).area * 2 > $0.box.area }
            let line = (words.map(\.line).max() ?? -1) + 1
            let block = (words.map(\.block).max() ?? -1) + 1
            words += cells.map { cell in
                var word = cell
                (word.line, word.block) = (line, block)
                return word
            }
        }
        return combs
    }

    /// Patches of ink that no page of print comes near to: the densest letter-sized page has some 12 000 letters.
    private static let mostComponents = 30_000
    /// The same where specks dominate: more than the densest page's letters are specks that grew together.
    private static let mostAmongSpecks = 15_000
    /// Of ink and paper; with specks all over, or without a line of text, less is the sensor's noise and no print.
    private static let leastContrast = 0.05
    /// Less is ink no darker than the paper: a blank page, or grain.
    private static let noContrast = 0.01
    /// Specks a thousand pixels of ink that dominate a page, and that leave nothing to be read whatever the contrast.
    static let mostNoise = 20.0
    private static let hopelessNoise = 100.0

    /// Whether there may be print at all: specks are read as thousands of words, which takes minutes and gives nothing.
    private static func isLegible(_ page: PreparedPage, _ components: [InkComponent]) -> Bool {
        let isNoisy = page.quality.noise > mostNoise
        let mayBeNoise = isNoisy || page.quality.textHeight == 0
        return components.count <= (isNoisy ? mostAmongSpecks : mostComponents)
            && page.quality.noise <= hopelessNoise && (page.quality.contrast >= leastContrast || !mayBeNoise)
    }

    private static func illegible(_ page: PreparedPage) -> Warning {
        Warning(
            code: .recognitionCutShort, message: "page \(page.index) was not read: it holds nothing but specks",
            page: page.index)
    }

    private static func barcodeUnread(_ page: PreparedPage) -> Warning {
        Warning(
            code: .barcodeUnreadable,
            message: "page \(page.index) has what looks like a barcode and does not read as one: scan it level, at 300 "
                + "dpi or more", page: page.index)
    }

    private static func cutShort(_ page: PreparedPage, _ settings: RecognizeSettings) -> Warning {
        Warning(
            code: .recognitionCutShort,
            message:
                "reading page \(page.index) stopped after \(settings.secondsPerPage) seconds; what was read is kept",
            page: page.index)
    }

    /// The words, and each line of a zone as one word of a line of its own at the end.
    private static func words(_ words: [ReadWord], zoneLines: [ZoneLine]) -> [Word] {
        let read = words.map {
            Word(
                text: $0.text, confidence: $0.confidence, box: $0.box, line: $0.line, block: $0.block, slant: $0.slant,
                readings: $0.readings)
        }
        let line = (words.map(\.line).max() ?? -1) + 1
        let block = (words.map(\.block).max() ?? -1) + 1
        return read
            + zoneLines.enumerated().map { number, zone in
                let confidence = zone.characters.reduce(0) { $0 + $1.confidence }
                return Word(
                    text: zone.text, confidence: confidence / Double(max(1, zone.characters.count)), box: zone.box,
                    line: line + number, block: block)
            }
    }

    /// - Parameter firm: words that surely are of letters.
    private static func checkBoxes(
        on page: RecognizedPage, firm: [Box], _ ink: InkMap, _ components: [InkComponent], _ images: PageImages,
        dpi: Double
    ) throws -> [CheckBox] {
        let words = page.words.filter { $0.confidence >= 0.5 && $0.text.count > 1 }.map(\.box)
        let height = textHeight(page.words, dpi: dpi)
        func boxes(_ ink: InkMap, _ components: [InkComponent]) -> [CheckBox] {
            CheckBoxFinder(ink: ink, textHeight: height).boxes(outside: words, firm: firm, components: components)
        }
        let found = boxes(ink, components)
        guard !page.prepared.isDigital, page.prepared.binarization.method == .otsu else { return found }
        // Hairlines are grey in a photograph: the level that parts letters from paper takes them for paper.
        let level = (try images.normalised.otsuLevel() + Image.paperLevel) / 2
        let faint = InkMap(try GreyPicture(images.normalised.thresholded(at: level)))
        let patches = faint.components()
        guard patches.count < mostComponents else { return found }
        let others = boxes(faint, patches)
        let added = others.filter { box in
            !found.contains { !$0.box.intersection(box.box).isEmpty }
                && (found + others).contains { $0.box != box.box && $0.box.isUnder(box.box) }
        }
        return (found + added).sorted { ($0.box.y, $0.box.x) < ($1.box.y, $1.box.x) }
    }

    /// Of the words that were read, in pixels; of usual print where there are hardly any.
    private static func textHeight(_ words: [Word], dpi: Double) -> Double {
        let heights = words.filter { $0.confidence >= 0.5 && $0.text.contains(where: \.isLetter) }.map(\.box.height)
        return heights.count < fewWords ? usualHeight * dpi : Double(heights.sorted()[heights.count / 2])
    }

    private static let fewWords = 5
    /// Height of words of 10 points, in inches.
    private static let usualHeight = 0.11

    /// Whether a word surely is one of letters, so that a frame in it is none: "of" and "To" too, but no pair of boxes
    /// that was read as letters.
    private static func isFirm(_ word: ReadWord) -> Bool {
        guard word.text.allSatisfy(\.isLetter) else { return false }
        return word.text.count > 2
            ? word.confidence >= 0.8
            : word.text.count == 2 && word.confidence >= 0.9 && word.isKnown
                && word.text.dropFirst().allSatisfy(\.isLowercase)
    }

    /// Whether a reading is of a pen's stroke rather than of print: larger than the page's words, unsure, and one patch
    /// of ink runs through most of it.
    private static func isPens(_ word: Word, usual: Int, _ components: [InkComponent]) -> Bool {
        guard word.confidence < 0.85, word.text.count >= 3, word.box.height * 2 > 3 * usual else { return false }
        return components.contains { component in
            component.box.intersection(word.box).width * 5 > 3 * word.box.width
                && component.box.intersection(word.box).height * 5 > 3 * word.box.height
        }
    }

    /// Scraps of text that the engine is unsure of are as likely to be strokes of a pen: they stay ink.
    private static func inkRegions(
        of page: RecognizedPage, besides others: [Box], components: [InkComponent], binary: Image, dpi: Double
    ) throws -> [InkRegion] {
        var rest = try GreyPicture(binary)
        let heights = page.words.map(\.box.height).sorted()
        let usual = heights.isEmpty ? 0 : heights[heights.count / 2]
        let read = page.words.filter { $0.confidence >= 0.5 && !isPens($0, usual: usual, components) }.map(\.box)
        let margin = max(1, Int(dpi / 150))
        for box in read + page.rules.map(\.box) + page.checkBoxes.map(\.box) + page.barcodes.map(\.box) + others {
            rest.erase(box.inset(by: -margin))
        }
        return InkRegionFinder(rest: InkMap(rest), dpi: dpi).regions()
    }
}

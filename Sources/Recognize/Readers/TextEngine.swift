import CTesseract
import Model

/// What one call of the text engine found, in pixels of the picture that it was given.
struct Reading {
    var words: [ReadWord] = []
    /// False where the time ran out: then the words are those read until then.
    var isComplete = true
}

struct ReadWord {
    var text: String
    /// 0…1.
    var confidence: Double
    var box: Box
    var line: Int
    var block: Int
    /// Whether the language's dictionary has it.
    var isKnown: Bool
    /// As ``Word/slant``.
    var slant: Double?
    /// Tesseract's, from left to right.
    var symbols: [ReadSymbol] = []
    /// As ``Word/readings``.
    var readings: [Word.Reading] = []
}

extension ReadWord {
    func mappingBoxes(_ map: (Box) -> Box) -> ReadWord {
        var word = self
        word.box = map(box)
        for index in symbols.indices { word.symbols[index].box = map(symbols[index].box) }
        return word
    }
}

struct ReadSymbol {
    var text: String
    /// 0…1.
    var confidence: Double
    var box: Box
    /// Other readings, likeliest first.
    var alternatives: [ZoneCharacter.Choice]
}

/// How the engine is to look for lines (Tesseract's page segmentation modes).
enum Segmentation {
    /// Columns, paragraphs, pictures.
    case automatic
    /// One block of lines, dark on light.
    case block
    /// As much text as there is, in no order.
    case sparse
    /// One line, to be found in the picture.
    case line
    /// The whole picture is one line; no layout analysis at all.
    case rawLine

    var mode: TessPageSegMode {
        switch self {
        case .automatic: PSM_AUTO
        case .block: PSM_SINGLE_BLOCK
        case .sparse: PSM_SPARSE_TEXT
        case .line: PSM_SINGLE_LINE
        case .rawLine: PSM_RAW_LINE
        }
    }

    /// Whether lines that read badly are read once more as light on dark.
    var triesInverted: Bool {
        switch self {
        case .automatic, .sparse: true
        case .block, .line, .rawLine: false
        }
    }
}

/// One Tesseract handle with its models, LSTM only: the older engine learns from page to page, and equal input must
/// give equal results. Ended in `deinit`: a handle that lives until the process exits makes Tesseract report a leak.
@safe final class TextEngine {
    private let handle: OpaquePointer

    static var version: String { unsafe String(cString: TessVersion()) }

    /// - Parameters:
    ///   - languages: names of language packs, such as `Latin`.
    ///   - folder: of their files; empty: Tesseract's own.
    init(languages: [String], folder: String) throws {
        let names = languages.joined(separator: "+")
        unsafe handle = try unsafe Self.start { handle in
            unsafe TessBaseAPIInit2(handle, folder.isEmpty ? nil : folder, names, OEM_LSTM_ONLY)
        } orThrow: {
            let place = folder.isEmpty ? "Tesseract's model folder" : folder
            let packages = languages.map(LanguagePack.debianPackage).joined(separator: " ")
            return "no readable Tesseract model for \(names) in \(place): install it (apt-get install \(packages)), "
                + "or name the folder that has it as recognize.model_folder"
        }
    }

    /// - Parameter model: the bytes of a `.traineddata` file.
    init(model: [UInt8], name: String) throws {
        unsafe handle = try unsafe Self.start { handle in
            unsafe model.withUnsafeBytes { bytes in
                unsafe TessBaseAPIInit5(
                    handle, bytes.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count), name, OEM_LSTM_ONLY, nil,
                    0, nil, nil, 0, 0)
            }
        } orThrow: {
            "the built-in model \(name) cannot be loaded: the program is damaged, install it again"
        }
        // Each symbol's other readings, summed over the time steps that it spans.
        unsafe TessBaseAPISetVariable(handle, "lstm_choice_mode", "2")
    }

    /// Pictures that were read so far.
    private(set) var readings = 0

    deinit {
        unsafe TessBaseAPIEnd(handle)
        unsafe TessBaseAPIDelete(handle)
    }

    private static func start(
        _ initialize: (OpaquePointer) -> Int32, orThrow message: () -> String
    ) throws -> OpaquePointer {
        guard let handle = unsafe TessBaseAPICreate() else {
            throw Failure(.engineFailed, "Tesseract could not be started: no memory", stage: .recognize)
        }
        // Tesseract's remarks ("Empty page!!") concern no one; errors come back as values.
        unsafe TessBaseAPISetVariable(handle, "debug_file", "/dev/null")
        guard unsafe initialize(handle) == 0 else {
            unsafe TessBaseAPIDelete(handle)
            throw Failure(.engineFailed, message(), stage: .recognize)
        }
        return unsafe handle
    }

    /// Folder that the language packs came from, with a slash at its end.
    var modelFolder: String {
        guard let path = unsafe TessBaseAPIGetDatapath(handle) else { return "" }
        let folder = unsafe String(cString: path)
        return folder.hasSuffix("/") ? folder : folder + "/"
    }

    /// Reads words.
    ///
    /// - Parameters:
    ///   - dpi: pixels per inch of the picture.
    ///   - time: after which reading stops.
    func words(
        in picture: GreyPicture, as segmentation: Segmentation, dpi: Double, within time: Duration
    ) throws -> Reading {
        let reading = unsafe try recognize(picture, as: segmentation, dpi: dpi, within: time) { iterator, isComplete in
            let end = ContinuousClock.now + max(time / 10, .seconds(1))
            let words = unsafe Self.words(iterator, until: end)
            return Reading(words: words, isComplete: isComplete && ContinuousClock.now < end)
        }
        guard var reading else { return Reading(isComplete: time > .zero) }
        reading.words = Self.apart(Self.withoutSpecks(reading.words))
        return reading
    }

    /// Reads one line symbol by symbol, each with its alternatives.
    func symbols(in picture: GreyPicture) throws -> [ReadSymbol] {
        unsafe try recognize(picture, as: .rawLine, dpi: 300, within: nil) { iterator, _ in
            unsafe Self.symbols(iterator)
        } ?? []
    }

    /// - Parameter time: nil for as long as it takes.
    /// - Returns: nil where nothing was found.
    private func recognize<Result>(
        _ picture: GreyPicture, as segmentation: Segmentation, dpi: Double, within time: Duration?,
        collect: (OpaquePointer, Bool) -> Result
    ) throws -> Result? {
        guard picture.width > 0, picture.height > 0, time.map({ $0 > .zero }) ?? true else { return nil }
        readings += 1
        guard let monitor = unsafe TessMonitorCreate() else {
            throw Failure(.outOfMemory, "no memory for the text engine", stage: .recognize)
        }
        defer {
            unsafe TessBaseAPIClear(handle)
            unsafe TessMonitorDelete(monitor)
        }
        unsafe TessBaseAPISetPageSegMode(handle, segmentation.mode)
        unsafe TessBaseAPISetVariable(handle, "tessedit_do_invert", segmentation.triesInverted ? "1" : "0")
        unsafe picture.bytes.withUnsafeBufferPointer { bytes in
            unsafe TessBaseAPISetImage(
                handle, bytes.baseAddress, Int32(picture.width), Int32(picture.height), 1, Int32(picture.width))
        }
        // Without a resolution Tesseract guesses one from the text, or takes 70.
        unsafe TessBaseAPISetSourceResolution(handle, Int32(min(2400, max(70, dpi.rounded()))))
        if let time { unsafe TessMonitorSetDeadlineMSecs(monitor, Int32(clamping: Int64(time / .milliseconds(1)))) }
        let isComplete = unsafe TessBaseAPIRecognize(handle, monitor) == 0
        guard let iterator = unsafe TessBaseAPIGetIterator(handle) else { return nil }
        defer { unsafe TessResultIteratorDelete(iterator) }
        return unsafe collect(iterator, isComplete)
    }

    /// Specks behind a line's words are read as letters (`i`), which are never so small.
    static func withoutSpecks(_ words: [ReadWord]) -> [ReadWord] {
        let heights = Dictionary(grouping: words, by: \.line).mapValues { $0.map(\.box.height).sorted() }
        return words.filter { word in
            guard word.text.count <= 2, word.text.allSatisfy({ $0.isLetter || $0.isNumber }),
                let line = heights[word.line], line.count > 2
            else { return true }
            return 4 * word.box.height > line[line.count / 2]
        }
    }

    /// The engine gives a word the box of the one before it, too, now and then, and would have it stand first then: it begins
    /// behind that one.
    static func apart(_ words: [ReadWord]) -> [ReadWord] {
        words.reduce(into: []) { apart, word in
            var word = word
            if let before = apart.last, before.line == word.line, before.slant == nil, word.slant == nil,
                word.box.x < before.box.x, word.box.maxX > before.box.maxX,
                word.box.verticalOverlap(before.box) > 0.5
            {
                word.box = Box(
                    x: before.box.maxX, y: word.box.y, width: word.box.maxX - before.box.maxX, height: word.box.height)
            }
            apart.append(word)
        }
    }

    /// - Parameter end: Tesseract goes through the whole paragraph for each next word, so that thousands of specks in
    ///   one take minutes.
    private static func words(_ iterator: OpaquePointer, until end: ContinuousClock.Instant) -> [ReadWord] {
        var words: [ReadWord] = []
        var line = -1
        var block = -1
        guard let position = unsafe TessResultIteratorGetPageIterator(iterator) else { return [] }
        unsafe TessPageIteratorBegin(position)
        repeat {
            if unsafe TessPageIteratorIsAtBeginningOf(position, RIL_BLOCK) != 0 { block += 1 }
            if unsafe TessPageIteratorIsAtBeginningOf(position, RIL_TEXTLINE) != 0 { line += 1 }
            // A word that the time limit cut off has nothing but spaces.
            guard let text = unsafe text(iterator, RIL_WORD), let box = unsafe box(position, RIL_WORD) else { continue }
            var word = ReadWord(
                text: text, confidence: unsafe confidence(iterator, RIL_WORD), box: box, line: max(0, line),
                block: max(0, block), isKnown: unsafe TessResultIteratorWordIsFromDictionary(iterator) != 0)
            repeat {
                if let symbol = unsafe symbol(iterator, position) { word.symbols.append(symbol) }
                if unsafe TessPageIteratorIsAtFinalElement(position, RIL_WORD, RIL_SYMBOL) != 0 { break }
            } while unsafe TessResultIteratorNext(iterator, RIL_SYMBOL) != 0
            words.append(word)
        } while unsafe ContinuousClock.now < end && TessResultIteratorNext(iterator, RIL_WORD) != 0
        return words
    }

    private static func symbols(_ iterator: OpaquePointer) -> [ReadSymbol] {
        var symbols: [ReadSymbol] = []
        guard let position = unsafe TessResultIteratorGetPageIterator(iterator) else { return [] }
        unsafe TessPageIteratorBegin(position)
        repeat {
            guard var symbol = unsafe symbol(iterator, position) else { continue }
            symbol.alternatives = unsafe choices(iterator).filter { $0.text != symbol.text }
            symbols.append(symbol)
        } while unsafe TessResultIteratorNext(iterator, RIL_SYMBOL) != 0
        return symbols
    }

    private static func symbol(_ iterator: OpaquePointer, _ position: OpaquePointer) -> ReadSymbol? {
        guard let text = unsafe text(iterator, RIL_SYMBOL), let box = unsafe box(position, RIL_SYMBOL) else {
            return nil
        }
        return ReadSymbol(text: text, confidence: unsafe confidence(iterator, RIL_SYMBOL), box: box, alternatives: [])
    }

    private static func choices(_ iterator: OpaquePointer) -> [ZoneCharacter.Choice] {
        guard let choices = unsafe TessResultIteratorGetChoiceIterator(iterator) else { return [] }
        defer { unsafe TessChoiceIteratorDelete(choices) }
        var found: [ZoneCharacter.Choice] = []
        repeat {
            guard let text = unsafe TessChoiceIteratorGetUTF8Text(choices) else { continue }
            let confidence = Double(unsafe TessChoiceIteratorConfidence(choices)) / 100
            found.append(ZoneCharacter.Choice(text: unsafe String(cString: text), confidence: unit(confidence)))
        } while unsafe TessChoiceIteratorNext(choices) != 0
        return found
    }

    /// Nil for an empty element.
    private static func text(_ iterator: OpaquePointer, _ level: TessPageIteratorLevel) -> String? {
        guard let bytes = unsafe TessResultIteratorGetUTF8Text(iterator, level) else { return nil }
        defer { unsafe TessDeleteText(bytes) }
        let text = unsafe String(cString: bytes)
        return text.allSatisfy(\.isWhitespace) ? nil : text
    }

    private static func confidence(_ iterator: OpaquePointer, _ level: TessPageIteratorLevel) -> Double {
        unit(Double(unsafe TessResultIteratorConfidence(iterator, level)) / 100)
    }

    private static func unit(_ value: Double) -> Double { min(1, max(0, value)) }

    private static func box(_ position: OpaquePointer, _ level: TessPageIteratorLevel) -> Box? {
        var left: Int32 = 0
        var top: Int32 = 0
        var right: Int32 = 0
        var bottom: Int32 = 0
        guard unsafe TessPageIteratorBoundingBox(position, level, &left, &top, &right, &bottom) != 0 else { return nil }
        return Box(x: Int(left), y: Int(top), width: Int(right - left), height: Int(bottom - top))
    }
}

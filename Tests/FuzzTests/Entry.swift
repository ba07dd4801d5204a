import Classify
import Decide
import Extract
import Foundation
import Kinds
import Model
import Output
import Pipeline

@testable import Imaging
@testable import Ingest
@testable import Operations

/// A parser of ours, as something that takes any bytes. None of them may trap, hang or take much memory; whoever
/// feeds them sees to it (`FuzzTests`, and Scripts/fuzz for long).
enum Entry: String, CaseIterable {
    /// Lines of a machine-readable zone, and an identity document read from them.
    case zone
    /// What a licence's barcode says, and a document read from it.
    case aamva
    /// Text of a page, through classification, extraction and decision.
    case page
    /// Typed values: dates, money, names, addresses.
    case value
    case kind
    case configuration
    /// Both directions of the worker protocol, and results.
    case worker
    case exif
    /// A file's first and last bytes, and the pictures of small ones.
    case header

    func run(_ bytes: [UInt8]) {
        switch self {
        case .zone: Self.zone(String(decoding: bytes, as: UTF8.self))
        case .aamva: Self.barcode(bytes)
        case .page: Self.page(String(decoding: bytes, as: UTF8.self))
        case .value: Self.value(String(decoding: bytes, as: UTF8.self))
        case .kind: _ = KindFileReader.problems(in: String(decoding: bytes, as: UTF8.self), origin: "kind.yml")
        case .configuration:
            _ = try? ConfigurationReader.read(file: ("pipeline.yml", String(decoding: bytes, as: UTF8.self)))
        case .worker: Self.worker(bytes)
        case .exif: Self.exif(bytes)
        case .header: Self.header(bytes)
        }
    }

    private static let today: CalendarDate = {
        guard let date = CalendarDate(year: 2026, month: 6, day: 1) else { preconditionFailure("no such date") }
        return date
    }()

    // MARK: - Documents

    private static func zone(_ text: String) {
        let lines = text.split(separator: "\n").map(String.init)
        _ = MachineReadableZone(lines: lines, asOf: today)
        let zoneLines = lines.prefix(12).enumerated().map { row, line in
            let characters = line.prefix(100).enumerated().map { column, character in
                ZoneCharacter(
                    text: String(character), confidence: column % 7 == 0 ? 0.4 : 0.97,
                    box: Box(x: 20 + column * 16, y: 500 + row * 40, width: 14, height: 24),
                    alternatives: column % 7 == 0 ? [.init(text: "0", confidence: 0.3)] : [])
            }
            return ZoneLine(characters: characters, box: Box(x: 20, y: 500 + row * 40, width: 900, height: 24))
        }
        var page = page(of: "PASSPORT\n" + text)
        page.zoneLines = zoneLines
        read([page])
    }

    private static func barcode(_ bytes: [UInt8]) {
        // As the recognizer hands it on: a byte a scalar.
        let text = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        _ = AAMVARecord(barcode: text)
        var page = page(of: "DRIVER LICENSE")
        page.barcodes = [Barcode(format: "PDF417", text: text, box: Box(x: 20, y: 200, width: 600, height: 100))]
        read([page])
    }

    private static func page(_ text: String) {
        // A form feed begins another page.
        read(
            text.split(separator: "\u{0C}", omittingEmptySubsequences: false).prefix(3).enumerated().map {
                page(of: String($1), index: $0 + 1)
            })
    }

    private static let settings = Configuration()
    private static let catalogue: KindCatalogue = {
        guard let catalogue = try? KindCatalogue(settings.kinds) else { preconditionFailure("no kinds") }
        return catalogue
    }()
    private static let classifier = Classifier(kinds: catalogue.definitions)
    private static let extractor = Extractor(kinds: catalogue.definitions, extractors: catalogue.extractors)
    private static let decider = Decider(
        kinds: catalogue.definitions, settings: settings.decide, confidence: ConfidenceModel())

    /// Every kind's extractor has its turn, whatever the document looks like.
    private static func read(_ pages: [RecognizedPage]) {
        let loaded = LoadedDocument(id: "sha256:" + String(repeating: "0", count: 64), source: SourceInfo(path: "a"))
        let document = RecognizedDocument(loaded: loaded, pages: pages)
        let classified = classifier.classify(document)
        for kind in Set(catalogue.definitions.map(\.name) + [classified.kind]).sorted(by: { $0.rawValue < $1.rawValue })
        {
            var own = classified
            own.kind = kind
            let extracted = extractor.extract(own, context: ExtractionContext(asOf: today))
            let (decision, vouched) = decider.decide(extracted)
            check(decision, vouched.extraction)
        }
    }

    /// What must hold of any result at all.
    private static func check(_ decision: Decision, _ extraction: Extraction) {
        precondition((decision.action == .accept) == decision.reasons.isEmpty, "reasons do not go with the decision")
        for (_, field) in extraction.fields {
            precondition((0...1).contains(field.confidence), "a confidence is no probability")
            if case .text(let text) = field.value { precondition(!text.isEmpty, "a value is empty") }
        }
    }

    private static func page(of text: String, index: Int = 1) -> RecognizedPage {
        var words: [Word] = []
        for (line, content) in text.split(separator: "\n", omittingEmptySubsequences: false).prefix(200).enumerated() {
            var x = 20
            for part in content.split(separator: " ", omittingEmptySubsequences: false).prefix(60) {
                let width = min(4000, part.count * 10)
                if !part.isEmpty {
                    words.append(
                        Word(
                            text: String(part), confidence: x % 3 == 0 ? 0.6 : 0.96,
                            box: Box(x: x, y: 20 + line * 30, width: width, height: 20), line: line))
                }
                x += width + 10
            }
        }
        let height = 60 + 30 * (words.last.map { $0.line + 1 } ?? 1)
        return RecognizedPage(
            prepared: PreparedPage(index: index, width: 1000, height: height, dpi: 150, ink: 0.05), words: words)
    }

    private static func value(_ text: String) {
        for line in text.split(separator: "\n").prefix(50) {
            _ = DateParser(asOf: today).find(in: line)
            _ = DateParser(order: .dayFirst, asOf: today).parse(line)
            _ = MoneyParser.parse(line)
            _ = MoneyParser.find(in: line)
            _ = NameParser.parse(line)
            _ = AddressParser.parse(line)
            _ = PhoneParser.parse(line)
            _ = PhoneParser.parse(line, northAmerican: false)
            _ = EmailParser.find(in: line)
            _ = URLParser.find(in: line)
            _ = CodeParser.parse(line)
        }
    }

    // MARK: - Messages and files

    private static func worker(_ bytes: [UInt8]) {
        var lines = LineBuffer(limit: 1 << 16)
        // In pieces, as a pipe hands them out.
        for start in stride(from: 0, to: bytes.count, by: 1000) {
            lines.append(Array(bytes[start..<min(bytes.count, start + 1000)]))
            while let line = try? lines.next() {
                _ = try? JSONDecoder().decode(WorkerRequest.self, from: Data(line))
                guard case .result(_, let outcome)? = try? JSONDecoder().decode(WorkerMessage.self, from: Data(line))
                else {
                    continue
                }
                // What a worker says is written as it is.
                guard let data = try? ResultEncoder().document(outcome) else { continue }
                precondition((try? ResultEncoder.decode(data)) != nil, "a result that was written does not read back")
            }
        }
    }

    private static func exif(_ bytes: [UInt8]) {
        _ = EXIF(bytes[...])
        guard let reader = TIFFReader(bytes[...]) else { return }
        for directory in reader.directories(limit: 100) {
            _ = EXIF(reader, directory: directory)
            for entry in reader.entries(at: directory) { _ = (reader.short(entry), reader.rational(entry)) }
        }
    }

    private static func header(_ bytes: [UInt8]) {
        let head = Array(bytes.prefix(4096))
        let tail = Array(bytes.suffix(4096))
        _ = FileType(head: head, tail: tail).mediaType
        _ = EndMarker.isThere(in: Array(bytes))
        _ = JPEGPictures(bytes, limit: 10)
        _ = PNMPictures.ranges(bytes, limit: 10)
        guard let header = try? ImageHeader.read(bytes), header.width * header.height < 50_000 else { return }
        for page in Set([1, min(3, header.pages)]) { _ = try? Image.decode(bytes, page: page) }
    }
}

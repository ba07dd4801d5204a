import Imaging
import Model

/// The pages of a picture file: one, or several of a TIFF.
struct PicturePages: PageDecoder {
    private let path: String
    private let bytes: [UInt8]
    private let type: PictureType
    private let settings: IngestSettings
    /// For each page, the number of its picture in the file, from 1.
    private let pictures: [Int]

    var count: Int { pictures.count }
    var warnings: [Warning] { [] }
    var findings: [Reason] { [] }

    /// - Throws: `Failure` for damage that leaves no page, no pages, or too many.
    init(path: String, bytes: [UInt8], type: PictureType, settings: IngestSettings) throws {
        self.path = path
        self.bytes = bytes
        self.type = type
        self.settings = settings
        pictures = type == .tiff ? Self.tiffPages(bytes, limit: settings.maxPages + 1) : [1]
        guard !pictures.isEmpty else {
            throw Failure(.damaged, "\(path) is a TIFF without a readable page: scan it again", stage: .ingest)
        }
        guard pictures.count <= settings.maxPages else {
            throw Failure.tooManyPages(path, limit: settings.maxPages)
        }
    }

    /// Previews and masks (NewSubfileType and the older SubfileType, TIFF 6.0, section 8) are no pages, unless there is
    /// nothing else.
    private static func tiffPages(_ bytes: [UInt8], limit: Int) -> [Int] {
        guard let reader = TIFFReader(bytes[...]) else { return [] }
        // Each page may have a preview, and a mask.
        let directories = reader.directories(limit: 3 * limit)
        let numbered = directories.enumerated().map { ($0.offset + 1, $0.element) }
        let pages = numbered.filter { _, directory in
            let entries = reader.entries(at: directory)
            let newer = entries.first { $0.tag == 0x00FE }.flatMap(reader.short) ?? 0
            let older = entries.first { $0.tag == 0x00FF }.flatMap(reader.short) ?? 1
            return newer & 0b101 == 0 && older != 2
        }
        return (pages.isEmpty ? numbered : pages).map(\.0)
    }

    func page(_ index: Int) throws -> (page: LoadedPage, image: Image) {
        let picture = pictures[index - 1]
        let place = count > 1 ? "\(path), page \(index)" : path
        do {
            let header = try ImageHeader.read(bytes, page: picture)
            try checkPixels(header.width, header.height, place: place)
            let decoded = try Image.decode(bytes, page: picture)
            try checkPixels(decoded.width, decoded.height, place: place)
            if type == .jpeg { try checkCompleteness(decoded, place: place) }
            let tags = PictureTags(bytes, type: type, page: picture)
            let image = try upright(decoded, header: header, orientation: tags.orientation)
            let page = LoadedPage(
                index: index, width: image.width, height: image.height,
                dpi: Resolution.plausible(decoded.dpi ?? tags.dpi ?? header.dpi), orientationTag: tags.orientation,
                warnings: damageWarnings(decoded, page: index))
            return (page, image)
        } catch let error as ImageError {
            throw Failure.undecodable(place, error)
        }
    }

    /// TIFF's decoder has applied the tag already, save that it turns colour pictures with tag 8 the wrong way
    /// (Leptonica 1.82, tiffio.c).
    private func upright(_ decoded: Image, header: ImageHeader, orientation: Int) throws -> Image {
        guard type == .tiff else { return try decoded.upright(orientation: orientation) }
        let isColored = header.bits >= 24
        return isColored && orientation == 8 ? try decoded.rotated(quarterTurns: 2) : decoded
    }

    private func checkPixels(_ width: Int, _ height: Int, place: String) throws {
        guard Double(width) * Double(height) > settings.maxMegapixels * 1e6 else { return }
        throw Failure(
            .imageTooLarge,
            "\(place) has \(width) x \(height) pixels, above the limit of \(Int(settings.maxMegapixels)) million: scan it "
                + "at a lower resolution, or raise ingest.max_megapixels",
            stage: .ingest)
    }

    /// The decoder fills what a cut-off JPEG lacks with middle grey: with most of the page missing, nothing is repaired.
    private func checkCompleteness(_ image: Image, place: String) throws {
        guard !image.warnings.isEmpty else { return }
        let grey = try image.scaled(by: min(1, 256 / Double(max(image.width, image.height)))).grey()
        let bytes = try grey.greyBytes()
        let rows = (0..<grey.height).reversed().prefix { row in
            bytes[(row * grey.width)..<((row + 1) * grey.width)].allSatisfy { (126...130).contains($0) }
        }
        guard Double(rows.count) > 0.75 * Double(grey.height) else { return }
        throw Failure(
            .damaged, "\(place) is cut off: only the first rows of the JPEG are there. Scan or copy it again",
            stage: .ingest)
    }

    private func damageWarnings(_ image: Image, page: Int) -> [Warning] {
        guard let first = image.warnings.first else { return [] }
        return [Warning(code: .damageRepaired, message: "the decoder says: \(first)", page: page)]
    }
}

/// Pixels per inch.
enum Resolution {
    /// Nil outside of what scanners and cameras make: a tag of 1 or 10,000 says nothing about the page.
    static func plausible(_ dpi: Double?) -> Double? {
        guard let dpi, (50...2400).contains(dpi) else { return nil }
        return dpi
    }
}

extension Image {
    /// Turned and mirrored so that the picture is as its tag says (EXIF's orientation, JEITA CP-3451, 4.6.4).
    ///
    /// - Parameter orientation: 1…8; anything else leaves it as it is.
    func upright(orientation: Int) throws -> Image {
        switch orientation {
        case 2: try flippedHorizontally()
        case 3: try rotated(quarterTurns: 2)
        case 4: try flippedHorizontally().rotated(quarterTurns: 2)
        case 5: try flippedHorizontally().rotated(quarterTurns: 3)
        case 6: try rotated(quarterTurns: 1)
        case 7: try flippedHorizontally().rotated(quarterTurns: 1)
        case 8: try rotated(quarterTurns: 3)
        default: self
        }
    }
}

extension Failure {
    static func tooManyPages(_ path: String, limit: Int) -> Failure {
        Failure(
            .tooManyPages, "\(path) has more than \(limit) pages: split it, or raise ingest.max_pages", stage: .ingest)
    }

    /// Leptonica tells damage and what it was not made for apart only in words.
    static func undecodable(_ place: String, _ error: ImageError) -> Failure {
        let says = error.message
        func matches(_ parts: [String]) -> Bool { parts.contains(where: says.contains) }
        if error.speaksOfMemory {
            return Failure(
                .outOfMemory,
                "\(place) does not fit the memory limit (\(says)): raise it, or scan it at a lower resolution",
                stage: .ingest)
        }
        let limits = ["not supported", "not uint", "not in set", "cannot read compressed BMP", "can only handle"]
        if matches(limits) {
            return Failure(
                .unsupportedType,
                "\(place) is encoded in a rare way (\(says)): convert it to a common TIFF or to PNG, for example with "
                    + "ImageMagick's convert", stage: .ingest)
        }
        return Failure(
            .damaged, "\(place) cannot be decoded (\(error.message)): scan or copy it again", stage: .ingest)
    }
}

import Imaging
import Model

/// The pages of a picture file: one, or all that its container holds.
struct PicturePages: PageDecoder {
    private let path: String
    private let bytes: [UInt8]
    private let type: PictureType
    private let settings: IngestSettings
    private let pictures: Pictures
    private let animation: Animation?
    let findings: [Reason]

    private enum Pictures {
        /// For each page, the number of its picture in the file, from 1.
        case numbered([Int])
        /// For each page, where its own file lies in this one.
        case apart([Range<Int>])
    }

    var count: Int {
        switch pictures {
        case .numbered(let numbers): numbers.count
        case .apart(let ranges): ranges.count
        }
    }

    /// - Throws: `Failure` for damage that leaves no page, no pages, or too many.
    init(path: String, bytes: [UInt8], type: PictureType, settings: IngestSettings) throws {
        self.path = path
        self.bytes = bytes
        self.type = type
        self.settings = settings
        var unread = 0
        do {
            animation = Animation.isOne(bytes) ? try Animation(bytes) : nil
            switch type {
            case .tiff: pictures = .numbered(Self.tiffPages(bytes, limit: settings.maxPages + 1))
            case .jpeg:
                let found = JPEGPictures(bytes, limit: settings.maxPages + 1)
                pictures = .apart(found.pages)
                unread = found.missing
            case .gif, .webp: pictures = .numbered(Array(1...max(1, animation?.count ?? 1)))
            case .png, .heic, .avif, .jp2, .j2k:
                let header = try ImageHeader.read(bytes)
                pictures = .numbered(Array(1...max(1, header.pages)))
                unread = header.unreadPages
            case .pnm: pictures = .apart(PNMPictures.ranges(bytes, limit: settings.maxPages + 1))
            case .bmp: pictures = .numbered([1])
            }
        } catch let error as ImageError {
            throw Failure.undecodable(path, error)
        }
        let isCutOff = animation?.endsEarly == true || type == .tiff && TIFFReader(bytes[...])?.endsEarly == true
        findings = unread > 0 ? [Self.finding(unread, type)] : isCutOff ? [Self.endsEarly] : []
        guard count > 0 else {
            throw Failure(
                .damaged,
                "\(path) is a TIFF without a readable page: copy it again from where it came from, or scan it "
                    + "again", stage: .ingest)
        }
        guard count <= settings.maxPages else { throw Failure.tooManyPages(path, limit: settings.maxPages) }
    }

    private static let endsEarly = Reason(
        code: .pageFailed,
        message:
            "the file ends before it is complete, so that pictures may be missing: copy it again from where it came "
            + "from")

    private static func finding(_ unread: Int, _ type: PictureType) -> Reason {
        let way =
            switch type {
            case .jpeg: "the file names them, and they are not there: get it whole from where it came from"
            case .png:
                "give each as a file of its own; `ffmpeg -f apng -i IN.png -vsync passthrough PAGE-%d.png` takes them out"
            case .heic, .avif: "give each as a file of its own; `ffmpeg -i IN PAGE-%d.png` takes them out"
            default: "give each as a file of its own"
            }
        let noun = unread == 1 ? "1 further picture" : "\(unread) further pictures"
        return Reason(
            code: .pageFailed, message: "\(noun) in the file \(unread == 1 ? "was" : "were") not read: \(way)")
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
        switch pictures {
        case .numbered(let numbers): try page(index, bytes: bytes, picture: numbers[index - 1])
        case .apart(let ranges):
            try page(index, bytes: index == 1 ? bytes : Array(bytes[ranges[index - 1]]), picture: 1)
        }
    }

    private func page(_ index: Int, bytes: [UInt8], picture: Int) throws -> (page: LoadedPage, image: Image) {
        let place = count > 1 ? "\(path), page \(index)" : path
        do {
            let header = try ImageHeader.read(bytes, page: picture)
            try checkPixels(header.width, header.height, place: place)
            let decoded = try animation?.picture(picture) ?? Image.decode(bytes, page: picture)
            let aspect = decoded.pixelAspect
            let stretch = max(aspect, 1 / aspect)
            try checkPixels(decoded.width, Int(Double(decoded.height) * stretch), place: place)
            if type == .jpeg { try checkCompleteness(decoded, place: place) }
            let tags = PictureTags(bytes, type: type, page: picture)
            let image = try decoded.upright(orientation: tags.orientation)
            var page = LoadedPage(
                index: index, width: image.width, height: image.height,
                dpi: Resolution.plausible(decoded.finerDPI ?? tags.dpi ?? header.dpi), orientationTag: tags.orientation,
                warnings: damageWarnings(decoded, page: index))
            page.pixelAspect = tags.orientation > 4 ? 1 / aspect : aspect
            return (page, image)
        } catch let error as ImageError {
            throw Failure.undecodable(place, error)
        }
    }

    func original(_ index: Int, mostBytes: Int) throws -> PageOriginal {
        var (file, number) = (bytes, 1)
        switch pictures {
        case .numbered(let numbers): number = numbers[index - 1]
        case .apart(let ranges): if index > 1 { file = Array(bytes[ranges[index - 1]]) }
        }
        let orientation = PictureTags(file, type: type, page: number).orientation
        let asItIs: PDFPicture? =
            switch type {
            case .jpeg: PDFPicture(jpeg: file)
            case .png: PDFPicture(png: file)
            case .jp2: PDFPicture(jpeg2000: file)
            default: nil
            }
        let stored = type == .tiff ? Image.storedBytes(ofTIFF: file, page: number) : nil
        let most = stored.map { $0 + $0 / 12 } ?? mostBytes
        let picture =
            try asItIs ?? (animation?.picture(number) ?? Image.decode(file, page: number)).pdfPicture(mostBytes: most)
        return .picture(picture, orientation: orientation)
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
            .damaged,
            "\(place) is cut off: only the first rows of the JPEG are there. Copy it again from where it came from, or scan it "
                + "again",
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

    /// Decoders tell damage and what they were not made for apart by a converter, Leptonica's only in words.
    static func undecodable(_ place: String, _ error: ImageError) -> Failure {
        let says = error.message
        if let converter = error.converter {
            return Failure(
                .unsupportedType, "\(place) is \(says), which is not read: \(converter.advice)", stage: .ingest)
        }
        if error.speaksOfMemory {
            return Failure(
                .outOfMemory,
                "\(place) does not fit the memory limit (\(says)): raise it, or scan it at a lower resolution",
                stage: .ingest)
        }
        let limits = ["not supported", "cannot read compressed BMP", "can only handle"]
        if limits.contains(where: says.contains) {
            return Failure(
                .unsupportedType,
                "\(place) is encoded in a way that is not read (\(says)): \(ImageError.Converter.imageMagick.advice)",
                stage: .ingest)
        }
        return Failure(
            .damaged,
            "\(place) cannot be decoded, for bytes of it are wrong or missing (\(says)): copy it again from where it came "
                + "from, or scan it again", stage: .ingest)
    }
}

extension ImageError.Converter {
    /// Each command was tried on files of its kind, with the programs of Debian 12.
    var advice: String {
        switch self {
        case .imageMagick: "convert it, for example by `convert IN OUT.png` of Debian's imagemagick"
        case .imageMagickLevels: "convert it, for example by `convert IN -auto-level OUT.png` of Debian's imagemagick"
        case .vipsScale: "convert it, for example by `vips scale IN OUT.png` of Debian's libvips-tools"
        case .ffmpeg: "convert it, for example by `ffmpeg -i IN OUT.png` of Debian's ffmpeg"
        case .ffmpegSequence: "convert it to pictures, for example by `ffmpeg -i IN PAGE-%d.png` of Debian's ffmpeg"
        case .otherProgram: "save it as PNG, or as TIFF with LZW compression, in the program that it came from"
        }
    }
}

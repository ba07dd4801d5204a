// One page between the stages: LoadedPage → PreparedPage → RecognizedPage.

/// One decoded page, before anything was done to it. Its pixels have the orientation tag applied.
package struct LoadedPage: Hashable, Sendable, Codable {
    /// From 1.
    package var index: Int
    /// In pixels, after the orientation tag.
    package var width: Int
    package var height: Int
    /// Pixels per inch as the file says; nil where it says nothing or something absurd.
    package var dpi: Double?
    /// EXIF orientation, 1…8, as the file says; 1 where it says nothing.
    package var orientationTag: Int
    /// How many times as large as captured the page is, where its capture was too small to be read as it is; else nil.
    package var enlargement: Double?
    /// Whether a program drew the page, from text and lines: no camera or scanner took it.
    package var isDigital = false
    /// Height over width of a pixel as the file says; what shape they have is decided by the print.
    package var pixelAspect = 1.0
    package var warnings: [Warning]
    /// What the file itself gives a person to judge; boxes are in this page's pixels.
    package var findings: [Reason] = []

    package init(
        index: Int, width: Int, height: Int, dpi: Double?, orientationTag: Int = 1, warnings: [Warning] = []
    ) {
        self.index = index
        self.width = width
        self.height = height
        self.dpi = dpi
        self.orientationTag = orientationTag
        self.warnings = warnings
    }
}

/// Size of a picture as it was read: turned by its tag, with square pixels.
package struct InputGrid: Hashable, Sendable, Codable {
    /// In pixels.
    package var width: Int
    package var height: Int
    /// Pixels per inch as the file says; nil where it says nothing.
    package var dpi: Double?

    package init(_ page: LoadedPage) {
        width = page.width
        height = page.height
        dpi = page.dpi
    }
}

/// Where a page lies on a captured picture, which may show several: cards on a flatbed, front and back on one sheet.
package struct PagePlace: Hashable, Sendable, Codable {
    /// Its corners in the picture, clockwise from the one nearest to the frame's top left; nil for the whole picture.
    package var outline: Quadrilateral?
    /// Sides of the frame, as the picture lies, that the page runs out of: `top`, `right`, `bottom`, `left`.
    package var cutOffSides: [String]
    /// Share of the picture that the page fills, 0…1.
    package var coverage: Double
    /// Whether the picture was taken flat, as a scanner does: then the file's resolution holds for the page.
    package var isFlat: Bool
    /// Whether it is a part of a sheet that holds several pages, so that its shape tells no size.
    package var isPartOfSheet = false

    package init(
        outline: Quadrilateral?, cutOffSides: [String] = [], coverage: Double = 1, isFlat: Bool = false
    ) {
        self.outline = outline
        self.cutOffSides = cutOffSides
        self.coverage = coverage
        self.isFlat = isFlat
    }

    /// The page is the picture.
    package static let whole = PagePlace(outline: nil, isFlat: true)
}

/// After Preprocess: how the page lay, and how good its capture is.
package struct PreparedPage: Hashable, Sendable, Codable {
    /// Among the document's pages, from 1.
    package var index: Int
    /// The file's page, from 1, where its picture shows several pages or comes after one that does; nil where the file's
    /// pages are the document's.
    package var inputPage: Int?
    /// Of the upright page, in pixels.
    package var width: Int
    package var height: Int
    /// Pixels per inch of the upright page: from the file, from a known page size, or estimated from its text.
    package var dpi: Double
    /// How far the input, after its own tag, was turned clockwise from upright: 0, 90, 180, 270.
    package var orientation: Int
    /// Evidence for each of the four turns, in the order 0, 90, 180, 270; empty where it was not weighed.
    package var orientationScores: [Double]
    /// Whether the evidence decides the orientation; a sparse or textless page may leave it open.
    package var orientationCertain: Bool
    /// Degrees that the text lines ran clockwise of level, before they were levelled.
    package var skew: Double
    /// Where the page was found in a photograph.
    package var outline: Quadrilateral?
    /// Sides of the frame that the page runs out of; empty for a scan.
    package var cutOffSides: [String]
    /// From upright pixels to the input's, after its tag.
    package var transform: Transform
    /// Where the lines of a curved page were straightened: what is to be added to a point before the transform.
    package var displacement: Displacement?
    /// How it became black and white.
    package var binarization: Binarization
    package var quality: Quality
    /// Share of ink in the page's centre, 0…1: next to nothing on a blank page.
    package var ink: Double
    /// How far the page's coarse light and dark differ, over 255: next to nothing where there is no print, or none that
    /// the capture shows. A blurred page has it all the same.
    package var relief = 1.0
    /// How many times as large as captured the page is, where its capture was too small to be read as it is; else nil.
    package var enlargement: Double?
    /// Whether a program drew the page, from text and lines: no camera or scanner took it.
    package var isDigital = false
    /// Whether a camera took it (true) or a scanner (false); nil where nothing tells.
    package var isPhotograph: Bool?
    /// The picture that the page was taken from: what `transform` leads to.
    package var input: InputGrid?
    /// What made the page not worth reading, found before its text was sought; then there are no words.
    package var hopeless: ReasonCode?
    /// What glare covers, the largest first.
    package var glareAreas: [Box] = []
    /// The same without what only lies between: many small boxes side by side.
    package var glareCover: [Box] = []
    package var warnings: [Warning]
    /// What the file itself gives a person to judge; boxes are in pixels of the upright page.
    package var findings: [Reason] = []

    package init(
        index: Int, inputPage: Int? = nil, width: Int, height: Int, dpi: Double, orientation: Int = 0,
        orientationScores: [Double] = [], orientationCertain: Bool = true, skew: Double = 0,
        outline: Quadrilateral? = nil, cutOffSides: [String] = [],
        transform: Transform = .identity, displacement: Displacement? = nil,
        binarization: Binarization = Binarization(), quality: Quality = Quality(), ink: Double = 0,
        warnings: [Warning] = []
    ) {
        self.index = index
        self.inputPage = inputPage
        self.width = width
        self.height = height
        self.dpi = dpi
        self.orientation = orientation
        self.orientationScores = orientationScores
        self.orientationCertain = orientationCertain
        self.skew = skew
        self.outline = outline
        self.cutOffSides = cutOffSides
        self.transform = transform
        self.displacement = displacement
        self.binarization = binarization
        self.quality = quality
        self.ink = ink
        self.warnings = warnings
    }

    /// Where a point of the upright page lies in the input, after its tag.
    package func inputPoint(_ point: Point) -> Point { transform.apply(displacement?.apply(point) ?? point) }
}

/// After Recognize: what is on the page. All boxes are in pixels of the upright page.
package struct RecognizedPage: Hashable, Sendable, Codable {
    package var prepared: PreparedPage
    /// In reading order.
    package var words: [Word]
    package var barcodes: [Barcode]
    /// Lines of a machine-readable zone, top to bottom, read with the OCR-B model.
    package var zoneLines: [ZoneLine]
    package var checkBoxes: [CheckBox]
    /// Long straight printed lines: of forms, tables, signature lines.
    package var rules: [Rule]
    /// Ink that is neither recognized print nor a rule nor a check box: signatures, handwriting, stamps, pictures.
    package var inkRegions: [InkRegion]
    /// Large words printed across a card over all else, level or slanting; sought on cards only.
    package var overprints: [Word]
    /// Solid dark bars among the print: values that were blacked out.
    package var blackBars: [Box] = []
    /// Whether the time limit ended the reading: on a machine with less to do there would be more.
    package var isCutShort = false
    package var warnings: [Warning]
    /// Set where this page alone failed; then the rest is empty.
    package var error: Failure?

    package init(
        prepared: PreparedPage, words: [Word] = [], barcodes: [Barcode] = [], zoneLines: [ZoneLine] = [],
        checkBoxes: [CheckBox] = [], rules: [Rule] = [], inkRegions: [InkRegion] = [],
        overprints: [Word] = [], warnings: [Warning] = [], error: Failure? = nil
    ) {
        self.prepared = prepared
        self.words = words
        self.barcodes = barcodes
        self.zoneLines = zoneLines
        self.checkBoxes = checkBoxes
        self.rules = rules
        self.inkRegions = inkRegions
        self.overprints = overprints
        self.warnings = warnings
        self.error = error
    }

    package var index: Int { prepared.index }

    /// Gives the page another number, also in what is said of it.
    package mutating func renumber(_ index: Int) {
        prepared.index = index
        for position in warnings.indices { warnings[position].page = index }
        for position in prepared.warnings.indices { prepared.warnings[position].page = index }
        for position in prepared.findings.indices { prepared.findings[position].page = index }
    }

    /// The words line by line, each line's words joined by a space.
    package var text: String { lines.map(\.text).joined(separator: "\n") }

    /// Mean confidence of the words weighted by their length, 0…1; 0 for no words.
    package var confidence: Double {
        let characters = words.reduce(0) { $0 + $1.text.count }
        guard characters > 0 else { return 0 }
        return words.reduce(0) { $0 + $1.confidence * Double($1.text.count) } / Double(characters)
    }

    /// Consecutive words with the same line number.
    package var lines: [TextLine] {
        var lines: [TextLine] = []
        var start = 0
        for end in words.indices where end + 1 == words.count || words[end + 1].line != words[end].line {
            lines.append(TextLine(words: Array(words[start...end]), first: start))
            start = end + 1
        }
        return lines
    }
}

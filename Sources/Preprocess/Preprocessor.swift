package import Imaging
package import Model

/// The second stage: a page as captured becomes upright, level, evenly lit, black and white, and measured.
package struct Preprocessor {
    package var settings: PreprocessSettings

    /// Larger pages (above 600-dpi letter) are reduced to this many pixels.
    static let mostPixels = 34_000_000.0

    package init(settings: PreprocessSettings) {
        self.settings = settings
    }

    /// - Parameter evidence: how much a 1-bit or 8-bit strip of a few text lines reads like text as it stands: letters
    ///   read, weighted by confidence, 0…; handed in by the pipeline, which has the recognizer, so that orientation is
    ///   decided by what can be read.
    /// - Throws: `Failure` where memory does not suffice for the page.
    package func prepare(
        _ page: LoadedPage, image: Image, evidence: (Image) throws -> Double
    ) throws -> (page: PreparedPage, images: PageImages) {
        do {
            return try prepared(page, image: image, evidence: evidence)
        } catch let error as ImageError {
            throw Failure(error, page: page.index, stage: .preprocess)
        }
    }

    private func prepared(
        _ page: LoadedPage, image: Image, evidence: (Image) throws -> Double
    ) throws -> (page: PreparedPage, images: PageImages) {
        let cut = try CutPage(image, settings: settings)
        let normalised = try Preprocessor.evenlyLit(cut.grey)
        let isLegible = try Preprocessor.isLegible(cut.grey)
        let oriented = try withoutActuallyEscaping(evidence) {
            try Orienting(settings: settings, isLegible: isLegible, evidence: $0).orient(normalised)
        }
        let upright = try UprightPage(oriented, grey: cut.grey)
        let textHeight = try TextHeight.measure(
            upright.images.binary, lines: upright.lines, reduction: upright.reduction)
        let resolution = Resolution(
            tag: cut.outline == nil ? page.dpi.map { $0 / cut.scale } : nil, width: cut.grey.width,
            height: cut.grey.height, textHeight: textHeight)
        let measures = QualityMeasures(
            grey: upright.images.grey, binary: upright.images.binary, reduction: upright.reduction,
            lines: upright.lines)
        var result = PreparedPage(
            index: page.index, width: upright.images.grey.width, height: upright.images.grey.height,
            dpi: resolution.dpi, orientation: oriented.orientation, orientationScores: oriented.scores,
            orientationCertain: oriented.isCertain, skew: oriented.page.skew,
            outline: cut.outline.map { $0.turned(clockwise: oriented.orientation) },
            cutOffSides: cut.cutOffSides,
            transform: cut.transform.after(upright.transform), binarization: oriented.page.binary.method,
            quality: try measures.quality(
                coverage: cut.coverage, noise: oriented.page.binary.noise, textHeight: textHeight),
            ink: try QualityMeasures.ink(upright.reduction))
        if resolution.isEstimated {
            result.warnings.append(
                Warning(
                    code: .resolutionEstimated,
                    message:
                        "the file gives no usable resolution: \(Int(resolution.dpi.rounded())) dpi estimated",
                    page: page.index))
        }
        return (result, upright.images)
    }

    /// Whether a dark page has more than the sensor's noise: its grey levels span enough for print.
    private static func isLegible(_ grey: Image) throws -> Bool {
        let histogram = try grey.histogram(step: max(1, min(grey.width, grey.height) / 800))
        let paper = GreyStatistics.percentile(0.8, of: histogram)
        return paper >= 60 || paper - GreyStatistics.percentile(0.005, of: histogram) >= leastSpan
    }

    /// Grey levels.
    private static let leastSpan = 12

    /// Background normalised; dark pages are stretched first, for on them no pixel passes for background.
    private static func evenlyLit(_ grey: Image) throws -> Image {
        let histogram = try grey.histogram(step: max(1, min(grey.width, grey.height) / 800))
        let paper = GreyStatistics.percentile(0.8, of: histogram)
        let black = GreyStatistics.percentile(0.005, of: histogram)
        guard paper < 140, paper - black >= 8 else { return try grey.backgroundNormalised() }
        return try grey.stretched(black: max(0, black - 8), white: min(255, paper * 5 / 4))
            .backgroundNormalised()
    }
}

/// The page turned upright in all its pictures.
struct UprightPage {
    var images: PageImages
    var reduction: Reduction
    var lines: [TextLayout.Line]
    /// From upright points to those of the picture that was oriented.
    var transform: Transform

    init(_ oriented: Orienting.Result, grey: Image) throws {
        let page = oriented.page
        var turned = try grey.rotated(quarterTurns: page.turns)
        if page.levelled != 0 { turned = try turned.rotated(degrees: -page.levelled) }
        guard oriented.isUpsideDown else {
            images = PageImages(grey: turned, normalised: try page.readable, binary: page.binary.image)
            (reduction, lines, transform) = (page.reduction, page.layout.lines, page.transform)
            return
        }
        images = PageImages(
            grey: try turned.rotated(quarterTurns: 2),
            normalised: try page.readable.rotated(quarterTurns: 2),
            binary: try page.binary.image.rotated(quarterTurns: 2))
        reduction = try Reduction(of: images.binary)
        lines = try TextLayout(reduction.image).lines
        transform = page.transform.after(.quarterTurns(2, width: turned.width, height: turned.height))
    }
}

extension Quadrilateral {
    /// The same corners, named as on a page that was turned clockwise by this many degrees.
    func turned(clockwise degrees: Int) -> Quadrilateral {
        let steps = ((degrees / 90) % 4 + 4) % 4
        let named = (0..<4).map { corners[($0 + steps) % 4] }
        return Quadrilateral(
            topLeft: named[0], topRight: named[1], bottomRight: named[2], bottomLeft: named[3])
    }
}

import Foundation
package import Imaging
package import Model

/// The second stage: a page as captured becomes upright, level, evenly lit, black and white, and measured.
package struct Preprocessor {
    package var settings: PreprocessSettings

    /// Larger pages (above 600-dpi letter) are reduced to this many pixels.
    static let mostPixels = 34_000_000.0

    /// Pixels on the longer side of a picture in which the outline of a page that is hardly to be read is sought.
    private static let roughSide = 800

    package init(settings: PreprocessSettings) {
        self.settings = settings
    }

    /// The picture with square pixels and dark print on a light ground, which all else takes for granted.
    ///
    /// - Returns: the page with the picture's size, and what was done in its warnings.
    /// - Throws: `Failure` where memory does not suffice for the picture.
    package func standardized(_ page: LoadedPage, image: Image) throws -> (page: LoadedPage, image: Image) {
        var (page, image) = (page, image)
        do {
            if let ground = try Polarity.darkGround(in: image) {
                image = try image.inverted(within: ground)
                page.warnings.append(
                    Warning(
                        code: .pageInverted,
                        message: "the print is light on dark: it was inverted, and read as dark on light",
                        page: page.index))
            }
            guard page.pixelAspect != 1 else { return (page, image) }
            if try PixelShape.isSquare(image, tagged: page.pixelAspect) {
                page.dpi = nil
                page.warnings.append(
                    Warning(
                        code: .resolutionOverruled,
                        message: "the file's two resolutions differ, but its letters show that its pixels are square",
                        page: page.index))
            } else {
                image = try image.squared(page.pixelAspect)
            }
        } catch let error as ImageError {
            throw Failure(error, page: page.index, stage: .preprocess)
        }
        (page.width, page.height, page.pixelAspect) = (image.width, image.height, 1)
        return (page, image)
    }

    /// Where the pages lie that a captured picture shows, in reading order; one, the whole picture, for a scan of a page.
    ///
    /// - Throws: `Failure` where memory does not suffice for the picture.
    package func places(on page: LoadedPage, image: Image) throws -> [PagePlace] {
        guard settings.flatten else { return [.whole] }
        do {
            // Where nothing shows there is no outline to look for, and specks and noise have too many.
            let look = try CaptureLook(image.grey(), bilevel: image.depth == 1, settings: settings)
            guard let fault = look.hopeless else { return try PagePlaces.find(in: image, dpi: page.dpi) }
            // The grid may be a cloth's on which the page lies; a rough outline shows it.
            return fault == .screenCapture
                ? try PagePlaces.find(in: image, dpi: page.dpi, longSide: Self.roughSide) : [.whole]
        } catch let error as ImageError {
            throw Failure(error, page: page.index, stage: .preprocess)
        }
    }

    /// - Parameters:
    ///   - place: where on the picture the page lies.
    ///   - signs: what tells which way up it stands, so that orientation is decided by what can be read.
    /// - Throws: `Failure` where memory does not suffice for the page.
    package func prepare(
        _ page: LoadedPage, image: Image, place: PagePlace, signs: Signs
    ) throws -> (page: PreparedPage, images: PageImages) {
        do {
            let asTagged = try prepared(page, image: image, place: place, signs)
            var result = try withoutMirroring(asTagged, page, image: image, place: place, signs) ?? asTagged
            result.page.findings = page.findings.map { $0.found(on: result.page) }
            return result
        } catch let error as ImageError {
            throw Failure(error, page: page.index, stage: .preprocess)
        }
    }

    /// What a file's orientation tag may wrongly mirror, mirrored back: its print then reads, which it did not before.
    ///
    /// - Returns: nil where the tag does not mirror, or nothing is gained.
    private func withoutMirroring(
        _ asTagged: (page: PreparedPage, images: PageImages), _ page: LoadedPage, image: Image, place: PagePlace,
        _ signs: Signs
    ) throws -> (page: PreparedPage, images: PageImages)? {
        guard [2, 4, 5, 7].contains(page.orientationTag), !asTagged.page.orientationCertain,
            !asTagged.page.orientationScores.isEmpty
        else { return nil }
        let flip = Transform([-1, 0, Double(image.width), 0, 1, 0, 0, 0, 1])
        var other = place
        // Mirroring makes left sides right ones; clockwise stays clockwise.
        other.outline = place.outline.map { corners in
            Quadrilateral(
                topLeft: flip.apply(corners.topRight), topRight: flip.apply(corners.topLeft),
                bottomRight: flip.apply(corners.bottomLeft), bottomLeft: flip.apply(corners.bottomRight))
        }
        var mirrored = try prepared(
            page, image: image.flippedHorizontally(), place: other, signs)
        guard mirrored.page.orientationCertain else { return nil }
        mirrored.page.transform = flip.after(mirrored.page.transform)
        mirrored.page.outline = mirrored.page.outline.map { corners in
            Quadrilateral(
                topLeft: flip.apply(corners.topLeft), topRight: flip.apply(corners.topRight),
                bottomRight: flip.apply(corners.bottomRight), bottomLeft: flip.apply(corners.bottomLeft))
        }
        mirrored.page.cutOffSides = asTagged.page.cutOffSides
        mirrored.page.warnings.removeAll { $0.code == .orientationTagOverruled }
        mirrored.page.warnings.append(Self.tagOverruled(page))
        return mirrored
    }

    private static func tagOverruled(_ page: LoadedPage) -> Warning {
        Warning(
            code: .orientationTagOverruled,
            message: "the file's orientation tag \(page.orientationTag) is wrong: the page was turned by what it reads",
            page: page.index)
    }

    private func prepared(
        _ page: LoadedPage, image: Image, place: PagePlace, _ signs: Signs
    ) throws -> (page: PreparedPage, images: PageImages) {
        var cut = try CutPage(image, place: place)
        let look = try CaptureLook(cut.grey, bilevel: image.depth == 1, settings: settings)
        if look.hopeless != nil { return try hopeless(page, image, place, cut, look) }
        var normalised = try Preprocessor.evenlyLit(cut.grey)
        if let tiny = try tinyTextHeight(normalised) ?? tinyTextHeightAsRead(normalised, cut.grey) {
            var look = look
            look.hopeless = .textTooSmall
            let skew = settings.deskew ? try Levelling.skew(ofSmall: normalised) ?? 0 : 0
            return try hopeless(page, image, place, cut, look, textHeight: tiny, skew: skew)
        }
        if settings.earlyExit, look.relief < Self.faintRelief, try Self.isNothingButGrain(cut.grey, normalised) {
            var look = look
            look.hopeless = .lowContrast
            return try hopeless(page, image, place, cut, look)
        }
        let isLegible = try Preprocessor.isLegible(cut.grey)
        let captured = cut.grey.bounds
        cut = try cut.enlarged()
        if cut.grey.bounds != captured { normalised = try Preprocessor.evenlyLit(cut.grey) }
        let oriented = try Orienting(
            settings: settings, isLegible: isLegible, isCutOut: cut.outline != nil, signs: signs
        ).orient(normalised, grey: cut.grey)
        var upright = try UprightPage(oriented, grey: cut.grey)
        var displacement: Displacement?
        if settings.dewarp, oriented.isCertain, !oriented.page.binary.isNoisy,
            let straight = try Straightening(evidence: signs.evidence).straightened(upright)
        {
            (upright, displacement) = straight
        }
        let textHeight = try TextHeight.measure(
            upright.images.normalised, lines: upright.lines, reduction: upright.reduction)
        let resolution = Resolution(
            tag: place.isFlat ? page.dpi.map { $0 / cut.scale } : nil, width: cut.grey.width,
            height: cut.grey.height, textHeight: textHeight,
            isCutOut: cut.outline != nil && !place.isPartOfSheet)
        let measures = QualityMeasures(
            grey: upright.images.grey, binary: upright.images.binary, reduction: upright.reduction,
            lines: upright.lines)
        let glare = try Glare(upright.images.grey, isCutOut: cut.outline != nil)
        let outline = cut.outline.map { $0.turned(clockwise: oriented.orientation) }
        var result = PreparedPage(
            index: page.index, width: upright.images.grey.width, height: upright.images.grey.height,
            dpi: resolution.dpi, orientation: oriented.orientation, orientationScores: oriented.scores,
            orientationCertain: oriented.isCertain, skew: oriented.page.skew + (outline?.slant ?? 0),
            outline: outline,
            cutOffSides: cut.cutOffSides,
            transform: cut.transform.after(upright.transform), displacement: displacement,
            binarization: oriented.page.binary.choice,
            quality: try measures.quality(
                coverage: cut.coverage, glare: glare.share, moire: look.moire, noise: oriented.page.binary.noise,
                textHeight: textHeight),
            ink: try QualityMeasures.ink(upright.reduction))
        if areTooSmall(textHeight * cut.scale, upright.lines, scale: Double(upright.reduction.factor) * cut.scale) {
            result.hopeless = .textTooSmall
        }
        if cut.scale < 1 {
            // Measures of the capture are in its own pixels.
            result.enlargement = 1 / cut.scale
            result.quality.textHeight *= cut.scale
            result.quality.sharpness = min(1, result.quality.sharpness / cut.scale)
        }
        result.isDigital = page.isDigital
        result.isPhotograph = isPhotograph(page, image, place)
        result.relief = look.relief
        result.glareAreas = glare.areas
        result.glareCover = glare.cover
        if page.orientationTag != 1, oriented.isCertain, oriented.orientation != 0 {
            result.warnings.append(Self.tagOverruled(page))
        }
        if resolution.isEstimated {
            result.warnings.append(
                Warning(
                    code: .resolutionEstimated,
                    message:
                        "the file gives no usable resolution: \(Int(resolution.dpi.rounded())) dpi estimated",
                    page: page.index))
        }
        var images = upright.images
        // The capture is kept only where it has colours.
        if image.depth == 32 {
            images.colouredInk = { [transform = result.transform, width = result.width, height = result.height] in
                try image.colouredInk()?.warped(transform, width: width, height: height)
            }
        }
        return (result, images)
    }

    /// A page that nothing could read: as it lies, with the measures that tell why.
    private func hopeless(
        _ page: LoadedPage, _ image: Image, _ place: PagePlace, _ cut: CutPage, _ look: CaptureLook,
        textHeight: Double = 0, skew: Double = 0
    ) throws -> (page: PreparedPage, images: PageImages) {
        let resolution = Resolution(
            tag: place.isFlat ? page.dpi.map { $0 / cut.scale } : nil, width: cut.grey.width,
            height: cut.grey.height, textHeight: textHeight)
        var result = PreparedPage(
            index: page.index, width: cut.grey.width, height: cut.grey.height, dpi: resolution.dpi,
            orientationCertain: false, skew: skew, outline: cut.outline, cutOffSides: cut.cutOffSides,
            transform: cut.transform,
            quality: Quality(
                sharpness: min(1, look.steepness), contrast: min(1, look.relief), brightness: look.brightness,
                clipped: try QualityMeasures.clipped(cut.grey), moire: look.moire,
                noise: min(1000, 1000 * look.grain), textHeight: textHeight,
                coverage: cut.coverage))
        result.isDigital = page.isDigital
        result.isPhotograph = isPhotograph(page, image, place)
        result.relief = look.relief
        result.hopeless = look.hopeless
        let binary = try cut.grey.thresholded(at: 1)
        return (result, PageImages(grey: cut.grey, normalised: cut.grey, binary: binary))
    }

    /// Whether a camera took the picture, which sees an outline in perspective, or a scanner, which writes two levels or a
    /// resolution that it measured; nil where nothing tells.
    private func isPhotograph(_ page: LoadedPage, _ image: Image, _ place: PagePlace) -> Bool? {
        if place.outline != nil { return !place.isFlat }
        return image.depth == 1 || page.dpi.map(Resolution.isMeasured) == true ? false : nil
    }

    /// Height of letters too small to be read, found before it is known which way the page is up; nil for larger ones.
    private func tinyTextHeight(_ normalised: Image) throws -> Double? {
        guard settings.earlyExit, max(normalised.width, normalised.height) <= Self.smallPicture else { return nil }
        // Letters of a few pixels run together; twice as large they part.
        let isSmallest = max(normalised.width, normalised.height) <= Self.smallestPicture
        let factor = isSmallest ? 2.0 : 1
        var binary = try Binarizing.otsu(isSmallest ? normalised.scaled(by: factor) : normalised)
        var layout = try TextLayout(binary)
        if layout.down > layout.across {
            binary = try binary.rotated(quarterTurns: 1)
            layout = try TextLayout(binary)
        }
        guard layout.lettersInLines >= Self.leastLetters else { return nil }
        let height = try TextHeight.measure(binary, lines: layout.lines, reduction: Reduction(of: binary)) / factor
        return areTooSmall(height, layout.lines, scale: 1 / factor) ? height : nil
    }

    /// The same of the smallest pictures, made black and white as they will be read: letters that run together leave few
    /// to go by, and to weigh which way up a page of them is takes longer than to read a page.
    private func tinyTextHeightAsRead(_ normalised: Image, _ grey: Image) throws -> Double? {
        guard settings.earlyExit, max(normalised.width, normalised.height) <= Self.smallestPicture else { return nil }
        var page = try LevelledPage(of: normalised, grey: grey, turns: 0, settings: settings)
        if page.layout.down > page.layout.across {
            page = try LevelledPage(of: normalised, grey: grey, turns: 1, settings: settings)
        }
        let lines = page.layout.lines
        guard page.layout.lettersInLines >= Self.leastLetters / 3 else { return nil }
        let height = try TextHeight.measure(page.binary.image, lines: lines, reduction: page.reduction)
        return areTooSmall(height, lines, scale: Double(page.reduction.factor)) ? height : nil
    }

    /// Whether letters of this height are too small to be read. A pattern's dots, and dust, stand in lines of tiny
    /// letters, too: where there are large ones beside them, those are the print.
    ///
    /// - Parameter scale: page pixels for one of the lines'.
    private func areTooSmall(_ height: Double, _ lines: [TextLayout.Line], scale: Double) -> Bool {
        guard settings.earlyExit, height > 0, height < settings.hopelessTextHeight else { return false }
        let large = lines.filter { Double($0.medianHeight) * scale >= 2 * settings.hopelessTextHeight }
        return large.reduce(0) { $0 + $1.letters.count } < Self.leastLetters / 2
    }

    /// Pixels on the longer side; a page with more has larger print, or very small.
    private static let smallPicture = 1200
    private static let smallestPicture = 700
    /// Letters in lines from which their height is sure.
    private static let leastLetters = 60

    /// Relief below which a page may hold nothing but grain.
    private static let faintRelief = 0.15
    /// Contrast below which specks all over are grain and no print.
    private static let leastContrast = 0.05

    private static func isNothingButGrain(_ grey: Image, _ normalised: Image) throws -> Bool {
        let binary = try Binarizing.otsu(normalised)
        let levels = try QualityMeasures.levels(of: grey, ink: binary)
        return try Double(levels.paper - levels.ink) < leastContrast * 255
            && Noise.measure(binary) > Binarizing.mostNoise
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

extension Reason {
    /// The same of an upright page: where it says a place, that place.
    fileprivate func found(on page: PreparedPage) -> Reason {
        var reason = self
        reason.page = page.index
        guard let box, let back = page.transform.inverse else { return reason }
        let corners = [(box.x, box.y), (box.maxX, box.y), (box.maxX, box.maxY), (box.x, box.maxY)].map {
            back.apply(Point(x: Double($0.0), y: Double($0.1)))
        }
        let (across, down) = (corners.map(\.x), corners.map(\.y))
        let left = Int((across.min() ?? 0).rounded(.down))
        let top = Int((down.min() ?? 0).rounded(.down))
        let spread = Box(
            x: left, y: top, width: Int((across.max() ?? 0).rounded(.up)) - left,
            height: Int((down.max() ?? 0).rounded(.up)) - top)
        let shown = spread.intersection(Box(x: 0, y: 0, width: page.width, height: page.height))
        reason.box = shown.isEmpty ? nil : shown
        return reason
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
    /// Degrees clockwise, within ±45 of a quarter turn, of the line midway between the upper and the lower side.
    var slant: Double {
        let across = topRight.x - topLeft.x + bottomRight.x - bottomLeft.x
        let down = topRight.y - topLeft.y + bottomRight.y - bottomLeft.y
        return (atan2(down, across) * 180 / .pi).remainder(dividingBy: 90)
    }

    /// The same corners, named as on a page that was turned clockwise by this many degrees.
    func turned(clockwise degrees: Int) -> Quadrilateral {
        let steps = ((degrees / 90) % 4 + 4) % 4
        let named = (0..<4).map { corners[($0 + steps) % 4] }
        return Quadrilateral(
            topLeft: named[0], topRight: named[1], bottomRight: named[2], bottomLeft: named[3])
    }
}

import Model

/// The measures of one page's capture, each with its limit and what to do beyond it.
struct CaptureMeasures {
    let page: PreparedPage
    let settings: DecideSettings
    /// Fields under the page's glare, and required ones that were found nowhere.
    var covered: [FieldName] = []
    var missing: [FieldName] = []

    private var quality: Quality { page.quality }

    /// The measures that lie beyond their limits, worst for reading first.
    var faults: [ReasonCode] {
        var codes: [ReasonCode] = []
        if quality.brightness < settings.minBrightness { codes.append(.tooDark) }
        if quality.moire > settings.maxMoire { codes.append(.screenCapture) }
        if quality.brightness > settings.maxBrightness, isFaint { codes.append(.overexposed) }
        if isFaint { codes.append(.lowContrast) }
        if quality.glare > settings.maxGlare { codes.append(.glare) }
        // On a page on which nothing stands out there are no edges, specks or letters to measure.
        guard quality.contrast >= settings.minContrast / 2 else { return codes }
        if isTiny { codes.append(.textTooSmall) }
        if quality.sharpness < settings.minSharpness, hasPrint, !isTiny { codes.append(.blurred) }
        if quality.textHeight > 0, quality.textHeight < settings.minTextHeight { codes.append(.textTooSmall) }
        if quality.noise > settings.maxNoise { codes.append(.noisy) }
        return codes
    }

    private var isFaint: Bool { quality.contrast < settings.minContrast }

    /// A page without any letters that stand out is blurred only where it has more than even paper.
    private var hasPrint: Bool { quality.sharpness > 0 || page.relief >= Self.leastRelief }
    private static let leastRelief = 0.05

    /// A page with print but no letters that could be told apart, in so few pixels that they are too small: those of an
    /// ID-1 card, 1.3 millimetres in 85.6, have 4.5 of 300.
    private var isTiny: Bool {
        quality.textHeight == 0 && page.hopeless == nil && page.relief >= Self.leastRelief
            && Double(max(page.width, page.height)) < Self.leastSide * (page.enlargement ?? 1)
    }
    private static let leastSide = 300.0

    func reason(_ code: ReasonCode) -> Reason {
        let (measured, threshold) = figures(code)
        return Reason(
            code: code, message: message(code), page: page.index,
            field: code == .glare && covered.count == 1 ? covered[0] : nil, measured: measured, threshold: threshold,
            box: code == .glare ? page.glareAreas.first : nil)
    }

    private func figures(_ code: ReasonCode) -> (measured: Double?, threshold: Double?) {
        switch code {
        case .tooDark: (quality.brightness, settings.minBrightness)
        case .overexposed: (quality.brightness, settings.maxBrightness)
        case .lowContrast: (quality.contrast, settings.minContrast)
        case .blurred: (quality.sharpness, settings.minSharpness)
        case .glare: (quality.glare, settings.maxGlare)
        case .screenCapture: (quality.moire, settings.maxMoire)
        case .textTooSmall: (quality.textHeight, settings.minTextHeight)
        case .noisy: (quality.noise, settings.maxNoise)
        default: (nil, nil)
        }
    }

    private func message(_ code: ReasonCode) -> String {
        let advice = CaptureAdvice(page)
        return switch code {
        case .tooDark: advice("The picture is too dark", "add light", "raise the scanner's brightness")
        case .overexposed:
            advice(
                "The picture is overexposed", "use less light or a shorter exposure", "lower the scanner's brightness")
        case .lowContrast:
            advice("The print hardly stands out from the paper", "use even light", "raise the scanner's contrast")
        case .blurred:
            advice(
                "The picture is blurred", "hold the camera still and let it focus",
                "press the page flat to the glass at 300 dpi or more")
        case .glare:
            advice(
                "A bright reflection hides print \(glarePlace)\(glareFields)",
                "tilt the document or move the light", "take it out of its sleeve")
        case .screenCapture:
            "The picture was taken of a screen: capture the document itself, or send the file that the screen showed"
        case .textTooSmall: advice("The text is too small in the picture", "move closer", "set 300 dpi or more")
        case .noisy: advice("The picture is full of specks", "use more light", "clean the scanner's glass")
        default: "The picture cannot be used: capture it again"
        }
    }

    /// Such as `, on the surname; the sex was not found and may lie under it`.
    private var glareFields: String {
        let found = covered.isEmpty ? "" : ", on the \(Self.listed(covered))"
        let lost = missing.count == 1 ? "was" : "were"
        return missing.isEmpty
            ? found : found + "; the \(Self.listed(missing)) \(lost) not found and may lie under it"
    }

    private static func listed(_ fields: [FieldName]) -> String {
        fields.map { $0.rawValue.replacing("_", with: " ") }.joined(separator: ", ")
    }

    /// Such as `at the upper left`.
    private var glarePlace: String {
        guard let area = page.glareAreas.first, page.width > 0, page.height > 0 else { return "on the page" }
        let across = area.midX / Double(page.width)
        let down = area.midY / Double(page.height)
        let row = down < 1.0 / 3 ? "upper" : down > 2.0 / 3 ? "lower" : ""
        let column = across < 1.0 / 3 ? "left" : across > 2.0 / 3 ? "right" : ""
        switch (row.isEmpty, column.isEmpty) {
        case (true, true): return "in the middle of the page"
        case (false, true): return "in the \(row) part of the page"
        case (true, false): return "on the \(column) side of the page"
        case (false, false): return "at the \(row) \(column) of the page"
        }
    }
}

/// What to do about a capture, for who has a camera or a scanner; for both where nothing tells which.
struct CaptureAdvice {
    private let isPhotograph: Bool?

    init(_ page: PreparedPage) { isPhotograph = page.isPhotograph }

    func callAsFunction(_ fault: String, _ photograph: String, _ scan: String) -> String {
        switch isPhotograph {
        case true?: "\(fault): \(photograph), and capture it again"
        case false?: "\(fault): \(scan), and scan it again"
        case nil: "\(fault): \(photograph), or \(scan), and capture it again"
        }
    }
}

import Model

/// Holds a page's measures against their limits.
struct CaptureFaults {
    let settings: DecideSettings

    /// What is wrong with the capture of a page, worst for reading first; empty for a good one.
    func reasons(of page: RecognizedPage) -> [Reason] {
        guard page.error == nil else { return [] }
        if isBlank(page) {
            return [
                reason(
                    .blank, page, page.prepared.ink, settings.minInk,
                    "The page is blank: check that the document lies with its printed side to the lens and capture it again"
                )
            ]
        }
        return measured(page) + cutOff(page) + unreadable(page)
    }

    func isBlank(_ page: RecognizedPage) -> Bool {
        page.error == nil && page.prepared.ink < settings.minInk && page.words.isEmpty && page.barcodes.isEmpty
    }

    private func measured(_ page: RecognizedPage) -> [Reason] {
        let quality = page.prepared.quality
        var reasons: [Reason] = []
        if quality.brightness < settings.minBrightness {
            reasons.append(
                reason(
                    .tooDark, page, quality.brightness, settings.minBrightness,
                    "The picture is too dark: add light and capture it again"))
        }
        if quality.brightness > settings.maxBrightness, quality.contrast < settings.minContrast {
            reasons.append(
                reason(
                    .overexposed, page, quality.brightness, settings.maxBrightness,
                    "The picture is overexposed: use less light or a shorter exposure and capture it again"))
        }
        if quality.contrast < settings.minContrast {
            reasons.append(
                reason(
                    .lowContrast, page, quality.contrast, settings.minContrast,
                    "The print hardly stands out from the paper: raise the scanner's contrast, or use even light, and capture it again"
                ))
        }
        if quality.sharpness < settings.minSharpness {
            reasons.append(
                reason(
                    .blurred, page, quality.sharpness, settings.minSharpness,
                    "The picture is blurred: hold the camera still, let it focus, and capture it again"))
        }
        if quality.glare > settings.maxGlare {
            reasons.append(
                reason(
                    .glare, page, quality.glare, settings.maxGlare,
                    "A bright reflection hides print: tilt the document or move the light, and capture it again"))
        }
        if quality.textHeight > 0, quality.textHeight < settings.minTextHeight {
            reasons.append(
                reason(
                    .textTooSmall, page, quality.textHeight, settings.minTextHeight,
                    "The text is too small in the picture: move closer, or scan at 300 dpi or more"))
        }
        if quality.noise > settings.maxNoise {
            reasons.append(
                reason(
                    .noisy, page, quality.noise, settings.maxNoise,
                    "The picture is full of specks: clean the scanner's glass, or use more light, and capture it again")
            )
        }
        return reasons
    }

    private func cutOff(_ page: RecognizedPage) -> [Reason] {
        guard !page.prepared.cutOffSides.isEmpty else { return [] }
        let sides = page.prepared.cutOffSides.joined(separator: " and ")
        return [
            Reason(
                code: .cutOff,
                message: "The document is cut off at the \(sides): place the whole document in the frame",
                page: page.index, measured: Double(page.prepared.cutOffSides.count), threshold: 0)
        ]
    }

    /// Few words prove nothing: a side that has but a barcode, a zone or a picture is as it should be.
    private static let fewWords = 12

    private func unreadable(_ page: RecognizedPage) -> [Reason] {
        guard page.confidence < settings.minTextConfidence, page.barcodes.isEmpty, page.zoneLines.isEmpty,
            page.words.isEmpty || page.words.count > Self.fewWords
        else { return [] }
        return [
            reason(
                .unreadable, page, page.confidence, settings.minTextConfidence,
                "Hardly anything on the page can be read: capture it again, sharp, evenly lit and upright")
        ]
    }

    private func reason(
        _ code: ReasonCode, _ page: RecognizedPage, _ measured: Double, _ threshold: Double, _ message: String
    ) -> Reason {
        Reason(code: code, message: message, page: page.index, measured: measured, threshold: threshold)
    }
}

import Model

/// Holds a page's measures against their limits.
struct CaptureFaults {
    let settings: DecideSettings
    /// Fields under a page's glare, and required ones that were found nowhere.
    var covered: (_ page: Int) -> [FieldName] = { _ in [] }
    var missing: [FieldName] = []
    /// Whether a zone on the page gave a value: patterns and cloth read like a zone's lines, too.
    var hasZone: (_ page: Int) -> Bool = { _ in true }

    /// What is wrong with the capture of a page, worst for reading first; empty for a good one, and for one that nobody
    /// captured.
    func reasons(of page: RecognizedPage) -> [Reason] {
        guard page.error == nil, !page.prepared.isDigital else { return [] }
        if isBlank(page) { return blank(page) + cutOff(page) }
        let measures = CaptureMeasures(
            page: page.prepared, settings: settings, covered: covered(page.index), missing: missing)
        if let hopeless = page.prepared.hopeless { return [measures.reason(hopeless)] + cutOff(page) }
        let faults = isReadWell(page) ? measures.faults.filter { $0 == .glare } : measures.faults
        return faults.map(measures.reason) + cutOff(page) + unreadable(page)
    }

    /// The same of a page that was not read yet, by its measures alone: reading may overcome what lies a little beyond a
    /// limit. Specks are left to it: of 420 documents made by others they spoke of one that could not be read, and of
    /// 15 that could.
    func reasons(beforeReading prepared: PreparedPage) -> [Reason] {
        let page = RecognizedPage(prepared: prepared)
        guard !prepared.isDigital else { return [] }
        if isBlank(page) { return blank(page) + cutOff(page) }
        let measures = CaptureMeasures(page: prepared, settings: settings)
        let faults = prepared.hopeless.map { [$0] } ?? measures.faults.filter { $0 != .noisy }
        return faults.map(measures.reason) + cutOff(page)
    }

    /// Whether its words are read so surely that no grain, blur or shade was in the way; what a reflection hides, nobody reads.
    private func isReadWell(_ page: RecognizedPage) -> Bool {
        page.words.count > Self.fewWords && page.confidence >= Self.readWell
    }

    /// Of 420 documents made by others, pages of good captures had 0.92 and more, bad ones that were not cut off 0.78 at most.
    private static let readWell = 0.9

    /// Why a page that a program drew could not be read: another capture would not help.
    func digitalReasons(of page: RecognizedPage) -> [Reason] {
        guard page.error == nil, page.prepared.isDigital else { return [] }
        let wayOut = "open the file and, where it shows print, print it to PDF again with its fonts embedded"
        if isBlank(page) {
            return [
                Reason(code: .pageFailed, message: "Page \(page.index) is drawn empty: \(wayOut)", page: page.index)
            ]
        }
        guard page.prepared.hopeless != nil || isUnreadable(page) || hasTellingFaults(page) else { return [] }
        return [
            Reason(
                code: page.words.isEmpty ? .pageFailed : .lowConfidence,
                message: "Page \(page.index) can hardly be read as it is drawn: \(wayOut)", page: page.index,
                measured: page.confidence, threshold: settings.minTextConfidence)
        ]
    }

    /// Whether there is nothing on the page, and nothing that the capture could hide: white paper, evenly so.
    func isBlank(_ page: RecognizedPage) -> Bool {
        let prepared = page.prepared
        guard page.error == nil, page.words.isEmpty, page.barcodes.isEmpty,
            prepared.quality.brightness >= settings.minBlankBrightness
        else { return false }
        if let hopeless = prepared.hopeless { return hopeless == .blank || hopeless == .overexposed }
        return prepared.ink < settings.minInk && prepared.relief < Self.blankRelief
    }

    /// Blank paper has 0.01; print, however blurred, 0.12 and more.
    private static let blankRelief = 0.05

    /// Whether a fault kept the page, or a part of it, from being read although something is on it. What stands there
    /// might contradict the document's other pages: nobody can vouch for it.
    func isUnread(_ page: RecognizedPage) -> Bool {
        guard page.error == nil, !isProven(page), !isBlank(page) else { return false }
        return page.prepared.hopeless != nil || CutOff(page: page).cutsThroughPrint || hasTellingFaults(page)
    }

    /// Whether measures lie beyond their limits and the words, or none of them, show it.
    private func hasTellingFaults(_ page: RecognizedPage) -> Bool {
        let isUnsure = page.words.isEmpty || page.confidence < settings.minTextConfidence
        return isUnsure && !isProven(page) && !CaptureMeasures(page: page.prepared, settings: settings).faults.isEmpty
    }

    private func isProven(_ page: RecognizedPage) -> Bool {
        !page.barcodes.isEmpty || !page.zoneLines.isEmpty && hasZone(page.index)
    }

    /// Whether so little was read beside a reflection that it says nothing of what lies under it.
    func isHidden(_ page: RecognizedPage) -> Bool {
        let sure = page.words.count { $0.confidence >= Self.sureWord && $0.text.count > 1 }
        guard page.error == nil, !isProven(page), sure <= Self.fewWords else { return false }
        return CaptureMeasures(page: page.prepared, settings: settings).faults.contains(.glare)
    }

    /// Whether reflections cover so much of a page that what was read beside them does not vouch for it. Of a picture that
    /// no page was cut out of, the white may be a scanner's lid.
    func isCovered(_ page: RecognizedPage) -> Bool {
        page.error == nil && page.prepared.outline != nil
            && page.prepared.quality.glare > max(settings.maxGlare, settings.maxHarmlessGlare)
    }

    private func blank(_ page: RecognizedPage) -> [Reason] {
        let isClipped = page.prepared.quality.brightness > settings.maxBrightness
        let reason = Reason(
            code: .blank,
            message: CaptureAdvice(page.prepared)(
                "The page is blank", "turn the printed side to the lens", "lay the printed side on the glass"),
            page: page.index, measured: page.prepared.ink, threshold: settings.minInk)
        // Nothing but white: no one can tell paper from light.
        let measures = CaptureMeasures(page: page.prepared, settings: settings)
        return isClipped ? [measures.reason(.overexposed), reason] : [reason]
    }

    private func cutOff(_ page: RecognizedPage) -> [Reason] {
        let cut = CutOff(page: page)
        let sides = cut.sides
        guard !sides.isEmpty else { return [] }
        return [
            Reason(
                code: .cutOff,
                message: CaptureAdvice(page.prepared)(
                    "The document is cut off at the \(Self.listed(sides)) of the picture",
                    "place the whole document in the frame", "lay the whole page on the glass"),
                page: page.index, measured: Double(sides.count), threshold: 0, box: cut.box)
        ]
    }

    private static func listed(_ sides: [String]) -> String {
        guard let last = sides.last, sides.count > 1 else { return sides.first ?? "" }
        return sides.dropLast().joined(separator: ", ") + " and " + last
    }

    /// Few words prove nothing: a side that has but a barcode, a zone or a picture is as it should be.
    private static let fewWords = 12
    /// What a word is worth that was read: scraps beside a reflection are no print.
    private static let sureWord = 0.8

    private func unreadable(_ page: RecognizedPage) -> [Reason] {
        guard isUnreadable(page) else { return [] }
        return [
            Reason(
                code: .unreadable,
                message: CaptureAdvice(page.prepared)(
                    "Hardly anything on the page can be read", "make it sharp, evenly lit and upright",
                    "set 300 dpi and lay the page straight"),
                page: page.index, measured: page.confidence, threshold: settings.minTextConfidence)
        ]
    }

    private func isUnreadable(_ page: RecognizedPage) -> Bool {
        page.confidence < settings.minTextConfidence && !isProven(page)
            && (page.words.isEmpty || page.words.count > Self.fewWords)
    }
}

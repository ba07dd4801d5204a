import Imaging
import Model

extension Binarizing {
    /// Chooses between the method of a page that lies upright and its rivals by what can be read of a few lines.
    ///
    /// - Parameters:
    ///   - isCutOut: whether the page is read in grey, so that pale print is seen as it is, and the table's grain would
    ///     become ink for nothing.
    ///   - zone: the evidence of a machine-readable zone that was read: it stands for the fullest lines, and print that
    ///     is lost decides alone.
    /// - Returns: nil where the page is best as it is; otherwise its new black and white.
    static func settled(
        _ page: LevelledPage, isUpsideDown: Bool, isCutOut: Bool = false, zone: Double? = nil,
        evidence: (Image) throws -> Double
    ) throws -> Result? {
        guard !page.binary.isNoisy else { return nil }
        let pale = page.binary.choice.reason == .sound && !isCutOut ? try PalePrint(of: page) : nil
        let rivals = pale != nil ? [.evened] : zone == nil ? page.binary.rivals : []
        guard !rivals.isEmpty else { return nil }
        func read(_ strips: TextStrips?) throws -> Double {
            guard let strips else { return 0 }
            return try evidence(isUpsideDown ? strips.image.rotated(quarterTurns: 2) : strips.image)
        }
        func score(_ binary: Image) throws -> Double {
            let source = try binary.grey()
            let seen = try zone ?? read(TextStrips(of: page, from: source))
            guard let pale, let lost = try TextStrips(pale.lines, reduction: pale.reduction, source: source) else {
                return seen
            }
            // What shows through from the back stands in lines, too, but does not read.
            let found = try read(lost)
            return seen + (found >= PalePrint.leastEvidence * Double(lost.letters) ? found : 0)
        }
        var result = page.binary
        result.rivals = []
        result.choice.reason = .reading
        var scores = [page.binary.method: try score(page.binary.image)]
        var best = scores[page.binary.method] ?? 0
        for rival in rivals {
            let image = try pale?.image ?? page.binarizing.image(by: rival)
            let found = try score(image)
            scores[rival] = found
            guard found > best * leastGain else { continue }
            best = found
            (result.image, result.choice.method) = (image, rival)
        }
        result.choice.scores = Dictionary(uniqueKeysWithValues: scores.map { ($0.key.rawValue, $0.value) })
        return result
    }
}

import Imaging
import Model

/// A page turned by quarters and levelled, not yet known to be upright or upside down.
struct LevelledPage {
    /// Quarter turns clockwise that were made first, 0 or 1.
    var turns: Int
    /// Degrees that the lines ran clockwise of level.
    var skew: Double
    /// Degrees clockwise of level that were taken out; 0 where the skew is too small to be worth it.
    var levelled: Double
    var normalised: Image
    var binary: Binarizing.Result
    var reduction: Reduction
    var layout: TextLayout
    /// From this page's points to the points before turning and levelling.
    var transform: Transform

    init(of normalised: Image, turns: Int, settings: PreprocessSettings) throws {
        self.turns = turns
        let turned = try normalised.rotated(quarterTurns: turns)
        transform = .quarterTurns(turns, width: normalised.width, height: normalised.height)
        var result = try Binarizing.binarize(turned, method: settings.binarization)
        var small = try Reduction(of: result.image)
        var lines = try TextLayout(small.image)
        skew = settings.deskew ? try Levelling.skew(of: small.image, layout: lines) : 0
        levelled = abs(skew) >= settings.minSkew ? skew : 0
        self.normalised = turned
        if levelled != 0 {
            let plan = Transform.rotation(degrees: -levelled, width: turned.width, height: turned.height)
            self.normalised = try turned.rotated(degrees: -levelled)
            transform = transform.after(plan.transform)
            result = try Binarizing.again(self.normalised, like: result)
            small = try Reduction(of: result.image)
            lines = try TextLayout(small.image)
        }
        binary = result
        reduction = small
        layout = lines
    }

    /// Grey levels to read from: on a page full of specks, the black and white that is left without them.
    var readable: Image {
        get throws { binary.isNoisy ? try binary.image.grey() : normalised }
    }
}

/// Finds out which way up a page reads, by what can be read.
struct Orienting {
    struct Result {
        var page: LevelledPage
        /// Whether the page is to be turned by half beside its own turns.
        var isUpsideDown: Bool
        /// For 0, 90, 180, 270 degrees that the input was turned clockwise; empty where nothing was weighed, 0 for a
        /// turn that did not need weighing.
        var scores: [Double]
        var isCertain: Bool

        /// Degrees that the input was turned clockwise from upright.
        var orientation: Int { (360 - 90 * (page.turns + (isUpsideDown ? 2 : 0))) % 360 }
    }

    /// Evidence of this share of a strip's letters confirms a page as it stands. Evidence counts the letters read,
    /// weighted by confidence.
    static let confirmingShare = 0.6
    /// The best turn's evidence over the next one's for certainty.
    static let decidingRatio = 1.4
    /// Evidence below this decides nothing.
    static let leastEvidence = 3.0
    /// Votes of letters for one axis over those for the other that spare weighing the other.
    static let axisRatio = 1.6

    let settings: PreprocessSettings
    /// False for a page of which nothing can be read.
    let isLegible: Bool
    let evidence: (Image) throws -> Double

    func orient(_ normalised: Image) throws -> Result {
        let flat = try LevelledPage(of: normalised, turns: 0, settings: settings)
        guard settings.orient, isLegible, flat.layout.letterCount >= 3 else {
            return Result(page: flat, isUpsideDown: false, scores: [], isCertain: !settings.orient)
        }
        let (across, down) = (Double(flat.layout.across), Double(flat.layout.down))
        var scores = [0.0, 0, 0, 0]
        if across >= Orienting.axisRatio * down {
            if try weigh(flat, into: &scores) { return result(flat, nil, scores) }
            return result(
                flat, try weighedOther(flat, normalised, &scores, isNeeded: !decides(scores)), scores)
        }
        let upended = try LevelledPage(of: normalised, turns: 1, settings: settings)
        _ = try weigh(upended, into: &scores)
        if down < Orienting.axisRatio * across || !decides(scores) {
            _ = try weigh(flat, into: &scores)
        }
        return result(flat, upended, scores)
    }

    private func weighedOther(
        _ flat: LevelledPage, _ normalised: Image, _ scores: inout [Double], isNeeded: Bool
    ) throws -> LevelledPage? {
        guard isNeeded else { return nil }
        let upended = try LevelledPage(of: normalised, turns: 1, settings: settings)
        _ = try weigh(upended, into: &scores)
        return upended
    }

    /// Weighs a page as it stands and, unless that confirms it, upside down.
    ///
    /// - Returns: whether it was confirmed as it stands.
    private func weigh(_ page: LevelledPage, into scores: inout [Double]) throws -> Bool {
        guard let strips = try TextStrips(of: page) else { return false }
        // A page turned by a quarter stood at 270 degrees; upside down beside that, at 90.
        let standing = (4 - page.turns) % 4
        scores[standing] = try evidence(strips.image)
        if page.turns == 0, scores[standing] >= Orienting.confirmingShare * Double(strips.letters) {
            return true
        }
        scores[(standing + 2) % 4] = try evidence(strips.image.rotated(quarterTurns: 2))
        return false
    }

    private func decides(_ scores: [Double]) -> Bool {
        let ranked = scores.sorted(by: >)
        return ranked[0] >= Orienting.leastEvidence && ranked[0] >= Orienting.decidingRatio * ranked[1]
    }

    private func result(_ flat: LevelledPage, _ upended: LevelledPage?, _ scores: [Double]) -> Result {
        let best = scores.indices.max { (scores[$0], -$0) < (scores[$1], -$1) } ?? 0
        // Where the evidence does not decide, the page stays as it came.
        guard decides(scores) else {
            return Result(page: flat, isUpsideDown: false, scores: scores, isCertain: false)
        }
        switch (best, upended) {
        case (1, .some(let page)):
            return Result(page: page, isUpsideDown: true, scores: scores, isCertain: true)
        case (3, .some(let page)):
            return Result(page: page, isUpsideDown: false, scores: scores, isCertain: true)
        default: return Result(page: flat, isUpsideDown: best == 2, scores: scores, isCertain: true)
        }
    }
}

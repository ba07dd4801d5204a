package import Imaging
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
    private let grey: Image

    /// - Parameter grey: the same page as captured.
    init(of normalised: Image, grey: Image, turns: Int, settings: PreprocessSettings) throws {
        self.turns = turns
        self.grey = grey
        let turned = try normalised.rotated(quarterTurns: turns)
        transform = .quarterTurns(turns, width: normalised.width, height: normalised.height)
        var result = try Binarizing(normalised: turned) { try grey.rotated(quarterTurns: turns) }
            .binarize(settings.binarization)
        var small = try Reduction(of: result.image)
        var lines = try TextLayout(small.image)
        var found = 0.0
        if settings.deskew {
            found = try Levelling.skew(of: small.image, layout: lines) ?? Levelling.skew(ofSmall: turned) ?? 0
        }
        var level = turned
        func turnLevel() throws {
            level = try turned.rotated(degrees: -found)
            result = try Binarizing(normalised: level) {
                try grey.rotated(quarterTurns: turns).rotated(degrees: -found)
            }.again(like: result)
            small = try Reduction(of: result.image)
            lines = try TextLayout(small.image)
        }
        if abs(found) >= settings.minSkew {
            try turnLevel()
            if abs(found) >= Levelling.steep {
                let rest = try Levelling.skew(of: small.image, layout: lines)
                if let rest, abs(rest) >= settings.minSkew, abs(rest) <= Levelling.mostRest {
                    found += rest
                    try turnLevel()
                }
            }
            let plan = Transform.rotation(degrees: -found, width: turned.width, height: turned.height)
            transform = transform.after(plan.transform)
        }
        skew = found
        levelled = abs(found) >= settings.minSkew ? found : 0
        self.normalised = level
        binary = result
        reduction = small
        layout = lines
    }

    var binarizing: Binarizing {
        Binarizing(normalised: normalised) { [grey, turns, levelled] in
            let turned = try grey.rotated(quarterTurns: turns)
            return levelled == 0 ? turned : try turned.rotated(degrees: -levelled)
        }
    }

    /// The same page in another black and white.
    func with(_ result: Binarizing.Result) throws -> LevelledPage {
        var page = self
        page.binary = result
        page.reduction = try Reduction(of: result.image)
        page.layout = try TextLayout(page.reduction.image)
        return page
    }

    /// Grey levels to read from: on a page full of specks, the black and white that is left without them; faint print
    /// made as dark as any.
    var readable: Image {
        get throws {
            if binary.isNoisy { return try binary.image.grey() }
            guard binary.method == .faint else { return normalised }
            let level = try GlobalLevel(of: normalised).faintLevel
            return try normalised.stretched(black: max(0, 2 * level - Image.paperLevel), white: Image.paperLevel)
        }
    }
}

/// What tells which way up a page stands, handed in by the pipeline, which has the recognizer.
package struct Signs {
    /// How much a 1-bit or 8-bit strip of a few text lines reads like text as it stands: letters read, weighted by
    /// confidence, 0…
    let evidence: (Image) throws -> Double
    /// The quarter turns, 0 or 2, that bring upright a machine-readable zone whose lines run across a page, given in grey
    /// and in black and white; nil where it reads none. Asked where a few lines do not decide at once.
    let zoneTurns: (Image, Image) throws -> Int?
    /// Degrees clockwise, in quarters, that a two-dimensional bar code which reads in one direction stands from upright;
    /// nil for none. Asked where nothing else decides.
    let symbolTurn: (Image) throws -> Int?

    package init(
        evidence: @escaping (Image) throws -> Double,
        zoneTurns: @escaping (Image, Image) throws -> Int? = { _, _ in nil },
        symbolTurn: @escaping (Image) throws -> Int? = { _ in nil }
    ) {
        self.evidence = evidence
        self.zoneTurns = zoneTurns
        self.symbolTurn = symbolTurn
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
    /// The same for a glance, which has fewer letters to go by.
    static let glanceShare = 0.7
    /// The best turn's evidence over the next one's for certainty.
    static let decidingRatio = 1.4
    /// Evidence below this, or below this share of the strips' letters, decides nothing.
    static let leastEvidence = 3.0
    static let leastShare = 0.2
    /// Evidence from which on print speaks against a symbol: too little to decide, too much to be overruled.
    static let leastContrary = 2.5
    /// Share of the strips' letters from which on the other axis is not weighed.
    static let clearShare = 0.4
    /// Votes of letters for one axis over those for the other that spare weighing the other.
    static let axisRatio = 1.6

    let settings: PreprocessSettings
    /// False for a page of which nothing can be read.
    let isLegible: Bool
    /// Whether the page was cut out of a picture by its outline: such a one is read in grey.
    var isCutOut = false
    let signs: Signs

    /// - Parameters:
    ///   - normalised: the page with its light evened out.
    ///   - grey: as captured.
    func orient(_ normalised: Image, grey: Image) throws -> Result {
        func page(_ turns: Int) throws -> LevelledPage {
            try LevelledPage(of: normalised, grey: grey, turns: turns, settings: settings)
        }
        let flat = try page(0)
        guard settings.orient, isLegible, flat.layout.letterCount >= 3 else {
            return Result(page: flat, isUpsideDown: false, scores: [], isCertain: !settings.orient)
        }
        let (across, down) = (Double(flat.layout.across), Double(flat.layout.down))
        var scores = Scores()
        if across >= Orienting.axisRatio * down {
            // Where a zone shows at a glance, it is read once for all.
            if flat.layout.hasEvenLines, let standing = try byZone(flat) { return standing }
            if try readsWell(flat, into: &scores) { return try settled(flat, nil, scores) }
            if try weigh(flat, into: &scores) { return try settled(flat, nil, scores) }
            if !flat.layout.hasEvenLines, let standing = try byZone(flat) { return standing }
            if scores.decidesClearly { return try settled(flat, nil, scores) }
            // The lines of a zone stand so far apart, and its letters so near each other, that it may run down.
            let upended = try page(1)
            if let standing = try byZone(upended) { return standing }
            _ = try weigh(upended, into: &scores)
            return try settled(flat, upended, scores)
        }
        if let standing = try byZone(flat) { return standing }
        let upended = try page(1)
        if let standing = try byZone(upended) { return standing }
        _ = try weigh(upended, into: &scores)
        if down < Orienting.axisRatio * across || !scores.decides {
            _ = try weigh(flat, into: &scores)
        }
        return try settled(flat, upended, scores)
    }

    /// A zone that reads is better evidence than any words: its lines are longer, and have a form.
    private func byZone(_ page: LevelledPage) throws -> Result? {
        guard page.layout.letterCount >= Orienting.leastOfZone,
            let turns = try signs.zoneTurns(page.readable, page.binary.image)
        else { return nil }
        var scores = [0.0, 0, 0, 0]
        scores[(4 - page.turns + (turns == 2 ? 2 : 0)) % 4] = Double(Orienting.leastOfZone)
        return try readable(
            Result(page: page, isUpsideDown: turns == 2, scores: scores, isCertain: true),
            zone: Double(Orienting.leastOfZone))
    }

    /// Two lines of 36 characters, a few lost.
    private static let leastOfZone = 60

    /// Whether a glance at a line or two confirms a page as it stands: most pages come upright.
    private func readsWell(_ page: LevelledPage, into scores: inout Scores) throws -> Bool {
        guard let strips = try TextStrips(of: page, .glance), strips.letters >= TextStrips.Selection.glance.enough
        else { return false }
        let found = try signs.evidence(strips.image)
        guard found >= Orienting.glanceShare * Double(strips.letters) else { return false }
        scores.weigh(0, found, letters: strips.letters)
        return true
    }

    /// Weighs a page as it stands and, unless that confirms it, upside down.
    ///
    /// - Returns: whether it was confirmed as it stands.
    private func weigh(
        _ page: LevelledPage, by selection: TextStrips.Selection = .fullest, into scores: inout Scores
    ) throws -> Bool {
        guard let strips = try TextStrips(of: page, selection) else { return false }
        // A page turned by a quarter stood at 270 degrees; upside down beside that, at 90.
        let standing = (4 - page.turns) % 4
        scores.weigh(standing, try signs.evidence(strips.image), letters: strips.letters)
        if page.turns == 0, scores.values[standing] >= Orienting.confirmingShare * Double(strips.letters) {
            return true
        }
        scores.weigh(
            (standing + 2) % 4, try signs.evidence(strips.image.rotated(quarterTurns: 2)), letters: strips.letters)
        return false
    }

    /// The page that the evidence is for; where it does not decide, the page as it came.
    private func settled(_ flat: LevelledPage, _ upended: LevelledPage?, _ found: Scores) throws -> Result {
        var scores = found
        if !scores.decides {
            for page in [flat, upended].compactMap(\.self) { _ = try weigh(page, by: .free, into: &scores) }
        }
        if !scores.decides, let turn = try signs.symbolTurn(flat.normalised) { scores.settle(turn / 90) }
        var result = Result(page: flat, isUpsideDown: false, scores: scores.values, isCertain: scores.decides)
        if scores.decides {
            switch (scores.best, upended) {
            case (1, .some(let page)): (result.page, result.isUpsideDown) = (page, true)
            case (3, .some(let page)): result.page = page
            default: result.isUpsideDown = scores.best == 2
            }
        }
        return result.isCertain ? try readable(result) : result
    }

    /// The page in the black and white that reads best.
    private func readable(_ result: Result, zone: Double? = nil) throws -> Result {
        guard
            let better = try Binarizing.settled(
                result.page, isUpsideDown: result.isUpsideDown, isCutOut: isCutOut, zone: zone,
                evidence: signs.evidence)
        else { return result }
        var result = result
        result.page = try result.page.with(better)
        return result
    }

    /// Evidence for 0, 90, 180 and 270 degrees.
    private struct Scores {
        private(set) var values = [0.0, 0, 0, 0]
        /// Letters in the strips that each was weighed by.
        private var letters = [0, 0, 0, 0]

        /// What a symbol that reads in one direction says, where no evidence speaks against it.
        private var settled: Int?

        /// A symbol may have been printed, or read, another way round than the page.
        mutating func settle(_ turn: Int) {
            guard (0..<4).contains(turn),
                values[best] < max(Orienting.leastContrary, Orienting.decidingRatio * values[turn])
            else { return }
            settled = turn
        }

        mutating func weigh(_ turn: Int, _ evidence: Double, letters count: Int) {
            guard evidence >= values[turn] else { return }
            values[turn] = evidence
            letters[turn] = count
        }

        var best: Int { settled ?? values.indices.max { (values[$0], -$0) < (values[$1], -$1) } ?? 0 }

        /// By so much that the other axis need not be weighed.
        var decidesClearly: Bool {
            decides && values[best] >= Orienting.clearShare * Double(letters[best])
        }

        var decides: Bool {
            if settled != nil { return true }
            let next = values.indices.filter { $0 != best }.map { values[$0] }.max() ?? 0
            return values[best] >= max(Orienting.leastEvidence, Orienting.leastShare * Double(letters[best]))
                && values[best] >= Orienting.decidingRatio * next
        }
    }
}

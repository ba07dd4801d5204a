import Kinds
import Model

/// What one cue adds on one page.
struct CueHit: Hashable, Sendable {
    /// Position in the kind's cues.
    var cue: Int
    var weight: Double
    var page: Int
    var text: String
    var box: Box?
    /// Places among the page's words; empty for a feature.
    var words: Range<Int>
    /// Times that it stands on the page.
    var count: Int
}

/// Finds a kind's cues on a page.
struct CueFinder {
    let page: RecognizedPage
    private let matcher: PhraseMatcher
    private let lines: [TextLine]
    private let lineOf: [Int]
    private let textHeight: Double

    init(page: RecognizedPage) {
        self.page = page
        matcher = PhraseMatcher(page: page)
        lines = page.lines
        var lineOf = [Int](repeating: 0, count: page.words.count)
        for (number, line) in lines.enumerated() {
            for word in line.indices { lineOf[word] = number }
        }
        self.lineOf = lineOf
        let heights = page.words.map(\.box.height).sorted()
        textHeight = heights.isEmpty ? 1 : Double(max(1, heights[heights.count / 2]))
    }

    func hits(of cues: [Cue]) -> [CueHit] {
        guard page.error == nil else { return [] }
        return cues.indices.compactMap { index in hit(cues[index], index: index) }
    }

    private func hit(_ cue: Cue, index: Int) -> CueHit? {
        if let feature = cue.feature {
            guard has(feature) else { return nil }
            return CueHit(
                cue: index, weight: cue.weight, page: page.index, text: feature.rawValue, box: nil, words: 0..<0,
                count: 1)
        }
        let matches = cue.phrases.flatMap { matcher.matches($0) }.filter { stands($0, at: cue.place) }
        guard let best = matches.max(by: { $0.similarity < $1.similarity }) else { return nil }
        // Similarity 0.85 and less is half the evidence.
        let trust = min(1, max(0.5, 1 - (1 - best.similarity) * 10 / 3))
        return CueHit(
            cue: index, weight: cue.weight * trust, page: page.index,
            text: page.words[best.words].map(\.text).joined(separator: " "), box: best.box, words: best.words,
            count: Set(matches.map(\.words)).count)
    }

    // MARK: - Places

    private func stands(_ match: PhraseMatch, at place: Cue.Place) -> Bool {
        let height = Double(max(1, page.prepared.height))
        switch place {
        case .anywhere: return true
        case .top: return match.box.midY < height / 3
        case .bottom: return match.box.midY > height * 2 / 3
        case .title: return match.box.midY < height * 0.55 && isTitle(match)
        }
    }

    /// On lines that hold little else, or in larger type.
    private func isTitle(_ match: PhraseMatch) -> Bool {
        let first = lineOf[match.words.lowerBound]
        let last = lineOf[match.words.upperBound - 1]
        let all = lines[first...last].reduce(0) { $0 + letters(in: $1.words) }
        let own = letters(in: page.words[match.words])
        if Double(own) >= 0.5 * Double(all) { return true }
        let tallest = page.words[match.words].map(\.box.height).sorted()
        return Double(tallest[tallest.count / 2]) > 1.35 * textHeight && Double(own) >= 0.25 * Double(all)
    }

    private func letters(in words: some Sequence<Word>) -> Int {
        words.reduce(0) { $0 + $1.text.filter(\.isLetter).count }
    }

    // MARK: - Features

    private func has(_ feature: Cue.Feature) -> Bool {
        switch feature {
        case .machineReadableZone: page.zoneLines.filter { $0.characters.count >= 28 }.count >= 2
        case .aamvaBarcode:
            page.barcodes.contains {
                $0.format == "PDF417"
                    && ($0.text.contains("ANSI ") || $0.text.contains("AAMVA") || AAMVAStripe($0.text) != nil)
            }
        case .checkBoxes: page.checkBoxes.count >= 2
        case .cardSize: isCard
        case .licenceNumbers: NumberedFields.isLicence(page)
        case .runningText: lines.count(where: isSentence) >= Self.linesOfRunningText
        }
    }

    private static let linesOfRunningText = 12

    /// Whether a line is part of a sentence: five words of small letters and more, one after the other, against the few
    /// capitals of names and captions.
    private func isSentence(_ line: TextLine) -> Bool {
        let small = line.words.count { word in
            word.confidence >= 0.5 && word.text.first?.isLowercase == true && word.text.allSatisfy { !$0.isNumber }
        }
        return small >= 5 && small * 5 >= line.words.count * 3
    }

    /// An ID-1, ID-2 or ID-3 card or data page (ISO/IEC 7810: 85.60 × 53.98, 105 × 74, 125 × 88 mm), within a tenth.
    private var isCard: Bool {
        let dpi = page.prepared.dpi
        guard dpi > 0 else { return false }
        let long = Double(max(page.prepared.width, page.prepared.height)) / dpi * 25.4
        let short = Double(min(page.prepared.width, page.prepared.height)) / dpi * 25.4
        return [(85.6, 53.98), (105, 74), (125, 88)].contains { width, height in
            abs(long / width - 1) < 0.1 && abs(short / height - 1) < 0.1
        }
    }
}

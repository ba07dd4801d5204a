import Glibc
import Imaging
import Model

/// Reads the lines of machine-readable zones with the OCR-B model. What it reads is what the picture shows: check
/// digits and formats are for those who know documents.
struct ZoneReader {
    let engine: TextEngine

    private static let alphabet = Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<".map(String.init))

    /// - Parameter page: grey.
    /// - Returns: the lines of each zone; empty where none of the candidates reads like a zone.
    func read(_ zones: [[ZoneCandidate]], on page: Image, within time: Duration) throws -> [[ZoneLine]] {
        let clock = ContinuousClock()
        let end = clock.now + time
        return try zones.compactMap { zone in
            let read = try zone.map { try line($0, on: page, within: end - clock.now) }
            return Self.isPlausible(read) ? read : nil
        }
    }

    /// Two or three lines, each about as long as the others and as a format's, three as those of a card of size TD1, sure
    /// enough, with two fillers in a row,
    /// which part the names in every format, with two dates, and with a document's code or fillers in a row. (The model is sure
    /// of everything that it reads: typewritten text gets 0.9, and blank lines of a form are rows of fillers.)
    static func isPlausible(_ lines: [ZoneLine]) -> Bool {
        let lengths = lines.map(\.characters.count)
        guard lines.count >= 2, let least = lengths.min(), let most = lengths.max(),
            least >= ZoneFinder.lengths.lowerBound, most <= ZoneFinder.lengths.upperBound, most - least <= 3,
            lines.count < 3 || most <= Self.mostOfThree
        else { return false }
        let characters = lines.flatMap(\.characters)
        let confidence = characters.reduce(0) { $0 + $1.confidence } / Double(characters.count)
        let texts = lines.map(\.text)
        return confidence >= 0.8 && texts.contains { $0.contains("<<") } && texts.contains(where: hasDates)
            && (opens(texts[0]) || texts.contains { $0.contains("<<<") })
    }

    /// Characters of each of three lines (ICAO 9303 part 5, section 4.2.2), and some that were read as two. Longer ones are a
    /// typewritten form's.
    private static let mostOfThree = 33

    /// Whether a first line begins with a document code and an issuer (ICAO 9303 parts 4 to 7, data elements of each format).
    private static func opens(_ line: String) -> Bool {
        line.first.map("PACIV".contains) == true && line.prefix(5).allSatisfy { $0.isLetter || $0 == "<" }
    }

    /// Whether two dates with their check digits stand in a line, as in one of every format; some figures may be taken for
    /// letters of their shape.
    private static func hasDates(_ line: String) -> Bool {
        line.split { !$0.isNumber && !lookalikes.contains($0) }.count { run in
            run.count >= dateLength && run.count(where: \.isNumber) >= dateLength - 2
        } >= 2
    }

    /// Year, month and day.
    private static let dateLength = 6
    /// Letters that figures are taken for.
    private static let lookalikes: Set<Character> = ["O", "Q", "D", "I", "L", "Z", "S", "B", "G"]

    func line(_ candidate: ZoneCandidate, on page: Image, within time: Duration) throws -> ZoneLine {
        let end = ContinuousClock.now + time
        let first = try line(candidate, on: page, framing: Self.usual, within: time)
        if Self.isSure(first) { return first }
        let second = try line(candidate, on: page, framing: Self.wider, within: end - ContinuousClock.now)
        return Self.agreed(first, second)
    }

    /// White around a line and the size at which it is read. The net, once on a wrong track, misreads a whole line of clear
    /// print, and reads the same line framed otherwise without a doubt.
    struct Framing {
        /// Share of a character's height left white above and below.
        var margin: Double
        /// Heights of characters, in pixels, that are brought to ``readHeight``.
        var scaled: Range<Double>
        var readHeight: Double
    }

    /// Small print is enlarged to about what the engine scales every line to; the net was trained with such margins.
    private static let usual = Framing(margin: 0.28, scaled: 0..<24, readHeight: 28)
    private static let wider = Framing(margin: 0.44, scaled: 0..<Double.infinity, readHeight: 20)

    /// Whether a line is beyond doubt. On a wrong track the net is still 0.96 sure of the characters that it misreads, of
    /// which check digits see one alone but not always two; nearly all that is right has more (``ZoneSymbol``).
    static func isSure(_ line: ZoneLine) -> Bool {
        let doubtful = line.characters.count { character in
            character.confidence < leastSure || character.alternatives.contains { $0.confidence >= mostOther }
        }
        return !line.characters.isEmpty && doubtful < 2 && line.characters.allSatisfy { $0.confidence >= leastAlone }
    }

    /// Of a character by itself, and where another is in doubt as well.
    private static let leastAlone = 0.9
    private static let leastSure = 0.97
    /// Share of the picture's probability that another character may have.
    private static let mostOther = 0.2

    /// Of two readings of one line: where they are equally long, what each character is by both; else the one as long as
    /// a format's lines, else the surer one.
    static func agreed(_ first: ZoneLine, _ second: ZoneLine) -> ZoneLine {
        if first.characters.count == second.characters.count {
            var line = first
            line.characters = zip(first.characters, second.characters).map {
                ZoneVotes.elected([($0, 1), ($1, 1)])
            }
            return line
        }
        let fitting = [first, second].filter { lineLengths.contains($0.characters.count) }
        if fitting.count == 1 { return fitting[0] }
        func mean(_ line: ZoneLine) -> Double {
            line.characters.reduce(0) { $0 + $1.confidence } / Double(max(1, line.characters.count))
        }
        return mean(second) > mean(first) ? second : first
    }

    private func line(
        _ candidate: ZoneCandidate, on page: Image, framing: Framing, within time: Duration
    ) throws -> ZoneLine {
        let margin = Int((candidate.height * framing.margin).rounded())
        let slant = abs(candidate.slope) * Double(candidate.box.width)
        let crop = candidate.box.inset(by: -margin).intersection(page.bounds)
        let picture = try page.cropped(to: crop)
        let factor = framing.scaled.contains(candidate.height) ? min(5, framing.readHeight / candidate.height) : 1
        var map = Transform.scale(x: 1 / factor, y: 1 / factor)
        var prepared = factor == 1 ? picture : try picture.scaled(by: factor)
        if slant > candidate.height * 0.2 {
            (prepared, map) = try levelled(prepared, candidate: candidate, factor: factor, margin: margin, map: map)
        }
        let symbols = try engine.symbols(in: GreyPicture(prepared), within: time)
        let characters = symbols.filter { Self.alphabet.contains($0.text) }.map { symbol in
            ZoneCharacter(
                text: symbol.text, confidence: symbol.confidence, box: Self.mapped(symbol.box, by: map, from: crop),
                alternatives: symbol.alternatives.filter { Self.alphabet.contains($0.text) })
        }
        return ZoneLine(
            characters: Self.withoutDoubles(characters, pitch: candidate.pitch), box: candidate.box)
    }

    /// Characters of a line in each format, ICAO 9303 parts 4 to 7.
    static let lineLengths: Set<Int> = [30, 36, 44]

    /// One blurred character is at times read as two. Where a line is too long for a format by one or two, the less sure
    /// of two that stand closer than characters can is left out.
    static func withoutDoubles(_ characters: [ZoneCharacter], pitch: Double) -> [ZoneCharacter] {
        guard let excess = (1...2).first(where: { lineLengths.contains(characters.count - $0) }),
            !lineLengths.contains(characters.count)
        else { return characters }
        var rest = characters
        for _ in 0..<excess {
            let pairs = rest.indices.dropFirst().map { (index: $0, gap: rest[$0].box.midX - rest[$0 - 1].box.midX) }
            guard let closest = pairs.min(by: { $0.gap < $1.gap }), closest.gap < 0.65 * pitch else {
                return characters
            }
            let (left, right) = (rest[closest.index - 1], rest[closest.index])
            rest.remove(at: left.confidence < right.confidence ? closest.index - 1 : closest.index)
        }
        return rest
    }

    /// Turns a slanting line level and cuts off what the turn added.
    private func levelled(
        _ picture: Image, candidate: ZoneCandidate, factor: Double, margin: Int, map: Transform
    ) throws -> (Image, Transform) {
        let degrees = atan(candidate.slope) * 180 / .pi
        let plan = Transform.rotation(degrees: -degrees, width: picture.width, height: picture.height)
        let turned = try picture.rotated(degrees: -degrees)
        let height = Int((candidate.height + 2 * Double(margin)) * factor)
        let top = max(0, (turned.height - height) / 2)
        let part = Box(x: 0, y: top, width: turned.width, height: min(height, turned.height - top))
        let cut = try turned.cropped(to: part)
        return (cut, map.after(plan.transform).after(.translation(x: 0, y: Double(top))))
    }

    private static func mapped(_ box: Box, by map: Transform, from crop: Box) -> Box {
        let first = map.apply(Point(x: Double(box.x), y: Double(box.y)))
        let last = map.apply(Point(x: Double(box.maxX), y: Double(box.maxY)))
        return Box(
            x: crop.x + Int(first.x.rounded()), y: crop.y + Int(first.y.rounded()),
            width: max(1, Int((last.x - first.x).rounded())), height: max(1, Int((last.y - first.y).rounded())))
    }
}

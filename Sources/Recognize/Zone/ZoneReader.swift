import Foundation
import Imaging
import Model

/// Reads the lines of machine-readable zones by two witnesses: the OCR-B model and the neural reader. What they read is what
/// the picture shows: check digits and formats are for those who know documents.
struct ZoneReader {
    let engine: TextEngine
    /// Nil: the OCR-B model is its own second witness, by a line framed otherwise.
    var neural: (any LineReader)?

    static let alphabet = Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<")

    /// - Parameter page: grey.
    /// - Returns: the lines of each zone; empty where none of the candidates reads like a zone.
    func read(_ zones: [[ZoneCandidate]], on page: Image) throws -> [[ZoneLine]] {
        try zones.compactMap { zone in
            let read = try zone.map { try line($0, on: page) }
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

    /// White around a line and the size at which the OCR-B model reads it. The net, once on a wrong track, misreads a whole
    /// line of clear print, and reads the same line framed otherwise without a doubt.
    private struct Framing {
        /// Share of a character's height left white above and below.
        var margin: Double
        /// Heights of characters, in pixels, that are brought to ``readHeight``.
        var scaled: Range<Double>
        var readHeight: Double
    }

    /// Small print is enlarged to about what the engine scales every line to; the net was trained with such margins.
    private static let usual = Framing(margin: 0.28, scaled: 0..<24, readHeight: 28)
    private static let wider = Framing(margin: 0.44, scaled: 0..<Double.infinity, readHeight: 20)

    func line(_ candidate: ZoneCandidate, on page: Image) throws -> ZoneLine {
        let first = try byModel(candidate, on: page, Self.usual)
        guard let neural else {
            let second = try byModel(candidate, on: page, Self.wider)
            return line(candidate, ZoneWitnesses().joined(first, second, pitch: candidate.pitch))
        }
        let (picture, start) = try picture(of: candidate, on: page, Self.usual.margin)
        let second = try neural.characters(in: picture, among: Self.alphabet).map { $0.moved(by: -start) }
        var firsts = [first]
        if first.map(\.text) != second.map(\.text) { firsts.append(try byModel(candidate, on: page, Self.wider)) }
        func agreement(_ read: [LineCharacter]) -> Int {
            LineAlignment.slots(read, second, height: candidate.pitch).count { slot in
                slot.first.flatMap { first in slot.second.map { read[first].text == second[$0].text } } ?? false
            }
        }
        let best = firsts.max { agreement($0) < agreement($1) } ?? first
        return line(candidate, ZoneWitnesses().joined(best, second, pitch: candidate.pitch))
    }

    private func line(_ candidate: ZoneCandidate, _ characters: [LineCharacter]) -> ZoneLine {
        let turn = candidate.line.slant
        return ZoneLine(
            characters: characters.map { character in
                var own = candidate.line
                own.middle = own.point(at: character.middle, turn: turn)
                own.length = character.place.upperBound - character.place.lowerBound
                return ZoneCharacter(
                    text: String(character.text), confidence: character.posterior, box: own.around,
                    alternatives: character.alternatives.map { .init(text: String($0.text), confidence: $0.posterior) })
            }, box: candidate.box)
    }

    /// The line turned level, with a margin on all sides that ends at the page's, and where the line begins in it.
    private func picture(
        of candidate: ZoneCandidate, on page: Image, _ margin: Double
    ) throws -> (picture: Image, start: Double) {
        var line = candidate.line
        let margin = (margin * line.height).rounded()
        if line.slant == 0 {
            let crop = line.box.inset(by: -Int(margin)).intersection(page.bounds)
            return (try page.cropped(to: crop), line.middle.x - line.length / 2 - Double(crop.x))
        }
        line.length += 2 * margin
        line.height += 2 * margin
        return (try line.levelled(from: page, turn: line.slant), margin)
    }

    private func byModel(_ candidate: ZoneCandidate, on page: Image, _ framing: Framing) throws -> [LineCharacter] {
        let factor = framing.scaled.contains(candidate.height) ? min(5, framing.readHeight / candidate.height) : 1
        let (picture, start) = try picture(of: candidate, on: page, framing.margin)
        let symbols = try engine.symbols(in: GreyPicture(factor == 1 ? picture : picture.scaled(by: factor)))
        return symbols.compactMap { Self.character($0)?.scaled(by: 1 / factor).moved(by: -start) }
    }

    /// The model's confidence has a scale of its own, on which nearly all that is right lies above 0.97; what it says of
    /// other characters are shares of the picture's probability.
    private static func character(_ symbol: ReadSymbol) -> LineCharacter? {
        guard let text = symbol.text.first, alphabet.contains(text) else { return nil }
        let others = symbol.alternatives.filter { $0.text.first.map(alphabet.contains) == true && $0.text.count == 1 }
        let total = others.reduce(0) { $0 + $1.confidence }
        let posterior = min(1 - pow(1 - min(max(symbol.confidence, 0.05), 1), 1.7), max(0.05, 1 - total))
        let share = total > 0 ? min(1, (1 - posterior) / total) : 0
        return LineCharacter(
            text: text, posterior: posterior, place: Double(symbol.box.x)...Double(max(symbol.box.x, symbol.box.maxX)),
            alternatives: others.compactMap { choice in
                choice.text.first.map { .init(text: $0, posterior: choice.confidence * share) }
            })
    }

    /// Characters of a line in each format, ICAO 9303 parts 4 to 7.
    static let lineLengths: Set<Int> = [30, 36, 44]
}

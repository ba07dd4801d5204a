import Foundation
import Model

/// A line as two readers saw it: a confusion network (Mangu, Brill and Stolcke 2000), whose likeliest path makes the words.
struct LineLattice {
    /// Tesseract's words, from left to right, each with its symbols.
    let words: [ReadWord]
    /// What the neural reader saw, in pixels of the page.
    let characters: [LineCharacter]
    /// Around the line.
    let box: Box
    let weights: ReaderWeights

    /// One place of the line, decided.
    private struct Place {
        /// Nil where nothing stands.
        var text: Character?
        var confidence: Double
        var first: LineCharacter?
        var second: LineCharacter?
        /// Position of the word of Tesseract's that it is from.
        var word: Int?
        var symbol: Box?

        var isAgreedOn: Bool { first != nil && first?.text == second?.text }
    }

    /// The words of the likeliest path. Those that stand in no word of Tesseract's have its line and block nonetheless: those
    /// of the nearest in the line, or -1 where there is none.
    func readWords() -> [ReadWord] {
        placed(decided().split { $0.text == " " && $0.isAgreedOn }.flatMap(words))
    }

    /// Of a space that one reader alone saw the word before it keeps the trace.
    private func words(_ places: ArraySlice<Place>) -> [ReadWord] {
        var result: [ReadWord] = []
        var start = places.startIndex
        for index in places.indices where places[index].text == " " || index == places.endIndex - 1 {
            if let word = word(places[start...index]) { result.append(word) }
            start = index + 1
        }
        return result
    }

    private func decided() -> [Place] {
        var (own, origins) = ([LineCharacter](), [(word: Int?, box: Box?)]())
        for (index, word) in words.enumerated() {
            if index > 0 {
                let gap = min(words[index - 1].box.maxX, word.box.x)...max(words[index - 1].box.maxX, word.box.x)
                own.append(
                    LineCharacter(
                        text: " ", posterior: Self.sureOfSpace, place: Double(gap.lowerBound)...Double(gap.upperBound)))
                origins.append((nil, nil))
            }
            for symbol in word.symbols {
                let posterior = Self.posterior(ofTesseract: symbol.confidence)
                let place = Double(symbol.box.x)...Double(max(symbol.box.x, symbol.box.maxX))
                for text in symbol.text {
                    own.append(LineCharacter(text: text, posterior: posterior, place: place))
                    origins.append((index, symbol.box))
                }
            }
        }
        let slots = LineAlignment.slots(own, characters, height: Double(max(1, box.height)))
        let agreed = slots.map { slot in
            slot.first.flatMap { first in slot.second.map { (own[first].text, characters[$0].text) } }
                .flatMap { $0.0 == $0.1 ? $0.0 : nil }
        }
        func beside(_ position: Int) -> Character? { agreed.indices.contains(position) ? agreed[position] : nil }
        return slots.enumerated().map { position, slot in
            let (one, other) = (slot.first.map { own[$0] }, slot.second.map { characters[$0] })
            let origin = slot.first.map { origins[$0] }
            var place = Place(
                text: one?.text, confidence: 0, first: one, second: other, word: origin?.word, symbol: origin?.box)
            if let one, let other, place.isAgreedOn {
                place.confidence = 1 - (1 - one.posterior) * (1 - other.posterior)
            } else {
                let chance = weights.chanceOfSecond(
                    at: .init(
                        first: one?.seen, second: other?.seen, before: beside(position - 1), after: beside(position + 1)
                    ))
                if chance > 0.5 { place.text = other?.text }
                place.confidence = max(chance, 1 - chance)
            }
            return place
        }
    }

    /// Of each gap between its words.
    private static let sureOfSpace = 0.9

    /// A symbol's figure is 1 + 0.07 times the logarithm of its chance (Tesseract's `Certainty`).
    private static func posterior(ofTesseract confidence: Double) -> Double { exp((confidence - 1) / 0.07) }

    private func word(_ places: ArraySlice<Place>) -> ReadWord? {
        let letters = places.filter { $0.text != " " }
        let shown = letters.filter { $0.text != nil }
        let text = String(shown.compactMap(\.text))
        guard !text.isEmpty else { return nil }
        let boxes = shown.compactMap(\.symbol)
        var area = Box.around(boxes)
        for place in shown where place.symbol == nil {
            guard let other = place.second else { continue }
            let (left, right) = (Int(other.place.lowerBound), Int(other.place.upperBound.rounded(.up)))
            let rows = area ?? box
            let own = Box(x: left, y: rows.y, width: max(1, right - left), height: rows.height)
            area = area?.union(own) ?? own
        }
        guard let area else { return nil }
        let model = places.lazy.compactMap(\.word).first.map { words[$0] }
        var word = ReadWord(
            text: text, confidence: letters.map(\.confidence).min() ?? 0, box: area, line: model?.line ?? -1,
            block: model?.block ?? -1, isKnown: model?.isKnown ?? false)
        if !words.isEmpty { word.readings.append(Self.reading(.tesseract, places.map(\.first))) }
        word.readings.append(Self.reading(.neural, places.map(\.second)))
        return word
    }

    private static func reading(_ reader: Word.Reading.Reader, _ characters: [LineCharacter?]) -> Word.Reading {
        Word.Reading(
            reader: reader, characters: characters.map { $0.map { String($0.text) } ?? "" },
            posteriors: characters.map { $0?.posterior ?? 0 })
    }

    private func placed(_ result: [ReadWord]) -> [ReadWord] {
        var result = result
        for index in result.indices where result[index].line < 0 {
            let near = result.indices.filter { result[$0].line >= 0 }.min { abs($0 - index) < abs($1 - index) }
            if let near { (result[index].line, result[index].block) = (result[near].line, result[near].block) }
        }
        return result
    }
}

extension LineCharacter {
    fileprivate var seen: ReaderWeights.Seen { .init(text: text, posterior: posterior) }
}

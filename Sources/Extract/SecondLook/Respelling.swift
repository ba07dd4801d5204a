import Foundation
import Kinds
import Model

// How a word that was misread is spelled, where the models' other readings and its letters' shapes tell.

extension SecondLook.Request {
    /// Readings that have to spell a word otherwise for it to be put right, and more of them where it has figures or differs
    /// in marks alone, for a speck is one too.
    private static let (leastSpelling, leastSpellingFigures) = (2, 3)
    /// Letters and signs in which a word and its spelling may differ.
    private static let mostEdits = 3
    /// Of the five readings of the first model, how many have to see marks that the second does not know.
    private static let leastMarked = 4

    /// And what models take for each other.
    private static let leastRinged = 5

    /// - Returns: nil where they do not tell.
    func respelling(by reading: Rereading) -> String? {
        let all = reading.all.map(withoutStopOfSentence)
        if let text = withSharpS(all, reading.byShape) { return text }
        var spellings: [String] = []
        for text in all where !agrees(with: text) && !spellings.contains(where: { isSame($0, as: text) }) {
            let isWhole = positions.isEmpty && Self.isAddress(self.text) && !text.contains(" ")
            guard isWhole || text.split(separator: " ").count == positions.count,
                EditDistance.between(Array(self.text), Array(text), atMost: Self.mostEdits) != nil
            else { continue }
            spellings.append(text)
        }
        let found = spellings.filter { text in
            isMarked(text, by: reading) || isSpelled(text, in: all, reading.byShape)
        }
        guard found.count == 1 else { return nil }
        let alike = all.filter { isSame($0, as: found[0]) }
        return alike.max { first, second in
            alike.count { $0 == first } < alike.count { $0 == second }
        }
    }

    /// Whether models spell it so and a size of its picture was read exactly so by shape, and neither as it was.
    private func isSpelled(_ other: String, in readings: [String], _ shapes: [String]) -> Bool {
        let count = readings.count { isSame($0, as: other) }
        let fitting =
            signs.isEmpty
            ? Self.fit(other, shapes, asCode: isCode) : shapes.count { $0.filter { !$0.isWhitespace } == other }
        let asBefore = signs.isEmpty ? Self.fit(text, shapes, asCode: isCode) : 0
        guard fitting > 0, asBefore == 0 else { return false }
        if Self.hasRingOrDots(other) { return count >= Self.leastRinged && fitting > 1 }
        if hasDotsBelow(besides: other) { return count >= Self.leastSpelling }
        if differsInMarks(other) { return count >= Self.leastSpellingFigures && fitting > 1 }
        let hasFigures = other.contains(where: \.isNumber) && !Self.isAddress(text)
        return count >= (hasFigures ? Self.leastSpellingFigures : Self.leastSpelling)
            && readings.count(where: agrees) < (signs.isEmpty ? 2 : 3)
    }

    /// Whether the first model sees marks in nearly every picture where the page's reading has none: the second may not know
    /// them. Those of an i are not told from its dot.
    private func isMarked(_ other: String, by reading: Rereading) -> Bool {
        guard isOfName, differsInMarks(other), !Self.hasRingOrDots(other), reading.alone.count > 3 else { return false }
        let first = reading.alone.dropLast() + reading.amongNeighbours.dropLast()
        return first.count { isSame($0, as: other) } >= Self.leastMarked
    }

    /// Whether a letter has a dot below that another spelling lacks: a speck under the line, `WỌJCIECH`.
    private func hasDotsBelow(besides other: String) -> Bool {
        let (own, plain) = (Array(text.filter(\.isLetter)), Array(other.filter(\.isLetter)))
        return own.count == plain.count && own != plain
            && zip(own, plain).allSatisfy { $0 == $1 || "ẠẸỊỌỤẠạẹịọụ".contains($0) && $1.isASCII }
    }

    /// Whether another spelling has marks where this has none, and is the same otherwise.
    private func differsInMarks(_ other: String) -> Bool {
        let (own, marked) = (Array(text.filter(\.isLetter)), Array(other.filter(\.isLetter)))
        guard own.count == marked.count else { return false }
        return zip(own, marked).allSatisfy { plain, letter in
            plain == letter
                || plain.isASCII && !"iI".contains(plain) && TextFolding.fold(String(letter)) == plain.lowercased()
        } && own != marked
    }

    /// A German name's ß, of which each picture makes another f: `Grofkopf`, `Grofßkopf`, `Grofškopf`.
    func withSharpS(_ readings: [String], _ shapes: [String]) -> String? {
        guard isOfName, readings.count > 3, positions.count == 1,
            let found = text.firstMatch(of: /([aeiouäöü])(?:ß|f[ßsSšèé&]?)(?=\p{Ll})/)
        else { return nil }
        let (before, behind) = (text[..<found.range.lowerBound] + found.output.1, text[found.range.upperBound...])
        let (stem, ending) = (Self.key(String(before)), Self.key(String(behind)))
        // Without marks and signs, ß and what stands for it aside.
        var forms: Set<String> = []
        for reading in readings {
            let key = Self.key(reading)
            guard key.hasPrefix(stem), key.hasSuffix(ending), key.count > stem.count + ending.count else { continue }
            forms.insert(String(key.dropFirst(stem.count).dropLast(ending.count)))
        }
        let isOneLetter = shapes.contains { shape in
            let letters = Self.key(shape.replacing("_", with: "Q"))
            return letters.hasPrefix(stem) && letters.hasSuffix(ending)
                && letters.count == stem.count + ending.count + 1
        }
        guard forms.count > 2, forms.allSatisfy({ $0.hasPrefix("F") || $0 == "SS" }), isOneLetter else {
            return nil
        }
        return before + "ß" + behind
    }
}

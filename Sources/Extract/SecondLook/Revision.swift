import Foundation
import Kinds
package import Model

// What the second look makes of the page: words that were read the same twice are surer, and few are put right.

extension SecondLook {
    /// A place, and how many readings of it have to say the same.
    package struct Demand: Hashable, Sendable {
        var place: WordPlace
        var leastAgreeing: Int
    }

    /// A word's place in its page's list.
    fileprivate struct Position: Hashable {
        var page: Int
        var index: Int
    }

    /// The document with its words as both readings leave them; nothing that was read of a document is taken from it
    /// before it is extracted again.
    package struct Revision {
        package var document: ClassifiedDocument
        package var corrected: Set<WordPlace> = []
    }

    /// What a word is worth that two pictures read the same: of 55 right ones below 0.6 on a held-back seed 49 were, and
    /// of 11 misread ones two, both bearings that extraction puts right.
    private static let confirmed = 0.95
    /// What a word is worth that is put right where hardly a picture reads otherwise (``isSure(_:_:)``).
    private static let unanimous = 0.9
    /// Of a word's own pictures, how many have to read what all pictures of its line do.
    private static let mostAlone = 3
    private static let mostEdits = 2
    private static let unsure = 0.6

    /// - Parameter readings: as for ``judged(_:)``.
    /// - Returns: nil where nothing changes.
    package func revision(_ readings: [Request: Rereading]) -> Revision? {
        var revision = Revision(document: document.classified)
        let agreeing = readings.filter { $1.all.contains(where: $0.agrees) }
        var settled: Set<Position> = []
        for (request, reading) in agreeing where request.isSettled(by: reading) {
            settled.formUnion(request.places)
            // No reading undoes what the ink says against a number.
            revision.change(request) { word, _ in
                guard !word.isContradicted else { return }
                word.confidence = max(word.confidence, Self.confirmed)
            }
        }
        // A word may have been confirmed with the one behind it, and not by itself.
        for (request, reading) in readings where agreeing[request] == nil {
            let reading = Rereading(
                alone: reading.alone.map(request.withoutStopOfSentence),
                amongNeighbours: reading.amongNeighbours.map(request.withoutStopOfSentence))
            let isPair = request.positions.count > 1
            guard let text = isPair ? Self.likeliest(reading) : Self.correction(of: request.word, by: reading),
                !request.isUntold(by: text)
            else { continue }
            let isSure = Self.isSure(text, reading)
            let words = isPair ? text.split(separator: " ").map(String.init) : [text]
            guard
                !isPair || isSure && words.count == request.positions.count && settled.isDisjoint(with: request.places)
            else { continue }
            revision.change(request) { word, place in
                word.text = words[place]
                word.confidence = isSure ? Self.unanimous : min(word.confidence, Self.doubt)
            }
            if !isSure { revision.corrected.insert(request.place) }
        }
        return revision.document == document.classified ? nil : revision
    }

    /// Whether a text is so: a word without figures that all its own pictures say, or what every picture of its line
    /// says and all but one of its own. A figure may be lost at the edge of all its own.
    private static func isSure(_ text: String, _ reading: Rereading) -> Bool {
        if reading.amongNeighbours.isEmpty {
            return text.allSatisfy { !$0.isNumber } && reading.alone.allSatisfy { $0 == text }
        }
        let isSame = { (other: String) in Request.key(other) == Request.key(text) }
        return reading.amongNeighbours.count >= leastAmongNeighbours && reading.amongNeighbours.allSatisfy(isSame)
            && reading.alone.count(where: isSame) >= mostAlone
    }

    /// What both models read, one of them in two pictures, for a word that no picture reads again as the page was read.
    private static func correction(of word: Word, by reading: Rereading) -> String? {
        let (text, texts) = (word.text, reading.alone)
        guard let other = likeliest(reading), !other.contains(where: \.isWhitespace), other.allSatisfy(\.isASCII) else {
            return nil
        }
        // The second model may not know the letters of a name.
        let isName = !text.contains(where: \.isNumber) && !text.allSatisfy(\.isASCII)
        guard !isName else { return nil }
        // `ro` for `People`: most of the word is not in the page's reading.
        let isMisread =
            word.confidence < Self.unsure && 2 * text.count <= other.count && texts.allSatisfy { $0 == other }
        return isMisread || EditDistance.between(Array(text), Array(other), atMost: mostEdits) != nil ? other : nil
    }

    /// What the second model read, and the first in two pictures.
    private static func likeliest(_ reading: Rereading) -> String? {
        guard reading.alone.count > 3, let text = reading.alone.last,
            text.contains(where: { $0.isLetter || $0.isNumber }),
            reading.alone.dropLast().count(where: { $0 == text }) >= 2
        else { return nil }
        return text
    }
}

extension SecondLook.Revision {
    /// - Parameter change: takes each word and, from 0, which of the request's it is.
    fileprivate mutating func change(_ request: SecondLook.Request, _ change: (inout Word, Int) -> Void) {
        guard let page = document.recognized.pages.firstIndex(where: { $0.index == request.page }) else { return }
        for (place, position) in request.positions.enumerated() {
            change(&document.recognized.pages[page].words[position], place)
        }
    }
}

extension SecondLook.Request {
    fileprivate var places: [SecondLook.Position] { positions.map { SecondLook.Position(page: page, index: $0) } }
    var place: WordPlace { WordPlace(page: page, box: word.box) }
    package var demand: SecondLook.Demand { SecondLook.Demand(place: place, leastAgreeing: leastAgreeing) }
}

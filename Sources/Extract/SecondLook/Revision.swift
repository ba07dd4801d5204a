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

    /// - Parameter readings: as for ``judged(_:)``.
    /// - Returns: nil where nothing changes.
    package func revision(_ readings: [Request: Rereading]) -> Revision? {
        var revision = Revision(document: document.classified)
        let all = requests.compactMap { request in readings[request].map { (request, $0) } }
        let looked = all.filter { !$0.0.isLine }
        var settled: Set<Position> = []
        let recorded = Set(looked.filter(\.0.mayHaveLetters).flatMap(\.0.places))
        for (request, reading) in looked where request.isSettled(by: reading) {
            settled.formUnion(request.places)
            let signed = request.withOtherSigns(by: reading)?.split(separator: " ").map(String.init)
            let isSure = request.isConfirmed(by: reading) || request.isSureName(by: reading)
            // What the ink says against a number is undone by the other recognizer alone, which tells figures from each other
            // but no O from a nought.
            let isCertain = request.isConfirmed(by: reading) && recorded.isDisjoint(with: request.places)
            revision.change(request) { word, place in
                if let signed { word.text = signed[place] }
                if isCertain { word.isContradicted = false }
                if request.isOfName, request.isConfirmed(by: reading) { word.hasUnreadInk = false }
                guard !word.isContradicted else { return }
                word.confidence = max(word.confidence, Self.confirmed)
                if isSure { word.isBorneOut = true }
            }
        }
        for (line, reading) in all where line.isLine {
            let signs = line.otherCommas(by: reading)
            revision.change(line) { word, place in
                if let sign = signs[place] { word.text = word.text.trimmingCharacters(in: [".", ","]) + sign }
            }
        }
        for (request, reading) in looked where !request.isSettled(by: reading) {
            revision.correct(request, by: reading, besides: settled)
        }
        revision.removeJoined()
        return revision.document == document.classified ? nil : revision
    }
}

extension SecondLook.Revision {
    /// What a word is worth that is put right where hardly a picture reads otherwise (``isSure(_:_:)``).
    private static let unanimous = 0.9
    private static let mostEdits = 2
    private static let unsure = 0.6

    /// - Parameter settled: words that were confirmed, by themselves or with the one before or behind them.
    fileprivate mutating func correct(
        _ request: SecondLook.Request, by reading: Rereading, besides settled: Set<SecondLook.Position>
    ) {
        // A box that cuts a letter misleads all of the word's own pictures, but none of its line's: `Harbor` for `Harbon`.
        guard !request.isBorneOutByLine(reading) else { return }
        if let text = request.otherSpelling(by: reading) {
            let words = text.split(separator: " ").map(String.init)
            guard !request.positions.isEmpty else {
                join(request, as: text)
                return
            }
            if request.mayGoOn(beyond: text) { corrected.insert(request.place) }
            change(request) { word, place in
                guard
                    SecondLook.Request.key(word.text) != SecondLook.Request.key(words[place]) || !request.signs.isEmpty
                else { return }
                word.text = words[place]
                word.confidence = Self.unanimous
                word.isBorneOut = true
            }
            return
        }
        // What the page's own letters say is no slip of the reading's.
        guard !request.word.isBorneOut else { return }
        let reading = Rereading(
            alone: reading.alone.map(request.withoutStopOfSentence),
            amongNeighbours: reading.amongNeighbours.map(request.withoutStopOfSentence))
        guard let text = Self.likeliest(request, reading), !request.isUntold(by: text) else { return }
        let isSure = Self.isSure(text, request, reading)
        let agreeing = reading.all.count(where: request.agrees)
        guard agreeing == 0 || isSure && agreeing == 1 && request.leastAgreeing < SecondLook.leastOfNames else {
            return
        }
        let isPair = request.positions.count > 1
        guard isPair ? isSure : Self.isCorrection(text, of: request.word, reading) else { return }
        let words = isPair ? text.split(separator: " ").map(String.init) : [text]
        let places = request.places
        guard words.count == places.count else { return }
        change(request) { word, place in
            guard !isPair || SecondLook.Request.key(word.text) != SecondLook.Request.key(words[place]),
                !isPair || !settled.contains(places[place])
            else { return }
            word.text = words[place]
            word.confidence = isSure ? Self.unanimous : min(word.confidence, SecondLook.doubt)
        }
        if !isSure || request.mayGoOn(beyond: text) { corrected.insert(request.place) }
    }

    /// Whether a text is so: a word without figures that all its own pictures say, or what all pictures say but one, those
    /// of its line among them. A figure may be lost at the edge of all its own, and a stroke of a card's large first or last
    /// letter: `MAMADOL` for `MAMADOU`.
    private static func isSure(_ text: String, _ request: SecondLook.Request, _ reading: Rereading) -> Bool {
        if reading.amongNeighbours.isEmpty {
            let hasSameFigures =
                SecondLook.Request.isAddress(text)
                ? text.filter(\.isNumber) == request.text.filter(\.isNumber) : text.allSatisfy { !$0.isNumber }
            return hasSameFigures && reading.alone.allSatisfy { $0 == text }
                && (!request.isOfCardText || text.count != request.text.count
                    || text.first == request.text.first && text.last == request.text.last)
        }
        return reading.amongNeighbours.count >= SecondLook.leastAmongNeighbours
            && reading.all.count(where: { !request.isSame($0, as: text) }) < 2
    }

    /// Whether a word may be a text that both models read. The second may not know the letters of a name.
    private static func isCorrection(_ other: String, of word: Word, _ reading: Rereading) -> Bool {
        let text = word.text
        let isPlain = { (text: String) in text.allSatisfy { $0.isASCII || !$0.isLetter } }
        guard !other.contains(where: \.isWhitespace), isPlain(other), text.contains(where: \.isNumber) || isPlain(text)
        else { return false }
        // `ro` for `People`: most of the word is not in the page's reading.
        let isMisread =
            word.confidence < unsure && 2 * text.count <= other.count && reading.alone.allSatisfy { $0 == other }
        return isMisread || EditDistance.between(Array(text), Array(other), atMost: mostEdits) != nil
    }

    /// What the second model read, and the first in two pictures, as most of them spell it.
    private static func likeliest(_ request: SecondLook.Request, _ reading: Rereading) -> String? {
        guard reading.alone.count > 3, let text = reading.alone.last,
            text.contains(where: { $0.isLetter || $0.isNumber }),
            reading.alone.dropLast().count(where: { request.isSame($0, as: text) }) >= 2
        else { return nil }
        let spellings = reading.all.filter { request.isSame($0, as: text) }
        let counts = spellings.map { spelling in spellings.count { $0 == spelling } }
        return zip(spellings, counts).max { $0.1 < $1.1 }?.0
    }

    /// An address that was read in pieces becomes one word.
    private mutating func join(_ request: SecondLook.Request, as text: String) {
        guard let page = document.recognized.pages.firstIndex(where: { $0.index == request.page }) else { return }
        let box = request.word.box
        let words = document.recognized.pages[page].words
        let pieces = words.indices.filter {
            words[$0].slant == nil && (box.x...box.maxX).contains(Int(words[$0].box.midX))
                && (box.y...box.maxY).contains(Int(words[$0].box.midY))
        }
        guard let first = pieces.first, let whole = Box.around(pieces.map { words[$0].box }),
            pieces.allSatisfy({ words[$0].line == words[first].line })
        else { return }
        document.recognized.pages[page].words[first].text = text
        document.recognized.pages[page].words[first].box = whole
        document.recognized.pages[page].words[first].confidence = Self.unanimous
        // Removed at the end, for positions count on them.
        for piece in pieces.dropFirst() { document.recognized.pages[page].words[piece].text = "" }
    }

    fileprivate mutating func removeJoined() {
        for page in document.recognized.pages.indices {
            document.recognized.pages[page].words.removeAll(where: \.text.isEmpty)
        }
    }

    /// - Parameter change: takes each word and, from 0, which of the request's it is.
    fileprivate mutating func change(_ request: SecondLook.Request, _ change: (inout Word, Int) -> Void) {
        guard let page = document.recognized.pages.firstIndex(where: { $0.index == request.page }) else { return }
        for (place, position) in request.positions.enumerated() {
            change(&document.recognized.pages[page].words[position], place)
        }
    }
}

extension SecondLook.Request {
    /// Whether two readings are one but for signs beside letters and figures; of addresses and links every sign counts.
    func isSame(_ reading: String, as other: String) -> Bool {
        if Self.isAddress(text) { return reading == other }
        let (own, other) = isOfLand ? (Self.canonical(reading), Self.canonical(other)) : (reading, other)
        return Self.key(own) == Self.key(other)
    }

    /// Letters and figures that the room beside a word shows with white around them.
    private static let narrow = Set("EFIJLST1")

    /// Whether a name in capitals, or another text of a card, has more at its ends by another reading than the room beside it
    /// shows whole: of HANNAH, which a stamp lies across, `HAN` was read on the page and `HANN` in its pictures.
    fileprivate func mayGoOn(beyond reading: String) -> Bool {
        let (own, other) = (Self.key(text), Self.key(reading))
        guard isOfCardText || isOfName, text.allSatisfy({ !$0.isLowercase }), other.count > own.count else {
            return false
        }
        let ends = [(other.hasPrefix(own), other.last), (other.hasSuffix(own), other.first)]
        return ends.contains { isLonger, edge in
            isLonger && !(other.count == own.count + 1 && edge.map(Self.narrow.contains) == true)
        }
    }

    fileprivate var places: [SecondLook.Position] { positions.map { SecondLook.Position(page: page, index: $0) } }
    var place: WordPlace { WordPlace(page: page, box: word.box) }
    package var demand: SecondLook.Demand { SecondLook.Demand(place: place, leastAgreeing: leastAgreeing) }
}

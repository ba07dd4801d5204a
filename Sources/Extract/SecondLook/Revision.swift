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

    /// The document with its words as both readings leave them; nothing that was read of a document is taken from it
    /// before it is extracted again.
    package struct Revision {
        package var document: ClassifiedDocument
        package var corrected: Set<WordPlace> = []
    }

    /// What a word is worth that two pictures read the same: of 55 right ones below 0.6 on a held-back seed 49 were, and
    /// of 11 misread ones two, both bearings that extraction puts right.
    private static let confirmed = 0.95
    /// What a word without figures is worth that every other picture reads otherwise than the page was read, and alike. A
    /// figure may be lost at the edge of all.
    private static let unanimous = 0.9
    private static let mostEdits = 2
    private static let unsure = 0.6

    /// - Parameter readings: as for ``judged(_:)``.
    /// - Returns: nil where nothing changes.
    package func revision(_ readings: [Request: [String]]) -> Revision? {
        var revision = Revision(document: document.classified)
        let agreeing = readings.filter { $1.contains(where: $0.agrees) }
        for (request, texts) in agreeing where request.isSettled(by: texts) {
            // No reading undoes what the ink says against a number.
            revision.change(request) { word in
                guard !word.isContradicted else { return }
                word.confidence = max(word.confidence, Self.confirmed)
            }
        }
        // A word may have been confirmed with the one behind it, and not by itself.
        for (request, texts) in readings where agreeing[request] == nil && request.positions.count == 1 {
            let texts = texts.map(request.withoutStopOfSentence)
            guard let text = Self.correction(of: request.word, by: texts), !request.isUntold(by: text) else {
                continue
            }
            let isUnanimous = text.allSatisfy { !$0.isNumber } && texts.allSatisfy { $0 == text }
            revision.change(request) { word in
                word.text = text
                word.confidence = isUnanimous ? Self.unanimous : min(word.confidence, Self.doubt)
            }
            if !isUnanimous { revision.corrected.insert(request.place) }
        }
        return revision.document == document.classified ? nil : revision
    }

    /// What both models read, one of them in two pictures, for a word that no picture reads again as the page was read.
    ///
    /// - Parameter texts: of all attempts, the second model's last.
    private static func correction(of word: Word, by texts: [String]) -> String? {
        let text = word.text
        guard texts.count > 3, let other = texts.last, !other.contains(where: \.isWhitespace),
            other.allSatisfy(\.isASCII), other.contains(where: { $0.isLetter || $0.isNumber }),
            texts.dropLast().count(where: { $0 == other }) >= 2
        else { return nil }
        // The second model may not know the letters of a name.
        let isName = !text.contains(where: \.isNumber) && !text.allSatisfy(\.isASCII)
        guard !isName else { return nil }
        // `ro` for `People`: most of the word is not in the page's reading.
        let isMisread =
            word.confidence < Self.unsure && 2 * text.count <= other.count && texts.allSatisfy { $0 == other }
        return isMisread || EditDistance.between(Array(text), Array(other), atMost: mostEdits) != nil ? other : nil
    }
}

extension SecondLook.Revision {
    fileprivate mutating func change(_ request: SecondLook.Request, _ change: (inout Word) -> Void) {
        guard let page = document.recognized.pages.firstIndex(where: { $0.index == request.page }) else { return }
        for position in request.positions { change(&document.recognized.pages[page].words[position]) }
    }
}

extension SecondLook.Request {
    var place: WordPlace { WordPlace(page: page, box: word.box) }
    package var demand: SecondLook.Demand { SecondLook.Demand(place: place, leastAgreeing: leastAgreeing) }
}

import Foundation
import Kinds
package import Model

/// Reads the words of values once more, each from its own picture, before anyone trusts them.
///
/// A recognizer is as sure of a wrong digit or name as of a right one, and no word list knows better. Nothing but the
/// picture speaks for an instrument number, a surname or an e-mail address; so where no other picture of the same place
/// reads the same, the value is doubtful. One that does is enough (docs/decisions.md has what was measured). Names that a zone
/// proves are looked at for the marks that it leaves out.
package struct SecondLook: Sendable {
    /// A word in the place of at least one value.
    package struct Request: Hashable, Sendable {
        /// From 1.
        package var page: Int
        package var word: Word

        package var text: String { word.text }

        /// Whether another reading says the same, so that no more are needed.
        package func agrees(with reading: String) -> Bool { SecondLook.key(reading, of: self) == key }

        /// Whether another reading says nothing: empty, or a word that lost a letter at its cut edge.
        func isUntold(by reading: String) -> Bool {
            let other = SecondLook.key(reading, of: self)
            if other.isEmpty { return true }
            // The wall of a cell beside it.
            if other == key + "1" || other == "1" + key || other == key + "I" || other == "I" + key { return true }
            return key.count == other.count + 1 && key.allSatisfy(\.isLetter)
                && (key.hasPrefix(other) || key.hasSuffix(other))
        }

        var key: String { SecondLook.key(text, of: self) }
        fileprivate var isAddress: Bool { SecondLook.isAddress(text) }
        fileprivate var isFigure: Bool { !text.contains(where: \.isLetter) }
    }

    /// Most that a value's confidence is where another reading of its picture differs.
    static let doubt = 0.5
    /// Words that are looked at in a document: a deed with a long description has some hundred.
    static let most = 250
    /// In text of more words than this, those that the recognizer is sure of and that are no names are left alone.
    static let long = 25
    static let sure = 0.9
    /// Letters of a word that is read together with the one before it.
    static let short = 2

    private let document: ExtractedDocument

    package init(_ document: ExtractedDocument) {
        self.document = document
    }

    /// In the order of the fields' names, those in several values once.
    package var requests: [Request] {
        var seen: Set<Request> = []
        let all = document.extraction.fields.keys.sorted().flatMap(requests)
        return Array(all.filter { seen.insert($0).inserted }.prefix(Self.most))
    }

    /// - Parameter readings: what was read again; a request that has none was not looked at, and proves nothing.
    package func judged(_ readings: [Request: [String]]) -> ExtractedDocument {
        var result = document
        for (name, field) in document.extraction.fields {
            let looked = requests(name).compactMap { request -> (Request, [String])? in
                let texts = (readings[request] ?? []).filter { !request.isUntold(by: $0) }
                return texts.isEmpty ? nil : (request, texts)
            }
            guard let (request, texts) = looked.first(where: { isDoubtful(field, $0, $1) }) else {
                if field.source == .text, !looked.isEmpty {
                    result.extraction.fields[name]?.checks.append(Check(name: "second_reading", passed: true))
                }
                continue
            }
            result.extraction.fields[name]?.confidence = min(field.confidence, Self.doubt)
            // A date or an amount is not written as printed.
            let value = field.value.plainText
            let whole = value.contains(request.text) ? value : field.raw ?? value
            for (position, text) in texts.enumerated() where !texts[..<position].contains(text) {
                let other = whole.replacing(request.text, with: text)
                result.extraction.fields[name]?.alternatives.append(
                    Alternative(value: .text(other), confidence: Self.doubt, page: request.page, box: request.word.box))
            }
        }
        return result
    }

    /// Print: where no other reading is like the first. What a zone proves: where another reading of the print beside it
    /// has a mark above a letter, which zones leave out.
    private func isDoubtful(_ field: Field, _ request: Request, _ texts: [String]) -> Bool {
        if field.source == .text { return !texts.contains(where: request.agrees) }
        return texts.contains { !request.agrees(with: $0) && TextFolding.key($0) == TextFolding.key(request.text) }
    }

    private func requests(_ name: FieldName) -> [Request] {
        guard let field = document.extraction.fields[name] else { return [] }
        return field.source == .mrz ? printBesideZone(field) : print(field)
    }

    /// Words of the value, in its place; none where another source or a check digit says the same.
    private func print(_ field: Field) -> [Request] {
        guard field.source == .text, let box = field.box, let page = page(of: field),
            !field.checks.contains(where: { $0.passed && ["agreement", "check_digit"].contains($0.name) })
        else { return [] }
        // An address that was read as several words is one: where they meet, a sign may have been lost.
        if let address = field.text, Self.isAddress(address), box.width > 4 * box.height {
            return [
                Request(page: page.index, word: Word(text: address, confidence: field.confidence, box: box, line: 0))
            ]
        }
        let parts = Self.parts(field.value)
        return page.words.indices.filter { index in
            let word = page.words[index]
            guard box.contains(word.box) else { return false }
            if word.text.contains(where: \.isNumber) { return true }
            guard parts.contains(Self.key(word.text)) else { return false }
            return parts.count <= Self.long || word.confidence < Self.sure || word.text.first?.isUppercase == true
        }.map { Request(page: page.index, word: Self.readable($0, of: page.words)) }
    }

    /// One or two letters say too little by themselves: they are read with the word before them.
    /// A number is read with the white around it: its last figure may stand there unread.
    private static func readable(_ index: Int, of words: [Word]) -> Word {
        let word = words[index]
        if word.slant == nil, key(word.text).count > short, word.text.contains(where: \.isNumber) {
            return withRoom(word, among: words)
        }
        guard word.slant == nil, key(word.text).count <= short, !word.text.contains("/"), index > 0 else { return word }
        let before = words[index - 1]
        guard before.line == word.line, before.slant == nil, word.box.x >= before.box.maxX,
            word.box.x - before.box.maxX < 2 * max(word.box.height, before.box.height),
            let box = Box.around([before.box, word.box])
        else { return word }
        return Word(
            text: before.text + " " + word.text, confidence: min(before.confidence, word.confidence), box: box,
            line: word.line)
    }

    /// Widened on either side by what a figure takes, or by half of the gap to the next word.
    private static func withRoom(_ word: Word, among words: [Word]) -> Word {
        let row = words.map(\.box).filter { $0 != word.box && $0.verticalOverlap(word.box) > 0.3 }
        let left = row.map { word.box.midX > $0.midX ? word.box.x - $0.maxX : .max }.min() ?? .max
        let right = row.map { word.box.midX < $0.midX ? $0.x - word.box.maxX : .max }.min() ?? .max
        let most = word.box.height * 9 / 10
        let (before, behind) = (max(0, min(most, left / 2)), max(0, min(most, right / 2)))
        var wide = word
        wide.box = Box(
            x: word.box.x - before, y: word.box.y, width: word.box.width + before + behind, height: word.box.height)
        return wide
    }

    /// The words of a zone's names where they are printed beside it, without a mark as in the zone.
    private func printBesideZone(_ field: Field) -> [Request] {
        guard let text = field.text, text.allSatisfy({ $0.isLetter || $0 == " " || $0 == "-" }),
            field.checks.contains(where: { $0.passed && $0.name == "agreement" }), let page = page(of: field)
        else { return [] }
        let names = Self.parts(field.value).filter { $0.count > 3 && $0.allSatisfy(\.isASCII) }
        return page.words.filter { names.contains(Self.key($0.text)) }
            .map { Request(page: page.index, word: $0) }
    }

    private func page(of field: Field) -> RecognizedPage? {
        document.classified.recognized.pages.first { $0.index == field.page }
    }

    /// Keys of the words that a value is made of. One of a list, such as `warranty_deed`, is not spelled as printed.
    private static func parts(_ value: FieldValue) -> Set<String> {
        let text = value.plainText
        let isSentence = if case .text = value { text.contains(" ") } else { false }
        guard isSentence || isAddress(text) || text.contains(where: \.isUppercase) else { return [] }
        return Set(text.split(whereSeparator: \.isWhitespace).map { key(String($0)) }.filter { $0.count > 1 })
    }

    /// What two readings of a word must have in common: letters and digits, for commas and dots come and go between
    /// readings; of e-mail addresses and links every sign. Numbers have no accents, and no letters where the first
    /// reading has none.
    private static func key(_ text: String, of request: Request) -> String {
        if request.isAddress {
            return text.uppercased().replacing(/\s*([.@\/:_-])\s*/) { String($0.output.1) }
                .trimmingCharacters(in: .whitespaces.union(CharacterSet(charactersIn: ".,;:()<>")))
        }
        if request.isFigure { return String(text.compactMap { $0.isNumber ? $0 : TextFolding.digit($0) }) }
        // A bearing or a quarter of a section begins with a letter: `$39-07-11E`, `849-03-44W`, `5/2`.
        let rest = key(request.text).dropFirst()
        if request.text.contains(/^\W?S[\d\/]/), key(text).hasSuffix(rest) {
            let before = key(text).dropLast(rest.count)
            return before.count <= 2 && before.allSatisfy("S58".contains) ? key(request.text) : key(text)
        }
        return key(text)
    }

    private static func key(_ text: String) -> String {
        let plain = text.contains(where: \.isNumber) ? TextFolding.fold(text) : text
        // Small L and capital I are one shape.
        return String(plain.map { "l|".contains($0) ? "I" : $0 }).uppercased()
            .filter { $0.isLetter || $0.isNumber }
    }

    /// Whether it is an e-mail address or a link.
    private static func isAddress(_ text: String) -> Bool {
        text.contains("@") || text.contains("/") && text.contains(".") && !text.contains(where: \.isWhitespace)
    }
}

extension Box {
    fileprivate func contains(_ other: Box) -> Bool {
        (Double(x)...Double(maxX)).contains(other.midX) && (Double(y)...Double(maxY)).contains(other.midY)
    }
}

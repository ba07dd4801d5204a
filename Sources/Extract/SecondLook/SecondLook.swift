import Kinds
package import Model

/// Reads the words of values once more, each from its own picture, before anyone trusts them.
///
/// A recognizer is as sure of a wrong digit or name as of a right one, and no word list knows better. Nothing but the
/// picture speaks for an instrument number, a surname or an e-mail address; so where too few other pictures of the same
/// place read the same, the value is doubtful (docs/decisions.md has what was measured). Names that a zone proves are
/// looked at for the marks and hyphens that it leaves out.
package struct SecondLook: Sendable {
    /// Most that a value's confidence is where another reading of its picture differs.
    static let doubt = 0.5
    /// What the first reading of a letter that stands alone must be worth: nothing beside it tells a C from an E, and
    /// pictures of the same place are misread alike. Of 76 on a seed, one was wrong, at 0.82.
    static let leastOfLetter = 0.85
    /// Of the four other readings of a word, how many have to say the same: a picture may be misread as the page was. Of 284
    /// right names of deeds and of cards' fronts all had three that did, and of 50 cards' numbers 49; of 562 other right
    /// values of deeds five had no more than one (docs/decisions.md).
    static let (leastOfNames, leastAgreeing) = (3, 2)
    /// Pictures of a word among its neighbours, all of which have to say the same to count. They are misread as the page
    /// was more often than its own pictures are: of 53 words of 85 deeds and requests that these left open, three such
    /// pictures agreed with 15 of 30 right ones and none of 23 wrong ones, two of the three with three of these.
    static let leastAmongNeighbours = 3
    /// For it one is enough but for numbers and lengths: it is long, its courses and plain words speak for each other, and
    /// ten of 64 right ones had a word with no more. A survey closes whatever a length's last figure is.
    static let land: FieldName = "legal_description"
    /// Without a check digit nothing else speaks for the figures of a card's number, and its letters look like figures.
    static let cardNumbers: Set<FieldName> = ["document_number", "personal_number"]
    /// Words that are looked at in a document: a deed with a long description has some hundred.
    static let most = 250

    package let document: ExtractedDocument
    /// Words that were put right by what other pictures read.
    let corrected: Set<WordPlace>

    package init(_ document: ExtractedDocument, corrected: Set<WordPlace> = []) {
        self.document = document
        self.corrected = corrected
    }

    /// In the order of the fields' names, those in several values once; then what is written otherwise elsewhere.
    package var requests: [Request] {
        var seen: Set<Request> = []
        let all =
            document.extraction.fields.keys.sorted().flatMap { requests($0) + valueLines($0) } + requestsOfDiffering
        return Array(all.filter { seen.insert($0).inserted }.prefix(Self.most))
    }

    /// - Parameter readings: what was read again; a request that has none was not looked at, and proves nothing.
    package func judged(_ readings: [Request: Rereading]) -> ExtractedDocument {
        var result = document
        for (name, field) in document.extraction.fields {
            let looked = requests(name).compactMap { request -> (Request, Rereading)? in
                guard let reading = readings[request]?.filter({ !request.isUntold(by: $0) }),
                    !reading.isEmpty || request.isSettled(by: reading)
                else { return nil }
                return (request, reading)
            }
            if isNameWithLostMark(name, field, readings) || isNumberWithLostFigure(name, field)
                || hasHardlyASpace(name, field)
                || hasBrokenCapital(name, field)
                || isNumberRunIntoStreet(name, field)
                || hasStraySign(name, field)
                || isContradictedByInk(name, field)
                || valueLines(name).contains(where: { line in readings[line].map(line.isOtherLine) == true })
            {
                result.extraction.fields[name]?.confidence = min(field.confidence, Self.doubt)
            }
            let doubtful = looked.filter { isDoubtful(field, $0.0, $0.1) }
            let flaws = name == Self.land ? Self.flaws(field, looked) : 0
            if doubtful.isEmpty && flaws == 0 || isTolerable(doubtful, flaws: flaws, name, field) {
                if field.source == .text, !looked.isEmpty {
                    result.extraction.fields[name]?.checks.append(Check(name: "second_reading", passed: true))
                }
                continue
            }
            result.extraction.fields[name]?.confidence = min(field.confidence, Self.doubt)
            guard let (request, reading) = doubtful.first else { continue }
            // A date or an amount is not written as printed.
            let value = field.value.plainText
            let whole = value.contains(request.text) ? value : field.raw ?? value
            let texts = reading.all
            for (position, text) in texts.enumerated() where !texts[..<position].contains(text) {
                let other = whole.replacing(request.text, with: text)
                guard other != whole else { continue }
                result.extraction.fields[name]?.alternatives.append(
                    Alternative(value: .text(other), confidence: Self.doubt, page: request.page, box: request.word.box))
            }
        }
        return result
    }

    /// Whether a printed name has lost a mark that no reading has: there is ink at it, such as the ring of an `Å`, or its
    /// ending tells. An identity document's names are held against its zone, which knows of marks, and a company's that is
    /// registered so has none.
    private func isNameWithLostMark(
        _ name: FieldName, _ field: Field, _ readings: [Request: Rereading]
    ) -> Bool {
        document.classified.kind != .id && field.source == .text
            && !field.checks.contains { $0.name == "registry" && $0.passed }
            && !field.value.plainText.contains(where: \.isNumber)
            && requests(name).contains { request in
                (request.word.hasUnreadInk || Self.hasLostStroke(request.text))
                    && readings[request].map(request.isConfirmed) != true
            }
    }

    /// Whether what may be a figure stands unread behind a recorder's number.
    private func isNumberWithLostFigure(_ name: FieldName, _ field: Field) -> Bool {
        Self.recorded.contains(name) && field.source == .text
            && requests(name).contains { $0.text.last?.isNumber == true && $0.word.hasUnreadInk }
    }

    /// Whether the ink of a number or a date says that a figure is another, whatever all readings say. The courses of a
    /// survey prove each other.
    private func isContradictedByInk(_ name: FieldName, _ field: Field) -> Bool {
        name != Self.land && field.source == .text && requests(name).contains { $0.word.isContradicted }
    }

    /// Whether a house number and its street are one word, `79WELMCT`, as every picture has what hardly leaves a space. No
    /// ordinal has as many letters.
    private func isNumberRunIntoStreet(_ name: FieldName, _ field: Field) -> Bool {
        Self.addresses.contains(name) && field.source == .text
            && field.value.plainText.contains(/(?:^|\s)\d+\p{L}{3,}/)
    }

    /// Whether a name or an address has a sign where none belongs: a hyphen with a word on one of its sides alone, `Unit 13-`,
    /// a stop between a house number and its street, `1295.W Maple Dr`, a surname's last letter by itself, `DUVALLO N`, or a
    /// sign at a link's end but a slash. A speck or a pattern was read as the sign or the space, or what stood beside it was lost.
    private func hasStraySign(_ name: FieldName, _ field: Field) -> Bool {
        guard field.source == .text else { return false }
        if case .list(let links) = field.value, name == "profile_urls" {
            return links.contains { $0.contains(/[^\p{L}\p{N}\/]$/) }
        }
        guard Self.lined.contains(name) else { return false }
        let text = field.value.plainText
        return text.contains(/[\p{L}\p{N}]-(?:[\s,.;]|$)|(?:^|\s)-[\p{L}\p{N}]/)
            || Self.addresses.contains(name) && text.contains(/\d\.\p{L}/)
            || name == "surname" && text.contains(/\s\p{L}$/)
    }

    /// Whether a word begins with what every picture has for an H whose bar is too thin to be left in black and white:
    /// `Blue Ileron`, `llaskell`. Few names begin with an I, an l and a vowel; cards print theirs in capitals.
    private func hasBrokenCapital(_ name: FieldName, _ field: Field) -> Bool {
        document.classified.kind != .id && name != Self.land && field.source == .text
            && field.value.plainText.split(whereSeparator: \.isWhitespace).contains { word in
                !Request.isAddress(String(word)) && word.prefixMatch(of: /[Il]l[aeiouyáéíóöúü]/) != nil
            }
    }

    static let recorded: Set<FieldName> = ["instrument_number", "book", "page", "parcel_number"]

    /// Whether a name ends as no language's does but Polish's with its stroke lost: `Stanistaw`, `Mirostawa`, or has what is
    /// read for a German ß: `Vofsberg`. Recognizers take the letters so in every picture.
    private static func hasLostStroke(_ word: String) -> Bool {
        // In capitals a ß is SS, and a t behind f and s is Scandinavian: `Hafstein`.
        word.lowercased().firstMatch(of: /[eioy]stawa?$/) != nil || word.firstMatch(of: /[aeiouäöü]fs[^t]/) != nil
    }

    /// Print: where too few other readings are like the first, the first was put right by the others, or a name may be two.
    /// What a zone proves: where another reading of the print beside it has a mark above a letter or a hyphen for a space,
    /// which zones leave out.
    private func isDoubtful(_ field: Field, _ request: Request, _ reading: Rereading) -> Bool {
        if corrected.contains(request.place) { return true }
        let isUnsureLetter = request.text.count == 1 && request.word.confidence < Self.leastOfLetter
        if isUnsureLetter, !request.word.isBorneOut { return true }
        if request.isTwo(by: reading) { return true }
        if field.source == .text { return !request.isSettled(by: reading) }
        return (reading.all + [request.sure(reading)].compactMap(\.self)).contains { text in
            request.isJoined(in: text)
                || !request.agrees(with: text) && TextFolding.key(text) == TextFolding.key(request.text)
        }
    }
}

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
            if isMarred(name, field, readings)
                || valueLines(name).contains(where: { line in readings[line].map(line.isOtherLine) == true })
            {
                result.extraction.fields[name]?.cap(at: Self.doubt)
            }
            let doubtful = looked.filter { isDoubtful(field, $0.0, $0.1) }
            let flaws = name == Self.land ? Self.flaws(field, looked) : 0
            if doubtful.isEmpty && flaws == 0 || isTolerable(doubtful, flaws: flaws, name, field) {
                if field.source == .text, !looked.isEmpty {
                    result.extraction.fields[name]?.checks.append(Check(name: "second_reading", passed: true))
                }
                continue
            }
            result.extraction.fields[name]?.cap(at: Self.doubt)
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

    static let recorded: Set<FieldName> = ["instrument_number", "book", "page", "parcel_number"]

    /// Print: where too few other readings are like the first, the first was put right by the others, or a name may be two.
    /// What a zone proves: where another reading of the print beside it has a mark above a letter or a hyphen for a space,
    /// which zones leave out.
    private func isDoubtful(_ field: Field, _ request: Request, _ reading: Rereading) -> Bool {
        if corrected.contains(request.place) { return true }
        let isUnsureLetter = request.text.count == 1 && request.word.confidence < Self.leastOfLetter
        if isUnsureLetter, !request.word.isBorneOut { return true }
        if request.isTwo(by: reading) { return true }
        if field.source == .text { return !request.isSettled(by: reading) }
        // A mark that the page was sure of and two pictures show may be read past by any other.
        let isSeen = request.leastAgreeing == 0 && reading.alone.count(where: request.agrees) >= Self.leastAgreeing
        return (reading.all + [request.sure(reading)].compactMap(\.self)).contains { text in
            request.isJoined(in: text)
                || !request.agrees(with: text) && TextFolding.key(text) == TextFolding.key(request.text)
                    && !(isSeen && request.lacksMark(text))
        }
    }
}

import Model

/// What the recorder wrote or stamped on the deed: number, book and page, date. References to earlier instruments and
/// plats stand in running text; the stamp stands in short lines of its own.
struct DeedStampReader {
    struct Reading: Hashable {
        var value: String
        var tokens: [Int]
        var how: Double
        var alternatives: [String] = []
    }

    let text: DeedText
    let dates: DeedDateReader
    /// The clauses and the description of the land: books and instruments named there are others.
    var body: [Range<Int>] = []

    // MARK: Instrument number

    func instrument() -> Reading? {
        let labelled = zone().compactMap(labelledNumber)
        guard var best = labelled.max(by: { $0.how < $1.how }) else { return bareNumber() }
        best = labelled.first { $0.how == best.how } ?? best
        let same = labelled.filter { Self.digits($0.value) == Self.digits(best.value) }
        let others = labelled.filter { Self.digits($0.value) != Self.digits(best.value) && $0.how >= 0.9 }
        if same.count > 1 || repeated(best) { best.how = min(0.98, best.how + 0.02) }
        if Self.isRagged(best.value) { best.how = min(best.how, 0.6) }
        if !others.isEmpty {
            best.how = min(best.how, 0.75)
            best.alternatives = others.map(\.value)
        }
        return best
    }

    /// Recorders' numbers begin with a figure or letter, and have dashes between their groups: a dash in front is what
    /// is left of a group that was lost, a stop a dash that was misread.
    private static func isRagged(_ value: String) -> Bool {
        value.contains(".") || value.first.map { !$0.isLetter && !$0.isNumber } == true
    }

    private func labelledNumber(_ segment: DeedSegment) -> Reading? {
        for (phrases, how) in Self.numberLabels {
            for place in text.all(phrases, in: segment.tokens) {
                if let before = text.previous(place.lowerBound, from: segment.tokens.lowerBound) {
                    // `as Instrument No. …`, `Order No.`, `Title Document No.` speak of something else.
                    guard Self.mayPrecede.contains(text.word(before)) || text.tokens[before].hasDigit else { continue }
                }
                // `Recording Information: Book 1811 Page 337 Instrument 2006-04411` is that of the deed of trust.
                if text.contains(Self.references, in: segment.tokens.lowerBound..<place.lowerBound) { continue }
                guard let code = code(behind: place.upperBound, label: place, in: segment) else { continue }
                return Reading(value: code.value, tokens: code.tokens, how: how)
            }
        }
        return nil
    }

    private static let references = Phrase.list(
        "recording information\nrecording reference\nprior recording|instrument|deed\nsource of title")

    /// The number behind a label on its line, or in the cell under or beside it.
    private func code(behind start: Int, label: Range<Int>, in segment: DeedSegment) -> (value: String, tokens: [Int])?
    {
        if let code = Self.code(text, in: start..<segment.tokens.upperBound) { return code }
        guard text.next(start, before: segment.tokens.upperBound) == nil else { return nil }
        return neighbours(of: segment).lazy.compactMap { Self.code(text, in: $0.tokens, alone: true) }.first
    }

    /// The segment to the right on the same row, then the one under it.
    private func neighbours(of segment: DeedSegment) -> [DeedSegment] {
        let others = text.segments.filter { $0.page == segment.page && $0 != segment }
        let right = others.filter { $0.box.x >= segment.box.maxX && $0.box.verticalOverlap(segment.box) > 0.5 }
            .min { $0.box.x < $1.box.x }
        let below = others.filter {
            $0.box.y >= segment.box.y + segment.box.height / 2 && $0.box.horizontalOverlap(segment.box) > 0.3
                && $0.box.y - segment.box.maxY < 2 * segment.height
        }.min { $0.box.y < $1.box.y }
        return [right, below].compactMap(\.self)
    }

    /// A number of an instrument: figures, perhaps with letters, hyphens or slashes; no date, time, price or telephone.
    static func code(_ text: DeedText, in range: Range<Int>, alone: Bool = false) -> (value: String, tokens: [Int])? {
        guard let first = text.next(range.lowerBound, before: range.upperBound) else { return nil }
        var value = text.tokens[first].text
        var tokens = [first]
        while let symbol = value.first, "#:.".contains(symbol) { value.removeFirst() }
        while let symbol = value.last, ",.;:".contains(symbol) { value.removeLast() }
        // `15- 051181`, `2026 -6189993`: before and behind a hyphen it goes on.
        if let next = text.next(first + 1, before: range.upperBound),
            (value + text.tokens[next].text).wholeMatch(of: /\d+-\d+/) != nil,
            value.hasSuffix("-") || text.tokens[next].text.hasPrefix("-")
        {
            value += text.tokens[next].text
            tokens.append(next)
        }
        let digits = value.filter { $0.isASCII && $0.isNumber }.count
        guard digits >= 3, !value.contains("$"), !value.contains(":"), value.filter({ $0 == "/" }).count != 2 else {
            return nil
        }
        guard value.allSatisfy({ $0.isLetter || $0.isNumber || "-/.".contains($0) }) else { return nil }
        let letters = value.filter(\.isLetter).count
        guard letters <= max(4, digits) else { return nil }
        // `2021 0012345`, or a number that recognition tore in two: it goes on behind a space.
        if tokens.count == 1, let next = text.next(first + 1, before: range.upperBound), value.allSatisfy(\.isNumber),
            text.word(next).utf8.count >= 4, text.tokens[next].text.allSatisfy(\.isNumber)
        {
            value += text.tokens[next].text
            tokens.append(next)
        }
        if alone, text.next((tokens.last ?? first) + 1, before: range.upperBound) != nil { return nil }
        return (value, tokens)
    }

    /// A number without a label, alone on its line among the recorder's words.
    private func bareNumber() -> Reading? {
        let zone = zone()
        guard zone.contains(where: { text.contains(Self.zoneWords, in: $0.tokens) }) else { return nil }
        let found = zone.compactMap { segment -> Reading? in
            guard segment.page == 1, let code = Self.code(text, in: segment.tokens, alone: true),
                Self.digits(code.value).count >= 6, dates.first(in: code.tokens) == nil || code.value.count > 8,
                isBesideRecorder(segment, in: zone), !isTelephone(code.value)
            else { return nil }
            return Reading(value: code.value, tokens: code.tokens, how: 0.88)
        }
        guard let first = found.first else { return nil }
        return found.count == 1 && !Self.isRagged(first.value)
            ? first : Reading(value: first.value, tokens: first.tokens, how: 0.6)
    }

    private func isBesideRecorder(_ segment: DeedSegment, in zone: [DeedSegment]) -> Bool {
        zone.contains { other in
            text.contains(Self.zoneWords, in: other.tokens) && other.page == segment.page
                && abs(other.box.midY - segment.box.midY) < Double(text.size(of: 1).height) * 0.12
                && other.box.horizontalOverlap(segment.box) > 0.2
        }
    }

    private func isTelephone(_ value: String) -> Bool {
        let parts = value.split(separator: "-")
        return parts.count == 3 && parts.map(\.count) == [3, 3, 4]
    }

    /// Whether the same number stands on another page or line.
    private func repeated(_ reading: Reading) -> Bool {
        let digits = Self.digits(reading.value)
        return text.tokens.indices.contains { index in
            !reading.tokens.contains(index) && text.tokens[index].hasDigit
                && Self.digits(text.tokens[index].text) == digits
        }
    }

    private static func digits(_ value: String) -> String { value.filter { $0.isNumber || $0.isLetter } }

    // MARK: Book and page

    struct BookAndPage {
        var book: Reading
        var page: Reading
    }

    func bookAndPage() -> BookAndPage? {
        let found = zone().compactMap(bookAndPage)
        guard var best = found.first else { return nil }
        if found.contains(where: { $0.book.value != best.book.value || $0.page.value != best.page.value }) {
            best.book.how = min(best.book.how, 0.7)
            best.page.how = min(best.page.how, 0.7)
            best.book.alternatives = found.map(\.book.value).filter { $0 != best.book.value }
            best.page.alternatives = found.map(\.page.value).filter { $0 != best.page.value }
        }
        return best
    }

    /// `Book 1234 Page 567`, `OR BK 1234 PG 567`, `Liber 12, Folio 34`, `Reel 4 Image 12`.
    private func bookAndPage(_ segment: DeedSegment) -> BookAndPage? {
        for place in text.all(Self.books, in: segment.tokens) {
            if let before = text.previous(place.lowerBound, from: segment.tokens.lowerBound) {
                // `y olume`: a speck, or a letter that was torn off.
                guard
                    Self.mayPrecedeBook.contains(text.word(before)) || text.word(before).utf8.count < 2
                        || text.tokens[before].hasDigit
                else { continue }
            }
            guard let book = number(at: place.upperBound, before: segment.tokens.upperBound),
                let label = text.next(book.end, before: segment.tokens.upperBound),
                let end = text.match(Self.page, at: label),
                let page = number(at: end, before: segment.tokens.upperBound), !isCount(page, labelledAt: label)
            else { continue }
            return BookAndPage(
                book: Reading(value: book.value, tokens: [book.token], how: 0.95),
                page: Reading(value: page.value, tokens: [page.token], how: 0.95))
        }
        return nil
    }

    /// Whether a number is how many pages there are: `Pages: 2`, where `Pgs 1201-1203` says which.
    private func isCount(_ number: (value: String, token: Int, end: Int), labelledAt label: Int) -> Bool {
        ["pages", "pgs"].contains(text.word(label)) && number.value.utf8.count <= Self.mostFiguresOfCount
            && !text.tokens[number.token].text.dropLast().contains { "-–/".contains($0) }
    }

    private static let mostFiguresOfCount = 2

    private func number(at start: Int, before end: Int) -> (value: String, token: Int, end: Int)? {
        guard let token = text.next(start, before: end) else { return nil }
        var value = text.tokens[token].text
        while let first = value.first, "#:.(".contains(first) { value.removeFirst() }
        while let last = value.last, ",.;:)".contains(last) { value.removeLast() }
        // `123-125` and `123/125` are the pages from 123 on.
        let start = value.split { "-–/".contains($0) }.first.map(String.init) ?? value
        guard !start.isEmpty, start.utf8.count <= 7, start.contains(where: \.isNumber),
            start.allSatisfy({ $0.isASCII && ($0.isNumber || $0.isLetter) }),
            start.filter(\.isLetter).count <= 2
        else { return nil }
        return (start, token, token + 1)
    }

    // MARK: Date

    func recordingDate() -> DeedDateReader.Reading? {
        let zone = zone()
        var candidates: [DeedDateReader.Reading] = []
        for segment in zone where text.contains(Self.dateWords, in: segment.tokens) {
            if let date = dates.first(in: segment.tokens) {
                candidates.append(date)
            } else if let date = neighbours(of: segment).lazy.compactMap({ dates.first(in: $0.tokens) }).first {
                candidates.append(date)
            }
        }
        if candidates.isEmpty {
            let unlabelled = zone.filter {
                isBesideRecorder($0, in: zone) && !dates.isOfSigning($0.tokens)
                    && (dates.title == nil || isAboveTitle($0))
            }
            candidates = unlabelled.compactMap { dates.first(in: $0.tokens) }.map {
                var date = $0
                date.how = min(date.how, 0.94)
                return date
            }
        }
        guard var best = candidates.first else { return nil }
        if Set(candidates.map(\.date)).count > 1 {
            best.how = 0.75
            best.alternatives += candidates.map(\.date).filter { $0 != best.date }
        }
        if best.date.day == nil { best.how = min(best.how, 0.6) }
        return best
    }

    // MARK: Zone

    /// Short lines and cells outside running text: on the first page's upper part and anywhere on it beside the body, on
    /// a cover sheet, and where the recorder certifies at a page's end.
    func zone() -> [DeedSegment] {
        text.segments.filter { segment in
            let words = segment.tokens.count { !text.tokens[$0].word.isEmpty }
            guard words > 0, words <= 14, !isInBody(segment), !isRunningText(segment) else { return false }
            let height = Double(text.size(of: segment.page).height)
            if segment.page == 1, segment.box.midY < height * 0.5 { return true }
            if segment.box.midY < height * 0.12 { return true }
            return text.contains(Self.zoneWords, in: segment.tokens) && words <= 10
        }
    }

    /// A stamp may be read late, but it stands above the title then.
    private func isInBody(_ segment: DeedSegment) -> Bool {
        guard body.contains(where: { $0.overlaps(segment.tokens) }) else { return false }
        return !isAboveTitle(segment)
    }

    private func isAboveTitle(_ segment: DeedSegment) -> Bool {
        guard let title = dates.title else { return false }
        return segment.page == text.tokens[title].page && segment.box.maxY <= text.tokens[title].box.y
    }

    /// The last line of a paragraph is short: it goes on from a wide one right above it.
    private func isLastOfParagraph(_ segment: DeedSegment) -> Bool {
        guard let before = text.previous(segment.tokens.lowerBound),
            let above = text.segment(of: before), above.page == segment.page,
            above.tokens.count > 8, above.box.width > segment.box.width,
            segment.box.y - above.box.maxY < segment.height,
            above.box.x <= segment.box.x + segment.height, segment.box.x <= above.box.x + 4 * segment.height
        else { return false }
        return !text.tokens[before].text.hasSuffix(".")
    }

    /// A line as wide as the text with lines of the same kind above or below it.
    private func isRunningText(_ segment: DeedSegment) -> Bool {
        let words = segment.tokens.count { !text.tokens[$0].word.isEmpty }
        if isLastOfParagraph(segment) { return true }
        guard words > 6 else { return false }
        let lower = text.tokens[segment.tokens].count { $0.text.first?.isLowercase ?? false }
        return Double(segment.box.width) > Double(text.size(of: segment.page).width) * 0.55 && lower >= words / 2
    }
}

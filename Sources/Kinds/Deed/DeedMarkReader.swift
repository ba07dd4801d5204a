import Model

/// Whether a notary acknowledged the deed, and whether it is signed.
struct DeedMarkReader {
    struct Reading {
        var isThere: Bool
        var how: Double
        var page: Int
        var box: Box?
        var tokens: [Int]
    }

    let text: DeedText
    let document: RecognizedDocument

    // MARK: Notary

    func notary() -> Reading? {
        let publics = text.all(["notary public", "notary", "commission expires", "commissioned"])
        let phrases = text.all(Self.acknowledgments)
        if let first = phrases.first {
            let how = publics.isEmpty ? 0.85 : 0.97
            let place = text.place(first)
            return Reading(isThere: true, how: how, page: place?.page ?? 1, box: place?.box, tokens: Array(first))
        }
        if let first = publics.first {
            let place = text.place(first)
            return Reading(isThere: true, how: 0.75, page: place?.page ?? 1, box: place?.box, tokens: Array(first))
        }
        guard text.tokens.count > 60 else { return nil }
        return Reading(isThere: false, how: 0.9, page: text.pages.count, box: nil, tokens: [])
    }

    private static let acknowledgments = Phrase.list(
        """
        acknowledged before me
        personally appeared
        personally came
        personally known to me
        subscribed and sworn
        acknowledged to me
        before me a? notary
        before me the undersigned
        """)

    // MARK: Signature

    /// Ink over a signature line, or `/s/`. Lines of the notary, of witnesses and of forms' blanks do not count.
    func signature() -> Reading? {
        if let conformed = conformed() { return conformed }
        let lines = signatureLines()
        guard !lines.isEmpty else { return loose() }
        for line in lines {
            if let ink = ink(over: line.box, page: line.page) {
                return Reading(isThere: true, how: 0.95, page: line.page, box: ink, tokens: [])
            }
        }
        guard let first = lines.first else { return nil }
        return Reading(isThere: false, how: 0.9, page: first.page, box: first.box, tokens: [])
    }

    private func conformed() -> Reading? {
        guard
            let index = text.tokens.indices.first(where: {
                let printed = text.tokens[$0].text.lowercased()
                return printed.hasPrefix("/s/") || printed == "(signed)" || printed == "/signed/"
            })
        else { return nil }
        return Reading(
            isThere: true, how: 0.93, page: text.tokens[index].page, box: text.tokens[index].box, tokens: [index])
    }

    private struct Line: Hashable {
        var page: Int
        var box: Box
    }

    /// Rules and rows of underscores behind the granting clause with a party's name or role under them, or between the
    /// witness clause and the notary's certificate.
    private func signatureLines() -> [Line] {
        let start = text.first(Self.signings)?.lowerBound ?? text.first(Self.conveyances)?.lowerBound
        let anchor = start.flatMap { text.place([$0]) }
        let notary = text.all(Self.certificates).compactMap { text.place($0) }.first { place in
            guard let anchor else { return true }
            return (place.page, place.box.y) > (anchor.page, anchor.box.y)
        }
        var lines: [Line] = []
        for (number, page) in document.pages.enumerated() {
            let width = page.prepared.width
            let rules = page.rules.filter {
                $0.isHorizontal && $0.box.width > width / 8 && $0.box.width < width * 6 / 10
            }.map(\.box)
            let blanks = page.words.filter { $0.text.count(where: { $0 == "_" }) >= 8 }.map(\.box)
            for box in rules + blanks {
                let isBehind = anchor.map { (number + 1, box.y) > ($0.page, $0.box.y) } ?? true
                let isBefore = notary.map { (number + 1, box.y) < ($0.page, $0.box.y) } ?? true
                if isBehind, isBefore, !isWitness(box, page: number + 1) {
                    lines.append(Line(page: number + 1, box: box))
                }
            }
        }
        return lines
    }

    private func isWitness(_ box: Box, page: Int) -> Bool {
        text.segments.contains { segment in
            segment.page == page && segment.box.y >= box.y - segment.height / 2
                && segment.box.y - box.maxY < 2 * segment.height && segment.box.horizontalOverlap(box) > 0.2
                && text.contains(["witness", "witnesses", "notary", "date", "dated"], in: segment.tokens)
                && segment.tokens.count <= 6
        }
    }

    /// Ink that is no print on the line or right above it.
    private func ink(over line: Box, page number: Int) -> Box? {
        guard document.pages.indices.contains(number - 1) else { return nil }
        let page = document.pages[number - 1]
        let height = max(24, typicalHeight(page) * 3)
        let zone = Box(x: line.x, y: line.y - height, width: line.width, height: height + height / 3)
        let regions = page.inkRegions.filter { region in
            let shared = region.box.intersection(zone)
            return region.strokes >= 0.4 && shared.area * 3 > region.box.area
                && region.box.width * 8 > line.width && region.box.height > typicalHeight(page) / 2
        }
        if let found = regions.max(by: { $0.box.area < $1.box.area }) { return found.box }
        // A scrawl read as words: the recognizer was not sure of any of them.
        let scrawl = page.words.filter { word in
            word.box.intersection(zone).area * 2 > word.box.area && word.confidence < 0.5 && word.text.count > 1
                && !word.text.contains("_") && word.box.maxY <= line.maxY + height / 3
        }
        return scrawl.max { $0.box.area < $1.box.area }?.box
    }

    private func typicalHeight(_ page: RecognizedPage) -> Int {
        let heights = page.words.map(\.box.height).sorted()
        return heights.isEmpty ? 20 : heights[heights.count / 2]
    }

    /// No lines were found: strokes of a pen behind the witness clause are a signature, less surely.
    private func loose() -> Reading? {
        guard let start = text.all(Self.signings).last, let anchor = text.place(start) else { return nil }
        for (number, page) in document.pages.enumerated() where number + 1 >= anchor.page {
            let found = page.inkRegions.first { region in
                region.strokes >= 0.6 && (number + 1, region.box.y) > (anchor.page, anchor.box.y)
                    && region.box.height > typicalHeight(page)
            }
            if let found { return Reading(isThere: true, how: 0.8, page: number + 1, box: found.box, tokens: []) }
        }
        return nil
    }

    private static let signings = Phrase.list(
        "in witness whereof\nwitness my|our|the? hand|hands\ndated\nexecuted this|on\nsigned sealed\nsigned this|on")
    private static let conveyances = Phrase.list("hereby grant|grants\nconvey|conveys\nquitclaim|quitclaims")
    private static let certificates = Phrase.list(
        """
        acknowledged before me
        personally appeared
        notary public
        certificate of acknowledgment
        a notary public or other officer
        """)
}

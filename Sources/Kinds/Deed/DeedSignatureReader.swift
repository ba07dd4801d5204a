import Model

/// Whether a party signed the deed: writing by hand between the end of its clauses and the notary's certificate.
struct DeedSignatureReader {
    let text: DeedText
    let document: RecognizedDocument
    /// Words of the clauses that were read: of conveyance, and the last that speaks of the land.
    let clauses: [Int]

    /// A stroke of ink, or what recognition made of one.
    private struct Writing {
        var box: Box
        var page: Int
        /// How much it looks like writing by hand, 0…1.
        var likeness: Double
    }

    /// Where parties sign, from below the clauses to above the certificate.
    private struct Band {
        var start: (page: Int, y: Int)
        var end: (page: Int, y: Int)?

        func holds(_ box: Box, page: Int) -> Bool {
            guard (page, box.y + box.height / 2) > start else { return false }
            return end.map { (page, box.maxY) < ($0.page, $0.y + box.height / 2) } ?? true
        }
    }

    func read() -> DeedMarkReader.Reading? {
        if let conformed = conformed() { return conformed }
        guard let band = band() else { return nil }
        var best: DeedMarkReader.Reading?
        for writing in writings() where band.holds(writing.box, page: writing.page) && !isWitnessed(writing) {
            let isPlaced = standsOverName(writing) || standsOnLine(writing)
            let how = (isPlaced ? 0.9 : 0.7) + 0.06 * writing.likeness
            if how > best?.how ?? 0 {
                best = DeedMarkReader.Reading(
                    isThere: true, how: how, page: writing.page, box: writing.box, tokens: [])
            }
        }
        return best ?? empty(band)
    }

    /// An empty line says that nobody signed there, never surely: faint ink is lost on the way to the page.
    private func empty(_ band: Band) -> DeedMarkReader.Reading? {
        for (number, page) in document.pages.enumerated() {
            let width = page.prepared.width
            let rules = page.rules.filter {
                $0.isHorizontal && $0.box.width > width / 8 && $0.box.width < width * 6 / 10
            }.map(\.box)
            let blanks = page.words.filter { $0.text.count(where: { $0 == "_" }) >= 8 }.map(\.box)
            if let line = (rules + blanks).first(where: { band.holds($0, page: number + 1) }) {
                return DeedMarkReader.Reading(isThere: false, how: 0.6, page: number + 1, box: line, tokens: [])
            }
        }
        return nil
    }

    /// `/s/ Jane Doe` on a conformed copy.
    private func conformed() -> DeedMarkReader.Reading? {
        guard
            let index = text.tokens.indices.first(where: {
                let printed = text.tokens[$0].text.lowercased()
                return printed.hasPrefix("/s/") || printed == "(signed)" || printed == "/signed/"
            })
        else { return nil }
        return DeedMarkReader.Reading(
            isThere: true, how: 0.93, page: text.tokens[index].page, box: text.tokens[index].box, tokens: [index])
    }

    // MARK: Where

    private func band() -> Band? {
        let conveyance = clauses.min() ?? text.first(Self.conveyances)?.lowerBound
        guard let conveyance else { return nil }
        let certificate = text.first(Self.certificates, in: conveyance..<text.tokens.count)
        // An exhibit behind the certificate is no clause that parties sign under.
        let body = clauses.filter { certificate == nil || $0 < certificate?.lowerBound ?? 0 }.max() ?? conveyance
        // A description that ends with its page has the page's number behind it.
        guard let end = text.previous(body + 1).flatMap({ text.place([$0]) }) else { return nil }
        let limit = certificate?.lowerBound ?? text.tokens.count
        // The last words of the deed itself: its date or the clause of witness.
        let signing = text.all(Self.signings, in: body..<max(body, limit)).first.flatMap { text.place([$0.lowerBound]) }
        let start = signing ?? end
        let below = certificate.flatMap { text.place([$0.lowerBound]) }
        return Band(start: (start.page, start.box.y), end: below.map { ($0.page, $0.box.y) })
    }

    // MARK: What

    private func writings() -> [Writing] {
        document.pages.enumerated().flatMap { number, page in
            let height = Self.typicalHeight(page)
            let ink = page.inkRegions.filter { region in
                region.strokes >= 0.25 && region.box.width >= 5 * height / 2 && region.box.height >= height
                    && region.box.height < 12 * height
            }.map { Writing(box: $0.box, page: number + 1, likeness: min(1, 0.4 + $0.strokes)) }
            return ink + scrawls(page, number: number + 1, height: height)
        }
    }

    /// Writing that was taken for words: taller than print, and read without any certainty.
    private func scrawls(_ page: RecognizedPage, number: Int, height: Int) -> [Writing] {
        let words = page.words.filter { word in
            let size = Double(word.box.height) / Double(height)
            let isUnsure = (size > 1.6 && word.confidence < 0.7) || (size > 1.25 && word.confidence < 0.3)
            return isUnsure && !word.text.contains("_")
        }
        return Dictionary(grouping: words, by: \.line).values.compactMap { group in
            guard let box = Box.around(group.map(\.box)), box.width >= 3 * height else { return nil }
            let confidence = group.map(\.confidence).reduce(0, +) / Double(group.count)
            return Writing(box: box, page: number, likeness: max(0.2, 1 - confidence))
        }
    }

    // MARK: What stands around it

    /// A short line in print right under it, as the signer's name is.
    private func standsOverName(_ writing: Writing) -> Bool {
        text.segments.contains { segment in
            isRightUnder(segment, writing) && segment.tokens.count <= 8
                && text.next(segment.tokens.lowerBound).map { text.tokens[$0].startsUpper } == true
        }
    }

    private func standsOnLine(_ writing: Writing) -> Bool {
        guard document.pages.indices.contains(writing.page - 1) else { return false }
        let page = document.pages[writing.page - 1]
        let height = Self.typicalHeight(page)
        return page.rules.contains { rule in
            rule.isHorizontal && rule.box.width > page.prepared.width / 8
                && rule.box.y > writing.box.y + writing.box.height / 3 && rule.box.y < writing.box.maxY + 3 * height / 2
                && rule.box.x < writing.box.maxX && rule.box.maxX > writing.box.x
        }
    }

    private func isRightUnder(_ segment: DeedSegment, _ writing: Writing) -> Bool {
        segment.page == writing.page && segment.box.midY > Double(writing.box.midY)
            && segment.box.y >= writing.box.y + writing.box.height / 2
            && segment.box.y - writing.box.maxY < 3 * segment.height
            && segment.box.x < writing.box.maxX + segment.height
            && segment.box.maxX > writing.box.x - 2 * segment.height
    }

    /// Over a witness's or the notary's name or line, or a date.
    private func isWitnessed(_ writing: Writing) -> Bool {
        text.segments.contains { segment in
            let isBeside =
                segment.page == writing.page && segment.box.verticalOverlap(writing.box) > 0.5
                && segment.box.maxX <= writing.box.x + segment.height
                && writing.box.x - segment.box.maxX < 4 * segment.height
            return (isRightUnder(segment, writing) || isBeside) && segment.tokens.count <= 6
                && text.contains(["witness", "witnesses", "notary", "date"], in: segment.tokens)
        }
    }

    private static func typicalHeight(_ page: RecognizedPage) -> Int {
        let heights = page.words.map(\.box.height).sorted()
        return heights.isEmpty ? 20 : max(1, heights[heights.count / 2])
    }

    private static let signings = Phrase.list(
        """
        in witness whereof
        witness my|our|the? hand|hands
        dated
        executed this|on
        signed sealed
        signed this|on
        """)
    private static let conveyances = Phrase.list("hereby grant|grants\nconvey|conveys\nquitclaim|quitclaims")
    private static let certificates = Phrase.list(
        """
        acknowledged before me
        subscribed and sworn
        personally appeared
        personally came
        notary public
        certificate of acknowledgment
        """)
}

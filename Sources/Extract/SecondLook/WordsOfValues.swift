import Kinds
import Model

// Which words of a document are looked at a second time, and how much of the page around them.

extension SecondLook {
    /// In text of more words than this, those that the recognizer is sure of and that are no names are left alone.
    private static let long = 25
    private static let sure = 0.9
    /// Letters of a word that is read together with the one before it.
    private static let short = 2

    /// Those of one value.
    func requests(_ name: FieldName) -> [Request] {
        guard let field = document.extraction.fields[name] else { return [] }
        // Beside a zone a mark or a hyphen is looked for, and the first reading that has none is enough.
        guard field.source != .mrz else { return printBesideZone(field) }
        return print(field, name).map { request in
            var request = request
            request.isCode = document.classified.kind == .id && Self.cardNumbers.contains(name)
            request.isOfCardText = document.classified.kind == .id && Self.cardTexts.contains(name)
            request.isOfName = Self.names.contains(name)
            // Letters that stand apart may be outside of their word's box: the I of `NAOM`, a T's left half, a comma.
            let mayGoOn =
                request.isOfCardText || request.isOfName
                || Self.addresses.contains(name) && request.text.last?.isLetter == true
            if mayGoOn, request.word.slant == nil, let page = page(of: field) {
                request.word = Self.withRoom(request.word, among: page.words)
            }
            request.isOfLand = name == Self.land
            request.mayHaveLetters = Self.recorded.contains(name)
            request.leastAgreeing = leastAgreeing(name, request)
            return request
        }
    }

    private func leastAgreeing(_ name: FieldName, _ request: Request) -> Int {
        // `All that …` and `ALL that …` both begin descriptions.
        if name == Self.land {
            return Self.isLength(request.text) || request.text == "ALL" ? Self.leastAgreeing : 1
        }
        if request.isCode { return Self.leastOfNames }
        // What models make of LLC differs in each picture, and no other word looks like it.
        if LegalForm.ends(request.text) { return 1 }
        guard Self.names.contains(name), !request.text.contains(where: \.isNumber) else { return Self.leastAgreeing }
        let least = Self.leastOfName(request.text)
        // Where another place has a name otherwise, a mark that one picture shows may be a speck.
        return document.extraction.differing.isEmpty ? least : max(least, Self.leastAgreeing)
    }

    /// A model reads past marks rather than sees some that are not there, and one may not know the letter.
    private static func leastOfName(_ text: String) -> Int {
        if text.allSatisfy(\.isASCII) { return leastOfNames }
        return Request.hasRingOrDots(text) ? leastAgreeing : 1
    }

    /// Whether it is a number or a length, rather than an angle, perhaps with the word before it.
    private static func isLength(_ text: String) -> Bool {
        text.split(separator: " ").contains { $0.wholeMatch(of: /\W*\d[\d.,]*\W*/) != nil }
    }

    static let names: Set<FieldName> = [
        "surname", "given_names", "grantor", "grantee", "trustee", "requester_name",
    ]

    static let addresses: Set<FieldName> = ["address", "property_address"]

    static let cardTexts: Set<FieldName> = ["surname", "given_names", "place_of_birth", "address"]

    /// Words of the value, in its place; none of a sure one where another source or a check digit says the same.
    private func print(_ field: Field, _ name: FieldName) -> [Request] {
        guard field.source == .text, let box = field.box, let page = page(of: field),
            field.confidence < Self.sure
                || !field.checks.contains(where: { $0.passed && ["agreement", "check_digit"].contains($0.name) })
        else { return [] }
        // An address that was read as several words is one: where they meet, a sign may have been lost.
        if let address = field.text, Request.isAddress(address), box.width > 4 * box.height {
            // Its last letter may stand unread behind it.
            let word = Word(text: address, confidence: field.confidence, box: box, line: 0)
            return [
                Request(
                    page: page.index, word: Self.withRoom(word, among: page.words),
                    positions: page.words.indices.filter { page.words[$0].box == box })
            ]
        }
        // A licence's class: a letter that stands alone, and whose caption is printed smaller.
        if let letter = field.text, letter.count == 1, letter.first?.isUppercase == true,
            let index = page.words.firstIndex(where: { $0.text == letter && box.holdsMiddle(of: $0.box) })
        {
            return [Request(page: page.index, word: page.words[index])]
        }
        let parts = Self.parts(field.value)
        let isOfAddresses = Request.isAddress(String(field.value.plainText.prefix { !$0.isWhitespace }))
        // Beside a name that goes on in the next line stand the date and whatever else these lines say.
        // What is asked has none: articles and items are numbered.
        let hasNumbers =
            name != "request_types"
            && (field.value.plainText.contains(where: \.isNumber) || field.raw?.contains(where: \.isNumber) == true)
        let proven = document.extraction.proven
        return page.words.indices.filter { index in
            let word = page.words[index]
            guard box.holdsMiddle(of: word.box), !proven.contains(WordPlace(page: page.index, box: word.box)) else {
                return false
            }
            if word.text.contains(where: \.isNumber) { return hasNumbers }
            let key = Request.key(word.text)
            // An address may stand there in pieces.
            let isPiece = isOfAddresses && key.count > Self.short && parts.contains { $0.contains(key) }
            guard isPiece || parts.contains(key) else { return false }
            return parts.count <= Self.long || word.confidence < Self.sure || word.text.first?.isUppercase == true
                || Request.mayBeSemicolon(word.text)
        }.map { index in
            var request = self.request(index, of: page)
            request.meant = Self.meant(request.text, in: field.value.plainText)
            request.signs = Self.signs(request.text, in: field.value.plainText)
            return request
        }
    }

    private func request(_ index: Int, of page: RecognizedPage) -> Request {
        let word = Self.level(Self.readable(index, of: page.words), at: index, among: page.words)
        let positions = word.text == page.words[index].text ? [index] : [index - 1, index]
        return Request(
            page: page.index, word: word, positions: positions,
            before: Self.neighbours(before: positions[0], of: page.words),
            behind: Self.neighbours(behind: index, of: page.words),
            neighbourhood: neighbourhood(of: positions, of: page.words))
    }

    /// Those of names' words that stand otherwise elsewhere.
    var requestsOfDiffering: [Request] {
        document.classified.recognized.pages.flatMap { page in
            page.words.indices.filter { index in
                document.extraction.differing.contains(WordPlace(page: page.index, box: page.words[index].box))
            }.map { index in
                var request = self.request(index, of: page)
                request.isOfName = true
                request.leastAgreeing = Self.leastOfName(request.text)
                return request
            }
        }
    }

    /// Words of a line into which a box that is too wide may reach.
    private static let reach = 4

    private static func neighbours(before position: Int, of words: [Word]) -> String {
        words[max(0, position - reach)..<position].filter { $0.line == words[position].line }.map(\.text).joined()
    }

    private static func neighbours(behind position: Int, of words: [Word]) -> String {
        words[(position + 1)...].prefix(reach).filter { $0.line == words[position].line }.map(\.text).joined()
    }

    /// Words on either side of one that is read in its line.
    private static let company = 3

    /// The piece of a line with up to three words on either side; nil where there are none. Cards have captions instead,
    /// in other type.
    private func neighbourhood(of positions: [Int], of words: [Word]) -> Box? {
        guard document.classified.kind != .id, var first = positions.first, var last = positions.last else {
            return nil
        }
        let (least, most) = (max(0, first - Self.company), min(words.count - 1, last + Self.company))
        while first > least, Self.stands(words[first - 1], before: words[first]) { first -= 1 }
        while last < most, Self.stands(words[last], before: words[last + 1]) { last += 1 }
        guard last - first >= positions.count else { return nil }
        return Box.around(words[first...last].map(\.box))
    }

    static func stands(_ word: Word, before next: Word) -> Bool {
        word.line == next.line && word.slant == nil && next.slant == nil && word.box.x <= next.box.x
            && next.box.x - word.box.maxX < company * max(word.box.height, next.box.height)
    }

    private static func meant(_ text: String, in value: String) -> String {
        let canonical = Request.canonical(text)
        return !value.contains(text) && value.contains(canonical) ? canonical : text
    }

    /// What no other word of the value tells: whether a stop in it is an abbreviation's or a speck (`125 ORCHARD CT.`, and
    /// `DRUMMOND.,` where the value has it), and whether a comma stands before a legal form (`Development. Inc.`).
    private static func signs(_ text: String, in value: String) -> String {
        let stem = text.hasSuffix(".,") ? text.dropLast() : text[...]
        if stem.hasSuffix("."), value.contains(stem + ",") { return "." }
        guard text.hasSuffix(".") || text.hasSuffix(","), let found = value.firstRange(of: text.dropLast() + ", ")
        else { return text.hasSuffix(".,") && value.contains(stem) ? "." : "" }
        let next = value[found.upperBound...].prefix { !$0.isWhitespace }
        return LegalForm.ends(String(next)) ? ".," : ""
    }

    /// One or two letters say too little by themselves: they are read with the word before them.
    /// A number is read with the white around it: its last figure may stand there unread.
    private static func readable(_ index: Int, of words: [Word]) -> Word {
        let word = words[index]
        if word.slant == nil, Request.key(word.text).count > short, word.text.contains(where: \.isNumber) {
            return withRoom(word, among: words)
        }
        guard word.slant == nil, Request.key(word.text).count <= short, !word.text.contains("/"), index > 0 else {
            return word
        }
        let before = words[index - 1]
        // A caption before it is printed smaller, and no model reads the two together: "CLASS DM".
        guard before.line == word.line, before.slant == nil, before.box.height * 5 >= word.box.height * 4,
            word.box.x >= before.box.maxX,
            word.box.x - before.box.maxX < 2 * max(word.box.height, before.box.height),
            let box = Box.around([before.box, word.box])
        else { return word }
        return Word(
            text: before.text + " " + word.text, confidence: min(before.confidence, word.confidence), box: box,
            line: word.line, hasUnreadInk: before.hasUnreadInk || word.hasUnreadInk,
            isContradicted: before.isContradicted || word.isContradicted,
            isBorneOut: before.isBorneOut && word.isBorneOut)
    }

    /// Share of a line's height that a word is higher from which its box holds part of another line, and what a comma takes.
    private static let (tooHigh, descent) = (1.4, 0.3)

    /// Without what its box has of the lines above and below: two more words say how high their line is.
    private static func level(_ word: Word, at index: Int, among words: [Word]) -> Word {
        let near = words[max(0, index - company)...min(words.count - 1, index + company)].filter {
            $0.line == word.line && $0.slant == nil && $0.box != words[index].box
                && $0.box.verticalOverlap(word.box) > 0.5
        }.map(\.box)
        let height = near.map(\.height).max() ?? 0
        guard word.slant == nil, near.count > 1, Double(word.box.height) > tooHigh * Double(height),
            let top = near.map(\.y).min(), let bottom = near.map(\.maxY).max()
        else { return word }
        var flat = word
        let (first, last) = (max(word.box.y, top), min(word.box.maxY, bottom + Int(descent * Double(height))))
        flat.box = Box(x: word.box.x, y: first, width: word.box.width, height: last - first)
        return flat
    }

    /// Widened on either side by what a figure takes, or by half of the gap to the next word.
    private static func withRoom(_ word: Word, among words: [Word]) -> Word {
        let row = words.map(\.box).filter { $0 != word.box && $0.verticalOverlap(word.box) > 0.3 }
        let left = row.filter { $0.midX < word.box.midX }.map { word.box.x - $0.maxX }
        let right = row.filter { $0.midX > word.box.midX }.map { $0.x - word.box.maxX }
        let most = word.box.height * 9 / 10
        // What begins over the word is of the line above or below, which leans.
        let room = { (gaps: [Int]) in max(0, min(most, (gaps.filter { $0 > -most / 2 }.min() ?? most * 2) / 2)) }
        let (before, behind) = (room(left), room(right))
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
        let parts = Self.parts(field.value)
        let names = parts.filter { $0.count > 3 && $0.allSatisfy(\.isASCII) }
        // With ink above it that was not read: whether it is a mark, another reading of its picture tells.
        let single = page.words.indices.filter { index in
            let key = Request.key(page.words[index].text)
            return names.contains(key)
                || parts.contains(key) && (page.words[index].hasUnreadInk || !key.allSatisfy(\.isASCII))
        }.map { index in
            var request = Request(page: page.index, word: page.words[index], positions: [index])
            request.isOfName = true
            // A mark that the page was not sure of has to be seen again, another not to be denied.
            if !request.text.allSatisfy(\.isASCII) {
                request.leastAgreeing = field.confidence < Self.sure ? Self.leastOfNames : 0
            }
            return request
        }
        // A zone has hyphens as spaces.
        let pairs = zip(page.words, page.words.dropFirst()).filter { first, second in
            first.line == second.line && [first, second].allSatisfy { parts.contains(Request.key($0.text)) }
        }.compactMap { first, second in
            Box.around([first.box, second.box]).map {
                Word(
                    text: first.text + " " + second.text, confidence: min(first.confidence, second.confidence), box: $0,
                    line: first.line)
            }
        }
        return single + pairs.map { Request(page: page.index, word: $0) }
    }

    func page(of field: Field) -> RecognizedPage? {
        document.classified.recognized.pages.first { $0.index == field.page }
    }

    /// Keys of the words that a value is made of. One of a list, such as `warranty_deed`, is not spelled as printed.
    static func parts(_ value: FieldValue) -> Set<String> {
        let text = value.plainText
        let isSentence = if case .text = value { text.contains(" ") } else { false }
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        guard isSentence || words.contains(where: Request.isAddress) || text.contains(where: \.isUppercase) else {
            return []
        }
        // A double name may have been read in two words.
        let halves = words.filter { $0.contains("-") }.flatMap { $0.split(separator: "-").map(String.init) }
        return Set((words + halves).map { Request.key($0) }.filter { $0.count > 1 })
    }
}

extension Box {
    /// Whether the middle of another lies in it.
    func holdsMiddle(of other: Box) -> Bool {
        (Double(x)...Double(maxX)).contains(other.midX) && (Double(y)...Double(maxY)).contains(other.midY)
    }
}

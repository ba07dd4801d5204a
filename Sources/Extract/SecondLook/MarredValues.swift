import Kinds
import Model

// What is wrong with a value whatever its readings say, for all of them share it: a mark that none has, a space that hardly
// is one, a sign where none belongs, ink that contradicts them.

extension SecondLook {
    /// - Parameter readings: as for ``judged(_:)``.
    func isMarred(_ name: FieldName, _ field: Field, _ readings: [Request: Rereading]) -> Bool {
        if hasCommaInCardName(name, field) { return true }
        guard field.source == .text else { return false }
        return isNameWithLostMark(name, field, readings) || isNumberWithLostFigure(name)
            || isContradictedByInk(name) || hasHardlyASpace(name, field) || hasBrokenCapital(name, field)
            || mayHaveLostBar(name, field) || mayHaveLostMark(name, field) || hasInitialWithoutStop(name, field)
            || Self.isNumberRunIntoStreet(name, field) || Self.hasStraySign(name, field)
    }

    /// Whether a printed name has lost a mark that no reading has: there is ink at it, such as the ring of an `Å`, or its
    /// ending tells. An identity document's names are held against its zone, which knows of marks, and a company's that is
    /// registered so has none.
    private func isNameWithLostMark(
        _ name: FieldName, _ field: Field, _ readings: [Request: Rereading]
    ) -> Bool {
        document.classified.kind != .id && !field.isRegistered
            && !field.value.plainText.contains(where: \.isNumber)
            && requests(name).contains { request in
                (request.word.hasUnreadInk || Self.hasLostStroke(request.text))
                    && readings[request].map(request.isConfirmed) != true
            }
    }

    /// Whether a name ends as no language's does but Polish's with its stroke lost: `Stanistaw`, `Mirostawa`, or has what is
    /// read for a German ß: `Vofsberg`. Recognizers take the letters so in every picture.
    private static func hasLostStroke(_ word: String) -> Bool {
        // In capitals a ß is SS, and a t behind f and s is Scandinavian: `Hafstein`.
        word.lowercased().firstMatch(of: /[eioy]stawa?$/) != nil || word.firstMatch(of: /[aeiouäöü]fs[^t]/) != nil
    }

    /// Whether what may be a figure stands unread behind a recorder's number.
    private func isNumberWithLostFigure(_ name: FieldName) -> Bool {
        Self.recorded.contains(name)
            && requests(name).contains { $0.text.last?.isNumber == true && $0.word.hasUnreadInk }
    }

    /// Whether the ink of a number or a date says that a figure is another, whatever all readings say. The courses of a
    /// survey prove each other.
    private func isContradictedByInk(_ name: FieldName) -> Bool {
        name != Self.land && requests(name).contains { $0.word.isContradicted }
    }

    /// Whether a c of it may be an e, on a page whose e's lost their bars: `Eric` for `Erie`, or an é a ć: `Petrovié`. A company's
    /// name that is registered so is one. A description of land has many words, and may differ a little.
    private func mayHaveLostBar(_ name: FieldName, _ field: Field) -> Bool {
        guard name != Self.land, !field.isRegistered, let box = field.box, let page = page(of: field) else {
            return false
        }
        let letters = Request.key(field.value.plainText)
        return page.words.contains { word in
            word.mayHaveLostBar && word.text.contains { "cčé".contains($0) } && box.holdsMiddle(of: word.box)
                && letters.contains(Request.key(word.text))
        }
    }

    /// Whether a letter of it may have had a mark, on a page that lost its hairlines, wherever the word stands there: `Nygard`
    /// for `Nygård`.
    private func mayHaveLostMark(_ name: FieldName, _ field: Field) -> Bool {
        guard Self.names.contains(name), document.classified.kind != .id, !field.isRegistered else { return false }
        let parts = Self.parts(field.value)
        return document.classified.recognized.pages.flatMap(\.words).contains { word in
            word.mayHaveLostMark && parts.contains(Request.key(word.text))
        }
    }

    /// Whether an initial within a name has no stop, `KAREN N FAIRBANKS`, and no other mention of the name goes without it:
    /// at a line's end every picture may lack it. Cards print none.
    private func hasInitialWithoutStop(_ name: FieldName, _ field: Field) -> Bool {
        guard Self.withInitials.contains(name), !field.isRegistered else { return false }
        return field.value.texts.map { $0.split(separator: " ").map(String.init) }.contains { words in
            words.indices.dropLast().contains { index in
                words[index].count == 1 && words[index].allSatisfy(\.isUppercase) && words[index + 1].count > 1
                    && timesPrinted(words[max(0, index - 1)...(index + 1)]) < 2
            }
        }
    }

    /// Fields of persons' and companies' names in running text.
    private static let withInitials = lined.subtracting(cardTexts).subtracting(addresses)

    /// How often words stand behind each other in the document, single letters among them without a stop.
    private func timesPrinted(_ words: ArraySlice<String>) -> Int {
        func isSame(_ printed: Word, _ word: String) -> Bool {
            word.count == 1 ? printed.text == word : Request.key(printed.text) == Request.key(word)
        }
        return document.classified.recognized.pages.map(\.words).reduce(0) { count, printed in
            count
                + printed.indices.dropLast(words.count - 1).count { start in
                    zip(printed[start...], words).allSatisfy(isSame)
                }
        }
    }

    /// Whether two words of a card's value stand no farther apart than letters do: `LU BLIN`.
    private func hasHardlyASpace(_ name: FieldName, _ field: Field) -> Bool {
        guard document.classified.kind == .id, Self.cardTexts.contains(name), let box = field.box,
            let page = page(of: field)
        else { return false }
        let parts = Self.parts(field.value)
        let isOfValue = { (word: Word) in box.holdsMiddle(of: word.box) && parts.contains(Request.key(word.text)) }
        return zip(page.words, page.words.dropFirst()).contains { first, second in
            guard first.line == second.line, isOfValue(first), isOfValue(second) else { return false }
            let height = Double(min(first.box.height, second.box.height))
            return Double(second.box.x - first.box.maxX) < Self.leastSpace * height
        }
    }

    /// A space's width over the height of capitals: in a sans serif with narrow spaces 0.32, between its letters 0.15.
    private static let leastSpace = 0.2

    /// Whether a word begins with what every picture has for an H whose bar is too thin to be left in black and white:
    /// `Blue Ileron`, `llaskell`. Few names begin with an I, an l and a vowel; cards print theirs in capitals.
    private func hasBrokenCapital(_ name: FieldName, _ field: Field) -> Bool {
        document.classified.kind != .id && name != Self.land
            && field.value.plainText.split(whereSeparator: \.isWhitespace).contains { word in
                !Request.isAddress(String(word)) && word.prefixMatch(of: /[Il]l[aeiouyáéíóöúü]/) != nil
            }
    }

    /// Whether a house number and its street are one word, `79WELMCT`, as every picture has what hardly leaves a space. No
    /// ordinal has as many letters.
    private static func isNumberRunIntoStreet(_ name: FieldName, _ field: Field) -> Bool {
        addresses.contains(name) && field.value.plainText.contains(/(?:^|\s)\d+\p{L}{3,}/)
    }

    /// `KHALID, TARIQ`: a stroke of a pattern or a stamp beside a name. A zone leaves commas out (ICAO Doc 9303 part 3, section
    /// 4.6), so what agrees with it may have one or not. France prints one between all of several given names.
    private func hasCommaInCardName(_ name: FieldName, _ field: Field) -> Bool {
        let text = field.value.plainText
        guard ["surname", "given_names"].contains(name), text.contains(/[,;:]/) else { return false }
        let isFrench = document.extraction.fields["issuing_country"]?.value == .text("FRA") && name == "given_names"
        return !(isFrench && text.wholeMatch(of: /[\p{L}'-]+(?:, [\p{L}'-]+)+/) != nil)
    }

    /// Whether a name or an address has a sign where none belongs. A speck or a pattern was read as the sign or the space, or
    /// what stood beside it was lost.
    private static func hasStraySign(_ name: FieldName, _ field: Field) -> Bool {
        if name == "profile_urls" {
            return field.value.texts.contains { $0.contains(/[^\p{L}\p{N}\/]$/) }
        }
        guard lined.contains(name) else { return false }
        let text = field.value.plainText
        // A hyphen with a word on one of its sides alone: `Unit 13-`.
        if text.contains(/[\p{L}\p{N}]-(?:[\s,.;]|$)|(?:^|\s)-[\p{L}\p{N}]/) { return true }
        // A speck before a word, or what is left of a figure: `.3219 Washington Avenue`.
        if text.contains(/(?:^|\s)[.,;:·•°*~_=|\\\/<>^]+[\p{L}\p{N}]/) { return true }
        // A stop between a house number and its street: `1295.W Maple Dr`.
        if addresses.contains(name), text.contains(/\d\.\p{L}/) { return true }
        // A surname's last letter by itself: `DUVALLO N`.
        return name == "surname" && text.contains(/\s\p{L}$/)
    }
}

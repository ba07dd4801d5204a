import Model

/// The parcel's number as printed, and the property's street address.
struct DeedParcelReader {
    struct Reading {
        var value: String
        var tokens: [Int]
        var how: Double
        var alternatives: [String] = []
    }

    let text: DeedText

    // MARK: Parcel number

    func parcel() -> Reading? {
        var readings: [Reading] = []
        for place in text.all(Self.parcelLabels)
        where !readings.contains(where: { $0.tokens.contains(place.lowerBound) }) {
            guard let reading = number(behind: place) else { continue }
            readings.append(reading)
        }
        guard var best = readings.max(by: { $0.how < $1.how }) else { return nil }
        best = readings.first { $0.how == best.how } ?? best
        let key = Vocabulary.key(best.value)
        let others = readings.map(\.value).filter { Vocabulary.key($0) != key && !key.hasPrefix(Vocabulary.key($0)) }
        if !others.isEmpty {
            best.how = min(best.how, 0.75)
            best.alternatives = others
        }
        if Set(readings.map(\.tokens)).count == 1, Self.mayEndInALetter(best.value) { best.how = min(best.how, 0.5) }
        return best
    }

    /// Whether the last group may be one of figures and a letter that stands for a parcel's part: `349I` reads as `3491`,
    /// `371O` as `3710`, `019S` as `0195`, `794I` as `794l`, `894Z` as `8947`, however often it is looked at.
    private static func mayEndInALetter(_ value: String) -> Bool {
        let groups = value.split { !$0.isLetter && !$0.isNumber }
        guard groups.count > 1, let first = groups.first, let last = groups.last, let figure = last.last else {
            return false
        }
        return "1058267l|".contains(figure) && last.count == first.count + 1
    }

    private func number(behind place: Range<Int>) -> Reading? {
        guard let segment = text.segment(of: place.lowerBound) else { return nil }
        var start = place.upperBound
        while let next = text.next(start, before: segment.tokens.upperBound), Self.fillers.contains(text.word(next)) {
            start = next + 1
        }
        if text.word(place.lowerBound) == "pin" || text.word(place.lowerBound) == "pid" {
            let isLabel =
                text.tokens[place.lowerBound..<start].contains { $0.text.contains(":") || $0.text.contains("#") }
                || start > place.upperBound
            guard isLabel else { return nil }
        }
        if text.next(start, before: segment.tokens.upperBound) != nil {
            let isPart = isPart(place.lowerBound)
            return run(in: start..<segment.tokens.upperBound).map {
                Reading(value: $0.value, tokens: $0.tokens, how: isPart ? min($0.how, 0.6) : $0.how)
            }
        }
        let others = text.segments.filter { $0.page == segment.page && $0 != segment }
        let right = others.filter { $0.box.x >= segment.box.maxX && $0.box.verticalOverlap(segment.box) > 0.5 }
            .min { $0.box.x < $1.box.x }
        let below = others.filter {
            $0.box.y >= segment.box.y + segment.box.height / 2 && $0.box.y - segment.box.maxY < 2 * segment.height
                && ($0.box.horizontalOverlap(segment.box) > 0.3 || $0.line == segment.line + 1)
        }.min { $0.box.y < $1.box.y }
        return [right, below].compactMap(\.self).lazy.compactMap { run(in: $0.tokens) }.first
            .map { Reading(value: $0.value, tokens: $0.tokens, how: min($0.how, 0.93)) }
    }

    /// `Map 072-14 Parcel 233.00`: of a parcel's number by the assessor's map, whose parts stand together.
    private func isPart(_ label: Int) -> Bool {
        guard let number = text.previous(label), text.tokens[number].hasDigit, let map = text.previous(number) else {
            return false
        }
        return ["map", "group", "grp", "control"].contains(text.word(map))
    }

    /// Words with figures in a row; `and` or `;` behind them begins another parcel.
    private func run(in range: Range<Int>) -> (value: String, tokens: [Int], how: Double)? {
        var tokens: [Int] = []
        var index = range.lowerBound
        var how = 0.95
        while tokens.count < 7, index < range.upperBound {
            let token = text.tokens[index]
            let isDash = token.word.isEmpty && !tokens.isEmpty && ["-", "–", "—", "."].contains(token.text)
            let isLetter = !tokens.isEmpty && token.word.utf8.count == 1 && token.startsUpper
            guard isDash || token.hasDigit || isLetter else { break }
            if token.text.contains("$") || token.text.hasPrefix("(") { break }
            tokens.append(index)
            index += 1
            if token.text.hasSuffix(",") || token.text.hasSuffix(";") || text.endsSentence(index - 1) { break }
        }
        while let last = tokens.last, !text.tokens[last].hasDigit {
            tokens.removeLast()
            // `248 63 441 Y`: it may be the number's, which ends in a letter.
            if let end = tokens.last, text.tokens[end].line == text.tokens[last].line, !text.tokens[last].word.isEmpty {
                how = 0.5
            }
        }
        guard !tokens.isEmpty else { return nil }
        // `47 -35-80`: a word's space before a hyphen.
        var value = text.text(tokens).replacing(/(\d) (-\d)/) { $0.1 + $0.2 }
        while let last = value.last, ",.;:)".contains(last) { value.removeLast() }
        while let first = value.first, "#:(".contains(first) || first == " " { value.removeFirst() }
        guard value.filter(\.isNumber).count >= 4 else { return nil }
        // `15-2-46 10-68-96`: a number with hyphens has no spaces.
        if value.contains("-"), value.contains(/\d \d/) { how = min(how, 0.6) }
        // `RO920293`: a letter that looks like a figure beside figures may be one.
        if value.contains(where: { "OoIlSB|".contains($0) }) { how = min(how, 0.8) }
        // `647)` for `647J`, where nothing was opened.
        let opens = text.tokens[range.lowerBound..<index].contains { $0.text.contains("(") }
        if let last = tokens.last, text.tokens[last].text.contains(/\d\)/), !opens { how = 0.5 }
        if let next = text.next(index, before: range.upperBound),
            text.word(next) == "and" || (text.tokens[next].hasDigit && text.tokens[next].text.contains("-"))
        {
            how = 0.6
        }
        return (value, tokens, how)
    }

    private static let fillers = Vocabulary.split("number numbers no nos s is of the id account for property county")

    private static let parcelLabels = Phrase.list(
        """
        assessors parcel
        assessor s parcel
        assessor parcel
        assessors property? tax? parcel? account?
        apn
        ap n
        a p n
        parcel identification
        parcel id
        parcel identifier
        parcel number|no|nos|numbers
        parcel account
        tax parcel
        tax id|identification
        tax account|key
        tax map
        tax folio
        property tax id|identification|parcel|account
        property id|identification
        property index
        permanent real? estate? index
        permanent parcel
        map and? parcel
        mapparcel
        parcel
        pin
        pid
        geo id
        folio number|no
        """)

    // MARK: Address

    func address() -> Reading? {
        for (phrases, how) in Self.addressLabels {
            for place in text.all(phrases) {
                if let before = text.previous(place.lowerBound),
                    ["grantors", "grantees", "grantor", "grantee", "return", "mailing"].contains(text.word(before))
                {
                    continue
                }
                if let reading = address(behind: place, how: how) { return reading }
            }
        }
        return nil
    }

    private func address(behind place: Range<Int>, how: Double) -> Reading? {
        var start = place.upperBound
        while let next = text.next(start), ["is", "of", "as", "the", "being", "known"].contains(text.word(next)),
            next < place.upperBound + 3
        {
            start = next + 1
        }
        guard let first = text.next(start), text.tokens[first].hasDigit, first < place.upperBound + 4 else {
            return nil
        }
        let limit = min(text.tokens.count, first + 22)
        for index in first..<limit {
            let token = text.tokens[index]
            if index > first + 1, isZip(token), hasState(before: index, from: first) {
                return finished(first...index, how: how)
            }
            if index > first, token.line > text.tokens[first].line + 2 { break }
        }
        // Without a postal code the line's end must do: not sure that it is whole.
        guard let segment = text.segment(of: first) else { return nil }
        let end = (first..<segment.tokens.upperBound).first { text.endsSentence($0) } ?? segment.tokens.upperBound - 1
        return end > first + 1 ? finished(first...end, how: 0.75) : nil
    }

    private func isZip(_ token: DeedToken) -> Bool {
        let digits = token.text.filter(\.isNumber)
        return [5, 9].contains(digits.count) && token.word == digits
    }

    /// `Santa Fe. NM 87501`: before a state a comma stands, however short the town's last word is.
    private func isStateThenZip(_ tokens: ArraySlice<Int>) -> Bool {
        tokens.count == 2 && USStates.code(text.tokens[tokens[tokens.startIndex]].text) != nil
            && isZip(text.tokens[tokens[tokens.startIndex + 1]])
    }

    private func hasState(before index: Int, from first: Int) -> Bool {
        guard let last = text.previous(index, from: first) else { return false }
        if USStates.code(text.tokens[last].text) != nil { return true }
        guard let other = text.previous(last, from: first) else { return false }
        return USStates.name(text.word(other) + " " + text.word(last)) != nil
    }

    private func finished(_ range: ClosedRange<Int>, how: Double) -> Reading {
        let tokens = Array(range).filter { !text.tokens[$0].isFurniture }
        var value = ""
        for (position, index) in tokens.enumerated() {
            let token = text.tokens[index]
            if position > 0 {
                // Lines of an address are its parts: a comma stands between them.
                let ends = text.tokens[tokens[position - 1]]
                let breaks = ends.line != token.line && !value.hasSuffix(",") && how != 0.93
                value += breaks && !token.hasDigit && text.segment(of: tokens[position - 1])?.line != nil ? ", " : " "
            }
            // `Old Post Lane. Toledo`: within an address only an abbreviation ends with a stop.
            let isLong = token.word.utf8.count >= 4 && token.word.contains { "aeiou".contains($0) }
            let isComma =
                position + 1 < tokens.count && token.text.hasSuffix(".") && !token.hasDigit
                && (isLong || isStateThenZip(tokens[(position + 1)...]) && USStates.code(token.text) == nil)
            value += isComma ? token.text.dropLast() + "," : token.text
        }
        // A speck in front of the house's number.
        value = AddressParser.withCapitalO(String(value.drop { !$0.isLetter && !$0.isNumber }))
        while let last = value.last, ".,;:)\"”'".contains(last) { value.removeLast() }
        let parts = value.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let number = AddressParser.withSpacedDirection(parts[0])
        let street = StreetSuffix.repaired(number)
        value = ([street] + parts.dropFirst()).joined(separator: ",")
        var how = how
        if street.contains(",") || number != parts[0] { how = min(how, 0.8) }
        let line = String(street.prefix { $0 != "," })
        if StreetSuffix.isMisread(line) || StreetSuffix.goesOnWithTown(line) { how = min(how, 0.6) }
        return Reading(value: value, tokens: tokens, how: how)
    }

    /// Labels of their own first; the first figure is for those, 0.93 stands for addresses inside running text.
    private static let addressLabels: [([Phrase], Double)] = [
        (
            Phrase.list(
                """
                property address
                street address
                address of property
                address of the? property|premises
                property street address
                situs address
                site address
                property located at
                """), 0.94
        ),
        (
            Phrase.list(
                """
                commonly known as
                more commonly known as
                which has the address of
                which currently has the address of
                also known as street address
                known as street|number
                also known as
                property known as
                """), 0.93
        ),
    ]
}

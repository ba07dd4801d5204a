import Foundation
import Kinds
package import Model

extension SecondLook {
    /// A word in the place of at least one value, and what another reading of it must have in common with the first.
    package struct Request: Hashable, Sendable {
        /// From 1.
        package var page: Int
        package var word: Word
        /// What the value has for the word: as read, or put right by what alone can stand in a description of land.
        var meant: String
        /// Positions on the page, from 0, of the words that it is made of; none where they are not looked for.
        var positions: [Int]
        /// Signs of which another reading must have one to say the same: a stop that may be a speck, a comma.
        var signs = ""
        /// Of the other readings, how many have to say the same.
        var leastAgreeing: Int
        /// Whether it is a code in which letters stand among figures: none is taken for the other then.
        var isCode: Bool
        /// Whether it is of a recorder's or assessor's number, in which an O may stand for a nought: `670O`.
        var mayHaveLetters = false
        /// Whether it is of a person's or a company's name, whose marks nothing else tells.
        var isOfName = false
        /// Whether it is of a description of land, of which plain words may differ a little.
        var isOfLand = false
        /// Whether it is of a card's name, place or address, which no zone tells: nothing else says whether it is one word.
        var isOfCardText = false
        /// Whether it is a piece of a line, looked at by the other recognizer alone for what stands between its words.
        var isLine = false
        /// Whether the spaces and commas of a line are a part of its value.
        var isSpaced = true
        /// Positions in a line, from 0, of the words behind which a space is as wide as others of the print are.
        var wideSpaces: Set<Int> = []
        /// The line before and behind the word, into which its picture may reach.
        var before: String
        var behind: String
        /// The piece of its line that it is read in where its own pictures do not settle it.
        var neighbourhood: Box?

        init(
            page: Int, word: Word, meant: String? = nil, positions: [Int] = [], leastAgreeing: Int = 1,
            isCode: Bool = false, before: String = "", behind: String = "", neighbourhood: Box? = nil
        ) {
            self.page = page
            self.word = word
            self.meant = meant ?? word.text
            self.positions = positions
            self.leastAgreeing = leastAgreeing
            self.isCode = isCode
            self.before = before
            self.behind = behind
            self.neighbourhood = neighbourhood
        }

        package var text: String { word.text }

        package var subject: Rereading.Subject {
            Rereading.Subject(
                word: word, neighbourhood: neighbourhood, mayBeTwo: mayBeTwo, isPlain: isPlain, isLine: isLine)
        }

        private var isPlain: Bool {
            leastAgreeing == 1 && text.allSatisfy { $0.isASCII && !$0.isNumber } && !Self.mayBeSemicolon(text)
        }

        /// Whether a word ends in what may be the semicolon before a survey's next course, `a stake: thence`.
        static func mayBeSemicolon(_ text: String) -> Bool { text.wholeMatch(of: /[a-z]+:/) != nil }

        /// Whether it is so long a word in capitals, as cards have, that it may be two: `DANIEL THOMAS`, `OAK ST,`.
        private var mayBeTwo: Bool {
            let letters = text.trimmingCharacters(in: .punctuationCharacters)
            return isOfCardText && letters.count >= Self.leastOfTwo
                && letters.allSatisfy { $0.isLetter && $0.isUppercase }
        }

        /// Letters of the shortest street with its suffix, `OAK ST`.
        private static let leastOfTwo = 5

        /// Whether a picture drawn out in width shows a space in it.
        func isTwo(by reading: Rereading) -> Bool {
            reading.drawnOut.contains { other in
                other.contains(" ") && Self.key(other) == Self.key(text)
                    && other.split(separator: " ").allSatisfy { $0.count > 1 }
            }
        }

        /// Whether enough readings say the same, so that no more are needed: of its own pictures, or of one of these and
        /// every picture of its line.
        package func isSettled(by reading: Rereading) -> Bool {
            if isLine { return !hasOtherLetters(by: reading) }
            if isConfirmed(by: reading) { return true }
            guard !isContradicted(by: reading), !hasLostMark(by: reading) else { return false }
            let own = reading.alone.count(where: agrees)
            let least = word.isBorneOut ? leastBesideLetters : leastAgreeing
            if own >= least { return true }
            if own + Self.worthOfHalf >= least, isHalfConfirmed(by: reading), reading.all.contains(where: agrees) {
                return true
            }
            // A comma may hang out of the word's own pictures.
            let isSeen =
                own >= min(1, leastAgreeing - 1)
                || !signs.isEmpty && !reading.alone.isEmpty && reading.alone.allSatisfy(agreesButForSign)
            return isSeen && isBorneOutByLine(reading)
        }

        /// Whether every picture of its line has the word as the page does.
        func isBorneOutByLine(_ reading: Rereading) -> Bool {
            reading.amongNeighbours.count >= SecondLook.leastAmongNeighbours
                && reading.amongNeighbours.allSatisfy(agrees)
        }

        /// Whether so much speaks for a name's word that another place where it is read otherwise, and that nothing bears out,
        /// does not dispute it.
        func isSureName(by reading: Rereading) -> Bool {
            isOfName && isSettled(by: reading)
                && (isConfirmed(by: reading) || reading.alone.count(where: agrees) >= SecondLook.leastAgreeing)
        }

        /// Of a word whose letters the page bears out: none where one would do and there are but plain letters. Elsewhere one,
        /// for letters say nothing of spaces, little of marks, and not what is told from an O or an I by its width. An accent
        /// on an i they take for its dot, which models read past.
        private var leastBesideLetters: Int {
            if Self.hasRingOrDots(text) || leastAgreeing == SecondLook.leastOfNames && text.contains("i") {
                return leastAgreeing
            }
            return isPlain ? 0 : 1
        }

        /// Whether it has an A whose mark may be a ring, dots, a bar or a bow, which models take for each other.
        static func hasRingOrDots(_ text: String) -> Bool { text.lowercased().contains { "åäāă".contains($0) } }

        /// Whether another reading says the same, with the next words of the line perhaps.
        package func agrees(with reading: String) -> Bool {
            isSame(reading) || withoutNeighbours(reading).contains(where: isSame)
        }

        func agreesButForSign(_ reading: String) -> Bool {
            var plain = self
            plain.signs = ""
            return plain.agrees(with: reading)
        }

        private func isSame(_ reading: String) -> Bool {
            // In some fonts a model sees an at sign and a Q for an at sign, again and again.
            if Self.isAddress(text), text.contains("@Q"), text.filter(\.isUppercase) == "Q" { return false }
            if !signs.isEmpty, !reading.contains(where: signs.contains) { return false }
            // A town's `St` lost its stop.
            if text.hasSuffix("St"), reading.contains("St.") { return false }
            // `441Y` for `441`: a letter behind figures, unless it looks like one of them.
            if !text.contains(where: \.isLetter), let letter = reading.firstMatch(of: /\d(\p{Lu})\W*$/)?.output.1.first,
                TextFolding.digit(letter) == nil
            {
                return false
            }
            // A hair beside a figure is read as a stroke.
            if text.contains(/\d\/\d/), !reading.contains("/") { return false }
            let (own, other) = (key(of: text), key(of: reading))
            if isPieceOfLink(in: reading) || Self.isNoCents(text) && Self.isNoCents(reading) { return true }
            if Self.differsInAtSign(own, other) { return true }
            if Self.differsInADot(text, reading) { return false }
            if own == other || Self.isOrdinal(own, as: other) { return true }
            guard !Self.isAddress(text) else { return false }
            return Self.key(Self.canonical(reading)) == Self.key(meant)
                || isOfLand && Self.key(Self.compact(reading)) == Self.key(meant)
        }

        /// Whether two readings of a mail address are one but for what stands for its at sign: `Q`, `@Q`.
        private static func differsInAtSign(_ own: String, _ other: String) -> Bool {
            let parts = own.split(separator: "@", omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0].last != "Q", parts[1].first != "Q", other.hasPrefix(parts[0]),
                other.hasSuffix(parts[1])
            else { return false }
            let sign = other.dropFirst(parts[0].count).dropLast(parts[1].count)
            return other.count == parts[0].count + sign.count + parts[1].count && sign.count <= Self.longestAtSign
                && isAtSign(sign)
        }

        /// Whether signs stand for an at sign and nothing beside it: a letter, a figure or an underscore is one that the
        /// other reading lost.
        private static func isAtSign(_ sign: Substring) -> Bool {
            let isPlain = !sign.isEmpty && sign.allSatisfy { "@Q".contains($0) }
            return isPlain || sign.first == "Q" && sign.dropFirst().allSatisfy { !$0.isASCII }
        }

        /// Letters that an at sign is read as.
        private static let longestAtSign = 3

        /// `NO/100` and `00/100`: amounts in words end so, and an O is a nought.
        private static func isNoCents(_ word: String) -> Bool {
            word.contains { "/⁄".contains($0) }
                && word.wholeMatch(of: /\W*[Nn]?[Oo0]{1,2}\/?[\/⁄]1[Oo0]{2}\W*/) != nil
        }

        /// Whether words differ in a dot alone: `Oid` and `Old`, which keys do not tell apart.
        private static func differsInADot(_ text: String, _ reading: String) -> Bool {
            let (own, other) = (Array(text.filter(\.isLetter)), Array(reading.filter(\.isLetter)))
            return own.count == other.count && zip(own, other).contains { Set([$0, $1]) == ["i", "l"] }
        }

        /// Whether a reading of a piece of a link goes on with a letter of the next piece, or with the scheme before it:
        /// `people/l` for `people/`, `s://example.org` for `://example.org`.
        private func isPieceOfLink(in reading: String) -> Bool {
            // Without a next piece, what stands behind the stroke was lost: `1/2` for `1/`.
            if text.hasSuffix("/"), reading.dropLast().hasSuffix("/"), let next = behind.first, let edge = reading.last,
                edge == next || "lI|".contains(edge)
            {
                return key(of: text) == key(of: String(reading.dropLast()))
            }
            guard text.hasPrefix("://") else { return false }
            let (own, other) = (key(of: text), key(of: reading))
            return other.hasSuffix(own) && "HTTPS:".hasSuffix(other.dropLast(own.count))
        }

        /// The reading without the words that stand before or behind the word in its line.
        private func withoutNeighbours(_ reading: String) -> [String] {
            let words = reading.split(whereSeparator: \.isWhitespace).map(String.init)
            let own = text.split(whereSeparator: \.isWhitespace).count
            guard words.count > own else { return [] }
            let (end, start) = (words[own...].joined(), words.dropLast(own).joined())
            var rest: [String] = []
            if !Self.key(end).isEmpty, Self.key(behind).hasPrefix(Self.key(end)) {
                rest.append(words.prefix(own).joined(separator: " "))
            }
            if !Self.key(start).isEmpty, Self.key(before).hasSuffix(Self.key(start)) {
                rest.append(words.suffix(own).joined(separator: " "))
            }
            return rest
        }

        /// Each word of a description of land as it must be meant.
        static func canonical(_ text: String) -> String {
            text.split(separator: " ").map { SurveyWord.canonical(String($0)) }.joined(separator: " ")
        }

        /// A bearing that was read in pieces, as it must be meant: `862-14-31 E,` is S62-14-31E.
        static func compact(_ text: String) -> String {
            text.contains(/\d-\d/) ? SurveyWord.canonical(text.filter { !$0.isWhitespace && $0 != "," }) : text
        }

        /// Whether another reading has a hyphen between two words of letters.
        func isJoined(in reading: String) -> Bool {
            text.contains(" ") && !text.contains("-") && reading.contains(/\p{L}-\p{L}/)
        }

        /// Whether another reading says nothing: empty, or a word that lost a letter at its cut edge.
        func isUntold(by reading: String) -> Bool {
            let (own, other) = (key(of: text), key(of: reading))
            if other.isEmpty { return true }
            return own.count == other.count + 1 && own.allSatisfy(\.isLetter)
                && (own.hasPrefix(other) || own.hasSuffix(other))
        }

        /// Letters and digits, for commas and dots come and go between readings; of e-mail addresses and links every
        /// sign but a scheme's, behind which nothing else can stand. Numbers have no accents, and no letters where the
        /// first reading has none, unless they are codes.
        private func key(of reading: String) -> String {
            if Self.isAddress(text) {
                let signs = Self.withoutStrokes(reading).uppercased()
                    .replacing(/\s*([.@\/:_-])\s*/) { String($0.output.1) }
                // An underscore at a picture's edge is a gap, and no address has one.
                return (text.contains("_") ? signs.replacing(/\s+/, with: "_") : signs)
                    .replacing(/^_?(HTTPS?)[:\/#]+/) { $0.output.1 + "://" }
                    .trimmingCharacters(in: .whitespaces.union(Self.besideAddresses))
            }
            if !isCode, !text.contains(where: \.isLetter) {
                return String(reading.compactMap { $0.isNumber ? $0 : TextFolding.digit($0) })
            }
            return Self.key(reading)
        }

        /// A sentence's signs, and what the line or the frame that an address stands on is read as.
        private static let besideAddresses = CharacterSet(charactersIn: ".,;:()<>_-=~|")

        /// An address without the stop of the sentence that it ends, and the line that it stands on.
        func withoutStopOfSentence(_ reading: String) -> String {
            guard Self.isAddress(text) else { return reading }
            let hairs = CharacterSet(charactersIn: "_-=|")
            let bare = text.first == "_" ? reading : reading.trimmingCharacters(in: hairs)
            guard let sign = bare.last, ".,;:".contains(sign), text.last != sign else { return bare }
            return String(bare.dropLast())
        }

        /// `| eva@example.org`: without what a frame beside an address was read as.
        private static func withoutStrokes(_ reading: String) -> String {
            var words = reading.split(whereSeparator: \.isWhitespace)
            if words.count > 1, words.first?.count == 1 { words.removeFirst() }
            if words.count > 1, words.last?.count == 1 { words.removeLast() }
            return words.joined(separator: " ")
        }

        /// Whether a reading has the ending of an ordinal, and letters for its figures: `lith` for `11th`.
        private static func isOrdinal(_ own: String, as other: String) -> Bool {
            guard let ordinal = own.wholeMatch(of: /(\d+)(ST|ND|RD|TH)/), other.hasSuffix(ordinal.output.2),
                other.count == own.count
            else { return false }
            return String(other.dropLast(2).compactMap(TextFolding.digit)) == ordinal.output.1
        }

        /// Letters and digits in upper case, small L as capital I, which is the same shape.
        static func key(_ text: String) -> String {
            let plain = text.contains(where: \.isNumber) ? TextFolding.fold(text) : text
            return String(plain.map { "l|".contains($0) ? "I" : $0 }).uppercased()
                .filter { $0.isLetter || $0.isNumber }
        }

        /// Whether it is an e-mail address or a link.
        static func isAddress(_ text: String) -> Bool {
            text.contains("@") || text.contains("/") && text.contains(".") && !text.contains(where: \.isWhitespace)
        }
    }
}

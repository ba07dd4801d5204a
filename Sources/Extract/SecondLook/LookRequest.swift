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

        init(page: Int, word: Word, meant: String? = nil, positions: [Int] = []) {
            self.page = page
            self.word = word
            self.meant = meant ?? word.text
            self.positions = positions
        }

        package var text: String { word.text }

        /// Whether another reading says the same, so that no more are needed.
        package func agrees(with reading: String) -> Bool {
            // In some fonts a model sees an at sign and a Q for an at sign, again and again.
            if Self.isAddress(text), text.contains("@Q"), text.filter(\.isUppercase) == "Q" { return false }
            // A stop before a comma is an abbreviation's, or a speck.
            if text.hasSuffix(".,"), !reading.dropLast().contains("."), !reading.hasSuffix(".") { return false }
            let (own, other) = (key(of: text), key(of: reading))
            if own == other || Self.isOrdinal(own, as: other) { return true }
            return !Self.isAddress(text) && Self.key(SurveyWord.canonical(reading)) == Self.key(meant)
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
        /// first reading has none.
        private func key(of reading: String) -> String {
            if Self.isAddress(text) {
                return Self.withoutStrokes(reading).uppercased().replacing(/\s*([.@\/:_-])\s*/) { String($0.output.1) }
                    .replacing(/^_?(HTTPS?)[:\/#]+/) { $0.output.1 + "://" }
                    .trimmingCharacters(in: .whitespaces.union(CharacterSet(charactersIn: ".,;:()<>")))
            }
            if !text.contains(where: \.isLetter) {
                return String(reading.compactMap { $0.isNumber ? $0 : TextFolding.digit($0) })
            }
            return Self.key(reading)
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

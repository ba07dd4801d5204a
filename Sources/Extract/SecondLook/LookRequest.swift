import Foundation
import Kinds
package import Model

extension SecondLook {
    /// A word in the place of at least one value, and what another reading of it must have in common with the first.
    package struct Request: Hashable, Sendable {
        /// From 1.
        package var page: Int
        package var word: Word

        package var text: String { word.text }

        /// Whether another reading says the same, so that no more are needed.
        package func agrees(with reading: String) -> Bool { key(of: reading) == key(of: text) }

        /// Whether another reading says nothing: empty, or a word that lost a letter at its cut edge.
        func isUntold(by reading: String) -> Bool {
            let (own, other) = (key(of: text), key(of: reading))
            if other.isEmpty { return true }
            return own.count == other.count + 1 && own.allSatisfy(\.isLetter)
                && (own.hasPrefix(other) || own.hasSuffix(other))
        }

        /// Letters and digits, for commas and dots come and go between readings; of e-mail addresses and links every
        /// sign. Numbers have no accents, and no letters where the first reading has none.
        private func key(of reading: String) -> String {
            if Self.isAddress(text) {
                return reading.uppercased().replacing(/\s*([.@\/:_-])\s*/) { String($0.output.1) }
                    .trimmingCharacters(in: .whitespaces.union(CharacterSet(charactersIn: ".,;:()<>")))
            }
            if !text.contains(where: \.isLetter) {
                return String(reading.compactMap { $0.isNumber ? $0 : TextFolding.digit($0) })
            }
            let (own, other) = (Self.surveyed(text), Self.surveyed(reading))
            let isSame = Self.isMisread(own, as: other) || Self.isSide(own, as: other) || Self.isSide(other, as: own)
            return isSame ? own : other
        }

        private static func surveyed(_ text: String) -> String {
            key(text.contains(where: \.isNumber) ? SurveyWord.canonical(text) : text)
        }

        /// Whether a reading differs by what alone can stand there: the figures of an ordinal (`lith` for `11th`), a
        /// letter of a quarter's name (`Fast`).
        private static func isMisread(_ own: String, as other: String) -> Bool {
            if quarters.contains(own) {
                return own.count == other.count && zip(own, other).count { $0 != $1 } == 1
            }
            if let ordinal = own.wholeMatch(of: /(\d+)(ST|ND|RD|TH)/), other.hasSuffix(ordinal.output.2) {
                return String(other.dropLast(2).compactMap(TextFolding.digit)) == ordinal.output.1
                    && other.count == own.count
            }
            return false
        }

        /// The same of the side at the end of a bearing or a range (`33-23F`), and of a township (`T245`).
        private static func isSide(_ own: String, as other: String) -> Bool {
            guard let last = own.last, own.dropLast().last?.isNumber == true, other.dropLast() == own.dropLast() else {
                return false
            }
            return last == "E" && "FẸÊÉ".contains(other.last ?? " ")
                || last == "S" && own.hasPrefix("T") && "58".contains(other.last ?? " ")
        }

        private static let quarters: Set<String> = ["NORTH", "SOUTH", "EAST", "WEST"]

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

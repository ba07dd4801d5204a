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
            let (own, other) = (Self.key(text), Self.key(reading))
            return isSouth && Self.isSouth(other, before: own.dropFirst()) ? own : other
        }

        /// Whether it is a bearing or a quarter of a section that begins with an S: `S39-07-11E`, `S/2`.
        private var isSouth: Bool { text.contains(/^\W?S[\d\/]/) }

        /// `$39-07-11E`, `849-03-44W`, `5/2`: what the S was read as.
        private static func isSouth(_ other: String, before rest: Substring) -> Bool {
            guard other.hasSuffix(rest) else { return false }
            let letter = other.dropLast(rest.count)
            return letter.count <= 2 && letter.allSatisfy("S58".contains)
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

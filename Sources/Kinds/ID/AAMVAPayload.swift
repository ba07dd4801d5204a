/// The elements of a driver licence's PDF417, by the AAMVA DL/ID Card Design Standard (2020), Annex D, and its editions
/// back to 2000. Issuers break the standard in many ways: the scanner goes by the three-letter ids and takes offsets,
/// lengths, counts and separators as advice.
package struct AAMVAPayload: Hashable, Sendable {
    /// Issuer identification number, six digits.
    package var issuerNumber: String?
    /// 0…10 and later; nil where the header does not say.
    package var version: Int?
    /// `DL`, `ID` or `EN`.
    package var subfile: String?
    /// Values by id, white space around them left out; those that say that there is none are absent.
    package var elements: [String: String]

    /// - Parameter text: the barcode's bytes as ISO 8859-1.
    /// - Returns: nil for anything that is no such payload, or holds no element of a person.
    package init?(_ text: String) {
        guard let header = Header(text) else { return nil }
        issuerNumber = header.issuerNumber
        version = header.version
        subfile = header.subfile
        elements = [:]
        for segment in header.rest.split(whereSeparator: Self.separates) {
            for (id, value) in Self.elements(segment) where elements[id] == nil {
                if let value = Self.present(value) { elements[id] = value }
            }
        }
        if subfile == nil { subfile = Self.subfiles.first { header.rest.hasPrefix($0) } }
        let persons: Set<String> = ["DAQ", "DCS", "DAA", "DAB", "DBB", "DAC", "DCT"]
        guard !persons.isDisjoint(with: elements.keys) else { return nil }
    }

    package subscript(id: String) -> String? { elements[id] }

    private static let subfiles = ["DL", "ID", "EN"]

    /// Line feed, carriage return, and the separators of ISO 646 between files, groups, records and units.
    private static func separates(_ character: Character) -> Bool {
        character.isNewline || character.unicodeScalars.allSatisfy { (0x1C...0x1F).contains($0.value) }
    }

    /// The element of a segment; behind a subfile's type there may be one too.
    private static func elements(_ segment: Substring) -> [(String, Substring)] {
        let text = segment.drop { $0 == " " }
        if isElement(text.prefix(3)) { return [(String(text.prefix(3)), text.dropFirst(3))] }
        if subfiles.contains(String(text.prefix(2))), isElement(text.dropFirst(2).prefix(3)) {
            return [(String(text.dropFirst(2).prefix(3)), text.dropFirst(5))]
        }
        return []
    }

    /// `DAA`…`DDZ`; those of a jurisdiction begin with Z and mean nothing to others.
    private static func isElement(_ id: Substring) -> Bool {
        let letters = Array(id.utf8)
        return letters.count == 3 && letters[0] == UInt8(ascii: "D")
            && (UInt8(ascii: "A")...UInt8(ascii: "D")).contains(letters[1])
            && (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letters[2])
    }

    private static func present(_ value: Substring) -> String? {
        let trimmed = TextFolding.trim(value, ["\0"])
        let absent = ["", "none", "unavl", "unavail", "n/a"]
        return absent.contains(trimmed.lowercased()) ? nil : trimmed
    }

    /// `@ LF RS CR ANSI 636000 10 01 02 DL00410278 ZV03190008 DL…` with all that may be wrong about it.
    private struct Header {
        var issuerNumber: String?
        var version: Int?
        var subfile: String?
        /// From the first subfile's type on.
        var rest: Substring

        init?(_ text: String) {
            let start = text.prefix(64)
            guard let mark = start.firstRange(of: "ANSI") ?? start.firstRange(of: "AAMVA") else { return nil }
            var rest = text[mark.upperBound...].drop { $0 == " " }
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(digits.count)
            if digits.count >= 8 {
                issuerNumber = String(digits.prefix(6))
                version = Int(digits.dropFirst(6).prefix(2))
            }
            while let designator = Self.designator(rest) {
                if subfile == nil, AAMVAPayload.subfiles.contains(designator) { subfile = designator }
                rest = rest.dropFirst(10)
            }
            self.rest = rest
        }

        /// Two letters, four digits of offset, four of length.
        private static func designator(_ text: Substring) -> String? {
            let head = text.prefix(10)
            guard head.count == 10, head.prefix(2).allSatisfy({ $0.isASCII && $0.isUppercase }),
                head.dropFirst(2).allSatisfy({ $0.isASCII && $0.isNumber })
            else { return nil }
            return String(head.prefix(2))
        }
    }
}

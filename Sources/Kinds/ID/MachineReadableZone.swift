package import Model

/// A machine-readable zone taken apart: a pure function of its lines.
package struct MachineReadableZone: Hashable, Sendable {
    package var format: ZoneFormat
    package var lines: [String]
    /// Such as `P`, `ID`, `V`, `AC`; fillers left out, as in all codes and numbers here.
    package var documentCode: String
    package var issuer: String
    package var name: ZoneName
    package var documentNumber: String
    package var nationality: String
    /// Nil where no part is known or there is no such date.
    package var birthDate: CalendarDate?
    /// `M`, `F` or `X`; nil for a character that means none of them.
    package var sex: String?
    package var expiryDate: CalendarDate?
    /// Without the part that belongs to a long document number.
    package var optionalData: String
    package var optionalData2: String
    package var checks: [ZoneCheck]

    package var allChecksPass: Bool { checks.allSatisfy(\.passed) }

    /// Whether check digits cover every character that neither a list of codes nor a name restricts: none covers what a visa's
    /// issuer adds (Doc 9303 Part 7, section 4.3).
    package var isChecked: Bool { !format.isVisa || optionalData.isEmpty }

    package func check(_ element: ZoneElement) -> ZoneCheck? { checks.first { $0.element == element } }

    /// - Parameter asOf: decides the centuries.
    /// - Returns: nil where number and lengths of the lines are no format's, or a character is not of the alphabet.
    package init?(lines: [String], asOf: CalendarDate) {
        guard let format = ZoneFormat(lines: lines), lines.allSatisfy({ $0.utf8.allSatisfy(ZoneMask.any.allows) })
        else { return nil }
        let reader = ZoneReader(format: format, lines: lines)
        self.format = format
        self.lines = lines
        documentCode = reader.code(.documentCode)
        issuer = reader.code(.issuer)
        nationality = reader.code(.nationality)
        name = ZoneName(reader.text(.name))
        sex = Self.sex(reader.text(.sex))

        let number = reader.documentNumber()
        documentNumber = number.value
        optionalData = number.optionalData
        optionalData2 = ZoneReader.spaced(reader.text(.optionalData2))
        checks = reader.checks(number: number)

        let birth = ZoneDate(reader.text(.birthDate))?.birthDate(asOf: asOf)
        birthDate = birth
        expiryDate = ZoneDate(reader.text(.expiryDate))?.expiryDate(asOf: asOf, birth: birth)
    }

    private static func sex(_ text: String) -> String? {
        switch text {
        case "M", "F": text
        // X is not foreseen in a zone, yet printed by some issuers.
        case "<", "X": "X"
        default: nil
        }
    }
}

/// One check digit of a zone.
package struct ZoneCheck: Hashable, Sendable {
    /// The element that it vouches for; `compositeCheck` for the digit over the others.
    package var element: ZoneElement
    package var passed: Bool

    package init(element: ZoneElement, passed: Bool) {
        self.element = element
        self.passed = passed
    }
}

/// The holder's name as a zone writes it: primary identifier, two fillers, secondary identifier.
package struct ZoneName: Hashable, Sendable {
    /// Fillers read as spaces.
    package var primary: String
    package var secondary: String
    /// Whether the name fills its columns to the last, so that something may have been cut off
    /// (Part 3, section 4.7: it may also just fit).
    package var mayBeTruncated: Bool

    package init(_ field: String) {
        let characters = Array(field.utf8)
        let filler = UInt8(ascii: "<")
        mayBeTruncated = characters.last != filler && !characters.isEmpty
        var split = characters.count
        if characters.count > 1 {
            for position in 0..<(characters.count - 1)
            where characters[position] == filler && characters[position + 1] == filler {
                split = position
                break
            }
        }
        primary = ZoneReader.spaced(String(decoding: characters[..<split], as: UTF8.self))
        secondary = ZoneReader.spaced(String(decoding: characters[split...], as: UTF8.self))
    }
}

/// Reads elements out of lines whose format is known.
struct ZoneReader {
    let format: ZoneFormat
    let lines: [[UInt8]]

    init(format: ZoneFormat, lines: [String]) {
        self.format = format
        self.lines = lines.map { Array($0.utf8) }
    }

    /// A document number with the columns that it was read from.
    struct DocumentNumber {
        var value: String
        /// Without what belongs to the number.
        var optionalData: String
        /// What its check digit covers.
        var covered: [UInt8]
        var check: UInt8

        /// Parts 5 and 6, note j: where the check digit is a filler, the number runs on in the optional data up to its
        /// check digit and a filler. The filler in the check digit's column is left out of the sum.
        init(columns: [UInt8], check: UInt8, optional: [UInt8], mayRunOn: Bool) {
            let filler = UInt8(ascii: "<")
            let rest = optional.prefix { $0 != filler }
            if mayRunOn, check == filler, !columns.contains(filler), rest.count >= 2, let last = rest.last {
                covered = columns + rest.dropLast()
                self.check = last
                optionalData = ZoneReader.spaced(String(decoding: optional.dropFirst(rest.count), as: UTF8.self))
            } else {
                covered = columns
                self.check = check
                optionalData = ZoneReader.spaced(String(decoding: optional, as: UTF8.self))
            }
            value = String(decoding: covered.filter { $0 != filler }, as: UTF8.self)
        }
    }

    func bytes(_ element: ZoneElement) -> [UInt8] {
        format.span(of: element).map(bytes) ?? []
    }

    func bytes(_ span: ZoneSpan) -> [UInt8] { Array(lines[span.line][span.columns]) }

    func text(_ element: ZoneElement) -> String { String(decoding: bytes(element), as: UTF8.self) }

    /// Without fillers.
    func code(_ element: ZoneElement) -> String { text(element).filter { $0 != "<" } }

    /// Fillers inside read as one space, those around left out.
    static func spaced(_ text: String) -> String { text.split(separator: "<").joined(separator: " ") }

    func documentNumber() -> DocumentNumber {
        DocumentNumber(
            columns: bytes(.documentNumber), check: bytes(.documentNumberCheck).first ?? UInt8(ascii: "<"),
            optional: bytes(.optionalData), mayRunOn: format.hasLongNumbers)
    }

    func checks(number: DocumentNumber) -> [ZoneCheck] {
        var checks = [
            ZoneCheck(
                element: .documentNumber, passed: CheckDigit.matches(number.covered, printed: number.check))
        ]
        for (element, digit) in Self.checked {
            guard let printed = bytes(digit).first else { continue }
            checks.append(
                ZoneCheck(element: element, passed: CheckDigit.matches(bytes(element), printed: printed)))
        }
        if let printed = bytes(.compositeCheck).first {
            let covered = format.compositeSpans.flatMap(bytes)
            let digit = CheckDigit.compute(covered).map { UInt8(ascii: "0") + UInt8($0) }
            checks.append(ZoneCheck(element: .compositeCheck, passed: digit == printed))
        }
        return checks
    }

    private static let checked: [(ZoneElement, ZoneElement)] = [
        (.birthDate, .birthDateCheck), (.expiryDate, .expiryDateCheck), (.optionalData, .optionalDataCheck),
    ]
}

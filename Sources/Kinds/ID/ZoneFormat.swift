/// The five machine-readable zones of ICAO Doc 9303: Part 5 (TD1), Part 6 (TD2), Part 4 (TD3), Part 7 (MRV-A, MRV-B).
package enum ZoneFormat: String, Sendable, CaseIterable {
    /// Cards of 85.6 x 54 mm: three lines of 30.
    case td1 = "TD1"
    /// Cards of 105 x 74 mm: two lines of 36.
    case td2 = "TD2"
    /// Passports: two lines of 44.
    case td3 = "TD3"
    /// Visas of a passport's page: two lines of 44.
    case mrvA = "MRV-A"
    /// Smaller visas: two lines of 36.
    case mrvB = "MRV-B"

    package var lineCount: Int { self == .td1 ? 3 : 2 }

    package var lineLength: Int {
        switch self {
        case .td1: 30
        case .td2, .mrvB: 36
        case .td3, .mrvA: 44
        }
    }

    package var isVisa: Bool { self == .mrvA || self == .mrvB }

    /// The format of whole lines; nil where their number and lengths are none's. Visas begin with V.
    package init?(lines: [String]) {
        guard let length = lines.first?.utf8.count, lines.allSatisfy({ $0.utf8.count == length }) else { return nil }
        let visa = lines[0].utf8.first == UInt8(ascii: "V")
        let found = Self.allCases.first {
            $0.lineCount == lines.count && $0.lineLength == length && (lines.count == 3 || $0.isVisa == visa)
        }
        guard let found else { return nil }
        self = found
    }
}

/// What stands in a zone.
package enum ZoneElement: String, Sendable, CaseIterable {
    case documentCode, issuer, name, documentNumber, documentNumberCheck, nationality, birthDate, birthDateCheck
    case sex, expiryDate, expiryDateCheck
    /// TD1: the rest of line 1; TD3: the personal number or whatever the issuer puts there.
    case optionalData
    case optionalDataCheck
    /// TD1 alone: the end of line 2.
    case optionalData2
    case compositeCheck
}

/// Columns of one line of a zone, both from 0.
package struct ZoneSpan: Hashable, Sendable {
    package var line: Int
    package var columns: Range<Int>

    package init(_ line: Int, _ columns: Range<Int>) {
        self.line = line
        self.columns = columns
    }
}

/// Which characters may stand at a place.
package enum ZoneMask: Sendable {
    case letter, letterOrFiller, digit, digitOrFiller, sex, any

    package func allows(_ character: UInt8) -> Bool {
        let filler = character == UInt8(ascii: "<")
        let digit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(character)
        let letter = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(character)
        return switch self {
        case .letter: letter
        case .letterOrFiller: letter || filler
        case .digit: digit
        case .digitOrFiller: digit || filler
        case .sex: filler || [UInt8(ascii: "M"), UInt8(ascii: "F"), UInt8(ascii: "X")].contains(character)
        case .any: letter || digit || filler
        }
    }
}

extension ZoneFormat {
    /// Where an element stands; nil where the format has none.
    package func span(of element: ZoneElement) -> ZoneSpan? {
        self == .td1 ? Self.spanOfThreeLines(element) : spanOfTwoLines(element)
    }

    /// Part 5, section 4.2.2.
    private static func spanOfThreeLines(_ element: ZoneElement) -> ZoneSpan? {
        switch element {
        case .documentCode: ZoneSpan(0, 0..<2)
        case .issuer: ZoneSpan(0, 2..<5)
        case .documentNumber: ZoneSpan(0, 5..<14)
        case .documentNumberCheck: ZoneSpan(0, 14..<15)
        case .optionalData: ZoneSpan(0, 15..<30)
        case .birthDate: ZoneSpan(1, 0..<6)
        case .birthDateCheck: ZoneSpan(1, 6..<7)
        case .sex: ZoneSpan(1, 7..<8)
        case .expiryDate: ZoneSpan(1, 8..<14)
        case .expiryDateCheck: ZoneSpan(1, 14..<15)
        case .nationality: ZoneSpan(1, 15..<18)
        case .optionalData2: ZoneSpan(1, 18..<29)
        case .compositeCheck: ZoneSpan(1, 29..<30)
        case .name: ZoneSpan(2, 0..<30)
        case .optionalDataCheck: nil
        }
    }

    private func spanOfTwoLines(_ element: ZoneElement) -> ZoneSpan? {
        switch element {
        case .documentCode: ZoneSpan(0, 0..<2)
        case .issuer: ZoneSpan(0, 2..<5)
        case .name: ZoneSpan(0, 5..<lineLength)
        case .documentNumber: ZoneSpan(1, 0..<9)
        case .documentNumberCheck: ZoneSpan(1, 9..<10)
        case .nationality: ZoneSpan(1, 10..<13)
        case .birthDate: ZoneSpan(1, 13..<19)
        case .birthDateCheck: ZoneSpan(1, 19..<20)
        case .sex: ZoneSpan(1, 20..<21)
        case .expiryDate: ZoneSpan(1, 21..<27)
        case .expiryDateCheck: ZoneSpan(1, 27..<28)
        case .optionalData: ZoneSpan(1, 28..<(self == .td3 ? 42 : self == .td2 ? 35 : lineLength))
        case .optionalDataCheck: self == .td3 ? ZoneSpan(1, 42..<43) : nil
        case .compositeCheck: isVisa ? nil : ZoneSpan(1, (lineLength - 1)..<lineLength)
        case .optionalData2: nil
        }
    }

    /// What the composite check digit covers, in order; empty for visas, which have none.
    package var compositeSpans: [ZoneSpan] {
        switch self {
        case .td1: [ZoneSpan(0, 5..<30), ZoneSpan(1, 0..<7), ZoneSpan(1, 8..<15), ZoneSpan(1, 18..<29)]
        case .td2: [ZoneSpan(1, 0..<10), ZoneSpan(1, 13..<20), ZoneSpan(1, 21..<35)]
        case .td3: [ZoneSpan(1, 0..<10), ZoneSpan(1, 13..<20), ZoneSpan(1, 21..<43)]
        case .mrvA, .mrvB: []
        }
    }

    /// Which characters may stand at each column of a line.
    package func masks(line: Int) -> [ZoneMask] {
        var masks = [ZoneMask](repeating: .any, count: lineLength)
        for element in ZoneElement.allCases {
            guard let span = span(of: element), span.line == line else { continue }
            for column in span.columns { masks[column] = mask(of: element) }
        }
        if line == 0 {
            masks[0] = .letter
            // A card's second one is at the discretion of its issuer (Part 5, section 4.2.2): C1, of the United States.
            if self == .td1 { masks[1] = .any }
        }
        return masks
    }

    private func mask(of element: ZoneElement) -> ZoneMask {
        switch element {
        case .documentCode, .issuer, .nationality, .name: .letterOrFiller
        case .documentNumber, .optionalData, .optionalData2: .any
        case .birthDate, .optionalDataCheck: .digitOrFiller
        // A number longer than its nine columns has a filler for its check digit (Parts 5 and 6, note j).
        case .documentNumberCheck: hasLongNumbers ? .digitOrFiller : .digit
        case .expiryDate, .birthDateCheck, .expiryDateCheck, .compositeCheck: .digit
        case .sex: .sex
        }
    }

    /// Whether a document number may run on into the optional data.
    package var hasLongNumbers: Bool { self == .td1 || self == .td2 }
}

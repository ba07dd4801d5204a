import Model

/// The tracks of a driver licence's magnetic stripe, by the AAMVA DL/ID Card Design Standard, Annex F, in editions from
/// 2000 on. British Columbia prints them as a PDF417:
/// `%BCCITY^SURNAME,$GIVEN NAMES^STREET$…^?;636028NUMBER=YYMMCCYYMMDD=?_%…?`.
package struct AAMVAStripe: Hashable, Sendable {
    /// Issuer identification number, six digits.
    package var issuerNumber: String
    /// Two letters, of the address.
    package var region: String
    package var city: String
    /// Surname first.
    package var names: [String]
    package var namesAreTruncated: Bool
    /// Street, and what follows it. Empty where its end may be cut off.
    package var addressLines: [String]
    /// Digits: a number's letters are not on this track, or as figures.
    package var documentNumber: String
    /// `YYMM`; months above 12 stand for other rules.
    package var expiry: String
    /// `CCYYMMDD`.
    package var birthDate: String
    package var postalCode: String?
    package var licenseClass: String?
    package var sex: String?

    /// Characters of the fields of track 1, which a `^` ends where they have fewer, and of the whole track.
    private static let (mostOfCity, mostOfNames, mostOfTrack) = (13, 35, 79)
    private static let mostOfNumber = 13

    /// - Parameter text: the barcode's bytes as ISO 8859-1.
    /// - Returns: nil for anything but tracks 1 and 2, in this order, of a known issuer.
    package init?(_ text: String) {
        let tracks = text.split(separator: "?", maxSplits: 2, omittingEmptySubsequences: false)
        guard tracks.count >= 2, let first = tracks[0].firstIndex(of: "%"),
            tracks[0][..<first].count <= 4, let second = tracks[1].firstIndex(of: ";")
        else { return nil }
        var track = tracks[0][first...].dropFirst()
        let isFull = track.count + 2 >= Self.mostOfTrack
        region = String(track.prefix(2))
        track = track.dropFirst(2)
        guard AAMVARecord.country(ofRegion: region) != nil else { return nil }
        city = TextFolding.squeeze(Self.field(&track, most: Self.mostOfCity).text)
        let whole = Self.field(&track, most: Self.mostOfNames)
        names = Self.parts(whole.text)
        namesAreTruncated = !whole.isEnded
        let address = Self.field(&track, most: .max)
        addressLines = address.isEnded || !isFull ? Self.parts(address.text) : []

        let digits = tracks[1][second...].dropFirst()
        let parts = digits.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        issuerNumber = String(parts[0].prefix(6))
        documentNumber = String(parts[0].dropFirst(6))
        guard parts.count == 2, AAMVARecord.issuers[issuerNumber] != nil,
            (1...Self.mostOfNumber).contains(documentNumber.count), parts[1].count >= 12,
            (parts[0] + parts[1].prefix(12)).allSatisfy({ $0.isASCII && $0.isNumber })
        else { return nil }
        expiry = String(parts[1].prefix(4))
        birthDate = String(parts[1].dropFirst(4).prefix(8))
        // What is more than 13 digits goes on behind the date of birth.
        documentNumber += parts[1].dropFirst(12).prefix { $0.isASCII && $0.isNumber }
        if tracks.count == 3 { readThird(tracks[2]) }
    }

    /// A field up to its `^`, or as long as it may be.
    private static func field(_ track: inout Substring, most: Int) -> (text: Substring, isEnded: Bool) {
        let text = track.prefix { $0 != "^" }.prefix(most)
        track = track.dropFirst(text.count)
        let isEnded = track.first == "^"
        if isEnded { track = track.dropFirst() }
        return (text, isEnded)
    }

    private static func parts(_ text: Substring) -> [String] {
        text.split(separator: "$").map { TextFolding.squeeze(TextFolding.trim($0, [","])) }.filter { !$0.isEmpty }
    }

    /// Two versions of a character each, then columns of fixed width: postal code 11, class 2, restrictions 10,
    /// endorsements 4, sex 1.
    private mutating func readThird(_ track: Substring) {
        guard let start = track.firstIndex(where: "%#+".contains) else { return }
        let columns = Array(track[start...].dropFirst(3))
        guard columns.count >= 28 else { return }
        let code = AAMVARecord.postalCode(TextFolding.trim(String(columns[..<11]), []))
        guard code.wholeMatch(of: /[0-9]{5}(-[0-9]{4})?|[A-Z][0-9][A-Z] [0-9][A-Z][0-9]/) != nil else { return }
        postalCode = code
        let kind = TextFolding.trim(String(columns[11..<13]), [])
        licenseClass = kind.isEmpty ? nil : kind
        sex = String(columns[27])
    }
}

extension AAMVARecord {
    /// - Parameter text: the barcode's bytes as ISO 8859-1.
    /// - Returns: nil for a barcode that is none of a driver licence or identification card.
    package init?(barcode text: String) {
        if let payload = AAMVAPayload(text) {
            self.init(payload)
        } else if let stripe = AAMVAStripe(text) {
            self.init(stripe)
        } else {
            return nil
        }
    }

    /// Whether it is a licence or another card, the tracks say only by a licence's class.
    package init(_ stripe: AAMVAStripe) {
        documentType = stripe.licenseClass == nil ? nil : "driver_license"
        documentNumber = stripe.documentNumber
        numberIsDigitsOnly = true
        region = Self.issuers[stripe.issuerNumber]
        regionOfAddress = stripe.region
        country = region.flatMap(Self.country(ofRegion:))
        if stripe.names.count >= 2 {
            surname = stripe.names[0]
            givenNames = stripe.names.dropFirst().joined(separator: " ")
        }
        surnameIsTruncated = false
        givenNamesAreTruncated = stripe.namesAreTruncated
        birthDate = Self.date(stripe.birthDate)
        expiryDate = Self.month(stripe.expiry)
        sex = stripe.sex.flatMap(Self.sex)
        address = Self.address(stripe)
        licenseClass = stripe.licenseClass
    }

    /// The year in this century: stripes are written since the nineties, and licences are renewed.
    private static func month(_ text: String) -> CalendarDate? {
        guard let number = Int(text) else { return nil }
        return CalendarDate(year: 2000 + number / 100, month: number % 100)
    }

    /// Some issuers repeat city, region and code behind the street.
    private static func address(_ stripe: AAMVAStripe) -> String? {
        let isRepeated: (String) -> Bool = { $0.hasPrefix(stripe.city + " " + stripe.region) }
        let lines = stripe.addressLines.filter { !isRepeated($0) }
        guard !lines.isEmpty, !stripe.city.isEmpty else { return nil }
        let end = [stripe.region, stripe.postalCode].compactMap(\.self).joined(separator: " ")
        return (lines + [stripe.city, end]).joined(separator: ", ")
    }
}

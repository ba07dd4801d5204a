import Model

/// What is printed for people: the fields that labels and numbers name, in the contract's form.
struct PrintedSide {
    var fields: [FieldName: Field] = [:]
    var dates: [PrintedDate] = []
    /// Every line's words, to see whether a machine's value is printed too.
    var lines: [(page: Int, words: [Word])] = []

    /// - Parameters:
    ///   - labelled: what the labels of the kind's definition found.
    ///   - machine: the fields of zone or barcode; empty where there is neither.
    init(
        _ document: RecognizedDocument, labelled: [FieldName: Field], machine: [FieldName: Field], asOf: CalendarDate
    ) {
        let pages = document.pages.filter { $0.error == nil }.map(Self.withoutZone)
        lines = pages.flatMap { page in page.lines.map { (page.index, $0.words) } }
        let evidence = DocumentType.evidence(on: pages)
        fields["document_type"] = DocumentType.printed(evidence)
        let isLicense = evidence.contains { $0.type == .driverLicense }
        // A state's licences and identification cards number their fields alike.
        let isNumbered = pages.contains(where: NumberedFields.isLicence)
        let coded = IssuerReader(pages: pages).codedRegion()
        let isCard = isLicense || isNumbered || coded != nil || evidence.contains { $0.type == .identityCard }

        readIssuer(pages, labelled: labelled, isCard: isCard, coded: coded, isCoded: machine["issuing_region"] != nil)
        let country = machine["issuing_country"]?.text ?? fields["issuing_country"]?.text
        let order = Self.order(pages, machine: machine, country: country, asOf: asOf)
        dates = PrintedDates.all(pages, order: order, asOf: asOf)
        let numbered =
            isLicense || isNumbered || coded != nil || labelled["license_class"] != nil ? NumberedFields(pages) : nil
        readAddress(labelled, numbered)
        let isAmerican = numbered != nil && country == "USA" && machine["mrz"] == nil
        readNames(labelled, numbered, isAmerican ? pages : nil)
        readDates(labelled, numbered, order: order, asOf: asOf)
        readNumbers(labelled, numbered, isUS: country == "USA")
        readRest(labelled, numbered, pages)
        // Of the two, only licences have a class.
        if fields["document_type"] == nil, isNumbered, let page = fields["license_class"]?.page {
            fields["document_type"] = Field(
                value: .text(DocumentType.driverLicense.rawValue), confidence: 0.9, source: .derived, page: page)
        }
    }

    /// Words of the zone, read with another model, are none of the printed side.
    private static func withoutZone(_ page: RecognizedPage) -> RecognizedPage {
        var rest = page
        rest.words = page.words.filter { word in
            !page.zoneLines.contains { $0.box.intersection(word.box).area * 2 > word.box.area }
                && word.text.count(where: { $0 == "<" }) < 2
        }
        return rest
    }

    // MARK: - Issuer

    /// - Parameters:
    ///   - coded: the state by its letters.
    ///   - isCoded: whether a barcode names the state, whose name on the card may be a country's too: Georgia.
    private mutating func readIssuer(
        _ pages: [RecognizedPage], labelled: [FieldName: Field], isCard: Bool, coded: Field?, isCoded: Bool
    ) {
        let reader = IssuerReader(pages: pages)
        let places = ["authority", "place_of_birth", "address"] as [FieldName]
        if isCard, let region = reader.region(besides: places.compactMap { labelled[$0] }) ?? coded,
            let code = region.text
        {
            fields["issuing_region"] = region
            if let country = AAMVARecord.country(ofRegion: code) {
                var field = region
                field.value = .text(country)
                fields["issuing_country"] = field
            }
        }
        if let field = labelled["issuing_country"], let code = country(field) {
            fields["issuing_country"] = code
        } else if fields["issuing_country"] == nil, !isCoded {
            // The holder's nationality or address is not the issuer's.
            fields["issuing_country"] = reader.country(besides: (places + ["nationality"]).compactMap { labelled[$0] })
        }
        if let field = labelled["nationality"], let code = country(field) { fields["nationality"] = code }
    }

    /// A country's code in a labelled text: the whole, or a part of it before or behind a slash.
    private func country(_ field: Field) -> Field? {
        guard let text = field.raw ?? field.text else { return nil }
        let parts = [text] + text.split(whereSeparator: { "/\n,".contains($0) }).map(String.init)
        guard let code = parts.lazy.compactMap({ CountryCodes.code(for: $0) }).first else { return nil }
        var result = field
        result.value = .text(code)
        result.checks = [Check(name: "format", passed: true)]
        return result
    }

    // MARK: - Names

    private mutating func readNames(
        _ labelled: [FieldName: Field], _ numbered: NumberedFields?, _ american: [RecognizedPage]?
    ) {
        let joined = labelled["holder_name"] ?? numbered?.joinedName.map(Self.field)
        let whole = labelled["surname"] == nil ? joined.flatMap(PrintedName.parted) : nil
        for (name, number) in [(FieldName("surname"), "1"), ("given_names", "2")] {
            let labelled = labelled[name].flatMap(PrintedName.read)
            let numbered = numbered?.entry(number).map(Self.field).flatMap(PrintedName.read)
            fields[name] = whole?[name] ?? TaggedMerge.pieced(labelled, numbered) ?? best(labelled, numbered)
        }
        // No word is both, and none is the address's too.
        if whole == nil, let surname = fields["surname"],
            ["given_names", "address"].contains(where: { fields[$0].map { Self.holds($0, surname) } == true })
        {
            fields["surname"] = nil
        }
        // As with a barcode's names (``IDAgreement``): without one nothing tells a mark from the background.
        guard let american else { return }
        let unnumbered =
            fields["surname"] == nil || fields["given_names"] == nil
            ? NamesOverAddress(pages: american, address: fields["address"], given: fields["given_names"]).names() : [:]
        if let surname = fields["surname"], let given = unnumbered["given_names"], Self.holds(given, surname) {
            fields["surname"] = nil
        }
        for (name, field) in unnumbered {
            let own = PrintedName.read(field)
            fields[name] = TaggedMerge.pieced(fields[name], own) ?? fields[name] ?? own
        }
        for name in ["surname", "given_names"] as [FieldName] {
            guard let field = fields[name], field.text?.contains(where: { $0.isLetter && !$0.isASCII }) == true else {
                continue
            }
            fields[name]?.doubt(LostMarks.check)
        }
    }

    /// Whether most of a value stands in another's place.
    private static func holds(_ other: Field, _ value: Field) -> Bool {
        guard let box = value.box, let place = other.box, other.page == value.page else { return false }
        return 2 * place.intersection(box).area > box.area
    }

    private static func field(_ entry: NumberedFields.Entry) -> Field {
        let text = PrintedCaptions.strip(entry.text)
        return Field(
            value: .text(text), raw: text, confidence: entry.confidence * (entry.isContested ? 0.5 : 0.95),
            source: .text, page: entry.page,
            box: entry.box)
    }

    /// Two readings of one field: the same makes each surer, of different ones the surer counts, and less.
    private func best(_ a: Field?, _ b: Field?) -> Field? {
        guard let a, let b else { return a ?? b }
        var (better, other) = a.confidence >= b.confidence ? (a, b) : (b, a)
        if better.value == other.value {
            better.confidence = max(better.confidence, 1 - (1 - better.confidence) * 0.6)
        } else {
            better.alternatives.append(Alternative(value: other.value, confidence: other.confidence))
            if other.confidence > 0.7 * better.confidence { better.confidence *= 0.75 }
        }
        return better
    }

    // MARK: - Dates

    /// The order of a date's figures, as the machine's dates show that are printed too; else as usual in the country. A
    /// travel document's print should have the day first (ICAO Doc 9303 part 3, section 3.4), its issuer's habit may
    /// be another: nil where the two differ and no date decides.
    private static func order(
        _ pages: [RecognizedPage], machine: [FieldName: Field], country: String?, asOf: CalendarDate
    ) -> DateParser.Order? {
        let names: [FieldName] = ["date_of_birth", "date_of_issue", "date_of_expiry"]
        let known = Set(names.compactMap { machine[$0]?.text })
        func confirmed(_ order: DateParser.Order) -> Int {
            let printed = PrintedDates.all(pages, order: order, asOf: asOf).compactMap(\.readings.first?.iso)
            return known.intersection(printed).count
        }
        let (dayFirst, monthFirst) = (confirmed(.dayFirst), confirmed(.monthFirst))
        if dayFirst != monthFirst { return dayFirst > monthFirst ? .dayFirst : .monthFirst }
        switch country {
        case "USA": return machine["mrz"] == nil ? .monthFirst : nil
        case nil: return nil
        default: return .dayFirst
        }
    }

    private mutating func readDates(
        _ labelled: [FieldName: Field], _ numbered: NumberedFields?, order: DateParser.Order?, asOf: CalendarDate
    ) {
        let names: [(FieldName, String, DateParser.Expectation)] = [
            ("date_of_birth", "3", .past), ("date_of_issue", "4a", .past), ("date_of_expiry", "4b", .future),
        ]
        for (name, number, expectation) in names {
            let readings = [labelled[name], numbered?.entry(number).map(Self.field)].map { field in
                field.flatMap { Self.date($0, order: order, expectation: expectation, asOf: asOf) }
            }
            fields[name] = best(readings[0], readings[1])
        }
        // Place and date of birth under one caption: `ROMA 30.12.1990`.
        if fields["date_of_birth"] == nil, let place = labelled["place_of_birth"] {
            fields["date_of_birth"] = Self.date(place, order: order, expectation: .past, asOf: asOf)
        }
    }

    private static func date(
        _ field: Field, order: DateParser.Order?, expectation: DateParser.Expectation, asOf: CalendarDate
    ) -> Field? {
        guard let text = field.raw ?? field.text,
            let reading = PrintedDates.parse(text, order: order, expectation: expectation, asOf: asOf)
        else { return nil }
        var result = field
        // The engine's own doubt about the order is settled by the document's.
        if !field.alternatives.isEmpty, !reading.isAmbiguous { result.confidence = min(0.97, field.confidence / 0.6) }
        result.value = .text(reading.value.iso)
        result.alternatives = reading.alternatives.map { Alternative(value: .text($0.iso), confidence: 0.5) }
        if reading.isAmbiguous { result.cap(at: 0.55) }
        // Documents are issued and expire on a day, and people are born on one: where print has none, it was not read.
        if reading.value.day == nil { result.cap(at: 0.1) }
        return result
    }

    // MARK: - Numbers and the rest

    private mutating func readNumbers(_ labelled: [FieldName: Field], _ numbered: NumberedFields?, isUS: Bool) {
        // Number 5 is the licence's own in Europe and most of the world, a document discriminator in America.
        let candidates = [numbered?.entry("4d"), numbered?.entry("5")]
        let own = isUS ? candidates[0] : candidates[1] ?? candidates[0]
        var printed = best(
            labelled["document_number"].flatMap(Self.number), own.map(Self.field).flatMap(Self.number))
        let isOpen = fields["issuing_country"] == nil && candidates.allSatisfy { $0 != nil }
        if isOpen { printed?.confidence *= 0.5 }
        fields["document_number"] = printed
        if let personal = labelled["personal_number"].flatMap(Self.number), personal.value != printed?.value {
            fields["personal_number"] = personal
        }
    }

    /// As printed without spaces; a number has a figure.
    private static func number(_ field: Field) -> Field? {
        guard var text = field.text else { return nil }
        // `LIC#WDL12345`, `No.12345`: the caption clings to the number.
        if let sign = text.firstIndex(where: { "#.:".contains($0) }),
            text[..<sign].allSatisfy({ $0.isLetter || text[sign] == "#" && $0.isNumber })
        {
            text = String(text[text.index(after: sign)...])
        }
        // `12345678 4a`: with the next field's number. A digit may be that, or the last group of this one.
        let whole = text
        text.replace(/\s(?:4[abc]|9a|\d)$/, with: "")
        let isOpen = text != whole && whole.last?.isNumber == true
        // Nor is it another field's number with its caption: `3.DOB`.
        guard !isDate(text), text.prefixMatch(of: /\d{1,2}[a-d]?\.\p{L}/) == nil else { return nil }
        let joined = TextFolding.trim(text, [",", ";", ":", ".", "_", "|", "#", "*", "-"]).filter { !$0.isWhitespace }
        guard (3...25).contains(joined.count), joined.contains(where: \.isNumber) else { return nil }
        var result = field
        result.value = .text(joined)
        if isAmbiguous(joined) { result.cap(at: mostOfAmbiguous) }
        if isOpen {
            result.doubt("complete")
            result.alternatives.append(
                Alternative(value: .text(whole.filter { !$0.isWhitespace }), confidence: 0.5))
        }
        return result
    }

    private static func isDate(_ text: String) -> Bool {
        guard text.contains(where: { "/-.".contains($0) }), let anyDay = CalendarDate(year: 2000) else { return false }
        return DateParser(asOf: anyDay).parse(text) != nil
    }

    /// No reader tells I from 1 by its shape alone.
    private static let mostOfAmbiguous = 0.5

    /// Whether a letter and a figure that look alike stand where either may: among letters, or first.
    static func isAmbiguous(_ number: String) -> Bool {
        let alike: Set<Character> = ["0", "O", "1", "I", "l", "Q"]
        let letters = number.prefix { $0.isLetter }
        let rest = number.dropFirst(letters.count)
        if rest.contains(where: \.isLetter) { return number.contains(where: alike.contains) }
        return letters.contains(where: alike.contains) || number.first.map(alike.contains) == true
    }

    private mutating func readRest(
        _ labelled: [FieldName: Field], _ numbered: NumberedFields?, _ pages: [RecognizedPage]
    ) {
        fields["sex"] = labelled["sex"]
        if let place = labelled["place_of_birth"], var text = place.text {
            text = text.replacing(/\s\d{1,2}[-.\/ ]\d{1,2}[-.\/ ]\d{4}$/, with: "")
            text = TextFolding.trim(TextFolding.squeeze(text), [",", ";", ":", "|", "/", "_", "-"])
            var field = place
            field.value = .text(text)
            // Recognition is shy of places' names: of twenty that it gave 0.8 to 0.9, twenty were right.
            if field.confidence > 0.75 { field.confidence = 1 - (1 - field.confidence) / 2 }
            // Where names are in capitals, what has small letters is the next caption.
            if let surname = fields["surname"]?.text, !surname.contains(where: \.isLowercase),
                text.count(where: \.isLowercase) > 2
            {
                field.cap(at: 0.25)
            }
            if text.filter(\.isLetter).count >= 2, !text.contains(where: { $0 == "/" || $0.isNumber }) {
                fields["place_of_birth"] = field
            }
        }
        fields["license_class"] = LicenseClass(
            pages: pages, labelled: labelled["license_class"], numbered: numbered?.entry("9")
        ).read()
    }

    /// The address at its number, where it is a whole one: its lines begin at one place, and others beside them are none.
    private mutating func readAddress(_ labelled: [FieldName: Field], _ numbered: NumberedFields?) {
        fields["address"] = labelled["address"]
        guard let entry = numbered?.entry("8"), let reading = AddressParser.parse(lines: entry.lines),
            entry.lines.count > 1, AddressParser.isZip(entry.words[entry.words.count - 1].text)
        else { return }
        var own = Self.field(entry)
        (own.value, own.raw) = (.text(reading.value), entry.lines.joined(separator: "\n"))
        own.checks = [Check(name: "format", passed: reading.isWellFormed)]
        guard let other = labelled["address"] else {
            fields["address"] = own
            return
        }
        if TextFolding.key(other.value.plainText) == TextFolding.key(reading.value) {
            fields["address"] = TaggedMerge.whole(other, own)
        } else {
            own.alternatives.append(Alternative(value: other.value, confidence: other.confidence))
            fields["address"] = own
        }
    }
}

package import Model

/// Reads a deed's clauses: its kind, the parties, the land, what was paid, the recorder's stamp, dates and marks. A pure
/// function of the recognized pages; every field says where it stands and how sure it is.
package struct DeedExtractor: KindExtractor {
    package let kind = KindName.deed

    package init() {}

    package func extract(
        _ document: RecognizedDocument, definition: KindDefinition, labelled: Extraction, context: ExtractionContext
    ) -> Extraction {
        let text = DeedText(document)
        var reader = DeedFieldReader(text: text, document: document, asOf: context.asOf)
        var extraction = labelled
        // Courses of a description are held against each other.
        var tagged = labelled.tagged
        reader.land = tagged.removeValue(forKey: "legal_description").flatMap {
            let tokens = Self.tokens(labelled.taggedWords["legal_description"] ?? [], of: text, document)
            return tokens.isEmpty ? nil : (tokens, $0.confidence)
        }
        extraction.fields = TaggedMerge.merged(reader.read(labelled: labelled.fields), tagged)
        Self.derive(&extraction.fields)
        var findings = reader.findings
        func date(_ name: FieldName) -> CalendarDate? {
            extraction.fields[name]?.text.flatMap { CalendarDate(iso: $0) }
        }
        findings.dates.execution = date("execution_date")
        findings.dates.recording = date("recording_date")
        DeedChecks(text: text, document: document).apply(to: &extraction, findings: findings)
        extraction.proven = findings.proven
        extraction.differing = findings.differing
        return extraction
    }

    /// The deed's words at some places.
    private static func tokens(_ places: [WordPlace], of text: DeedText, _ document: RecognizedDocument) -> [Int] {
        let boxes = Dictionary(grouping: places, by: \.page).mapValues { $0.map(\.box) }
        return text.all.filter { index in
            let token = text.tokens[index]
            guard !token.isFurniture, document.pages.indices.contains(token.page - 1) else { return false }
            let (x, y) = (token.box.midX, token.box.midY)
            return boxes[document.pages[token.page - 1].index]?.contains {
                (Double($0.x)...Double($0.maxX)).contains(x) && (Double($0.y)...Double($0.maxY)).contains(y)
            } == true
        }
    }

    /// What another field's value says.
    private static func derive(_ fields: inout [FieldName: Field]) {
        if let grantor = fields["grantor"], let grantee = fields["grantee"] {
            // Who gives to themselves and others was as likely read where it says to whom the deed is sent.
            let names = Set(grantee.value.texts.map(Vocabulary.key))
            if grantor.value.texts.allSatisfy({ names.contains(Vocabulary.key($0)) }) {
                fields["grantor"]?.cap(at: mostOfSameParty)
            }
        }
        if let land = fields["legal_description"], let text = land.text {
            let words = text.split(separator: " ").map { Vocabulary.canonical(String($0)) }.filter { !$0.isEmpty }
            let type = DeedLegalDescription.type(words)
            fields["legal_description_type"] = Field(
                value: .text(type), confidence: min(land.confidence, type == "other" ? 0.7 : 0.95), source: .derived,
                page: land.page, box: land.box)
        }
        if let paid = fields["consideration"] ?? fields["loan_amount"], let raw = paid.raw,
            let currency = MoneyParser.find(in: raw).first?.reading.value.currency
        {
            var printed = paid
            printed.value = .text(currency)
            printed.alternatives = []
            fields["currency"] = printed
        }
    }

    private static let mostOfSameParty = 0.5
}

/// Asks each reader in turn and makes fields of what they found.
struct DeedFieldReader {
    let text: DeedText
    let document: RecognizedDocument
    let asOf: CalendarDate
    /// What is no field, for the checks.
    private(set) var findings = DeedFindings()
    /// The words that the tagger takes for the description, and how sure it is.
    var land: (tokens: [Int], how: Double)?

    private var fields: [FieldName: Field] = [:]
    /// A word of the title, where it stands on the first page's upper half.
    private let title: Int?

    init(text: DeedText, document: RecognizedDocument, asOf: CalendarDate) {
        self.text = text
        self.document = document
        self.asOf = asOf
        title = DeedTypeReader(text: text).title().map(\.tokens.lowerBound).flatMap { index in
            let token = text.tokens[index]
            let isHigh = Double(token.box.midY) < 0.6 * Double(text.size(of: 1).height)
            return token.page == 1 && isHigh ? index : nil
        }
    }

    mutating func read(labelled: [FieldName: Field]) -> [FieldName: Field] {
        let kind = readType()
        let parties = readParties(kind)
        readLand()
        let body = land.flatMap { land in land.tokens.last.map { land.tokens[0]..<($0 + 1) } }
        readPlace(land: body, conveyance: parties.conveyance)
        readMoney(kind)
        readStamp(body: Self.clauses(from: parties.conveyance, land: body))
        readDates()
        readMarks(clauses: [parties.conveyance, body.map { $0.upperBound - 1 }].compactMap(\.self))
        // What labels alone found stands where the clauses say nothing of it.
        let own = fields
        return labelled.filter { Self.takenFromLabels.contains($0.key) }.merging(own) { _, own in own }
    }

    /// Fields that a label beside the value is enough for.
    private static let takenFromLabels: Set<FieldName> = ["parcel_number", "property_address"]

    // MARK: Type and parties

    private mutating func readType() -> DeedTypeReader.Kind? {
        guard let reading = DeedTypeReader(text: text).read() else { return nil }
        let checks = reading.wordingAgrees.map { [Check(name: "agreement", passed: $0)] } ?? []
        fields["deed_type"] = text.field(
            .text(reading.kind.rawValue), Array(reading.tokens), how: reading.how, checks: checks,
            alternatives: reading.alternatives.map { Alternative(value: .text($0.rawValue), confidence: 0.1) })
        // Words that titles are made of are sure where they were read letter by letter.
        if reading.tokens.allSatisfy({ DeedTypeReader.isOfTitles(Vocabulary.key(text.tokens[$0].text)) }),
            let read = fields["deed_type"]
        {
            fields["deed_type"]?.confidence = max(read.confidence, reading.how * 0.98)
        }
        return reading.kind
    }

    private mutating func readParties(_ kind: DeedTypeReader.Kind?) -> DeedPartyReader.Result {
        let result = DeedPartyReader(text: text, kind: kind).read()
        findings.differing.formUnion(
            [result.grantor, result.grantee, result.trustee].compactMap { $0?.differing }.flatMap(text.places))
        if let side = result.grantor {
            fields["grantor"] = names(side)
            fields["grantor_capacity"] = description(side)
        }
        if let side = result.grantee {
            fields["grantee"] = names(side)
            fields["grantee_vesting"] = description(side)
        }
        if let side = result.trustee, !side.list.parties.isEmpty {
            // A deed of trust has one: `St. George and Red Oak Title` is the end of the trustor's address before it.
            let how = side.list.parties.count == 1 ? side.how : min(side.how, 0.6)
            fields["trustee"] = text.field(
                .text(side.list.parties.map(\.name).joined(separator: " and ")), side.list.parties.flatMap(\.tokens),
                how: how)
        }
        return result
    }

    private func names(_ side: DeedPartyReader.Side) -> Field {
        var checks = side.agreement.map { [Check(name: "agreement", passed: $0)] } ?? []
        if side.isConfirmed { checks.append(Check(name: "repetition", passed: true)) }
        var field = text.field(
            .list(side.list.parties.map(\.name)), side.list.tokens, how: side.how, checks: checks,
            alternatives: side.alternatives.map { Alternative(value: .list($0), confidence: 0.1) })
        // Two readings of every name that agree outweigh the recognizer's doubts about one.
        if side.isConfirmed { field.confidence = max(field.confidence, side.how * 0.97) }
        return field
    }

    /// Capacity or vesting, as printed behind the names.
    private func description(_ side: DeedPartyReader.Side) -> Field? {
        let parts = side.list.descriptors.map { DeedNameText.trimmed(text.text($0)) }.filter { !$0.isEmpty }
        guard !parts.isEmpty else { return nil }
        let tokens = side.list.descriptors.flatMap(\.self)
        // Several descriptions apart from each other: which belongs to whom is not said by the list.
        let how = min(side.how, parts.count == 1 ? 0.94 : 0.85)
        var field = text.field(.text(parts.joined(separator: ", ")), tokens, how: how)
        // `an unmarried woman`: words that these clauses are made of are sure where they were read letter by letter.
        let isCommon = tokens.allSatisfy { index in
            let key = Vocabulary.key(text.tokens[index].text)
            return PartyWords.isCommon(key) && text.tokens[index].confidence > 0.5
        }
        if isCommon { field.confidence = max(field.confidence, how * 0.98) }
        return field
    }

    // MARK: Land

    private mutating func readLand() {
        guard let (tokens, sureness) = land else { return }
        let bearings = DeedBearings(text: text).checked(tokens)
        let description = TextFolding.trim(text.text(tokens), [",", ";", ":", "-", "‘", "’", "'", "`", "|", "_", "~"])
        let survey = DeedSurvey(bearings).proof()
        let closes = survey.closure == .closes && !survey.hasMisreadFigure
        if survey.closure == .open { findings.surveyIsOpen = true }
        var checks = bearings.count == 0 ? [] : [Check(name: "bearings", passed: bearings.isSound)]
        if survey.closure != .unknown { checks.append(Check(name: "closure", passed: closes)) }
        var field = text.field(.text(description), tokens, how: sureness, checks: checks)
        if DeedLegalDescription.lacksFraction(description) { field.doubt("fractions") }
        let proven = survey.words.map { tokens[$0] }
        if closes {
            let rest = withoutFigures(tokens).filter { !proven.contains($0) }
            field.confidence = sureness * text.reading(rest)
        }
        findings.proven = Set(text.places(proven))
        fields["legal_description"] = field
    }

    /// A description without the figures and quarters of its courses, which are right where these close, however badly they
    /// were read.
    private func withoutFigures(_ tokens: [Int]) -> [Int] {
        let words = tokens.map { text.word($0) }
        // From `Commencing at …` courses that nothing proves lead to the point of beginning.
        guard let first = words.firstIndex(of: "thence"), let last = words.lastIndex(of: "beginning"), first < last,
            !words.contains("commencing")
        else { return tokens }
        return tokens.enumerated().filter { position, index in
            !(first..<last).contains(position)
                || !text.tokens[index].hasDigit && !DeedBearings.isQuarter(text.tokens[index].word)
        }.map(\.element)
    }

    private mutating func readPlace(land: Range<Int>?, conveyance: Int?) {
        let reader = DeedPlaceReader(text: text, land: land, conveyance: conveyance)
        fields["county"] = reader.county().map(Self.withDots)
        if let county = fields["county"]?.text {
            findings.differing.formUnion(text.places(reader.differing(from: county)))
        }
        fields["state"] = reader.state()
        findings.venueCounty = reader.venueCounty()
    }

    // MARK: Money

    private mutating func readMoney(_ kind: DeedTypeReader.Kind?) {
        let reader = DeedMoneyReader(text: text)
        guard let reading = kind == .trust ? reader.loan() : reader.consideration() else { return }
        var field = text.field(
            .text(reading.money.decimal), reading.tokens, how: reading.how,
            alternatives: reading.alternatives.map { Alternative(value: .text($0.decimal), confidence: 0.1) })
        if reading.isConfirmed { field.confidence = max(field.confidence, reading.how * 0.97) }
        fields[kind == .trust ? "loan_amount" : "consideration"] = field
    }

    // MARK: Stamp, dates, marks

    /// The clauses from the words of conveyance on, and the description, which may stand in an exhibit.
    private static func clauses(from conveyance: Int?, land: Range<Int>?) -> [Range<Int>] {
        guard let land else { return [] }
        guard let conveyance, conveyance < land.upperBound else { return [land] }
        return [conveyance..<land.upperBound, land]
    }

    private mutating func readStamp(body: [Range<Int>]) {
        let dates = DeedDateReader(text: text, asOf: asOf, title: title)
        let reader = DeedStampReader(text: text, dates: dates, body: body)
        func field(_ reading: DeedStampReader.Reading) -> Field {
            text.field(
                .text(reading.value), reading.tokens, how: reading.how,
                alternatives: reading.alternatives.map { Alternative(value: .text($0), confidence: 0.1) })
        }
        fields["instrument_number"] = reader.instrument().map(field)
        if let place = reader.bookAndPage() {
            fields["book"] = field(place.book)
            fields["page"] = field(place.page)
        }
        if let date = reader.recordingDate() {
            fields["recording_date"] = self.field(date)
        }
    }

    /// `Washıngton`: places of the United States have no i without its dot.
    private static func withDots(_ place: Field) -> Field {
        var place = place
        if let name = place.text { place.value = .text(name.replacing("ı", with: "i")) }
        return place
    }

    private mutating func readDates() {
        let reader = DeedDateReader(text: text, asOf: asOf, title: title)
        if let execution = reader.execution() {
            fields["execution_date"] = field(execution)
        }
        // `this lOth day of April`: a day that was not read says nothing about the order.
        findings.dates.acknowledgment = reader.acknowledgment().flatMap { $0.date.day == nil ? nil : $0.date }
    }

    private func field(_ reading: DeedDateReader.Reading) -> Field {
        text.field(
            .text(reading.date.iso), reading.tokens, how: reading.how,
            alternatives: reading.alternatives.map { Alternative(value: .text($0.iso), confidence: 0.1) })
    }

    private mutating func readMarks(clauses: [Int]) {
        let reader = DeedMarkReader(text: text)
        if let notary = reader.notary() {
            let reading = notary.tokens.isEmpty ? 1 : text.reading(notary.tokens)
            fields["notary_present"] = Field(
                value: .flag(notary.isThere), confidence: notary.how * reading, source: .text, page: notary.page,
                box: notary.box)
        }
        if let signature = DeedSignatureReader(text: text, document: document, clauses: clauses).read() {
            fields["signature_present"] = Field(
                value: .flag(signature.isThere), confidence: signature.how, source: .mark, page: signature.page,
                box: signature.box,
                // Ink that touches print is lost with it.
                alternatives: signature.isThere ? [] : [Alternative(value: .flag(true), confidence: 0.5)])
        }
    }
}

package import Model

/// Requests to data brokers: forms with lines, tables and boxes, and letters in prose.
package struct OptOutExtractor: KindExtractor {
    package let kind = KindName.optOut

    package init() {}

    package func extract(
        _ document: RecognizedDocument, definition: KindDefinition, labelled: Extraction, context: ExtractionContext
    ) -> Extraction {
        let layouts = document.pages.filter { $0.error == nil && !$0.words.isEmpty }.map { PageLayout(page: $0) }
        guard !layouts.isEmpty else { return labelled }
        let order = DateOrderEvidence.order(of: document.pages)
        let reader = OptOutReader(
            layouts: layouts, labelled: labelled.fields, definition: definition,
            dates: DateParser(order: order, expectation: .past, asOf: context.asOf))
        var extraction = labelled
        extraction.fields = reader.fields()
        return extraction
    }
}

/// One request, read page by page.
struct OptOutReader {
    let layouts: [PageLayout]
    let labelled: [FieldName: Field]
    let definition: KindDefinition
    let dates: DateParser

    func fields() -> [FieldName: Field] {
        var fields = labelled
        let assembler = PersonAssembler(fields: labelled)
        let contacts = ContactReader(layouts: layouts)
        let letter = letterReader
        let signer = letter?.signer()?.field
        let sender = SenderReader(layouts: layouts).sender()

        fields["authorized_agent"] = AgentReader(layouts: layouts).field(
            labelled: labelled["authorized_agent"].flatMap { isLaw($0) || isHeading($0) ? nil : $0 }, signer: signer,
            letterhead: letter?.letterhead())
        if let mended = fields["authorized_agent"]?.text.flatMap(LegalForm.mended) {
            fields["authorized_agent"]?.value = .text(mended)
        }
        if let agent = fields["authorized_agent"], agent.text.map(LegalForm.isCutOff) == true {
            fields["authorized_agent"]?.confidence = min(agent.confidence, Self.mostOfCutName)
        }
        let name =
            twinned(
                requester(assembler, signer: signer, sender: sender?.name, agent: fields["authorized_agent"]),
                letter?.headNames() ?? []) ?? (fields["authorized_agent"] == nil ? letter?.headPerson() : nil)
        fields["requester_name"] = name
        fields["broker_name"] = broker(letter, writer: name?.text, agent: fields["authorized_agent"]?.text)
        fields["address"] = better(
            assembler.address(street: labelled["address"] ?? nil),
            letter?.address(writer: signer?.text ?? name?.text) ?? sender?.address ?? contacts.address())
        if let address = fields["address"], address.text.map(AddressParser.lacksZip) == true {
            fields["address"]?.confidence = min(address.confidence, Self.mostOfNoZip)
        }
        fields["email"] = NameAgreement.checked(
            labelled["email"] ?? contacts.email(excluding: addresseeBox), name: name)
        if let email = fields["email"],
            email.text.map({ EmailParser.mayBeginWithL($0) || EmailParser.hasDoubledLetter($0) }) == true
        {
            fields["email"]?.confidence = min(email.confidence, Self.mostOfEither)
        }
        fields["requester_name"] = NameAgreement.checked(name: name, email: fields["email"])
        fields["phone"] = labelled["phone"] ?? contacts.phone(excluding: addresseeBox)
        fields["date_signed"] = dateSigned ?? letter?.date()
        fields["signature_present"] = signature(letter, name: name)
        fields["date_of_birth"] = labelled["date_of_birth"] ?? contacts.birth(dates)
        fields["legal_basis"] = PrivacyLawReader(layouts: layouts).field()
        fields["request_types"] = RequestTypes(layouts: layouts, definition: definition, isLetter: letter != nil)
            .field()
        let links = ProfileLinks(layouts: layouts).field(labelled: labelled["profile_urls"])
        let agreement = LinkAgreement(links)
        fields["profile_urls"] = agreement.checked(
            links, person: fields["requester_name"], company: fields["broker_name"])
        fields["broker_name"] = agreement.checked(company: fields["broker_name"])
        return fields
    }

    /// The date beside its label; none where the label of the birth has the same one.
    private var dateSigned: Field? {
        guard let signed = labelled["date_signed"], let birth = labelled["date_of_birth"],
            signed.page == birth.page, signed.box == birth.box
        else { return labelled["date_signed"] }
        return nil
    }

    private func isHeading(_ name: Field) -> Bool { name.text.map(PersonName.isHeading) == true }

    private func isLaw(_ name: Field) -> Bool { name.text.map(PrivacyLaw.isNamed(in:)) == true }

    private func better(_ a: Field?, _ b: Field?) -> Field? {
        guard let a else { return b }
        guard let b else { return a }
        return b.confidence > a.confidence + 0.05 ? b : a
    }

    /// The letter's structure on the page that has most of it.
    private var letterReader: LetterReader? {
        let structures = layouts.map { LetterStructure(layout: $0) }
        let best =
            structures.first { $0.salutation != nil && $0.closing != nil } ?? structures.first { $0.isLetter }
            ?? agentLetter(structures)
        return best.map { LetterReader(structure: $0, dates: dates) }
    }

    /// A letter without salutation and closing: an agent's, that says so.
    private func agentLetter(_ structures: [LetterStructure]) -> LetterStructure? {
        AgentReader(layouts: layouts).speaks ? structures.first : nil
    }

    /// Where the addressee stands: mail addresses and telephones there are not the writer's.
    private var addresseeBox: Box? { letterReader?.addressee(writers: [])?.box }

    // MARK: - Names

    private func requester(_ assembler: PersonAssembler, signer: Field?, sender: Field?, agent: Field?) -> Field? {
        if let agent, let represented = AgentReader(layouts: layouts).represented(),
            labelled["requester_name"].map({
                // `The consumer's signed permission appears below`: the rest of a sentence.
                $0.confidence < 0.8 || $0.text == agent.text || $0.text.map(PersonName.isPlausible) != true
            }) ?? true
        {
            return represented
        }
        let isAgents = agent?.text.map { name in
            signer?.text.map { TextFolding.key($0) == TextFolding.key(name) } ?? false
        }
        let own = isAgents == true ? nil : signer
        let writer = sender.flatMap { $0.text.map(TextFolding.key) == agent?.text.map(TextFolding.key) ? nil : $0 }
        let all = [labelled["requester_name"], assembler.name(), labelled["printed_name"], own, writer]
            .compactMap(\.self)
        // Beside a label a law may stand, or the rest of a sentence.
        let plausible = all.filter { $0.text.map(PersonName.isPlausible) == true && !isLaw($0) }
        let found = plausible.isEmpty ? all : plausible
        guard var best = found.first(where: { $0.confidence > 0.8 }) ?? found.max(by: { $0.confidence < $1.confidence })
        else {
            return AgentReader(layouts: layouts).represented()
        }
        let keys = found.map { TextFolding.key($0.text ?? "") }
        let ownKey = TextFolding.key(best.text ?? "")
        if keys.filter({ $0 == ownKey }).count > 1 {
            best.checks.append(Check(name: "agreement", passed: true))
            best.confidence = min(0.99, best.confidence + 0.04)
        }
        if plausible.isEmpty { best.confidence = min(best.confidence, isLaw(best) ? 0 : Self.mostOfNoName) }
        best.alternatives.removeAll { other in
            if case .text(let text) = other.value { PrivacyLaw.isNamed(in: text) } else { false }
        }
        // `Susan. Whitfield`: a speck, or a comma between names in the other order. `El-Khatıb`: most i's without a dot lost it.
        let isDoubtful = best.text?.contains(/\p{Ll}{3}\. \p{Lu}|ı/) == true
        if isDoubtful || best.text?.split(separator: " ").contains(where: { CommonNames.isMisread(String($0)) }) == true
        {
            best.confidence = min(best.confidence, Self.mostOfNoName)
        }
        return best
    }

    /// A name that stands over the letter too: the same twice is surer; but for one letter one of them was misread, and one
    /// that lacks a word of the other, an initial perhaps, has lost it.
    private func twinned(_ name: Field?, _ others: [String]) -> Field? {
        guard var name, let text = name.text else { return name }
        let own = Array(TextFolding.key(text))
        let keys = others.map { Array(TextFolding.key($0)) }
        if keys.contains(own) {
            name.confidence = min(0.99, name.confidence + 0.04)
        } else if keys.contains(where: { EditDistance.between($0, own, atMost: 1) == 1 }) {
            name.confidence = min(name.confidence, 0.75)
        } else if others.contains(where: { Self.hasAWordMore($0, than: text) }) {
            name.confidence = min(name.confidence, Self.mostOfNoName)
        }
        return name
    }

    private static func hasAWordMore(_ other: String, than name: String) -> Bool {
        let (own, other) = (words(of: name), words(of: other))
        guard own.count > 1, other.count == own.count + 1, own.first == other.first, own.last == other.last else {
            return false
        }
        return other.indices.contains { index in
            var rest = other
            rest.remove(at: index)
            return rest == own
        }
    }

    private static func words(of name: String) -> [Substring] { TextFolding.key(name).split(separator: " ") }

    private func broker(_ letter: LetterReader?, writer: String?, agent: String?) -> Field? {
        var candidates: [Field] = []
        if let labelled = labelled["broker_name"] { candidates.append(labelled) }
        // What stands beside a label of its own needs no guess at an addressee.
        let isLabelled = candidates.contains { $0.confidence >= 0.85 }
        if !isLabelled, let addressee = letter?.addressee(writers: [writer, agent].compactMap(\.self)) {
            candidates.append(addressee)
        }
        // "Make your request under the Connecticut Data Privacy Act" is no company's address.
        candidates.removeAll(where: isLaw)
        // A column's next caption, "Contact number", is no company.
        let captions = Set(definition.fields.flatMap(\.labels).map { TextFolding.key($0) })
        candidates.removeAll { candidate in candidate.text.map { captions.contains(TextFolding.key($0)) } == true }
        // `Business BeenVerified, LLC` is the caption and what stands beside it.
        if let beside = labelled["broker_name"]?.text.map(TextFolding.key) {
            candidates.removeAll { candidate in
                let key = candidate.text.map(TextFolding.key) ?? ""
                return key.hasSuffix(" " + beside) && captions.contains(String(key.dropLast(beside.count + 1)))
            }
        }
        // "my records", the rest of a sentence, is no company's name.
        candidates.removeAll { $0.text?.contains { $0.isUppercase || $0.isNumber } == false }
        if candidates.allSatisfy({ $0.confidence < 0.7 }) {
            candidates += LetterheadReader(layouts: layouts).companies(except: writer)
        }
        guard var best = candidates.max(by: { $0.confidence < $1.confidence }) else { return nil }
        for mend in [BrokerRegistry.shared.withoutGap, LegalForm.mended, LegalForm.withComma] {
            guard let mended = best.text.flatMap(mend) else { continue }
            best.value = .text(mended)
            best.confidence = min(best.confidence, Self.mostOfMended)
        }
        if best.text.map({
            LegalForm.isCutOff($0) || LegalForm.hasStrayStop($0) || LegalForm.hasLabel($0) || Self.hasTornDomain($0)
        }) == true {
            best.confidence = min(best.confidence, Self.mostOfCutName)
        }
        if best.text.map(BrokerRegistry.shared.isNearly) == true {
            best.confidence = min(best.confidence, Self.mostOfNearName)
        }
        if let name = best.text, BrokerRegistry.shared.contains(name),
            !best.checks.contains(where: { $0.name == "registry" })
        {
            best.checks.append(Check(name: "registry", passed: true))
            best.confidence = min(0.99, best.confidence + 0.03)
        }
        return best
    }

    /// `My Life.com Inc.`: whether the word before a domain belongs to it, its letters do not tell.
    private static func hasTornDomain(_ name: String) -> Bool {
        name.contains(/\b\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+\.(?:com|net|org|io|co)\b/)
    }

    /// The most that is worth what hardly any person is called, or a name that lacks a word of it elsewhere.
    private static let mostOfNoName = 0.5
    /// The most that a mail address is worth whose first letter may be either of two.
    private static let mostOfEither = 0.5
    /// The most that an address is worth whose ZIP code was not read.
    private static let mostOfNoZip = 0.5
    /// The most that a company's name is worth whose legal form was put right, or that the registry has without a gap: only
    /// one can stand.
    private static let mostOfMended = 0.95
    /// The most that a name is worth whose end was lost.
    private static let mostOfCutName = 0.75
    /// The most that a company's name is worth that is a registered one's but for a letter.
    private static let mostOfNearName = 0.5

    // MARK: - Signature

    private func signature(_ letter: LetterReader?, name: Field?) -> Field? {
        let caption = labelled["signature_present"]
        if caption?.value == .flag(true) { return caption }
        var places = [closingPlace(letter), namePlace(name)].compactMap(\.self)
        if places.isEmpty, caption == nil {
            places = [lastNamePlace(name) ?? endPlace()].compactMap(\.self)
        }
        let signed = places.filter { $0.value == .flag(true) }.max { $0.confidence < $1.confidence }
        guard var place = signed ?? caption ?? places.first else { return nil }
        // A faint or far stroke is easily missed: nobody is vouched for as not having signed.
        if place.value == .flag(false) { place.confidence = min(place.confidence, Self.mostOfAbsence) }
        return place
    }

    /// The most that an empty place is worth.
    private static let mostOfAbsence = 0.8

    /// Between a letter's closing and the name under it.
    private func closingPlace(_ letter: LetterReader?) -> Field? {
        guard let letter, let closing = letter.structure.closingBox else { return nil }
        let layout = letter.structure.layout
        let name = letter.signer().flatMap { layout.box(of: $0.line) }
        return field(SignatureFinder(layout).place(below: closing, above: name), layout)
    }

    /// Over the person's name where it is printed last: under a signature.
    private func namePlace(_ name: Field?) -> Field? {
        guard let text = name?.text else { return nil }
        for layout in layouts.reversed() {
            // `/people/jane-doe/` in a web address is no name under a signature.
            guard let match = layout.matcher.matches(text).last(where: { !isPart($0) }),
                match.box.midY > Double(layout.page.prepared.height) * 0.3,
                layout.segment(around: match.words.lowerBound).first == match.words.lowerBound
            else { continue }
            return field(SignatureFinder(layout).place(captionedBy: match.box), layout)
        }
        return nil
    }

    /// Over the page's last line, where that is the person's name but for a first name that was misread.
    private func lastNamePlace(_ name: Field?) -> Field? {
        guard let layout = layouts.last, let words = name?.text?.split(separator: " "), let surname = words.last,
            words.count > 1, let row = layout.rows.last, let line = layout.box(of: row), let end = row.last,
            TextFolding.key(layout.words[end].text) == TextFolding.key(surname), abs(row.count - words.count) < 2
        else { return nil }
        let place = SignatureFinder(layout).place(captionedBy: line)
        return place.isSigned ? field(place, layout) : nil
    }

    /// Whether what was found goes on before its first word or behind its last.
    private func isPart(_ match: PhraseMatch) -> Bool {
        (match.before + match.after).contains { $0.isLetter || $0.isNumber || "/@".contains($0) }
    }

    /// Under the last line of print, where neither a caption nor a name shows where the signature belongs.
    private func endPlace() -> Field? {
        guard let layout = layouts.last,
            let last = layout.rows.last(where: { row in
                row.contains { layout.words[$0].confidence > 0.7 && layout.words[$0].text.count { $0.isLetter } > 3 }
            }), let line = layout.box(of: last)
        else { return nil }
        let height = Int(12 * layout.textHeight)
        let region = Box(x: 0, y: line.maxY, width: layout.page.prepared.width, height: height)
        let place = SignatureFinder(layout).place(in: region)
        // Ink at a page's end may be anything.
        guard place.isSigned else { return nil }
        var end = field(place, layout)
        end.confidence *= Self.shareOfAnEnd
        return end
    }

    private static let shareOfAnEnd = 0.9

    private func field(_ place: SignaturePlace, _ layout: PageLayout) -> Field {
        Field(
            value: .flag(place.isSigned), confidence: place.confidence, source: .mark, page: layout.page.index,
            box: place.box)
    }
}

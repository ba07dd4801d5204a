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
            dates: DateParser(order: order, expectation: .past, asOf: context.asOf), tagged: labelled.tagged)
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
    var tagged: [FieldName: Field] = [:]

    /// What the rules found with what the tagger found.
    private func merged(_ name: FieldName, _ found: Field?) -> Field? {
        TaggedMerge.whole(found, tagged[name])
    }

    /// The tagger takes persons who sign or answer for an agent for the agent.
    private var taggedAgent: Field? {
        tagged["authorized_agent"].flatMap { $0.text.map { NameParser.isOrganization($0) } == true ? $0 : nil }
    }

    func fields() -> [FieldName: Field] {
        var fields = labelled
        let contacts = ContactReader(layouts: layouts)
        let letter = letterReader
        let signer = letter?.signer()?.field

        let agent = agent(signer: signer, letterhead: letter.flatMap { $0.structure.isLetter ? $0.letterhead() : nil })
        let name = merged(
            "requester_name",
            RequesterReader(layouts: layouts, labelled: labelled).field(
                signer: signer, sender: SenderReader(layouts: layouts).sender(), agent: agent)
                ?? (agent == nil ? letter?.headPerson() : nil))
        let broker = BrokerReader(layouts: layouts, labelled: labelled["broker_name"], definition: definition)
            .field(letter, writer: name?.text, agent: agent?.text, tagged: tagged["broker_name"])

        fields["authorized_agent"] = TaggedMerge.whole(agent, taggedAgent)
        let address = better(PersonAssembler(fields: labelled).address(street: labelled["address"]), contacts.address())
        fields["address"] = merged("address", address)
        fields["email"] = merged("email", labelled["email"] ?? contacts.email(excluding: addresseeBox))
        fields["requester_name"] = name
        fields["phone"] = merged("phone", labelled["phone"] ?? contacts.phone(excluding: addresseeBox))
        fields["date_signed"] = Self.checked(date: merged("date_signed", dateSigned ?? letter?.date()))
        fields["signature_present"] = SignatureReader(layouts: layouts, caption: labelled["signature_present"])
            .field(letter, name: name)
        fields["date_of_birth"] = merged("date_of_birth", labelled["date_of_birth"] ?? contacts.birth(dates))
        fields["legal_basis"] = PrivacyLawReader(layouts: layouts).field()
        fields["request_types"] = RequestTypes(
            layouts: layouts, vocabulary: RequestVocabulary(options: definition.field("request_types")?.options ?? []),
            isLetter: letter != nil
        ).field()
        fields["profile_urls"] = merged(
            "profile_urls", ProfileLinks(layouts: layouts).field(labelled: labelled["profile_urls"]))
        fields["broker_name"] = broker
        return fields
    }

    private func agent(signer: Field?, letterhead: Field?) -> Field? {
        let labelled = labelled["authorized_agent"].flatMap { name in
            PrivacyLaw.isNamed(in: name) || name.text.map(PersonName.isHeading) == true ? nil : name
        }
        return AgentReader(layouts: layouts).field(labelled: labelled, signer: signer, letterhead: letterhead)
    }

    /// Nobody signs in a month: the day was not read, `September §, 2025`.
    private static func checked(date: Field?) -> Field? {
        guard var date, let text = date.text, text.count < "2025-09-08".count else { return date }
        date.cap(at: mostOfNoDay)
        return date
    }

    private static let mostOfNoDay = 0.5

    /// The date beside its label; none where the label of the birth has the same one.
    private var dateSigned: Field? {
        guard let signed = labelled["date_signed"], let birth = labelled["date_of_birth"],
            signed.page == birth.page, signed.box == birth.box
        else { return labelled["date_signed"] }
        return nil
    }

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
}

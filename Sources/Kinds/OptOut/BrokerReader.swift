import Model

/// The company that a request is sent to.
struct BrokerReader {
    let layouts: [PageLayout]
    let labelled: Field?
    /// The definition's labels, as keys.
    private let captions: Set<String>

    init(layouts: [PageLayout], labelled: Field?, definition: KindDefinition) {
        self.layouts = layouts
        self.labelled = labelled
        captions = Set(definition.fields.flatMap(\.labels).map { TextFolding.key($0) })
    }

    /// - Parameters:
    ///   - writer: the person's name, and with an agent's that of who is not the addressee.
    ///   - tagged: what the tagger found.
    func field(_ letter: LetterReader?, writer: String?, agent: String?, tagged: Field?) -> Field? {
        let others = [writer, agent].compactMap(\.self)
        let found = candidates(letter, writers: others).compactMap { named($0, unless: others) }
        var best = found.max { $0.confidence < $1.confidence }
        if best.map({ $0.confidence < Self.sureEnough }) ?? true {
            let heads = LetterheadReader(layouts: layouts).companies(except: writer)
            best = (found + heads.compactMap { named($0, unless: others) }).max { $0.confidence < $1.confidence }
        }
        return TaggedMerge.whole(best, tagged.flatMap { named($0, unless: others) })
            .map { Self.registered(Self.doubted(Self.mended($0))) }
    }

    private func candidates(_ letter: LetterReader?, writers: [String]) -> [Field] {
        // `To the attention of the legal department of …` begins a letter.
        var candidates = [labelled].compactMap(\.self).filter { field in
            !["attention of ", "the attention of "].contains { TextFolding.key(field.raw ?? "").hasPrefix($0) }
        }
        // What stands beside a label of its own needs no guess at an addressee.
        let isLabelled = candidates.contains { $0.confidence >= Self.sureOfLabel }
        if !isLabelled, let addressee = ofDepartment() ?? letter?.addressee(writers: writers) {
            candidates.append(addressee)
        }
        return candidates
    }

    /// `To the attention of the legal department of Acme Data (acme.example),`
    private func ofDepartment() -> Field? {
        for layout in layouts {
            let places = ["department of", "officer of", "office of", "team of", "department at", "team at"]
                .flatMap { layout.matcher.matches($0) }.sorted { $0.words.lowerBound < $1.words.lowerBound }
            for place in places {
                let row = layout.rowOf[place.words.lowerBound]
                let line = row >= 0 ? TextFolding.key(layout.text(of: layout.rows[row])) : ""
                guard ["to ", "dear ", "attn ", "attention "].contains(where: line.hasPrefix) else { continue }
                let behind = layout.words.indices[place.words.upperBound...].filter { layout.rowOf[$0] >= 0 }
                let words = NameRun.words(in: behind.prefix(8).map { layout.words[$0] })
                let name = words.map(\.text).joined(separator: " ")
                guard !words.isEmpty, !OrganizationName.isUnit(name), USStates.code(name) == nil else { continue }
                return Field(name, from: words, page: layout.page.index, factor: 0.93)
            }
        }
        return nil
    }

    /// The name that a candidate holds; nil where it is none, or that of who writes.
    private func named(_ field: Field, unless others: [String]) -> Field? {
        // "Make your request under the Connecticut Data Privacy Act" is no company's address.
        guard let text = field.text, !PrivacyLaw.isNamed(in: text), let name = OrganizationName.parse(text)?.value,
            AddressParser.stateAndZip(name) == nil, !isCaptionOrRest(name),
            !LetterReader.isDepartment(TextFolding.key(name)),
            !others.contains(where: { TextFolding.key($0) == TextFolding.key(name) })
        else { return nil }
        var field = field
        field.value = .text(name)
        return field
    }

    private func isCaptionOrRest(_ name: String) -> Bool {
        let key = TextFolding.key(name)
        // A column's next caption, "Contact number", is no company.
        if captions.contains(key) { return true }
        // `Business BeenVerified, LLC` is the caption and what stands beside it.
        if let beside = labelled?.text.map(TextFolding.key), key.hasSuffix(" " + beside),
            captions.contains(String(key.dropLast(beside.count + 1)))
        {
            return true
        }
        // "my records", the rest of a sentence, is no company's name.
        return !name.contains { $0.isUppercase || $0.isNumber }
    }

    private static func mended(_ field: Field) -> Field {
        var field = field
        if let joined = field.text.flatMap(BrokerRegistry.shared.withoutGap) {
            field.value = .text(joined)
            field.cap(at: mostOfMended)
        }
        return field
    }

    private static func doubted(_ field: Field) -> Field {
        guard let name = field.text else { return field }
        var field = field
        if BrokerRegistry.shared.isNearly(name) || name.contains(";") { field.cap(at: mostOfNear) }
        return field
    }

    private static func registered(_ field: Field) -> Field {
        guard let name = field.text, BrokerRegistry.shared.contains(name), !field.isRegistered else { return field }
        var field = field
        field.checks.append(Check(name: "registry", passed: true))
        field.confidence = min(0.99, field.confidence + gainOfRegistry)
        return field
    }

    /// From how much on a label's value is the company, and no addressee is looked for.
    private static let sureOfLabel = 0.85
    /// From how much on a company's name is not looked for at the page's head.
    private static let sureEnough = 0.7
    /// The most that a company's name is worth that the registry has without a gap.
    private static let mostOfMended = 0.95
    /// The most that a company's name is worth that is a registered one's but for a letter, or that are several.
    private static let mostOfNear = 0.5
    /// What a company's name is surer for being registered.
    private static let gainOfRegistry = 0.03
}

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

    /// - Parameter writer: the person's name, and with an agent's that of who is not the addressee.
    func field(_ letter: LetterReader?, writer: String?, agent: String?) -> Field? {
        // `To the attention of the legal department of …` begins a letter.
        var candidates = [labelled].compactMap(\.self).filter { field in
            !["attention of ", "the attention of "].contains { TextFolding.key(field.text ?? "").hasPrefix($0) }
        }
        // What stands beside a label of its own needs no guess at an addressee.
        let isLabelled = candidates.contains { $0.confidence >= Self.sureOfLabel }
        if !isLabelled, let addressee = letter?.addressee(writers: [writer, agent].compactMap(\.self)) {
            candidates.append(addressee)
        }
        candidates.removeAll { candidate in
            // "Make your request under the Connecticut Data Privacy Act" is no company's address.
            PrivacyLaw.isNamed(in: candidate)
                || candidate.text.map { isCaptionOrRest($0) || LetterReader.isDepartment(TextFolding.key($0)) } == true
        }
        if candidates.allSatisfy({ $0.confidence < Self.sureEnough }) {
            candidates += LetterheadReader(layouts: layouts).companies(except: writer)
        }
        // Who writes for the person is not who is written to, at the page's head neither.
        candidates.removeAll { $0.text.map(TextFolding.key) == agent.map(TextFolding.key) || Self.isAddress($0) }
        return candidates.max { $0.confidence < $1.confidence }.map { Self.registered(Self.doubted(Self.mended($0))) }
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

    /// `12 Oak Road. Reno, NV 89501`, whose comma is a stop, passes for a name.
    private static func isAddress(_ field: Field) -> Bool {
        field.text.map { AddressParser.stateAndZip($0) != nil } == true
    }

    private static func mended(_ field: Field) -> Field {
        var field = field
        // `Legal Dept., Zephyr Marketing Lists`
        if let parts = field.text?.split(separator: ",", maxSplits: 1), parts.count == 2,
            LetterReader.isDepartment(TextFolding.key(parts[0])), let name = NameParser.parse(parts[1])?.value.name
        {
            field.value = .text(name)
            field.cap(at: mostOfMended)
        }
        // What stands around a name that ends in its legal form is none of it.
        if let name = field.text.flatMap(CompanyName.within) { field.value = .text(name) }
        for mend in [BrokerRegistry.shared.withoutGap, LegalForm.mended, LegalForm.withComma] {
            guard let mended = field.text.flatMap(mend) else { continue }
            field.value = .text(mended)
            field.cap(at: mostOfMended)
        }
        return field
    }

    private static func doubted(_ field: Field) -> Field {
        guard let name = field.text else { return field }
        var field = field
        if LegalForm.isCutOff(name) || LegalForm.hasStrayStop(name) || LegalForm.hasLabel(name) || hasTornDomain(name) {
            field.cap(at: LegalForm.mostOfCutName)
        }
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

    /// `My Life.com Inc.`: whether the word before a domain belongs to it, its letters do not tell.
    private static func hasTornDomain(_ name: String) -> Bool {
        name.contains(/\b\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+\.(?:com|net|org|io|co)\b/)
    }

    /// From how much on a label's value is the company, and no addressee is looked for.
    private static let sureOfLabel = 0.85
    /// From how much on a company's name is not looked for at the page's head.
    private static let sureEnough = 0.7
    /// The most that a company's name is worth whose legal form was put right, or that the registry has without a gap: only
    /// one can stand.
    private static let mostOfMended = 0.95
    /// The most that a company's name is worth that is a registered one's but for a letter, or that are several.
    private static let mostOfNear = 0.5
    /// What a company's name is surer for being registered.
    private static let gainOfRegistry = 0.03
}

import Model

/// The person whose data a request is about, of all places that may name them.
struct RequesterReader {
    let layouts: [PageLayout]
    let labelled: [FieldName: Field]

    /// - Parameter signer: whose name stands under a letter's closing.
    /// - Parameter sender: whose name stands behind a memorandum's `From:`.
    func field(signer: Field?, sender: Field?, agent: Field?) -> Field? {
        if let agent, isDoubtful(besides: agent), let represented = AgentReader(layouts: layouts).represented() {
            return represented
        }
        let all = [
            labelled["requester_name"], PersonAssembler(fields: labelled).name(), labelled["printed_name"],
            signer.flatMap { isSame($0, as: agent) ? nil : $0 }, sender.flatMap { isSame($0, as: agent) ? nil : $0 },
        ].compactMap(\.self)
        // Beside a label a law may stand, or the rest of a sentence.
        let plausible = all.filter { $0.text.map(PersonName.isPlausible) == true && !PrivacyLaw.isNamed(in: $0) }
        let found =
            plausible.isEmpty
            ? all.filter { !PrivacyLaw.isNamed(in: $0) && $0.text.map(PersonName.isForeign) == false } : plausible
        guard var best = found.first(where: { $0.confidence > 0.8 }) ?? found.max(by: { $0.confidence < $1.confidence })
        else {
            return AgentReader(layouts: layouts).represented()
        }
        if found.count(where: { isSame($0, as: best) }) > 1 {
            best.checks.append(Check(name: "agreement", passed: true))
            best.confidence = min(0.99, best.confidence + Self.gainOfTwin)
        }
        if plausible.isEmpty { best.cap(at: Self.mostOfNoName) }
        best.alternatives.removeAll { other in
            if case .text(let text) = other.value { PrivacyLaw.isNamed(in: text) } else { false }
        }
        if best.text.map(Self.isMisread) == true { best.cap(at: Self.mostOfNoName) }
        return best
    }

    /// Whether what stands beside the name's label is not surely a person other than the agent: `The consumer's signed
    /// permission appears below` is the rest of a sentence.
    private func isDoubtful(besides agent: Field) -> Bool {
        guard let name = labelled["requester_name"] else { return true }
        return name.confidence < 0.8 || name.text == agent.text || name.text.map(PersonName.isPlausible) != true
    }

    private func isSame(_ name: Field, as other: Field?) -> Bool {
        guard let other else { return false }
        return TextFolding.key(name.text ?? "") == TextFolding.key(other.text ?? "")
    }

    /// `Susan. Whitfield`: a speck, or a comma between names in the other order. `El-Khatıb`: most i's without a dot lost it.
    private static func isMisread(_ name: String) -> Bool {
        name.contains(/\p{Ll}{3}\. \p{Lu}|ı/)
    }

    /// What a name is surer for standing twice.
    private static let gainOfTwin = 0.04
    /// The most that is worth what hardly any person is called.
    private static let mostOfNoName = 0.5
}

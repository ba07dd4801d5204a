package import Model
package import Pipeline

/// How many people must decide a document alike, as the configuration asks.
package struct ReviewPolicy: Hashable, Sendable {
    /// Share of accepted documents, 0…1, that two people must accept.
    package var sampleAccepted: Double
    /// Kinds of which two people decide each document.
    package var fourEyes: Set<KindName>

    package init(sampleAccepted: Double = 0, fourEyes: Set<KindName> = []) {
        self.sampleAccepted = sampleAccepted
        self.fourEyes = fourEyes
    }

    /// - Parameter entries: knows the kinds in use.
    /// - Throws: `ConfigurationError` where a kind of `review.four_eyes` is none of them: it would never be asked for.
    package init(_ settings: ReviewSettings, entries: FieldEntries) throws {
        let known = entries.kindNames.map(\.rawValue)
        let problems = settings.fourEyes.filter { !known.contains($0) }.map { name in
            let hint =
                NearestName.find(name, among: known).map { "; did you mean `\($0)`?" }
                ?? "; there are: \(known.joined(separator: ", "))"
            return ConfigurationProblem(origin: "review.four_eyes", message: "there is no kind `\(name)`\(hint)")
        }
        guard problems.isEmpty else { throw ConfigurationError(problems) }
        self.init(
            sampleAccepted: settings.sampleAccepted, fourEyes: Set(settings.fourEyes.map(KindName.init(rawValue:))))
    }

    /// Whether it asks for two people at all.
    package var wantsTwo: Bool { sampleAccepted > 0 || !fourEyes.isEmpty }

    /// Whether a document is in the sample: by the digest of its content alone, so that equal content is chosen alike.
    package func isSampled(_ document: ReviewDocument) -> Bool {
        guard let number = UInt64(document.id.drop { $0 != ":" }.dropFirst().prefix(13), radix: 16) else {
            return false
        }
        return Double(number) / Double(UInt64(1) << 52) < sampleAccepted
    }

    /// How many must decide before a document is finished that nobody has decided yet: 0 where nobody has to.
    ///
    /// - Parameters:
    ///   - kind: that the machine found.
    ///   - action: what the machine decided.
    package func people(for document: ReviewDocument, kind: KindName, action: Decision.Action?) -> Int {
        switch action {
        case .accept: needsTwo(document, kind, isAccepted: true) ? 2 : 0
        case .review: needsTwo(document, kind, isAccepted: false) ? 2 : 1
        case .retake, nil: 0
        }
    }

    /// How many must decide so.
    func people(for decision: ReviewDecision, on state: ReviewState) -> Int {
        needsTwo(state.document, state.kind, isAccepted: decision == .accepted) ? 2 : 1
    }

    private func needsTwo(_ document: ReviewDocument, _ kind: KindName, isAccepted: Bool) -> Bool {
        fourEyes.contains(kind) || isAccepted && isSampled(document)
    }
}

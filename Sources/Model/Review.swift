/// What people made of a result: the contract's `review`, with its JSON names.
package struct ReviewReport: Hashable, Sendable, Codable {
    /// What became of the document.
    package enum Decision: String, Codable, Sendable, CaseIterable {
        /// Somebody vouches for every value.
        case accepted
        /// To be captured again.
        case retake
        /// Of no known kind.
        case unknown
    }

    /// What was done about a field.
    package enum Standing: String, Codable, Sendable, CaseIterable {
        /// The machine's value is right.
        case confirmed
        /// Another value is, or one that the machine did not find.
        case corrected
        /// The document does not have it.
        case absent
        /// It is there, and nobody can read it.
        case illegible
    }

    /// A field that somebody looked at.
    package struct FieldReport: Hashable, Sendable, Codable {
        package var standing: Standing
        /// What the machine read; nil where it found nothing.
        package var machine: FieldValue?
        package var reviewer: String

        package init(standing: Standing, machine: FieldValue?, reviewer: String) {
            self.standing = standing
            self.machine = machine
            self.reviewer = reviewer
        }
    }

    package var decision: Decision
    /// Those who decided so, the first one first.
    package var reviewers: [String]
    /// When the last of them did: ISO 8601, UTC.
    package var time: String
    /// Number of the document's last event in `reviews.sqlite`.
    package var revision: Int64
    /// What the machine had decided, and its kind.
    package var machineAction: Model.Decision.Action
    package var machineKind: KindName
    package var fields: [FieldName: FieldReport]

    package init(
        decision: Decision, reviewers: [String], time: String, revision: Int64, machineAction: Model.Decision.Action,
        machineKind: KindName, fields: [FieldName: FieldReport]
    ) {
        self.decision = decision
        self.reviewers = reviewers
        self.time = time
        self.revision = revision
        self.machineAction = machineAction
        self.machineKind = machineKind
        self.fields = fields
    }

    private enum CodingKeys: String, CodingKey {
        case decision, reviewers, time, revision, fields
        case machineAction = "machine_action"
        case machineKind = "machine_kind"
    }
}

/// What a field's parser says of a text that a person gave. Its sentences are for that person, and hold no value.
package enum EntryCheck: Hashable, Sendable {
    /// The value as results give it.
    case value(FieldValue)
    /// A value that may be right and does not look like others: a second look is worth it.
    case unusual(FieldValue, String)
    /// No value of the field.
    ///
    /// - Parameter choices: values that the text may mean.
    case refused(String, choices: [FieldValue] = [])

    /// Nil for what is refused.
    package var value: FieldValue? {
        switch self {
        case .value(let value), .unusual(let value, _): value
        case .refused: nil
        }
    }
}

import Kinds
package import Model

/// How a value that was read compares with the truth. The rules are published in docs/evaluation.md.
package enum FieldVerdict: String, Codable, Sendable, CaseIterable {
    case exact
    /// Another value than the truth's.
    case wrong
    /// In the truth, and not read.
    case missing
    /// Read, and not in the truth.
    case spurious
}

/// When a value counts as right: white space is folded; case and trailing punctuation do not count in names and
/// addresses; ZIP+4 equals ZIP; telephone numbers compare by their digits; a legal description is right when every
/// number, bearing and direction is exact and at most 1 % of its other characters differ; everything else is exact.
package enum FieldComparison {
    /// - Returns: nil where neither has a value. A mark that is false equals one that is absent.
    package static func verdict(_ name: FieldName, truth: FieldValue?, read: FieldValue?) -> FieldVerdict? {
        switch (truth.flatMap(withoutFalse), read.flatMap(withoutFalse)) {
        case (nil, nil): truth != nil && read != nil ? .exact : nil
        case (nil, _?): .spurious
        case (_?, nil): read == nil ? .missing : .wrong
        case (let truth?, let read?): equal(name, truth, read) ? .exact : .wrong
        }
    }

    private static func withoutFalse(_ value: FieldValue) -> FieldValue? { value == .flag(false) ? nil : value }

    private static func equal(_ name: FieldName, _ truth: FieldValue, _ read: FieldValue) -> Bool {
        switch (truth, read) {
        case (.flag(let a), .flag(let b)): return a == b
        case (.text(let a), .text(let b)): return equal(name, a, b)
        case (.list(let a), .list(let b)):
            if name.isUnordered { return Set(a) == Set(b) && a.count == b.count }
            return a.count == b.count && zip(a, b).allSatisfy { equal(name, $0, $1) }
        case (.list(let a), .text(let b)), (.text(let b), .list(let a)):
            return a.count == 1 && equal(name, a[0], b)
        default: return false
        }
    }

    private static func equal(_ name: FieldName, _ truth: String, _ read: String) -> Bool {
        if name == "legal_description" { return LegalDescriptionComparison.equal(truth, read) }
        if name == "phone" { return digits(truth) == digits(read) }
        let a = TextFolding.squeeze(truth)
        let b = TextFolding.squeeze(read)
        guard namesAndAddresses.contains(name) else { return a == b }
        return plain(a, isAddress: addresses.contains(name)) == plain(b, isAddress: addresses.contains(name))
    }

    private static let addresses: Set<FieldName> = ["address", "property_address"]
    private static let namesAndAddresses: Set<FieldName> = addresses.union([
        "surname", "given_names", "grantor", "grantee", "trustee", "requester_name", "broker_name", "authorized_agent",
        "place_of_birth", "county", "state", "grantor_capacity", "grantee_vesting",
    ])

    private static func plain(_ text: String, isAddress: Bool) -> String {
        var plain = text.lowercased()
        while let last = plain.last, last.isPunctuation { plain.removeLast() }
        return isAddress ? withoutZIPExtension(plain) : plain
    }

    /// `90210-1234` becomes `90210`.
    private static func withoutZIPExtension(_ text: String) -> String {
        text.split(separator: " ").map { word in
            let parts = word.split(separator: "-")
            let isZIP = parts.count == 2 && parts[0].count == 5 && parts[1].count == 4
            return isZIP && parts.allSatisfy { $0.allSatisfy(\.isNumber) } ? String(parts[0]) : String(word)
        }.joined(separator: " ")
    }

    private static func digits(_ text: String) -> String {
        let digits = text.filter(\.isWholeNumber)
        return digits.count == 11 && digits.hasPrefix("1") ? String(digits.dropFirst()) : digits
    }
}

import Model

/// What a zone or a bar code says of the holder and the print does not, though it says the rest.
///
/// Print that agrees in most of what identifies a holder was there, and was read; what it does not confirm is printed
/// otherwise, or could not be read, and only a person can tell which.
enum UnconfirmedFields {
    private static let identifying: [FieldName] = [
        "surname", "given_names", "document_number", "date_of_birth", "date_of_expiry",
    ]
    /// Of them that the print confirms, from which on it should confirm all.
    private static let leastConfirmed = 3
    private static let most = 0.5

    static func doubt(_ fields: inout [FieldName: Field]) {
        let encoded = identifying.filter { [.mrz, .barcode].contains(fields[$0]?.source) }
        let unconfirmed = encoded.filter { name in
            fields[name]?.checks.contains { $0.name == "agreement" } == false
        }
        guard encoded.count - unconfirmed.count >= leastConfirmed else { return }
        for name in unconfirmed {
            guard let field = fields[name], !isPrintedAlike(field) else { continue }
            fields[name]?.cap(at: most)
        }
    }

    /// Whether the print differs in nothing but look-alikes: a 0 for an O, or both for one of them.
    private static func isPrintedAlike(_ field: Field) -> Bool {
        field.alternatives.contains { other in
            guard let value = field.text, case .text(let text) = other.value else { return false }
            let (looks, otherLooks) = (TextFolding.figures(value), TextFolding.figures(text))
            return looks == otherLooks
                || otherLooks.count == looks.count + 1 && withoutRuns(looks) == withoutRuns(otherLooks)
        }
    }

    private static func withoutRuns(_ looks: String) -> String {
        looks.replacing(/0+/, with: "0")
    }
}

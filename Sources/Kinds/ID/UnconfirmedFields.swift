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
        for name in unconfirmed { fields[name]?.cap(at: most) }
    }
}

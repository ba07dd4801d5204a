import Model

/// Which names a zone alone gives, off a page whose capture is at fault. A zone has no check digit over names (ICAO 9303-3
/// 4.9), and where print beside it cannot be read its own letters are told no better: `MAMAOOU` for `MAMADOU`.
struct UnprovenNames {
    /// Pages with a fault that is all over them.
    private let faulty: Set<Int>

    private static let names: Set<FieldName> = ["surname", "given_names"]
    /// What such a name is trusted at most.
    private static let mostConfidence = 0.5

    init(_ pages: [RecognizedPage], settings: DecideSettings) {
        let atFault = pages.filter { page in
            guard page.error == nil else { return false }
            return !CaptureMeasures(page: page.prepared, settings: settings).faults.allSatisfy { $0 == .glare }
        }
        faulty = Set(atFault.map(\.index))
    }

    /// The fields with such names trusted less.
    func doubted(_ fields: [FieldName: Field]) -> [FieldName: Field] {
        var fields = fields
        for name in Self.names {
            guard let field = fields[name], field.source == .mrz, field.page.map(faulty.contains) == true,
                !field.checks.contains(where: { $0.name == "agreement" && $0.passed })
            else { continue }
            fields[name]?.cap(at: Self.mostConfidence)
        }
        return fields
    }
}

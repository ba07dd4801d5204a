import Model

/// Documents of which one file holds several, as their zones and barcodes tell.
enum SeveralHolders {
    /// A reason where machine-readable parts name different documents.
    static func findings(_ pages: [RecognizedPage], asOf: CalendarDate) -> [Reason] {
        let numbers = MachineSide.all(on: pages, asOf: asOf).compactMap { side -> (key: String, page: Int?)? in
            guard let number = side.fields["document_number"], number.checks.allSatisfy(\.passed) else { return nil }
            return ((number.text ?? "").uppercased().filter { $0.isLetter || $0.isNumber }, number.page)
        }
        guard let first = numbers.first, let other = numbers.first(where: { $0.key != first.key }) else { return [] }
        return [
            Reason(
                code: .severalDocuments,
                message: "The file holds several documents: their zones or barcodes name different ones; part them",
                page: other.page, measured: Double(Set(numbers.map(\.key)).count), threshold: 1)
        ]
    }
}

extension MachineSide {
    /// A zone of more documents than this is none.
    private static let mostZones = 4

    /// Every zone and barcode on the pages, page by page.
    static func all(on pages: [RecognizedPage], asOf: CalendarDate) -> [MachineSide] {
        pages.filter { $0.error == nil }.flatMap { page in zones(on: page, asOf: asOf) + barcodes(on: page) }
    }

    private static func zones(on page: RecognizedPage, asOf: CalendarDate) -> [MachineSide] {
        var rest = page
        var found: [MachineSide] = []
        let evidence = DocumentType.evidence(on: [page])
        while found.count < mostZones, let zone = ZoneAssembly.zone(in: [rest], asOf: asOf) {
            found.append(MachineSide(zone: zone, evidence: evidence))
            let boxes = zone.boxes.compactMap { Box.around($0) }
            let left = rest.zoneLines.filter { line in !boxes.contains { $0.verticalOverlap(line.box) > 0.5 } }
            guard left.count < rest.zoneLines.count else { break }
            rest.zoneLines = left
        }
        return found
    }

    private static func barcodes(on page: RecognizedPage) -> [MachineSide] {
        page.barcodes.compactMap { barcode in
            AAMVARecord(barcode: barcode.text).map {
                MachineSide(record: $0, page: page.index, box: barcode.box)
            }
        }
    }
}

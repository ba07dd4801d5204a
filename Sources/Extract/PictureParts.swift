import Model

/// Which pages that were found on one picture are one document.
struct PictureParts {
    /// Documents on the picture that shows most of them, each as positions among the pages; one where no picture shows
    /// several pages.
    private let documents: [[Int]]
    private let document: ClassifiedDocument

    init(_ document: ClassifiedDocument, areSides: (RecognizedPage, RecognizedPage) -> Bool) {
        self.document = document
        let pages = document.recognized.pages
        // Something without any print was taken for a page.
        let positions = pages.indices.filter { pages[$0].prepared.inputPage != nil && Self.isRead(pages[$0]) }
        let pictures = Dictionary(grouping: positions) { pages[$0].prepared.inputPage ?? 0 }
        documents =
            pictures.keys.sorted().map { Self.joined(pictures[$0] ?? [], pages, areSides) }.max { $0.count < $1.count }
            ?? []
    }

    var isSeveral: Bool { documents.count > 1 }

    /// The pages of the first document of the whole's kind, and those that no other picture shows.
    var pagesOfFirst: [RecognizedPage] {
        let kept = documents.first { $0.contains { kind(of: $0) == document.kind } } ?? documents.first ?? []
        let others = Set(documents.filter { $0 != kept }.joined())
        return document.recognized.pages.indices.filter { !others.contains($0) }
            .map { document.recognized.pages[$0] }
    }

    /// Tells a person what is where, by kind and page.
    var findings: [Reason] {
        guard isSeveral else { return [] }
        let names = documents.map { positions in
            let pages = positions.map { String(document.recognized.pages[$0].index) }.joined(separator: " and ")
            return "page \(pages): \(positions.first.map { kind(of: $0).rawValue } ?? "")"
        }.joined(separator: ", ")
        return [
            Reason(
                code: .severalDocuments,
                message: "The picture shows \(documents.count) documents (\(names)): capture each by itself",
                page: documents.dropFirst().first?.first.map { document.recognized.pages[$0].index },
                measured: Double(documents.count), threshold: 1)
        ]
    }

    private func kind(of position: Int) -> KindName {
        document.pageKinds.indices.contains(position) ? document.pageKinds[position] : document.kind
    }

    private static func isRead(_ page: RecognizedPage) -> Bool {
        page.error != nil || !page.words.isEmpty || !page.barcodes.isEmpty || !page.zoneLines.isEmpty
    }

    /// Pages put together with any that they are sides of one document with.
    private static func joined(
        _ positions: [Int], _ pages: [RecognizedPage], _ areSides: (RecognizedPage, RecognizedPage) -> Bool
    ) -> [[Int]] {
        positions.reduce(into: []) { groups, position in
            let partners = groups.indices.filter { index in
                groups[index].contains { areSides(pages[$0], pages[position]) }
            }
            let group = partners.flatMap { groups[$0] } + [position]
            for index in partners.reversed() { groups.remove(at: index) }
            groups.append(group)
            groups.sort { $0[0] < $1[0] }
        }
    }
}

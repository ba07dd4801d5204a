package import Kinds
package import Model

// Where documents begin in a file and which pages are surely theirs: what Classify found, and besides what a kind's own
// knowledge tells, such as whose card a page is a side of.

extension Extractor {
    /// Positions of the pages with which the documents of a file begin.
    package func starts(of document: ClassifiedDocument, context: ExtractionContext) -> [Int] {
        let pages = document.recognized.pages
        guard pages.count > 1, document.pageKinds.count == pages.count else { return document.starts }
        var starts: [Int] = []
        for range in document.documents {
            starts.append(range.lowerBound)
            for position in range.dropFirst() {
                let before = (starts.last ?? 0)..<position
                let isApart = compare(position, with: before, in: document, context) { extractor, other, page in
                    extractor.areApart(other, page, context: context)
                }
                if isApart { starts.append(position) }
            }
        }
        return starts
    }

    /// Findings for pages that are in the document although nothing shows that they belong to it: where a file may hold
    /// several documents, they may be another's.
    package func strangers(in document: ClassifiedDocument, context: ExtractionContext) -> [Reason] {
        guard document.kind != .unknown else { return [] }
        let pages = document.recognized.pages
        return document.loosePages.filter { position in
            let isSide = compare(position, with: 0..<position, in: document, context) { extractor, other, page in
                extractor.areSides(other(), page(), context: context)
            }
            return !isSide && pages[position].error == nil
        }.map { position in
            let page = pages[position]
            let place = page.prepared.inputPage.map { " (page \($0) of the file)" } ?? ""
            return Reason(
                code: .severalDocuments,
                message:
                    "Nothing shows that page \(page.index)\(place) belongs to this document: see whether it is another's",
                page: page.index)
        }
    }

    private typealias Reading = () -> PartReading

    /// Whether a page and one of its kind before it are as asked, by what the kind knows.
    private func compare(
        _ position: Int, with before: Range<Int>, in document: ClassifiedDocument, _ context: ExtractionContext,
        isSo: (any KindExtractor, Reading, Reading) -> Bool
    ) -> Bool {
        guard document.pageKinds.indices.contains(position) else { return false }
        let kind = document.pageKinds[position]
        guard let definition = kinds.first(where: { $0.name == kind }), let extractor = extractors[kind] else {
            return false
        }
        func reading(_ position: Int) -> PartReading {
            part(document.recognized.pages[position], of: document, definition, context)
        }
        return before.contains { other in
            document.pageKinds[other] == kind && isSo(extractor, { reading(other) }, { reading(position) })
        }
    }
}

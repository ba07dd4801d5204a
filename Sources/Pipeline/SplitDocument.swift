import Model

/// A file that holds several documents, as documents of their own: the reverse of `JoinedDocument`.
enum SplitDocument {
    /// The file's documents, in page order; one alone where it is not to be split. Each counts its own pages from 1, and
    /// `inputPage` says which page of the file that is.
    static func parts(of document: ClassifiedDocument) -> [RecognizedDocument] {
        let loaded = document.recognized.loaded
        let pages = document.recognized.pages
        func number(_ page: RecognizedPage) -> Int { page.prepared.inputPage ?? page.index }
        // What one picture shows stays together.
        let starts = document.starts.filter { $0 == 0 || number(pages[$0 - 1]) != number(pages[$0]) }
        let ranges = zip(starts, starts.dropFirst() + [pages.count]).map { $0..<$1 }
        return ranges.enumerated().map { position, range in
            var own = loaded
            own.source.pages = [number(pages[range.lowerBound]), number(pages[range.upperBound - 1])]
            // What was found out about the file as a whole is told once.
            if position > 0 { own.warnings = [] }
            let renumbered = pages[range].enumerated().map { index, page in
                var page = page
                page.prepared.inputPage = number(page)
                page.renumber(index + 1)
                return page
            }
            return RecognizedDocument(loaded: own, pages: renumbered)
        }
    }
}

import Model

/// Where documents begin in a file of several pages, a packet of papers or a feeder's stack in one PDF, and which pages
/// go with those before them without a sign that they belong there.
struct DocumentStarts {
    /// Positions of first pages, from 0; one alone where the file is one document.
    private(set) var starts = [0]
    /// Positions of pages that are in a document for want of a better place.
    private(set) var loose: [Int] = []

    /// Chance from which a page that opens a document is its first one, whatever came before.
    private static let sure = 0.9

    // What the document at hand is known by so far.
    private var kind = KindName.unknown
    private var isOpened = false
    private var views: [PageView] = []

    /// - Parameters:
    ///   - pages: of a whole file, in order.
    ///   - isLinked: whether a page shows that it goes on from pages of the same document before it.
    init(_ pages: [PageView], isLinked: (_ position: Int, _ before: Range<Int>) -> Bool = { _, _ in false }) {
        for (position, page) in pages.enumerated() {
            if position > 0 {
                if begins(page) {
                    starts.append(position)
                    kind = .unknown
                    isOpened = false
                    views = []
                } else if !page.isBlank, !isLinked(position, starts[starts.count - 1]..<position) {
                    loose.append(position)
                }
            }
            add(page)
        }
    }

    private mutating func add(_ page: PageView) {
        views.append(page)
        // Behind a cover the title is that of the same document; a request that is sure without one is a letter.
        if page.kind == .optOut, page.confidence >= Self.sure { isOpened = true }
        if page.kind != .unknown { kind = page.kind }
        isOpened = isOpened || page.opens && page.kind != .unknown && !page.isCover
    }

    private func begins(_ page: PageView) -> Bool {
        if page.isBlank { return false }
        if let count = page.count { if count.number > 1 { return false } else if count.total > 1 { return true } }
        switch (kind, page.kind) {
        case (.unknown, .unknown): return page.opens
        // What has words of the kind is its cover.
        case (.unknown, let next): return isSure(page) && !views.allSatisfy { $0.isBlank || $0.supports.contains(next) }
        // What tells no kind is an exhibit or a further page, unless it cannot be.
        case (.id, .unknown): return page.opens || page.isSheet
        case (let kind, .unknown): return page.opens || page.against.contains(kind)
        // The sides of a card are one document; whose they are is for the kind to tell.
        case (.id, .id): return false
        case (let kind, let next): return isSure(page) && (next != kind || isOpened && page.opens)
        }
    }

    private func isSure(_ page: PageView) -> Bool { page.confidence >= Self.sure }
}

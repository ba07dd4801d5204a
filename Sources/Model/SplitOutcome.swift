// What a file that holds several documents turned into: the outcome of the first has the others `following`.

extension Outcome {
    /// - Parameter documents: of one file that was split, in page order; at least one.
    package init(documents: [Outcome]) {
        self = documents[0]
        following = Array(documents.dropFirst())
    }

    /// The results of the file, in page order: this one alone, but where the file was split.
    package var documents: [Outcome] {
        get {
            var own = self
            own.following = []
            return [own] + following
        }
        set {
            guard let first = newValue.first else { return }
            self = first
            following = Array(newValue.dropFirst())
        }
    }

    /// Whether the file was split into documents that have a result each.
    package var isSplit: Bool { !following.isEmpty }

    package func mapDocuments(_ change: (Outcome) throws -> Outcome) rethrows -> Outcome {
        try Outcome(documents: documents.map(change))
    }

    /// The kinds of the file's documents by name, each once, with commas between them; nil for a failed file.
    package var kindNames: String? {
        let kinds = Set(documents.compactMap(\.kind?.rawValue)).sorted()
        return kinds.isEmpty ? nil : kinds.joined(separator: ",")
    }

    /// The decision on the file as a whole: nothing is accepted unless all of it is.
    package var gravestAction: Decision.Action? {
        let actions = Set(documents.compactMap { $0.decision?.action })
        return [.retake, .review, .accept].first(where: actions.contains)
    }
}

extension SourceInfo {
    /// What the document is called among all others: its file's path, with its pages where the file was split, as in
    /// `stack.pdf#3-4`.
    package var documentName: String {
        guard let pages, pages.count == 2 else { return path }
        return "\(path)#\(pages[0])-\(pages[1])"
    }
}

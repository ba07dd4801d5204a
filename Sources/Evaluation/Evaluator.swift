package import Model

package enum Evaluator {
    /// Judges every document of the truth.
    package static func judge(truth: [TruthDocument], results: [String: Outcome]) -> EvaluationReport {
        EvaluationReport(truth.map { Judgement(truth: $0, outcome: outcome(of: $0.file, in: results)) })
    }

    /// The result of a document of the truth; its path may carry the name of its input root before it. Where no result
    /// has just its pages, it is one that has some of them: an accepted one rather than others, since that is what misleads,
    /// then the one that has the most.
    package static func outcome(of file: String, in results: [String: Outcome]) -> Outcome? {
        if let exact = results[file]
            ?? results.keys.sorted().first(where: { $0.hasSuffix("/" + file) }).flatMap({
                results[$0]
            })
        {
            return exact
        }
        let place = DocumentPlace(file)
        let near = results.values.compactMap { outcome -> (outcome: Outcome, shared: Int)? in
            let path = outcome.source.path
            guard path == place.path || path.hasSuffix("/" + place.path) else { return nil }
            let shared = place.pages.clamped(to: outcome.source.pageRange).count
            return place.pages.overlaps(outcome.source.pageRange) ? (outcome, shared) : nil
        }
        func rank(_ candidate: (outcome: Outcome, shared: Int)) -> (Int, Int, Int) {
            let source = candidate.outcome.source
            return (
                candidate.outcome.decision?.action == .accept ? 1 : 0, candidate.shared, -source.pageRange.lowerBound
            )
        }
        return near.max { rank($0) < rank($1) }?.outcome
    }
}

/// Where the truth says that a document is: `stack.pdf#3-4`, or a whole file.
package struct DocumentPlace {
    package var path: String
    /// All there are where it is a whole file.
    var pages: ClosedRange<Int>
    var isWholeFile: Bool

    package init(_ name: String) {
        let parts = name.split(separator: "#", omittingEmptySubsequences: false)
        let numbers = parts.last?.split(separator: "-").compactMap { Int($0) } ?? []
        if parts.count > 1, numbers.count == 2, numbers[0] <= numbers[1] {
            self.path = parts.dropLast().joined(separator: "#")
            pages = numbers[0]...numbers[1]
            isWholeFile = false
        } else {
            path = name
            pages = 1...Int.max
            isWholeFile = true
        }
    }

    /// Whether a result covers the document and nothing else.
    func isThat(of source: SourceInfo) -> Bool {
        isWholeFile ? source.pages == nil : source.pages == [pages.lowerBound, pages.upperBound]
    }
}

extension SourceInfo {
    /// Pages of its file; all there are where the file was not split.
    fileprivate var pageRange: ClosedRange<Int> {
        guard let pages, pages.count == 2, pages[0] <= pages[1] else { return 1...Int.max }
        return pages[0]...pages[1]
    }
}

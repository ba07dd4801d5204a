import Kinds
import Model

/// One list of the web addresses that stand beside several labels.
struct LinkList {
    let layout: PageLayout

    /// The most that a list is worth beside which one stands that could not be read.
    private static let mostOfPart = 0.5

    /// - Parameter values: what was read beside each of the labels.
    /// - Returns: the list in the page's order, as sure as the least sure of them; the check `complete` fails where a label
    ///   has nothing that reads as an address. What stands there may be one that was not seen.
    func whole(_ labels: [LabelHit], _ values: [[Field]]) -> [Field] {
        let found = values.flatMap(\.self)
        guard var whole = found.first else { return [] }
        var links: [String] = []
        for field in found {
            guard case .list(let list) = field.value else { continue }
            links += list.filter { !links.contains($0) }
        }
        whole.value = .list(links)
        whole.raw = found.compactMap(\.raw).joined(separator: "\n")
        whole.confidence = found.map(\.confidence).min() ?? 0
        whole.box = Box.around(found.compactMap(\.box))
        whole.checks = [Check(name: "format", passed: found.allSatisfy { $0.checks.allSatisfy(\.passed) })]
        if zip(labels, values).contains(where: { isLabel($0) && $1.isEmpty }) {
            whole.cap(at: Self.mostOfPart)
            whole.checks.append(Check(name: "complete", passed: false))
        }
        return [whole]
    }

    /// Whether a label stands by itself or before a colon; others may be words of a sentence.
    private func isLabel(_ hit: LabelHit) -> Bool {
        if hit.hasColon { return true }
        let words = layout.segment(around: hit.words.lowerBound).filter { layout.words[$0].confidence >= Self.sure }
        return hit.startsStretch && words.allSatisfy(hit.words.contains)
    }

    /// Recognition's figure for words that are read at all: garbage may stand close beside a label.
    private static let sure = 0.5
}

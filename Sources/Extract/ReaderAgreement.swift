import Kinds
import Model

/// Says of each value in print whether two readers of different makers read all of its words alike: evidence for the
/// confidence model, as a check named `second_reading`.
struct ReaderAgreement {
    let pages: [RecognizedPage]

    static let check = ConfidenceEvidence.Feature.secondReading.rawValue

    func checked(_ extraction: Extraction) -> Extraction {
        var result = extraction
        for (name, field) in extraction.fields where field.source == .text {
            let words = words(of: field)
            guard !words.isEmpty, words.allSatisfy(\.isAgreedOn) else { continue }
            result.fields[name]?.checks.append(Check(name: Self.check, passed: true))
        }
        return result
    }

    /// Words in the value's place that have a digit or stand in what was read there.
    private func words(of field: Field) -> [Word] {
        guard let box = field.box, let page = pages.first(where: { $0.index == field.page }) else { return [] }
        let parts = Set(
            (field.value.texts + [field.raw].compactMap(\.self)).flatMap { $0.split(whereSeparator: \.isWhitespace) }
                .map { TextFolding.key(String($0)) })
        return page.words.filter { word in
            box.holdsMiddle(of: word.box)
                && (word.text.contains(where: \.isNumber) || parts.contains(TextFolding.key(word.text)))
        }
    }
}

extension Box {
    /// Whether the middle of another lies in it.
    func holdsMiddle(of other: Box) -> Bool {
        (Double(x)...Double(maxX)).contains(other.midX) && (Double(y)...Double(maxY)).contains(other.midY)
    }
}

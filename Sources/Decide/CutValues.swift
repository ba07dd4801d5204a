import Model

/// Which values stand at the frame of a picture that no page was cut out of: they may go on beyond it, and what is left
/// of a letter is read as another.
struct CutValues {
    /// Of each page by its number, the words that touch the frame.
    private let boxes: [Int: [Box]]

    /// What a value at the frame is trusted at most.
    private static let mostConfidence = 0.5

    init(_ pages: [RecognizedPage]) {
        let whole = pages.filter { $0.error == nil && $0.prepared.outline == nil }
        boxes = Dictionary(
            whole.map { page in
                let frame = CaptureFrame(of: page.prepared)
                return (
                    page.index, page.words.filter(\.isClear).map(\.box).filter { !frame.sides(touchedBy: $0).isEmpty }
                )
            }, uniquingKeysWith: { first, _ in first })
    }

    /// The fields with those at the frame trusted less.
    func doubted(_ fields: [FieldName: Field]) -> [FieldName: Field] {
        fields.mapValues { field in
            var field = field
            if isCut(field) { field.cap(at: Self.mostConfidence) }
            return field
        }
    }

    func isCut(_ field: Field) -> Bool {
        guard field.source == .text, let box = field.box, let page = field.page else { return false }
        return boxes[page, default: []].contains { 2 * $0.intersection(box).area > $0.area }
    }
}

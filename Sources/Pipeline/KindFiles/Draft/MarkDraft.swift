import Kinds
import Model

/// Choices by the check boxes that the examples share.
struct MarkDraft {
    /// A box of the form by what stands beside it.
    private struct Box {
        /// As the examples read it.
        var phrases: [String] = []
        /// By example: whether it is checked; nil where it was not found.
        var isChecked: [Bool?]
        var page: Int
        /// Over the page's width and height.
        var left: Double
        var top: Double

        /// The fullest reading that two examples have: a letter that stands by itself is often not read, and what is left
        /// may be another box's text.
        var phrase: String {
            let counts = Dictionary(phrases.map { ($0, 1) }, uniquingKeysWith: +)
            return counts.max {
                (min($0.value, 2), $0.key.count, $1.key) < (min($1.value, 2), $1.key.count, $0.key)
            }?.key ?? ""
        }
    }

    private let examples: [KindDraft.Example]
    private let form: PrintedForm
    private let boxes: [Box]

    init(_ examples: [KindDraft.Example], _ form: PrintedForm) {
        self.examples = examples
        self.form = form
        var boxes: [Box] = []
        for (example, document) in examples.map(\.document).enumerated() {
            for page in document.pages where page.error == nil {
                let layout = PageLayout(page: page)
                for text in MarkReader(layout).texts() {
                    let phrase = Self.phrase(text.words.map { page.words[$0].text })
                    guard !phrase.isEmpty else { continue }
                    let left = text.mark.box.midX / Double(max(1, page.prepared.width))
                    let top = text.mark.box.midY / Double(max(1, page.prepared.height))
                    let known = boxes.firstIndex {
                        $0.page == page.index && $0.isChecked[example] == nil && abs($0.left - left) < Self.sameColumn
                            && abs($0.top - top) < Self.sameRow
                    }
                    if known == nil {
                        boxes.append(Box(isChecked: examples.map { _ in nil }, page: page.index, left: left, top: top))
                    }
                    boxes[known ?? boxes.count - 1].phrases.append(phrase)
                    boxes[known ?? boxes.count - 1].isChecked[example] = text.mark.state == .checked
                }
            }
        }
        self.boxes = boxes.filter { box in box.isChecked.count { $0 != nil } >= 2 }
    }

    /// Of the page's height, and of its width.
    private static let (sameRow, nextRow, sameColumn) = (0.015, 0.08, 0.04)
    private static let mostWords = 4

    /// What a box says, up to its first bracket.
    private static func phrase(_ words: [String]) -> String {
        let own = words.prefix { !$0.hasPrefix("(") }
        return PrintedForm.text(Array(own)).text.split(separator: " ").prefix(mostWords).joined(separator: " ")
    }

    /// The field with an option for each of its boxes; nil where no boxes are its own.
    func choice(_ field: KindDraft.Wanted) -> FieldDefinition? {
        let values = options(field.name)
        let group = values.isEmpty ? boxesUnderCaption(of: field.name) : boxes(around: Set(values.keys))
        let options = group.map { number in
            FieldDefinition.Option(
                value: values[number] ?? boxes[number].phrase.split(separator: " ").prefix(3).joined(separator: "_"),
                phrases: [boxes[number].phrase])
        }
        guard options.count > 1 else { return nil }
        return FieldDefinition(name: field.name, type: field.type ?? .choice, options: options)
    }

    /// By box: the value that it stands for, as the truth tells: it is checked where that is the value, and only there.
    private func options(_ name: FieldName) -> [Int: String] {
        let truths = examples.map { $0.truth?[name]?.texts }
        var options: [Int: String] = [:]
        for value in Set(truths.compactMap(\.self).joined()).sorted() {
            let meaning = CaptionMeaning(TextFolding.key(value).replacing(" ", with: "_"))
            let agreeing = boxes.indices.map { number in
                examples.indices.count { example in
                    truths[example].map { $0.contains(value) == boxes[number].isChecked[example] } ?? false
                }
            }
            let isSeen = boxes.indices.filter { number in
                examples.indices.contains {
                    truths[$0]?.contains(value) == true && boxes[number].isChecked[$0] == true
                }
            }
            let best = isSeen.filter { options[$0] == nil }.max { a, b in
                (Double(agreeing[a]) + meaning.likeness(toPhrase: boxes[a].phrase), b)
                    < (Double(agreeing[b]) + meaning.likeness(toPhrase: boxes[b].phrase), a)
            }
            if let best { options[best] = value }
        }
        return options
    }

    /// Those on the rows between these, and next to them.
    private func boxes(around seeds: Set<Int>) -> [Int] {
        let tops = seeds.map { boxes[$0].top }
        guard let first = tops.min(), let last = tops.max(), let page = seeds.first.map({ boxes[$0].page }) else {
            return []
        }
        let reach = first - Self.nextRow...last + Self.nextRow
        return boxes.indices.filter { boxes[$0].page == page && reach.contains(boxes[$0].top) }
    }

    /// Those below the caption that says what the field's name says, row by row without a gap.
    private func boxesUnderCaption(of name: FieldName) -> [Int] {
        let meaning = CaptionMeaning(name.rawValue)
        let likely = form.captions.map { ($0, meaning.likeness(to: $0)) }.filter { $0.1 >= 0.4 }
            .max { ($0.1, $1.0.text) < ($1.1, $0.0.text) }
        guard let caption = likely?.0 else { return [] }
        var top = caption.top
        var group: [Int] = []
        for number in boxes.indices.sorted(by: { boxes[$0].top < boxes[$1].top })
        where boxes[number].page == caption.page && boxes[number].top > caption.top - Self.sameRow / 2 {
            guard boxes[number].top - top < Self.nextRow else { break }
            top = boxes[number].top
            group.append(number)
        }
        return group.sorted()
    }
}

import Classify
import Kinds
import Model

/// What a form is known by: phrases that its examples share and that stand out.
struct CueDraft {
    let documents: [RecognizedDocument]
    let fields: [FieldDefinition]
    private let captions: [PrintedForm.Caption]

    /// - Parameter known: kinds whose cues are none of this one's.
    init(
        _ documents: [RecognizedDocument], _ captions: [PrintedForm.Caption], fields: [FieldDefinition],
        known: [KindDefinition]
    ) {
        self.documents = documents
        self.fields = fields
        let taken = known.flatMap(\.cues).flatMap(\.phrases).map(Self.padded)
        self.captions = captions.filter { caption in
            let text = Self.padded(caption.text)
            return caption.text.filter(\.isLetter).count >= Self.leastLetters
                && !taken.contains { $0.contains(text) || text.contains($0) }
        }
    }

    /// Titles first, then captions of the fields, then what else the form says in several words, down the page.
    func cues() -> [Cue] {
        var cues: [Cue] = []
        let titles = captions.filter { $0.size >= Self.largePrint && $0.top < 0.5 && $0.page == 1 }
            .sorted { ($1.size, $0.top) < ($0.size, $1.top) }
        for title in titles where cues.count < Self.titleWeights.count {
            add(Cue(phrases: [title.text], weight: Self.titleWeights[cues.count], place: .title), to: &cues)
        }
        let labels = Set(fields.flatMap(\.labels))
        let long = captions.filter { $0.text.split(separator: " ").count >= Self.leastWords }
        let others = long.filter { labels.contains($0.text) } + long.filter { !labels.contains($0.text) }
        for caption in others where cues.count < Self.mostCues {
            add(Cue(phrases: [caption.text], weight: Self.captionWeight), to: &cues)
        }
        // A form of few words: what there is must do.
        for caption in captions where cues.reduce(0, { $0 + $1.weight }) < Self.enough {
            add(Cue(phrases: [caption.text], weight: Self.captionWeight), to: &cues)
        }
        return cues
    }

    /// Takes a cue in that all of the examples have, or all but one, and that says something new.
    private func add(_ cue: Cue, to cues: inout [Cue]) {
        let text = Self.padded(cue.phrases[0])
        let isNew = !cues.flatMap(\.phrases).map(Self.padded).contains { $0.contains(text) || text.contains($0) }
        let kind = KindDefinition(name: "draft", title: "", cues: [cue])
        let classifier = Classifier(kinds: [])
        let found = documents.count { classifier.trace(kind, in: $0).contains { !$0.isEmpty } }
        if isNew, found >= max(2, documents.count - 1) { cues.append(cue) }
    }

    private static func padded(_ text: String) -> String { " \(TextFolding.key(text)) " }

    /// Of the page's text.
    private static let largePrint = 1.3
    /// Letters and words of a phrase that other papers hardly have.
    private static let (leastLetters, leastWords) = (8, 3)
    private static let titleWeights = [3.0, 2.0]
    private static let captionWeight = 1.25
    private static let mostCues = 8
    /// Log-odds of a kind that is sure though a cue or two are not found.
    private static let enough = 8.0
}

import Model

/// Pages made of lines of text for tests: ten pixels a character, lines thirty pixels apart, words twenty high.
enum PageText {
    static let pitch = 10
    static let leading = 30

    static func page(
        _ text: String, index: Int = 1, confidence: Double = 0.96, rules: [Rule] = [], inkRegions: [InkRegion] = [],
        checkBoxes: [CheckBox] = []
    ) -> RecognizedPage {
        var words: [Word] = []
        var width = 0
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (line, content) in lines.enumerated() {
            var x = 0
            for part in content.split(separator: " ", omittingEmptySubsequences: false) {
                if !part.isEmpty {
                    let box = Box(x: x + 20, y: line * leading + 20, width: part.count * pitch, height: 20)
                    words.append(Word(text: String(part), confidence: confidence, box: box, line: line))
                }
                x += (part.count + 1) * pitch
            }
            width = max(width, x)
        }
        let prepared = PreparedPage(
            index: index, width: max(1000, width + 40), height: lines.count * leading + 60, dpi: 150)
        return RecognizedPage(
            prepared: prepared, words: words, checkBoxes: checkBoxes, rules: rules, inkRegions: inkRegions)
    }

    /// A frame at a column and line.
    static func checkBox(column: Int, line: Int, _ state: CheckBox.State) -> CheckBox {
        CheckBox(
            box: Box(x: column * pitch + 20, y: line * leading + 21, width: 18, height: 18), state: state,
            ink: state == .checked ? 0.3 : 0)
    }

    static func line(column: Int, line: Int, length: Int) -> Rule {
        Rule(
            box: Box(x: column * pitch + 20, y: line * leading + 42, width: length * pitch, height: 2),
            isHorizontal: true)
    }

    static func ink(column: Int, line: Int, length: Int) -> InkRegion {
        InkRegion(
            box: Box(x: column * pitch + 20, y: line * leading + 5, width: length * pitch, height: 36), ink: 0.1,
            strokes: 0.9)
    }

    static func document(_ pages: RecognizedPage...) -> RecognizedDocument {
        RecognizedDocument(
            loaded: LoadedDocument(id: "sha256:0", source: SourceInfo(path: "test.png")), pages: pages)
    }
}

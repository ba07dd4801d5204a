import Model

// What confirms a machine's value where no label tells what is printed.

extension IDAgreement {
    /// The same value printed where no label told of it.
    func foundElsewhere(_ name: FieldName, _ machine: Field) -> Field? {
        guard let value = machine.text else { return nil }
        switch name {
        case "date_of_birth", "date_of_issue", "date_of_expiry":
            guard let date = self.print.dates.first(where: { $0.readings.contains { $0.iso == value } }) else {
                return nil
            }
            let witness = Field(
                value: machine.value, confidence: date.confidence * 0.8, source: .text, page: date.page, box: date.box)
            return confirmed(machine, by: witness, value: value)
        case "surname", "given_names", "document_number", "address":
            return runOfWords(name, machine, value)
        default: return nil
        }
    }

    /// The value confirmed by consecutive words of a line.
    private func runOfWords(_ name: FieldName, _ machine: Field, _ value: String) -> Field? {
        let isName = name != "document_number" && name != "address"
        let target = Self.alphanumeric(name == "address" ? String(value.prefix { $0 != "," }) : value)
        guard target.count >= 3 else { return nil }
        for (page, run) in runs(ofUpTo: 6) {
            let letters = run.map { $0.text.count { $0.isLetter || $0.isNumber } }.reduce(0, +)
            guard abs(letters - target.count) <= 4 else { continue }
            let text = run.map(\.text).joined(separator: " ")
            let trimmed = TextFolding.trim(text, PrintedName.noise)
            let confidence = run.map(\.confidence).min() ?? 0
            var witness = Field(
                value: .text(isName ? trimmed : value), raw: text, confidence: confidence * 0.8, source: .text,
                page: page, box: Box.around(run.map(\.box)))
            if !isName {
                guard Self.alphanumeric(trimmed) == target else { continue }
            } else if !Transliteration.matches(printed: trimmed, machine: value) {
                guard let name = Transliteration.restored(printed: trimmed, machine: value, nationality: nationality)
                else { continue }
                witness.value = .text(name)
                return guessed(machine, by: witness, value: name)
            }
            guard isName else { return confirmed(machine, by: witness, value: value) }
            return spelled(machine, by: witness, trimmed, mayRunOn: false, sureness: confidence * 0.95)
        }
        return nil
    }

    /// Consecutive words of each line.
    private func runs(ofUpTo most: Int) -> some Sequence<(page: Int, words: ArraySlice<Word>)> {
        self.print.lines.lazy.flatMap { page, words in
            words.indices.lazy.flatMap { start in
                (start..<min(start + most, words.count)).lazy.map { (page, words[start...$0]) }
            }
        }
    }
}

package import Model

/// Takes out of a result what was read on the document. What stays says what kind of document it is, what was found
/// where and how surely, and what was decided: kinds, types, marks, boxes, confidences, checks, reasons, measures.
package struct Masking: Sendable {
    private let redaction: Redaction
    private let open: Set<FieldName>
    private let numbers: Set<FieldName>

    /// - Parameters:
    ///   - open: fields that hold words of the kind's own, such as a deed's type.
    ///   - numbers: fields that hold a number by which something is known, such as a document's.
    package init(_ redaction: Redaction, open: Set<FieldName>, numbers: Set<FieldName>) {
        self.redaction = redaction
        self.open = open
        self.numbers = numbers
    }

    package func masked(_ outcome: Outcome) -> Outcome {
        guard redaction != .none else { return outcome }
        var result = outcome
        result.redacted = redaction
        for index in result.classification?.evidence.indices ?? 0..<0 {
            result.classification?.evidence[index].text = Self.mask(outcome.classification?.evidence[index].text ?? "")
        }
        for (name, field) in outcome.fields ?? [:] { result.fields?[name] = masked(field, name) }
        for index in result.pages?.indices ?? 0..<0 {
            guard var page = result.pages?[index] else { continue }
            page.text = Self.mask(page.text)
            page.words = page.words?.map { word in
                var word = word
                word.text = Self.mask(word.text)
                return word
            }
            result.pages?[index] = page
        }
        return result
    }

    /// Pages without what was read on them.
    package func masked(_ pages: [RecognizedPage]) -> [RecognizedPage] {
        guard redaction != .none else { return pages }
        return pages.map { page in
            var page = page
            page.words = page.words.map { word in
                var word = word
                (word.text, word.readings) = (Self.mask(word.text), [])
                return word
            }
            page.zoneLines = []
            page.barcodes = []
            return page
        }
    }

    private func masked(_ field: Field, _ name: FieldName) -> Field {
        var result = field
        result.raw = field.raw.map(Self.mask)
        guard !open.contains(name) else { return result }
        let keepsEnd = redaction == .partial && numbers.contains(name)
        result.value = Self.masked(field.value, keepsEnd)
        for index in result.alternatives.indices {
            result.alternatives[index].value = Self.masked(field.alternatives[index].value, keepsEnd)
        }
        return result
    }

    private static func masked(_ value: FieldValue, _ keepsEnd: Bool) -> FieldValue {
        switch value {
        case .text(let text): .text(keepsEnd ? maskKeepingEnd(text) : mask(text))
        case .list(let items): .list(items.map { keepsEnd ? maskKeepingEnd($0) : mask($0) })
        case .flag: value
        }
    }

    /// Stars for letters and digits of any script; spaces and marks stay.
    static func mask(_ text: String) -> String {
        String(text.map { $0.isWhitespace || $0.isPunctuation && $0.isASCII || $0 == "<" ? $0 : "*" })
    }

    /// The same but for the last four letters and digits, where at least as many are hidden.
    private static func maskKeepingEnd(_ text: String) -> String {
        let places = text.indices.filter { text[$0].isLetter || text[$0].isNumber }
        guard places.count >= 8 else { return mask(text) }
        let start = places[places.count - 4]
        return mask(String(text[..<start])) + text[start...]
    }
}

package import Model

/// Reads the numbers among the values once more, each from its own picture, before anyone trusts them.
///
/// A recognizer is as sure of a wrong digit as of a right one, and no word list knows better. Nothing but the picture
/// speaks for an instrument number or the bearings of a legal description; so where no other picture of the same place
/// reads the same, the value is doubtful. One that does is enough: of 427 right values on 60 deeds, 67 had one other
/// reading that differed and 7 had none that agreed; of the wrong digits, all had none.
package struct SecondLook: Sendable {
    /// A word with digits in the place of at least one value.
    package struct Request: Hashable, Sendable {
        /// From 1.
        package var page: Int
        package var box: Box
        package var text: String
    }

    /// Most that a value's confidence is where another reading of its picture differs.
    static let doubt = 0.5
    /// Words that are looked at in a document: a deed with a long description has some hundred.
    static let most = 250

    private let document: ExtractedDocument

    package init(_ document: ExtractedDocument) {
        self.document = document
    }

    /// In the order of the fields' names, those in several values once.
    package var requests: [Request] {
        var seen: Set<Request> = []
        let all = document.extraction.fields.keys.sorted().flatMap(requests)
        return Array(all.filter { seen.insert($0).inserted }.prefix(Self.most))
    }

    /// - Parameter readings: what was read again; a request that has none was not looked at, and proves nothing.
    package func judged(_ readings: [Request: [String]]) -> ExtractedDocument {
        var result = document
        for (name, field) in document.extraction.fields {
            let looked = requests(name).compactMap { request -> (Request, [String])? in
                let texts = (readings[request] ?? []).filter { !Self.key($0).isEmpty }
                return texts.isEmpty ? nil : (request, texts)
            }
            let unlike = looked.first { request, texts in texts.allSatisfy { Self.key($0) != Self.key(request.text) } }
            guard let (request, texts) = unlike else {
                if !looked.isEmpty {
                    result.extraction.fields[name]?.checks.append(Check(name: "second_reading", passed: true))
                }
                continue
            }
            result.extraction.fields[name]?.confidence = min(field.confidence, Self.doubt)
            for (position, text) in texts.enumerated() where !texts[..<position].contains(text) {
                let other = field.value.plainText.replacing(request.text, with: text)
                result.extraction.fields[name]?.alternatives.append(
                    Alternative(value: .text(other), confidence: Self.doubt, page: request.page, box: request.box))
            }
        }
        return result
    }

    /// Words with digits where the value stands; none where a zone, a barcode or a second print says the same.
    private func requests(_ name: FieldName) -> [Request] {
        guard let field = document.extraction.fields[name], field.source == .text, let box = field.box,
            let page = document.classified.recognized.pages.first(where: { $0.index == field.page }),
            !field.checks.contains(where: { $0.passed && ["agreement", "check_digit"].contains($0.name) })
        else { return [] }
        return page.words.filter { word in
            word.text.contains(where: \.isNumber) && box.contains(word.box)
        }.map { Request(page: page.index, box: $0.box, text: $0.text) }
    }

    /// Letters and digits alone: commas and dots come and go between readings.
    private static func key(_ text: String) -> String {
        String(text.uppercased().filter { $0.isLetter || $0.isNumber })
    }
}

extension Box {
    fileprivate func contains(_ other: Box) -> Bool {
        (Double(x)...Double(maxX)).contains(other.midX) && (Double(y)...Double(maxY)).contains(other.midY)
    }
}

package import Model

/// ALTO 4.4 (https://www.loc.gov/standards/alto/): docs/text-formats.md.
package enum ALTO {
    /// - Parameter language: BCP 47, such as `en`.
    package static func document(_ recognized: RecognizedDocument, language: String, engine: EngineInfo) -> String {
        let pages = recognized.pages.map { page(TextPage(page: $0), language: language) }
        let settings = "\(engine.readers); configuration \(engine.configuration)"
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <alto xmlns="http://www.loc.gov/standards/alto/ns-v4#" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
            xsi:schemaLocation="http://www.loc.gov/standards/alto/ns-v4# \
            http://www.loc.gov/standards/alto/v4/alto-4-4.xsd" SCHEMAVERSION="4.4">
            <Description>
            <MeasurementUnit>pixel</MeasurementUnit>
            <sourceImageInformation>
            <fileName>\(Markup.escaped(recognized.loaded.source.name))</fileName>
            <fileIdentifier>\(Markup.escaped(recognized.loaded.id))</fileIdentifier>
            </sourceImageInformation>
            <Processing ID="recto">
            <processingCategory>contentGeneration</processingCategory>
            <processingStepSettings>\(Markup.escaped(settings))</processingStepSettings>
            <processingSoftware>
            <softwareName>Recto</softwareName>
            <softwareVersion>\(Markup.escaped(engine.recto))</softwareVersion>
            </processingSoftware>
            </Processing>
            </Description>
            <Layout>
            \(pages.joined(separator: "\n"))
            </Layout>
            </alto>

            """
    }

    private static func page(_ page: TextPage, language: String) -> String {
        let (index, words) = (page.page.index, page.page.words)
        let attributes = Markup.attributes([
            "ID": "page_\(index)", "PHYSICAL_IMG_NR": "\(index)", "WIDTH": "\(page.page.prepared.width)",
            "HEIGHT": "\(page.page.prepared.height)", "LANG": language, "PROCESSINGREFS": "recto",
            "QUALITY_DETAIL": page.page.error.map { "error: \($0.code.rawValue)" },
            "PC": words.isEmpty ? nil : "\(min(1, max(0, Rounding.decimals(page.page.confidence, 4))))",
        ])
        let blocks = page.blocks.enumerated().map { number, lines in
            block(lines, id: "block_\(index)_\(number + 1)", page)
        }
        let barcodes = page.page.barcodes.enumerated().map { number, code in
            "<Illustration" + Markup.attributes(["ID": "barcode_\(index)_\(number + 1)"]) + place(page.bounds(code.box))
                + Markup.attributes(["TYPE": "barcode \(code.format)"]) + "/>\n"
        }
        let space = words.isEmpty ? "" : place(page.bounds(words))
        return "<Page\(attributes)>\n<PrintSpace\(space)>\n\((blocks + barcodes).joined())</PrintSpace>\n</Page>"
    }

    private static func block(_ lines: [TextLine], id: String, _ page: TextPage) -> String {
        let words = lines.flatMap(\.words)
        let texts = lines.indices.map { number in
            let next = number + 1 < lines.count ? lines[number + 1] : nil
            let before = number > 0 ? lines[number - 1] : nil
            return line(lines[number], from: before, to: next, page)
        }
        return "<TextBlock\(Markup.attributes(["ID": id]))\(place(page.bounds(words)))"
            + Markup.attributes(["ROTATION": TextPage.rotation(words).map { "\($0)" }])
            + ">\n\(texts.joined())</TextBlock>\n"
    }

    /// - Parameters:
    ///   - before: the line before it in its block.
    ///   - next: the line behind it in its block.
    private static func line(_ line: TextLine, from before: TextLine?, to next: TextLine?, _ page: TextPage) -> String {
        let divided = next.flatMap { parts(line, $0) }
        let begun = before.flatMap { parts($0, line) }
        var content = ""
        for (number, word) in line.words.enumerated() {
            if number > 0 { content += space(from: page.bounds([line.words[number - 1]]), to: page.bounds([word])) }
            let first = number == line.words.count - 1 ? divided : nil
            let second = number == 0 ? begun : nil
            content += string(
                word, id: "string_\(page.page.index)_\(line.first + number + 1)", page, text: first?.first ?? word.text,
                substitution: first.map { ("HypPart1", $0.whole) } ?? second.map { ("HypPart2", $0.whole) })
        }
        if let divided { content += "<HYP\(Markup.attributes(["CONTENT": divided.hyphen]))/>\n" }
        let id = "line_\(page.page.index)_\(line.first + 1)"
        return "<TextLine\(Markup.attributes(["ID": id]))\(place(page.bounds(line.words)))>\n\(content)</TextLine>\n"
    }

    private static func string(
        _ word: Word, id: String, _ page: TextPage, text: String, substitution: (type: String, whole: String)?
    ) -> String {
        let attributes =
            Markup.attributes(["ID": id]) + place(page.bounds([word]))
            + Markup.attributes([
                "CONTENT": text, "SUBS_TYPE": substitution?.type, "SUBS_CONTENT": substitution?.whole,
                "WC": "\(word.share)",
            ])
        let alternatives = word.alternatives.map { reading in
            "<ALTERNATIVE\(Markup.attributes(["PURPOSE": reading.reader.rawValue]))>"
                + "\(Markup.escaped(reading.text))</ALTERNATIVE>"
        }
        return "<String\(attributes)" + (alternatives.isEmpty ? "/>\n" : ">\(alternatives.joined())</String>\n")
    }

    /// The word that a line's end divides: a letter before a hyphen, and a small letter where the next line begins.
    private static func parts(_ line: TextLine, _ next: TextLine) -> (first: String, hyphen: String, whole: String)? {
        guard let text = line.words.last?.text, let rest = next.words.first?.text, let hyphen = text.last,
            ["-", "\u{2010}", "\u{AD}"].contains(hyphen), text.dropLast().last?.isLetter == true,
            rest.first?.isLowercase == true
        else { return nil }
        return (String(text.dropLast()), String(hyphen), text.dropLast() + rest)
    }

    private static func space(from left: Box, to right: Box) -> String {
        let gap = right.x - left.maxX
        let sizes: KeyValuePairs<String, String?> = [
            "HPOS": "\(left.maxX)", "VPOS": "\(left.y)", "WIDTH": "\(gap)", "HEIGHT": "\(left.height)",
        ]
        return "<SP\(gap > 0 ? Markup.attributes(sizes) : "")/>\n"
    }

    private static func place(_ box: Box) -> String {
        Markup.attributes([
            "HPOS": "\(box.x)", "VPOS": "\(box.y)", "WIDTH": "\(box.width)", "HEIGHT": "\(box.height)",
        ])
    }
}

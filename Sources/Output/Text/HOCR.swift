package import Model

/// hOCR 1.2 (https://kba.github.io/hocr-spec/1.2/), as XHTML: docs/text-formats.md.
package enum HOCR {
    /// - Parameter language: BCP 47, such as `en`.
    package static func document(_ recognized: RecognizedDocument, language: String, engine: EngineInfo) -> String {
        let source = recognized.loaded.source
        let language = Markup.escaped(language)
        let pages = recognized.pages.map { page(TextPage(page: $0), source: source) }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE html>
            <html xmlns="http://www.w3.org/1999/xhtml" xml:lang="\(language)" lang="\(language)">
            <head>
            <meta charset="UTF-8" />
            <title>\(Markup.escaped(source.name))</title>
            <meta name="ocr-system" content="\(Markup.escaped(engine.readers))" />
            <meta name="ocr-capabilities" content="ocr_page ocr_carea ocr_line ocrx_word ocrp_lang" />
            <meta name="ocr-langs" content="\(language)" />
            <meta name="ocr-number-of-pages" content="\(pages.count)" />
            </head>
            <body>
            \(pages.joined(separator: "\n"))
            </body>
            </html>

            """
    }

    private static func page(_ page: TextPage, source: SourceInfo) -> String {
        let prepared = page.page.prepared
        let dpi = Int(Rounding.decimals(prepared.dpi, 0))
        // Boxes are in the source's own pixels only where nothing was turned or straightened.
        let isSource = prepared.transform == .identity && prepared.displacement == nil
        let properties: [String?] = [
            isSource ? "image \(quoted(source.name))" : nil,
            bbox(Box(x: 0, y: 0, width: prepared.width, height: prepared.height)), "ppageno \(prepared.index - 1)",
            "scan_res \(dpi) \(dpi)", "x_source \(quoted(source.name))",
            page.page.error.map { "x_error \($0.code.rawValue)" },
        ]
        let blocks = page.blocks.enumerated().map { number, lines in
            element(
                "div", "ocr_carea", "block_\(prepared.index)_\(number + 1)", [bbox(page.bounds(lines.flatMap(\.words)))]
            )
                + "\n\(lines.map { line($0, page) }.joined(separator: "\n"))\n</div>"
        }
        return element("div", "ocr_page", "page_\(prepared.index)", properties)
            + "\n\(blocks.map { $0 + "\n" }.joined())</div>"
    }

    private static func line(_ line: TextLine, _ page: TextPage) -> String {
        let index = page.page.index
        let properties = [bbox(page.bounds(line.words)), TextPage.rotation(line.words).map { "textangle \($0)" }]
        let words = zip(line.indices, line.words).map { number, word in
            element(
                "span", "ocrx_word", "word_\(index)_\(number + 1)",
                [bbox(page.bounds([word])), "x_wconf \(Int(Rounding.decimals(word.share * 100, 0)))"])
                + "\(Markup.escaped(word.text))</span>"
        }
        return element("span", "ocr_line", "line_\(index)_\(line.first + 1)", properties)
            + "\(words.joined(separator: "\n"))</span>"
    }

    private static func element(_ name: String, _ type: String, _ id: String, _ properties: [String?]) -> String {
        "<\(name)\(Markup.attributes(["class": type, "id": id, "title": properties.compactMap(\.self).joined(separator: "; ")]))>"
    }

    private static func bbox(_ box: Box) -> String { "bbox \(box.x) \(box.y) \(box.maxX) \(box.maxY)" }

    /// What would end the text or the property is percent-encoded.
    private static func quoted(_ text: String) -> String {
        let encoded = text.map { ["\"": "%22", ";": "%3B", "\\": "%5C", "%": "%25"][$0] ?? String($0) }
        return "\"\(encoded.joined())\""
    }
}

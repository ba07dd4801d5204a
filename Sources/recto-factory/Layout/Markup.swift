/// A sheet's text as its template gives it, once filled: paragraphs parted by blank lines, and lines that begin with `@`.
enum Block {
    case paragraph(Paragraph)
    case space(Double)
    case rule
    case newPage
    /// A new page where fewer points than this are left.
    case need(Double)
    /// Down to this many points from the page's top, where not there already.
    case below(Double)
    /// Columns side by side; `//` breaks a line in one.
    case row([String])
    /// Lines to sign on, side by side.
    case signatures([SignatureLine])
    /// A signature without a line, as under a letter; an empty place where it is not signed.
    case scrawl(isSigned: Bool)
    /// Label and value pairs of one row of a form.
    case fields([(label: String, value: String)])
    /// Check boxes side by side.
    case checks([(isChecked: Bool, label: String)])

    struct Paragraph {
        var text: String
        var look = Look.plain
        enum Look: String {
            case plain, center, title, heading, bold, right, indent, small, flush, caption
        }
    }

    struct SignatureLine {
        /// Printed under the line.
        var captions: [String]
        var isSigned: Bool
        /// Printed before the line.
        var lead: String
    }

    static func parse(_ text: String) -> [Block] {
        var parser = Parser()
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) { parser.take(String(line)) }
        parser.endParagraph()
        return parser.blocks
    }

    private struct Parser {
        var blocks: [Block] = []
        private var open: Paragraph?

        mutating func endParagraph() {
            if let open, !open.text.isEmpty { blocks.append(.paragraph(open)) }
            open = nil
        }

        mutating func take(_ raw: String) {
            let line = raw.trimmed
            if line.isEmpty {
                endParagraph()
            } else if line.hasPrefix("@") {
                endParagraph()
                directive(line)
            } else if open == nil {
                open = Paragraph(text: line)
            } else {
                open?.text += " " + line
            }
        }

        private mutating func directive(_ line: String) {
            let parts = line.dropFirst().split(separator: " ", maxSplits: 1).map(String.init)
            let name = parts.first ?? ""
            let rest = parts.count > 1 ? parts[1].trimmed : ""
            let cells = rest.split(separator: "||", omittingEmptySubsequences: false).map { String($0).trimmed }
            switch name {
            case "space": blocks.append(.space(Double(rest) ?? 12))
            case "rule": blocks.append(.rule)
            case "page": blocks.append(.newPage)
            case "need": blocks.append(.need(Double(rest) ?? 100))
            case "below": blocks.append(.below(Double(rest) ?? 0))
            case "row": blocks.append(.row(cells))
            case "sign": blocks.append(.signatures(cells.map(Self.signatureLine)))
            case "scrawl": blocks.append(.scrawl(isSigned: rest == "yes"))
            case "field":
                let pairs = stride(from: 0, to: cells.count - 1, by: 2).map { (cells[$0], cells[$0 + 1]) }
                blocks.append(.fields(pairs))
            case "checks":
                blocks.append(
                    .checks(cells.map { ($0.hasPrefix("x "), String($0.dropFirst(2))) }))
            default:
                open = Paragraph(text: rest, look: Paragraph.Look(rawValue: name) ?? .plain)
            }
        }

        /// `yes` or `no`, an optional lead ending in `:`, then captions parted by `//`.
        private static func signatureLine(_ cell: String) -> SignatureLine {
            let parts = cell.split(separator: " ", maxSplits: 1).map(String.init)
            let captions = parts.count > 1 ? parts[1].components(separatedBy: "//").map(\.trimmed) : []
            var lead = ""
            var rest = captions
            if let first = captions.first, first.hasSuffix(":") {
                lead = first
                rest.removeFirst()
            }
            return SignatureLine(captions: rest, isSigned: parts.first == "yes", lead: lead)
        }
    }
}

extension StringProtocol {
    var trimmed: String {
        var rest = self[startIndex...]
        while let first = rest.first, first.isWhitespace { rest = rest.dropFirst() }
        while let last = rest.last, last.isWhitespace { rest = rest.dropLast() }
        return String(rest)
    }

    /// Runs of white space as one space.
    var folded: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    func components(separatedBy separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map { String($0) }
    }
}

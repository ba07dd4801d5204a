/// One page being drawn, in points (1/72 inch), as SVG.
struct Canvas {
    let width: Double
    let height: Double
    private var body = ""

    init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    struct Ink {
        var font: Font
        var size: Double
        var color = "#111"
        /// `start`, `middle` or `end`.
        var anchor = "start"
        /// Degrees clockwise about the text's own anchor.
        var turn = 0.0
        var opacity = 1.0
    }

    mutating func text(_ text: String, x: Double, y: Double, _ ink: Ink) {
        var attributes = "x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" font-family=\"\(ink.font.family)\""
        attributes += " font-size=\"\(Self.number(ink.size))\" fill=\"\(ink.color)\""
        if ink.font.bold { attributes += " font-weight=\"bold\"" }
        if ink.font.italic { attributes += " font-style=\"italic\"" }
        if ink.anchor != "start" { attributes += " text-anchor=\"\(ink.anchor)\"" }
        if ink.opacity < 1 { attributes += " fill-opacity=\"\(Self.number(ink.opacity))\"" }
        if ink.turn != 0 {
            attributes += " transform=\"rotate(\(Self.number(ink.turn)) \(Self.number(x)) \(Self.number(y)))\""
        }
        body += "<text \(attributes) xml:space=\"preserve\">\(Self.escaped(text))</text>\n"
    }

    mutating func line(
        _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, width: Double = 0.6, color: String = "#111"
    ) {
        body += "<path d=\"M\(Self.number(x1)) \(Self.number(y1))L\(Self.number(x2)) \(Self.number(y2))\""
        body += " stroke=\"\(color)\" stroke-width=\"\(Self.number(width))\" fill=\"none\"/>\n"
    }

    mutating func box(
        x: Double, y: Double, width: Double, height: Double, stroke: Double = 0.6, fill: String = "none",
        color: String = "#111"
    ) {
        body += "<rect x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" width=\"\(Self.number(width))\""
        body += " height=\"\(Self.number(height))\" fill=\"\(fill)\" stroke=\"\(color)\""
        body += " stroke-width=\"\(Self.number(stroke))\"/>\n"
    }

    /// Any SVG, in points.
    mutating func raw(_ svg: String) { body += svg + "\n" }

    /// Pen strokes along an SVG path.
    mutating func stroke(path: String, width: Double, color: String) {
        body += "<path d=\"\(path)\" stroke=\"\(color)\" stroke-width=\"\(Self.number(width))\" fill=\"none\""
        body += " stroke-linecap=\"round\" stroke-linejoin=\"round\"/>\n"
    }

    /// Everything that `draw` adds, turned about a point.
    mutating func turned(by degrees: Double, x: Double, y: Double, _ draw: (inout Canvas) -> Void) {
        body += "<g transform=\"rotate(\(Self.number(degrees)) \(Self.number(x)) \(Self.number(y)))\">\n"
        draw(&self)
        body += "</g>\n"
    }

    func drawing(paper: String = "#fff") -> Drawing {
        let svg =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\""
            + " viewBox=\"0 0 \(Self.number(width)) \(Self.number(height))\">\n"
            + "<rect width=\"\(Self.number(width))\" height=\"\(Self.number(height))\" fill=\"\(paper)\"/>\n" + body
            + "</svg>\n"
        return Drawing(svg: svg, width: width / 72, height: height / 72)
    }

    /// Two decimals, without the noise of binary fractions.
    static func number(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        if hundredths.isMultiple(of: 100) { return String(hundredths / 100) }
        let rest = abs(hundredths % 100)
        return "\(hundredths < 0 ? "-" : "")\(abs(hundredths) / 100).\(rest < 10 ? "0" : "")\(rest)"
    }

    static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.append(character)
            }
        }
        return result
    }
}

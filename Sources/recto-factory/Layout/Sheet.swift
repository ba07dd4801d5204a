/// Sets blocks on pages, top to bottom.
struct Sheet {
    private(set) var pages: [Canvas] = []
    let style: SheetStyle
    var random: Random
    private var canvas: Canvas
    /// Where the next line's top lies, in points.
    private(set) var y: Double

    init(style: SheetStyle, random: Random) {
        self.style = style
        self.random = random
        canvas = Canvas(width: style.width, height: style.height)
        y = style.top
    }

    /// The finished pages, with their feet.
    mutating func finish() -> [Canvas] {
        pages.append(canvas)
        guard !style.footer.isEmpty else { return pages }
        for index in pages.indices {
            let text = style.footer.replacing("#", with: String(index + 1)).replacing("%", with: String(pages.count))
            let ink = Canvas.Ink(font: style.font, size: 8, color: "#333", anchor: "middle")
            pages[index].text(text, x: style.width / 2, y: style.height - 28, ink)
        }
        return pages
    }

    mutating func set(_ blocks: [Block]) throws {
        for block in blocks { try set(block) }
    }

    mutating func set(_ block: Block) throws {
        switch block {
        case .paragraph(let paragraph): try set(paragraph)
        case .space(let height): y += height
        case .rule:
            canvas.line(style.left, y + 2, style.width - style.right, y + 2, width: 0.8)
            y += 8
        case .newPage: breakPage()
        case .need(let height): need(height)
        case .below(let place): y = max(y, place)
        case .row(let cells): try set(row: cells)
        case .signatures(let lines): try set(signatures: lines)
        case .scrawl(let isSigned): scrawl(isSigned)
        case .fields(let pairs): try set(fields: pairs)
        case .checks(let boxes): try set(checks: boxes)
        }
    }

    /// Draws on the current page at fixed places.
    mutating func overlay(_ draw: (inout Canvas, inout Random) -> Void) { draw(&canvas, &random) }

    mutating func breakPage() {
        pages.append(canvas)
        canvas = Canvas(width: style.width, height: style.height)
        y = style.top
    }

    mutating func need(_ height: Double) {
        if y + height > style.height - style.bottom { breakPage() }
    }

    func ink(_ font: Font? = nil, size: Double? = nil, color: String? = nil, anchor: String = "start") -> Canvas.Ink {
        Canvas.Ink(font: font ?? style.font, size: size ?? style.size, color: color ?? style.color, anchor: anchor)
    }

    private mutating func set(_ paragraph: Block.Paragraph) throws {
        var font = style.font
        var size = style.size
        var indent = 0.0
        var first = 0.0
        switch paragraph.look {
        case .plain: first = style.firstIndent
        case .title: (font, size) = (style.heading, style.size * 1.35)
        case .heading: (font, size) = (style.heading, style.size * 1.08)
        case .bold: font.bold = true
        case .indent: indent = 28
        case .small: size = style.size * 0.8
        case .caption: size = style.size * 0.72
        case .center, .right, .flush: break
        }
        let setter = Typesetter(font: font, size: size)
        let measure = style.measure - 2 * indent
        let pitch = size * style.leading
        for (index, line) in try setter.lines(paragraph.text, measure: measure, firstIndent: first).enumerated() {
            need(pitch)
            let x = style.left + indent + (index == 0 ? first : 0)
            switch paragraph.look {
            case .title, .center:
                try draw(line, x: style.left + (style.measure - line.width) / 2, room: line.width, setter)
            case .right: try draw(line, x: style.width - style.right - line.width, room: line.width, setter)
            default:
                let room = measure - (index == 0 ? first : 0)
                try draw(line, x: x, room: style.isJustified && !line.isLast ? room : line.width, setter)
            }
            y += pitch
        }
        y += paragraph.look == .caption || paragraph.look == .center ? pitch * 0.15 : pitch * 0.5
    }

    /// One line with its top at `y`, its gaps stretched to fill `room`.
    mutating func draw(_ line: Typesetter.Line, x: Double, room: Double, _ setter: Typesetter) throws {
        let baseline = y + setter.size * 0.95
        let isUniform = !line.runs.contains { $0.isBold != setter.font.bold || $0.isUnderlined }
        if isUniform, room <= line.width, style.jitter == 0 {
            let text = line.runs.map(\.text).joined(separator: " ")
            canvas.text(text, x: x, y: baseline, ink(setter.font, size: setter.size))
            return
        }
        let space = try setter.width(" ")
        let gaps = Double(max(1, line.runs.count - 1))
        let gap = space + max(0, room - line.width) / gaps
        var position = x
        for (index, run) in line.runs.enumerated() {
            var font = setter.font
            font.bold = run.isBold
            let shift = style.jitter > 0 ? random.double(-style.jitter...style.jitter) : 0
            var brush = ink(font, size: setter.size)
            if style.jitter > 0 { brush.opacity = random.double(0.8...1) }
            canvas.text(run.text, x: position, y: baseline + shift, brush)
            if run.isUnderlined {
                let isFollowed = index + 1 < line.runs.count && line.runs[index + 1].isUnderlined
                canvas.line(
                    position - 1, baseline + 2, position + run.width + (isFollowed ? gap : 1), baseline + 2, width: 0.5)
            }
            position += run.width + gap
        }
    }

    private mutating func set(row cells: [String]) throws {
        let setter = Typesetter(font: style.font, size: style.size)
        let gutter = 18.0
        let width = (style.measure - gutter * Double(cells.count - 1)) / Double(max(1, cells.count))
        let columns = try cells.map { cell in
            try cell.components(separatedBy: "//").flatMap { part in
                part.trimmed.isEmpty ? [Typesetter.Line()] : try setter.lines(part.trimmed, measure: width)
            }
        }
        let height = Double(columns.map(\.count).max() ?? 0) * style.pitch
        need(height)
        let top = y
        for (index, lines) in columns.enumerated() {
            y = top
            for line in lines {
                let x = style.left + Double(index) * (width + gutter)
                try draw(line, x: x, room: line.width, setter)
                y += style.pitch
            }
        }
        y = top + height + style.pitch * 0.3
    }

    /// For the parts of a sheet that live in other files.
    mutating func advance(_ height: Double) { y += height }
    mutating func withCanvas(_ draw: (inout Canvas, inout Random, Double) throws -> Void) rethrows {
        try draw(&canvas, &random, y)
    }
}

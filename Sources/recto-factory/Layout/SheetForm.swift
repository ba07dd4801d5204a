/// Form elements: fields, check boxes, signature lines.
extension Sheet {
    mutating func set(fields pairs: [(label: String, value: String)]) throws {
        let height = fieldHeight
        need(height)
        let width = style.measure / Double(max(1, pairs.count))
        for (index, pair) in pairs.enumerated() {
            let x = style.left + Double(index) * width
            let gap = index + 1 < pairs.count && style.fieldLook != .box && style.fieldLook != .table ? 14.0 : 0
            try draw(label: pair.label, value: pair.value, x: x, width: width - gap)
        }
        advance(height)
    }

    private var fieldHeight: Double {
        switch style.fieldLook {
        case .line, .colon: style.size * 1.9
        case .box: style.size * 2.75
        case .table: style.size * 2.1
        case .under: style.size * 2.9
        }
    }

    private mutating func draw(label: String, value: String, x: Double, width: Double) throws {
        let style = style
        let height = fieldHeight
        let valueFont = style.valueFont ?? style.font
        let printed = label.hasSuffix(":") || style.fieldLook != .colon ? label : label + ":"
        let labelWidth = try FontMetrics.of(style.font).width(of: printed, size: style.size)
        let room: Double =
            switch style.fieldLook {
            case .line, .colon: width - labelWidth - 8
            case .box, .under: width - 8
            case .table: width - max(labelWidth + 10, min(width * 0.36, 170)) - 8
            }
        let natural = try FontMetrics.of(valueFont).width(of: value, size: style.size)
        let size = natural > room ? max(5.5, style.size * room / natural) : style.size
        let ink = ink(valueFont, size: size, color: style.valueColor)
        let labelInk = self.ink()
        withCanvas { canvas, _, y in
            let base = y + style.size * 1.15
            switch style.fieldLook {
            case .line:
                canvas.text(printed, x: x, y: base, labelInk)
                canvas.line(x + labelWidth + 4, base + 2.5, x + width, base + 2.5, width: 0.6)
                canvas.text(value, x: x + labelWidth + 8, y: base, ink)
            case .colon:
                canvas.text(printed, x: x, y: base, labelInk)
                canvas.text(value, x: x + labelWidth + 6, y: base, ink)
            case .box:
                canvas.box(x: x, y: y, width: width, height: height, stroke: 0.7)
                var small = labelInk
                small.size = style.size * 0.72
                canvas.text(label, x: x + 4, y: y + style.size * 0.85, small)
                canvas.text(value, x: x + 5, y: y + height - style.size * 0.5, ink)
            case .table:
                let split = max(labelWidth + 10, min(width * 0.36, 170))
                canvas.box(x: x, y: y, width: split, height: height, stroke: 0.6, fill: "#f1f1f1")
                canvas.box(x: x + split, y: y, width: width - split, height: height, stroke: 0.6)
                canvas.text(label, x: x + 5, y: y + height * 0.66, labelInk)
                canvas.text(value, x: x + split + 5, y: y + height * 0.66, ink)
            case .under:
                canvas.text(value, x: x + 4, y: base, ink)
                canvas.line(x, base + 2.5, x + width, base + 2.5, width: 0.6)
                var small = labelInk
                small.size = style.size * 0.72
                canvas.text(label, x: x, y: base + style.size * 0.95, small)
            }
        }
    }

    mutating func set(checks boxes: [(isChecked: Bool, label: String)]) throws {
        let style = style
        let setter = Typesetter(font: style.font, size: style.size)
        let width = style.measure / Double(max(1, boxes.count))
        let side = style.size * 0.95
        let room = width - side - 18
        let lines = try boxes.map { try setter.lines($0.label, measure: room) }
        let height = Double(lines.map(\.count).max() ?? 1) * style.pitch
        need(height + 4)
        let top = y
        for (index, box) in boxes.enumerated() {
            let x = style.left + Double(index) * width
            withCanvas { canvas, random, y in
                Self.checkBox(box.isChecked, x: x, y: y + style.size * 0.12, side: side, style: style, &canvas, &random)
            }
            for line in lines[index] {
                try draw(line, x: x + side + 8, room: line.width, setter)
                advance(style.pitch)
            }
            advance(top - y)
        }
        advance(height + style.size * 0.35)
    }

    private static func checkBox(
        _ isChecked: Bool, x: Double, y: Double, side: Double, style: SheetStyle, _ canvas: inout Canvas,
        _ random: inout Random
    ) {
        switch style.boxLook {
        case .square: canvas.box(x: x, y: y, width: side, height: side, stroke: 0.9)
        case .round:
            canvas.raw(
                "<circle cx=\"\(x + side / 2)\" cy=\"\(y + side / 2)\" r=\"\(side / 2)\" fill=\"none\" stroke=\"#111\" stroke-width=\"0.9\"/>"
            )
        case .brackets, .parentheses:
            let marks = style.boxLook == .brackets ? ("[", "]") : ("(", ")")
            let ink = Canvas.Ink(font: style.font, size: style.size * 1.1)
            canvas.text(marks.0, x: x - 2, y: y + side * 0.9, ink)
            canvas.text(marks.1, x: x + side, y: y + side * 0.9, ink)
        }
        guard isChecked else { return }
        let isTyped = style.markLook == .typed || style.boxLook == .brackets || style.boxLook == .parentheses
        func near(_ value: Double) -> Double { value + random.double(-0.6...0.6) }
        if isTyped {
            let ink = Canvas.Ink(font: Font(family: "Liberation Sans", bold: true), size: side * 1.0, anchor: "middle")
            canvas.text("X", x: x + side / 2, y: y + side * 0.87, ink)
            return
        }
        let pen = Pen.random(&random)
        switch style.markLook {
        case .tick:
            let path = Pen.smooth([
                (near(x + side * 0.15), near(y + side * 0.5)), (near(x + side * 0.42), near(y + side * 0.85)),
                (near(x + side * 1.05), near(y - side * 0.1)),
            ])
            canvas.stroke(path: path, width: pen.width, color: pen.color)
        case .filled where style.boxLook == .round:
            canvas.raw(
                "<circle cx=\"\(x + side / 2)\" cy=\"\(y + side / 2)\" r=\"\(side * 0.33)\" fill=\"#111\"/>")
        case .filled:
            canvas.box(x: x + side * 0.15, y: y + side * 0.15, width: side * 0.7, height: side * 0.7, fill: "#111")
        case .cross, .typed:
            let over = random.double(0...0.15) * side
            for (from, to) in [(0.1, 0.9), (0.9, 0.1)] {
                let path = Pen.smooth([
                    (near(x + side * from), y + side * 0.1 - over), (near(x + side / 2), near(y + side / 2)),
                    (near(x + side * to), y + side * 0.9 + over),
                ])
                canvas.stroke(path: path, width: pen.width, color: pen.color)
            }
        }
    }

    mutating func set(signatures lines: [Block.SignatureLine]) throws {
        let style = style
        let captionCount = Double(lines.map(\.captions.count).max() ?? 0)
        let height = style.size * 3.4 + captionCount * style.size * 1.25
        need(height)
        let gutter = 24.0
        let share = lines.count == 1 ? 0.52 : 1.0 / Double(lines.count)
        for (index, line) in lines.enumerated() {
            let width = style.measure * share - (lines.count == 1 ? 0 : gutter)
            let start = style.left + Double(index) * style.measure * share
            let leadWidth =
                line.lead.isEmpty ? 0 : try FontMetrics.of(style.font).width(of: line.lead, size: style.size) + 6
            let ink = ink()
            withCanvas { canvas, random, y in
                let base = y + style.size * 2.9
                if leadWidth > 0 { canvas.text(line.lead, x: start, y: base, ink) }
                canvas.line(start + leadWidth, base + 2, start + width, base + 2, width: 0.7)
                if line.isSigned {
                    let pen = Pen.random(&random)
                    let room = width - leadWidth
                    let path = Pen.signature(
                        x: start + leadWidth + room * random.double(0.04...0.15), y: base - 1,
                        width: min(room * 0.75, random.double(90...150)), height: style.size * random.double(1.5...2.2),
                        &random)
                    canvas.stroke(path: path, width: pen.width, color: pen.color)
                }
                for (row, caption) in line.captions.enumerated() {
                    canvas.text(caption, x: start + leadWidth, y: base + style.size * (1.3 + 1.25 * Double(row)), ink)
                }
            }
        }
        advance(height + style.size * 0.6)
    }

    mutating func scrawl(_ isSigned: Bool) {
        let height = style.size * 3.2
        need(height)
        let style = style
        if isSigned {
            withCanvas { canvas, random, y in
                let pen = Pen.random(&random)
                let path = Pen.signature(
                    x: style.left + random.double(2...14), y: y + height * 0.8, width: random.double(95...150),
                    height: style.size * random.double(1.6...2.2), &random)
                canvas.stroke(path: path, width: pen.width, color: pen.color)
            }
        }
        advance(height)
    }
}

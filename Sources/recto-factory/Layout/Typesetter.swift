/// Breaks text into lines by a font's own widths. `**bold**` and `__underlined__` spans are understood.
struct Typesetter {
    struct Run {
        var text: String
        var width: Double
        var isBold: Bool
        var isUnderlined: Bool
    }

    struct Line {
        var runs: [Run] = []
        var width = 0.0
        /// Whether the paragraph ends here, so that the line is not stretched.
        var isLast = false
    }

    let font: Font
    let size: Double

    /// Lines of at most `measure` points, the first shorter by `firstIndent`.
    func lines(_ text: String, measure: Double, firstIndent: Double = 0) throws -> [Line] {
        let space = try FontMetrics.of(font).width(of: " ", size: size)
        var lines: [Line] = []
        var line = Line()
        for run in try runs(text) {
            let room = measure - (lines.isEmpty ? firstIndent : 0)
            let added = line.runs.isEmpty ? run.width : line.width + space + run.width
            if !line.runs.isEmpty, added > room {
                lines.append(line)
                line = Line(runs: [run], width: run.width)
            } else {
                line.runs.append(run)
                line.width = added
            }
        }
        if !line.runs.isEmpty {
            line.isLast = true
            lines.append(line)
        }
        return lines
    }

    func width(_ text: String) throws -> Double { try FontMetrics.of(font).width(of: text, size: size) }

    private func runs(_ text: String) throws -> [Run] {
        var runs: [Run] = []
        var isBold = font.bold
        var isUnderlined = false
        for word in text.split(separator: " ") {
            var rest = String(word)
            var endsBold = false
            var endsUnderline = false
            if rest.hasPrefix("**") { (isBold, rest) = (true, String(rest.dropFirst(2))) }
            if rest.hasPrefix("__") { (isUnderlined, rest) = (true, String(rest.dropFirst(2))) }
            for (mark, isUnder) in [("**", false), ("__", true), ("**", false)] {
                // A closing mark may be followed by punctuation.
                guard let position = rest.lastRange(of: mark), rest.distance(from: position, to: rest.endIndex) <= 4
                else { continue }
                rest.removeSubrange(position..<rest.index(position, offsetBy: 2))
                if isUnder { endsUnderline = true } else { endsBold = true }
            }
            var face = font
            face.bold = isBold
            let width = try FontMetrics.of(face).width(of: rest, size: size)
            runs.append(Run(text: rest, width: width, isBold: isBold, isUnderlined: isUnderlined))
            if endsBold { isBold = font.bold }
            if endsUnderline { isUnderlined = false }
        }
        return runs
    }
}

extension String {
    /// Where the last occurrence of a short mark begins.
    fileprivate func lastRange(of mark: String) -> Index? {
        var position = endIndex
        while position > startIndex {
            position = index(before: position)
            if self[position...].hasPrefix(mark) { return position }
        }
        return nil
    }
}

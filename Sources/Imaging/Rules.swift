package import Model

extension Image {
    /// Long straight printed lines of a 1-bit page, horizontal ones first, each kind from top to bottom.
    ///
    /// Found by opening with a long brick (Serra 1982) after small gaps were closed; pieces of one line are joined.
    /// The page must be level to about half a degree.
    ///
    /// - Parameters:
    ///   - minLength: of a line, in pixels.
    ///   - maxThickness: of a line, in pixels.
    package func rules(minLength: Int, maxThickness: Int) throws -> [Rule] {
        // At half size everything costs a quarter; a pixel wide line survives rank 1.
        let half = try halved(ranks: [1])
        let horizontal = try half.ruleBoxes(length: minLength / 2, thickness: max(2, maxThickness / 2), across: true)
        let vertical = try half.ruleBoxes(length: minLength / 2, thickness: max(2, maxThickness / 2), across: false)
        let double = { (box: Box, across: Bool) in
            let whole = Box(x: box.x * 2, y: box.y * 2, width: box.width * 2, height: box.height * 2)
            return Rule(box: whole.intersection(self.bounds), isHorizontal: across)
        }
        return horizontal.map { double($0, true) } + vertical.map { double($0, false) }
    }

    private func ruleBoxes(length: Int, thickness: Int, across: Bool) throws -> [Box] {
        let brick = max(8, length / 3)
        let gap = 3
        let bridged = across ? try closed(width: gap, height: 1) : try closed(width: 1, height: gap)
        let runs = across ? try bridged.opened(width: brick, height: 1) : try bridged.opened(width: 1, height: brick)
        let pieces = try runs.connectedComponents().filter { (across ? $0.height : $0.width) <= thickness }
        return Image.joined(pieces, gap: brick, thickness: thickness, across: across)
            .filter { (across ? $0.width : $0.height) >= length }
            .sorted { ($0.y, $0.x) < ($1.y, $1.x) }
    }

    /// Joins pieces that follow each other on one line, as scanning breaks them.
    private static func joined(_ pieces: [Box], gap: Int, thickness: Int, across: Bool) -> [Box] {
        let ordered = pieces.sorted { across ? $0.x < $1.x : $0.y < $1.y }
        var lines: [Box] = []
        for piece in ordered {
            let match = lines.lastIndex { line in
                let distance = across ? piece.x - line.maxX : piece.y - line.maxY
                let whole = line.union(piece)
                return distance <= gap && (across ? whole.height : whole.width) <= thickness
            }
            if let match {
                lines[match] = lines[match].union(piece)
            } else {
                lines.append(piece)
            }
        }
        return lines
    }
}

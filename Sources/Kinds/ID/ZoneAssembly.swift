import Model

/// Finds which of a page's zone lines make a zone of which format, and mends their lengths.
enum ZoneAssembly {
    /// The best zone of a document; nil where no lines fit a format.
    static func zone(in pages: [RecognizedPage], asOf: CalendarDate) -> RepairedZone? {
        var best: (zone: RepairedZone, score: Double)?
        for page in pages {
            for format in ZoneFormat.allCases where page.zoneLines.count >= format.lineCount {
                for start in 0...(page.zoneLines.count - format.lineCount) {
                    let lines = Array(page.zoneLines[start..<(start + format.lineCount)])
                    guard let zone = zone(lines, format: format, page: page.index, asOf: asOf) else { continue }
                    if zone.score > best?.score ?? 0 { best = zone }
                }
            }
        }
        return best?.zone
    }

    private static func zone(
        _ lines: [ZoneLine], format: ZoneFormat, page: Int, asOf: CalendarDate
    ) -> (zone: RepairedZone, score: Double)? {
        var fitted: [[ZoneCharacter]] = []
        var changed = 0
        for line in lines {
            guard let fit = Self.fitted(line.characters, to: format.lineLength) else { return nil }
            changed += abs(line.characters.count - format.lineLength)
            fitted.append(fit)
        }
        let repair = ZoneRepair(format: format, lines: fitted).run()
        let texts = repair.lines.map { String(decoding: $0, as: UTF8.self) }
        guard let zone = MachineReadableZone(lines: texts, asOf: asOf), zone.format == format else { return nil }
        var repaired = RepairedZone(
            zone: zone, confidence: repair.confidence, alternatives: repair.alternatives,
            boxes: fitted.map { $0.map(\.box) }, page: page)
        for (index, line) in lines.enumerated() where line.characters.count != format.lineLength {
            doubt(index, of: &repaired)
        }
        return (repaired, score(zone, changed: changed))
    }

    /// A character was lost or invented somewhere in this line: only what a check digit confirms is still sure.
    private static func doubt(_ line: Int, of zone: inout RepairedZone) {
        for element in ZoneElement.allCases {
            guard let span = zone.zone.format.span(of: element), span.line == line else { continue }
            let confirmed = zone.zone.check(element)?.passed == true
            zone.confidence[element] = (zone.confidence[element] ?? 0) * (confirmed ? 0.95 : 0.6)
        }
    }

    /// How much speaks for a format; 0 or less where too little does.
    private static func score(_ zone: MachineReadableZone, changed: Int) -> Double {
        let first = zone.documentCode.prefix(1)
        let usual: Set<Substring> = zone.format.isVisa ? ["V"] : zone.format == .td3 ? ["P"] : ["A", "C", "I"]
        var score = usual.contains(first) ? 2.0 : -1
        score += zone.checks.reduce(0) { $0 + ($1.passed ? 2 : -0.5) }
        score += CountryCodes.contains(zone.issuer) ? 1 : -0.5
        score += CountryCodes.contains(zone.nationality) ? 1 : -0.5
        score += zone.birthDate == nil ? -0.5 : 0.5
        return score - Double(changed) * 0.5
    }

    /// A line of the format's length: fillers added to or taken from the longest run of them, which is where they are
    /// lost or doubled; nil where it is off by more than four or has no such run.
    static func fitted(_ characters: [ZoneCharacter], to length: Int) -> [ZoneCharacter]? {
        let excess = characters.count - length
        guard excess != 0 else { return characters }
        guard abs(excess) <= 4 else { return nil }
        var run = 0..<0
        var start = 0
        while start < characters.count {
            var end = start
            while end < characters.count, characters[end].text == "<" { end += 1 }
            if end - start >= run.count, end > start { run = start..<end }
            start = max(end, start + 1)
        }
        guard run.count >= 2 else { return nil }
        var fitted = characters
        if excess < 0 {
            let model = characters[run.lowerBound]
            let added = ZoneCharacter(text: "<", confidence: 0.5, box: model.box)
            fitted.insert(contentsOf: repeatElement(added, count: -excess), at: run.upperBound)
        } else {
            guard run.count >= excess + 2 else { return nil }
            fitted.removeSubrange((run.upperBound - excess)..<run.upperBound)
        }
        return fitted
    }
}

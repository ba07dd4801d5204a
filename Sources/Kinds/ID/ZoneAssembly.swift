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
        // Every way to bring the lines to their length; at most a few dozen, and one where nothing is to be mended.
        var ways: [[[ZoneCharacter]]] = [[]]
        for line in lines {
            let fits = fits(line.characters, to: format.lineLength)
            ways = ways.flatMap { way in fits.map { way + [$0] } }
        }
        var best: (zone: RepairedZone, score: Double)?
        for way in ways.prefix(64) {
            guard let zone = zone(way, of: lines, format: format, page: page, asOf: asOf) else { continue }
            if zone.score > best?.score ?? -.infinity { best = zone }
        }
        return best
    }

    private static func zone(
        _ fitted: [[ZoneCharacter]], of lines: [ZoneLine], format: ZoneFormat, page: Int, asOf: CalendarDate
    ) -> (zone: RepairedZone, score: Double)? {
        let repair = ZoneRepair(format: format, lines: fitted).run()
        let texts = repair.lines.map { String(decoding: $0, as: UTF8.self) }
        guard let zone = MachineReadableZone(lines: texts, asOf: asOf), zone.format == format else { return nil }
        var repaired = RepairedZone(
            zone: zone, confidence: repair.confidence, alternatives: repair.alternatives,
            boxes: fitted.map { $0.map(\.box) }, page: page)
        var changed = 0
        for (index, line) in lines.enumerated() where line.characters.count != format.lineLength {
            doubt(index, of: &repaired)
            changed += abs(line.characters.count - format.lineLength)
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

    /// A line brought to the format's length: fillers taken from the longest run of them, which is where they are doubled,
    /// or one of the least sure characters left out. None where it has more than four too many, or too few: what no reader
    /// saw is not made up.
    static func fits(_ characters: [ZoneCharacter], to length: Int) -> [[ZoneCharacter]] {
        let excess = characters.count - length
        guard excess != 0 else { return [characters] }
        guard (1...4).contains(excess) else { return [] }
        var fits: [[ZoneCharacter]] = []
        let run = longestRun(characters)
        if run.count >= excess + 2 {
            var fitted = characters
            fitted.removeSubrange((run.upperBound - excess)..<run.upperBound)
            fits.append(fitted)
        }
        if excess == 1 {
            let doubtful = characters.indices.sorted {
                (characters[$0].confidence, $0) < (characters[$1].confidence, $1)
            }
            for index in doubtful.prefix(5) {
                var fitted = characters
                fitted.remove(at: index)
                fits.append(fitted)
            }
        }
        return fits
    }

    private static func longestRun(_ characters: [ZoneCharacter]) -> Range<Int> {
        var longest = 0..<0
        var start = 0
        while start < characters.count {
            var end = start
            while end < characters.count, characters[end].text == "<" { end += 1 }
            if end > start, end - start >= longest.count { longest = start..<end }
            start = max(end, start + 1)
        }
        return longest
    }
}

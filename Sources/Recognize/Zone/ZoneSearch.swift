import Imaging
import Model

/// Looks for machine-readable zones on a page: first among the ink of the page as it was made black and white, then, where
/// that does not satisfy, among the lines that the text detector finds.
struct ZoneSearch {
    let reader: ZoneReader
    /// Nil where there is no neural reader.
    let detected: DetectedZones?

    /// - Parameter components: of the page's ink.
    /// - Returns: the zones' lines, each zone's from its first to its last.
    func firstLook(_ components: [InkComponent], on page: Image) throws -> [[ZoneLine]] {
        try reader.read(ZoneFinder(components: components.map(\.box)).zones(), on: page)
    }

    /// - Parameter found: what the first look found.
    /// - Returns: of what both looks found in one place, the better one.
    func secondLook(after found: [[ZoneLine]], on page: Image) throws -> [[ZoneLine]] {
        guard let detected else { return found }
        let more = try reader.read(detected.zones(in: page), on: page)
        return more.reduce(into: found) { zones, zone in
            guard let index = zones.firstIndex(where: { Self.overlap($0, zone) }) else { return zones.append(zone) }
            if Self.isBetter(zone, than: zones[index]) { zones[index] = zone }
        }
    }

    /// Whether there is a zone whose lines have a format's number and length, and of whose characters both readers are sure.
    static func isSettled(_ zones: [[ZoneLine]]) -> Bool {
        zones.contains { zone in
            fits(zone) && zone.allSatisfy { $0.characters.allSatisfy { $0.confidence >= leastSure } }
        }
    }

    private static let leastSure = 0.8

    private static func fits(_ zone: [ZoneLine]) -> Bool {
        let counts = Set(zone.map(\.characters.count))
        guard counts.count == 1, let count = counts.first, ZoneReader.lineLengths.contains(count) else { return false }
        return (zone.count == 3) == (count == 30)
    }

    private static func isBetter(_ one: [ZoneLine], than other: [ZoneLine]) -> Bool {
        func mean(_ zone: [ZoneLine]) -> Double {
            let characters = zone.flatMap(\.characters)
            return characters.reduce(0) { $0 + $1.confidence } / Double(max(1, characters.count))
        }
        return fits(one) == fits(other) ? mean(one) > mean(other) : fits(one)
    }

    private static func overlap(_ one: [ZoneLine], _ other: [ZoneLine]) -> Bool {
        guard let a = Box.around(one.map(\.box)), let b = Box.around(other.map(\.box)) else { return false }
        return a.intersection(b).area * 2 > min(a.area, b.area)
    }

    /// Which way up a picture's zone stands.
    ///
    /// - Parameter binary: the same in black and white.
    /// - Returns: the quarter turns, 0 or 2, that bring it upright; nil where no zone reads either way.
    func turns(of grey: Image, binary: Image) throws -> Int? {
        for turns in [0, 2] {
            let zones = try firstLook(
                InkMap(GreyPicture(binary.rotated(quarterTurns: turns))).components(),
                on: grey.rotated(quarterTurns: turns))
            if zones.contains(where: Self.isUpright) { return turns }
        }
        guard let detected, max(grey.width, grey.height) < Self.smallSide else { return nil }
        return try [0, 2].first { turns in
            let zones = try reader.read(detected.zones(in: grey, turn: 90 * Double(turns)), on: grey)
            return zones.contains(where: Self.isUpright)
        }
    }

    /// Fillers pad lines at their ends only (ICAO 9303 part 3, section 4.2.3): on its head, a zone begins with them. And it
    /// begins with its document's code (parts 4 to 7), which lines of a typewriter's page on its head do by chance alone.
    static func isUpright(_ zone: [ZoneLine]) -> Bool {
        !zone.contains { $0.text.hasPrefix("<") }
            && zone.first?.text.first.map { codes.contains($0) } == true
    }

    /// First letters of documents' codes: passports, visas, identity cards and crew members', and licences that have a zone.
    private static let codes = Set("PVIACD")

    /// Pixels of the longer side below which a zone's characters touch where a page is made black and white.
    private static let smallSide = 900
}

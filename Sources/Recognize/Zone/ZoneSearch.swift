import Imaging
import Model

/// Looks for machine-readable zones on a page: first among the ink of the page as it was made black and white, then,
/// where that does not satisfy, on renditions of the grey page made for print that is small, pale, overprinted or on a
/// busy background, cheapest first.
struct ZoneSearch {
    let reader: ZoneReader
    let images: PageImages

    /// Pixels that a page's longer side is brought to before it is searched again.
    private static let searchedSide = 1500.0
    private static let mostEnlarged = 4.0
    /// Widest stroke of the print at that size.
    private static let stroke = 13

    /// A rendition of the page.
    private struct View {
        var picture: Image
        var binary: Image
        /// How much larger than the page it is.
        var scale: Double
        /// What its readings count beside others.
        var weight: Double
    }

    /// - Parameter components: of the page's ink.
    /// - Returns: the zones' lines, top to bottom.
    func firstLook(_ components: [InkComponent], within time: Duration) throws -> [[ZoneLine]] {
        let candidates = ZoneFinder(components: components.map(\.box)).zones()
        return try reader.read(candidates, on: images.normalised, within: time)
    }

    /// - Parameters:
    ///   - found: what the first look found.
    ///   - isLikely: whether something on the page speaks for a zone; else one more rendition is all that is tried.
    func secondLook(
        after found: [[ZoneLine]], isLikely: Bool, within time: Duration
    ) throws -> [[ZoneLine]] {
        let clock = ContinuousClock()
        let end = clock.now + time
        var votes = ZoneVotes(found, weight: 1)
        var isLikely = isLikely || !found.isEmpty
        for rendition in renditions where clock.now < end {
            let view = try rendition()
            let components = InkMap(try GreyPicture(view.binary)).components().map(\.box)
            let candidates = LooseZoneFinder(components: components).zones()
            isLikely = isLikely || !candidates.isEmpty
            let zones = try reader.read(candidates, on: view.picture, within: end - clock.now)
            votes.add(zones.map { zone in zone.map { $0.scaled(by: 1 / view.scale) } }, weight: view.weight)
            if votes.areSettled || !isLikely { break }
        }
        return votes.zones
    }

    /// Which way up a picture's zone stands.
    ///
    /// - Returns: the quarter turns, 0 or 2, that bring it upright; nil where no zone reads either way.
    static func turns(of grey: Image, binary: Image, reader: ZoneReader, within time: Duration) throws -> Int? {
        let clock = ContinuousClock()
        let end = clock.now + time
        for turns in [0, 2] {
            let (grey, binary) = try (grey.rotated(quarterTurns: turns), binary.rotated(quarterTurns: turns))
            let search = ZoneSearch(reader: reader, images: PageImages(grey: grey, normalised: grey, binary: binary))
            var zones = try search.firstLook(
                InkMap(GreyPicture(binary)).components(), within: end - clock.now)
            if zones.isEmpty, max(grey.width, grey.height) < smallSide {
                zones = try search.secondLook(after: [], isLikely: false, within: end - clock.now)
            }
            if zones.contains(where: isUpright) { return turns }
        }
        return nil
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

    private var renditions: [() throws -> View] {
        let longer = Double(max(images.grey.width, images.grey.height))
        let scale = min(Self.mostEnlarged, Self.searchedSide / longer)
        return [
            { try lit(scale: scale, factor: 0.25) },
            { try detail(scale: scale) },
            { try lit(scale: min(Self.mostEnlarged, 2 * scale), factor: 0.15) },
        ]
    }

    /// Evenly lit, black and white by each pixel's surroundings. From the captured grey: what was normalised for common
    /// print is black and white where the page is full of specks, as small JPEG pictures seem to be.
    private func lit(scale: Double, factor: Double) throws -> View {
        let picture = try images.grey.scaled(by: scale).backgroundNormalised()
        return View(
            picture: picture, binary: try picture.sauvolaBinarized(window: 15, factor: factor), scale: scale, weight: 1)
    }

    /// Thin strokes alone: light, shades and thick letters of an overprint are gone.
    private func detail(scale: Double) throws -> View {
        let picture = try images.grey.scaled(by: scale).darkDetail(size: Self.stroke)
        let level = try picture.otsuLevel()
        let clear = try picture.stretched(black: max(0, 2 * level - 255), white: 250)
        return View(picture: clear, binary: try picture.thresholded(at: level), scale: scale, weight: 0.7)
    }
}

extension ZoneLine {
    /// The same line on a picture of another size.
    fileprivate func scaled(by factor: Double) -> ZoneLine {
        guard factor != 1 else { return self }
        var line = self
        line.box = box.scaled(by: factor)
        for index in characters.indices { line.characters[index].box = characters[index].box.scaled(by: factor) }
        return line
    }
}

extension Box {
    fileprivate func scaled(by factor: Double) -> Box {
        Box(
            x: Int((Double(x) * factor).rounded()), y: Int((Double(y) * factor).rounded()),
            width: max(1, Int((Double(width) * factor).rounded())),
            height: max(1, Int((Double(height) * factor).rounded())))
    }
}

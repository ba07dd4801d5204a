import Foundation
import Imaging
import Model

/// Pages photographed by hand on a table.
struct PhotoCapture {
    let renderer: Renderer

    /// How one picture is taken.
    struct Settings {
        /// Pixels of the picture's longer side.
        var longSide: Int
        /// Share of the frame that the page fills.
        var fill: Double
        /// Degrees by which the page lies turned.
        var turn: Double
        /// How far corners move for perspective, as a share of the page.
        var tilt: Double
        var blur: Double
        var noise: Double
        var quality: Int
        /// Moves the page across the frame, as a share of the frame: a page that runs out of it.
        var shift = Point(x: 0, y: 0)

        init(for draft: Draft, _ random: inout Random) {
            longSide = draft.isCard ? random.int(1700...2600) : random.int(2700...3300)
            fill = draft.isCard ? random.double(0.62...0.82) : random.double(0.84...0.93)
            turn = max(-9, min(9, random.bell() * 4))
            tilt = random.double(0.005...0.04)
            blur = random.double(0.3...0.8)
            noise = random.double(1.5...4.5)
            quality = random.int(72...88)
        }
    }

    func capture(_ draft: Draft, _ random: inout Random) throws -> Captured {
        let settings = Settings(for: draft, &random)
        var pages = try draft.pages.map { try page($0, settings, &random) }
        if pages.count == 1 {
            // The sensor's picture may lie on its side: with a tag that says so, or, now and then, without.
            let quarters = random.chance(0.3) ? random.int(1...3) : 0
            let isTagged = random.chance(0.7)
            pages = try pages.map { page in
                if !isTagged { return try page.turned(quarters: quarters) }
                var stored = page
                stored.image = try page.image.rotated(quarterTurns: quarters)
                // The tag that turns the stored picture back (CIPA DC-008, 4.6.4): 8 by 270 degrees, 3 by 180, 6 by 90.
                stored.tag = [1, 8, 3, 6][quarters]
                return stored
            }
        }
        let format: FileFormat = pages.count > 1 ? .pdf(quality: settings.quality) : .jpeg(quality: settings.quality)
        return Captured(pages: pages, format: format)
    }

    func page(_ drawing: Drawing, _ settings: Settings, _ random: inout Random) throws -> CapturedPage {
        let isUpright = drawing.height > drawing.width
        let long = Double(settings.longSide)
        let frame = isUpright ? (width: long * 0.75, height: long) : (width: long, height: long * 0.75)
        // Pixels of the picture for one inch of the page.
        let scale = settings.fill * min(frame.width / drawing.width, frame.height / drawing.height)
        let source = try Raster(renderer.render(drawing, dpi: scale * 1.1), isColored: true)
        let corners = Self.corners(
            width: drawing.width * scale, height: drawing.height * scale, frame: frame, settings, &random)
        guard
            let forth = Transform.rectangle(
                width: Double(source.width), height: Double(source.height), to: corners), let back = forth.inverse
        else { throw FactoryError.pictureFailed("a page seen edge on") }
        var photo = Raster(width: Int(frame.width), height: Int(frame.height), channels: 3, fill: 0)
        Composer(source: source, back: back, table: Table(&random)).compose(into: &photo)
        light(&photo, &random)
        // The sensor's noise first: a camera smooths it together with the picture.
        photo.addNoise(deviation: settings.noise * 1.2, &random)
        photo = try photo.blurred(sigma: settings.blur)
        let truth = TruthPageValues(corners: corners, skew: Self.skew(corners))
        return CapturedPage(image: try photo.image(), truth: truth, dpi: 200)
    }

    /// The page's corners in the frame: turned, then each moved a little.
    static func corners(
        width: Double, height: Double, frame: (width: Double, height: Double), _ settings: Settings,
        _ random: inout Random
    ) -> Quadrilateral {
        let radians = settings.turn * .pi / 180
        let bound = (
            width: width * abs(cos(radians)) + height * abs(sin(radians)),
            height: width * abs(sin(radians)) + height * abs(cos(radians))
        )
        // A turned page still fits the frame.
        let shrink = min(1, 0.96 * frame.width / bound.width, 0.96 * frame.height / bound.height)
        let spareX = max(0, frame.width - bound.width * shrink) / 2
        let spareY = max(0, frame.height - bound.height * shrink) / 2
        let center = Point(
            x: frame.width * (0.5 + settings.shift.x) + random.double(-0.6...0.6) * spareX,
            y: frame.height * (0.5 + settings.shift.y) + random.double(-0.6...0.6) * spareY)
        func corner(_ x: Double, _ y: Double) -> Point {
            // Inwards only, so that nothing leaves the frame.
            let dx = x * width * shrink / 2 * (1 - random.double(0...settings.tilt) * 2)
            let dy = y * height * shrink / 2 * (1 - random.double(0...settings.tilt) * 2)
            return Point(
                x: center.x + dx * cos(radians) - dy * sin(radians), y: center.y + dx * sin(radians) + dy * cos(radians)
            )
        }
        let topLeft = corner(-1, -1)
        let topRight = corner(1, -1)
        let bottomRight = corner(1, 1)
        return Quadrilateral(
            topLeft: topLeft, topRight: topRight, bottomRight: bottomRight, bottomLeft: corner(-1, 1))
    }

    /// Clockwise of level, of the line that runs midway between the upper and the lower edge.
    static func skew(_ corners: Quadrilateral) -> Double {
        let dx = corners.topRight.x - corners.topLeft.x + corners.bottomRight.x - corners.bottomLeft.x
        let dy = corners.topRight.y - corners.topLeft.y + corners.bottomRight.y - corners.bottomLeft.y
        return atan2(dy, dx) * 180 / .pi
    }

    /// A lamp to one side, and sometimes the photographer's soft shadow.
    func light(_ photo: inout Raster, _ random: inout Random) {
        let angle = random.double(0...6.28)
        let fall = random.double(0.05...0.3)
        let bright = random.double(0.84...1.02)
        let hasShadow = random.chance(0.5)
        let shadow = (x: random.double(0...1), y: random.double(0.6...1.2), radius: random.double(0.3...0.6))
        let depth = random.double(0.12...0.32)
        photo.multiply { x, y in
            var gain = bright - fall * (0.5 + (x - 0.5) * cos(angle) + (y - 0.5) * sin(angle))
            if hasShadow {
                let distance = ((x - shadow.x) * (x - shadow.x) + (y - shadow.y) * (y - shadow.y)).squareRoot()
                let edge = max(0, min(1, (shadow.radius - distance) / 0.25 + 0.5))
                gain *= 1 - depth * edge * edge * (3 - 2 * edge)
            }
            return gain
        }
    }
}

/// Draws a page onto a table, through a projective map.
struct Composer {
    let source: Raster
    /// From the picture to the page.
    let back: Transform
    let table: Table

    func compose(into photo: inout Raster) {
        let e = back.elements
        let width = Double(source.width)
        let height = Double(source.height)
        // Shadow at the page's foot and right, a hundredth of its width deep.
        let depth = width * 0.012
        for y in 0..<photo.height {
            for x in 0..<photo.width {
                let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
                let w = e[6] * px + e[7] * py + e[8]
                let u = (e[0] * px + e[1] * py + e[2]) / w
                let v = (e[3] * px + e[4] * py + e[5]) / w
                let inside = min(u, v, width - u, height - v)
                let start = (y * photo.width + x) * 3
                if inside > 0.5 {
                    sample(u, v, into: &photo.bytes, at: start)
                    continue
                }
                let below = table.color(Double(x) / Double(photo.width), Double(y) / Double(photo.width))
                let outside = max(-u, -v, u - width - depth * 0.4, v - height - depth * 0.4, 0)
                let shade = outside < depth ? 0.6 + 0.4 * outside / depth : 1
                let cover = max(0, min(1, inside + 0.5))
                let edge = cover > 0 ? pixel(min(max(u, 0), width - 1), min(max(v, 0), height - 1)) : (0, 0, 0)
                photo.bytes[start] = UInt8(clamped: below.0 * shade * (1 - cover) + edge.0 * cover)
                photo.bytes[start + 1] = UInt8(clamped: below.1 * shade * (1 - cover) + edge.1 * cover)
                photo.bytes[start + 2] = UInt8(clamped: below.2 * shade * (1 - cover) + edge.2 * cover)
            }
        }
    }

    private func pixel(_ u: Double, _ v: Double) -> (Double, Double, Double) {
        let start = (min(source.height - 1, Int(v)) * source.width + min(source.width - 1, Int(u))) * 3
        return (Double(source.bytes[start]), Double(source.bytes[start + 1]), Double(source.bytes[start + 2]))
    }

    /// Between four pixels, by eighths of 256 in whole numbers.
    private func sample(_ u: Double, _ v: Double, into bytes: inout [UInt8], at target: Int) {
        let x = max(0, min(Double(source.width) - 1.001, u - 0.5))
        let y = max(0, min(Double(source.height) - 1.001, v - 0.5))
        let column = Int(x)
        let row = Int(y)
        let right = Int((x - Double(column)) * 256)
        let down = Int((y - Double(row)) * 256)
        let first = (row * source.width + column) * 3
        let second = first + source.width * 3
        for channel in 0..<3 {
            let top =
                Int(source.bytes[first + channel]) * (256 - right) + Int(source.bytes[first + 3 + channel]) * right
            let bottom =
                Int(source.bytes[second + channel]) * (256 - right) + Int(source.bytes[second + 3 + channel]) * right
            bytes[target + channel] = UInt8((top * (256 - down) + bottom * down) >> 16)
        }
    }
}

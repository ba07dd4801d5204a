import Evaluation
import Foundation
import Imaging
import Model

/// Several pages on one picture: sides of a card, or cards of several holders, on a scanner's bed or on a table; sheets
/// side by side on a table.
struct TogetherCapture {
    let renderer: Renderer

    /// One page on the plane that all lie on, in inches from its top left.
    struct Place {
        var drawing: Drawing
        var center: Point
        /// Degrees clockwise.
        var turn: Double
        var isUpsideDown: Bool
    }

    /// Inches.
    private static let sheet = (width: 8.5, height: 11.0)
    /// Radius of a card's corners (ISO/IEC 7810, 5.1: 2.88 to 3.48 mm).
    private static let cornerRadius = 3.18 / 25.4

    /// - Parameter drawings: at most four cards, or two sheets.
    func capture(
        _ drawings: [Drawing], areCards: Bool, tier: TruthDocument.Tier, _ random: inout Random
    ) throws -> Captured {
        let columns = areCards && drawings.count <= 3 ? 1 : 2
        let isPhoto = tier == .photo
        let gap = isPhoto ? 0.25...0.6 : 0.3...0.5
        var (places, size) = Self.places(
            drawings, columns: columns, gap: gap, reach: tier == .clean ? 0 : 3, areCards: areCards, &random)
        if isPhoto { return try photo(places, size, areCards: areCards, &random) }
        // Anywhere on the sheet.
        let spare = (x: Self.sheet.width - size.width, y: Self.sheet.height - size.height)
        let shift = Point(x: max(0, spare.x) * random.unit(), y: max(0, spare.y) * random.unit())
        places = places.map { place in
            var moved = place
            moved.center = Point(x: place.center.x + shift.x, y: place.center.y + shift.y)
            return moved
        }
        return try scan(places, isClean: tier == .clean, &random)
    }

    /// From row to row, with room between them.
    private static func places(
        _ drawings: [Drawing], columns: Int, gap: ClosedRange<Double>, reach: Double, areCards: Bool,
        _ random: inout Random
    ) -> (places: [Place], size: (width: Double, height: Double)) {
        var places: [Place] = []
        let margin = random.double(gap)
        var (y, width) = (margin, 0.0)
        for start in stride(from: 0, to: drawings.count, by: columns) {
            let row = drawings[start..<min(drawings.count, start + columns)]
            let height = row.map(\.height).max() ?? 0
            var x = margin
            for drawing in row {
                let turn = reach * max(-1, min(1, random.bell() / 2))
                places.append(
                    Place(
                        drawing: drawing, center: Point(x: x + drawing.width / 2, y: y + height / 2),
                        turn: (turn * 100).rounded() / 100, isUpsideDown: areCards && random.chance(0.15)))
                x += drawing.width + random.double(gap)
            }
            width = max(width, x)
            y += height + random.double(gap)
        }
        return (places, (width, y))
    }

    // MARK: - Captures

    private func scan(_ places: [Place], isClean: Bool, _ random: inout Random) throws -> Captured {
        let dpi = random.pick([200.0, 300, 300])
        let isColored = random.chance(0.6)
        var raster = Raster(
            width: Int(Self.sheet.width * dpi), height: Int(Self.sheet.height * dpi), channels: 3, fill: 255)
        let forth = Transform.scale(x: dpi, y: dpi)
        let shadow = isClean ? 0.1 : random.pick([0.0, 0.12, 0.25])
        let pages = try places.map { place in
            try lay(place, on: &raster, forth, dpi: dpi, shadow: shadow, areCards: true)
        }
        if !isClean {
            raster = try raster.blurred(sigma: random.double(0.3...0.7) * dpi / 300)
            let (low, high) = (random.double(10...50), random.double(240...254))
            raster.map { low + ($0 / 255) * (high - low) }
            raster.addNoise(deviation: random.double(0.5...3), &random)
        }
        let image = try isColored ? raster.image() : raster.image().grey()
        image.dpi = dpi
        let format: FileFormat = random.pick([.jpeg(quality: 85), .pdf(quality: 85), .png])
        return Captured(
            pages: [CapturedPage(image: image, truth: pages[0], dpi: dpi, others: Array(pages.dropFirst()))],
            format: format)
    }

    private func photo(
        _ places: [Place], _ size: (width: Double, height: Double), areCards: Bool, _ random: inout Random
    ) throws -> Captured {
        let plane = Drawing(svg: "", width: size.width, height: size.height)
        let draft = Draft(kind: .unknown, subkind: "", fields: [:], expect: .review, pages: [plane], isCard: areCards)
        var settings = PhotoCapture.Settings(for: draft, &random)
        settings.longSide = random.int(3200...4000)
        settings.fill = random.double(0.86...0.96)
        let long = Double(settings.longSide)
        let frame =
            size.height > size.width ? (width: long * 0.75, height: long) : (width: long, height: long * 0.75)
        let scale = settings.fill * min(frame.width / size.width, frame.height / size.height)
        let corners = PhotoCapture.corners(
            width: size.width * scale, height: size.height * scale, frame: frame, settings, &random)
        guard let forth = Transform.rectangle(width: size.width, height: size.height, to: corners) else {
            throw FactoryError.pictureFailed("a plane seen edge on")
        }
        let table = Table(&random)
        var raster = Raster(width: Int(frame.width), height: Int(frame.height), channels: 3, fill: 0)
        raster.fill { x, y in table.color(x, y * frame.height / frame.width) }
        let pages = try places.map { place in
            try lay(place, on: &raster, forth, dpi: scale * 1.1, shadow: 0.4, areCards: areCards)
        }
        let photo = PhotoCapture(renderer: renderer)
        photo.light(&raster, &random)
        raster.addNoise(deviation: settings.noise * 1.2, &random)
        raster = try raster.blurred(sigma: settings.blur)
        let page = CapturedPage(
            image: try raster.image(), truth: pages[0], dpi: 200, others: Array(pages.dropFirst()))
        return Captured(pages: [page], format: .jpeg(quality: settings.quality))
    }

    /// Draws one page and gives the truth about it.
    ///
    /// - Parameter forth: from the plane, in inches, to the picture.
    private func lay(
        _ place: Place, on raster: inout Raster, _ forth: Transform, dpi: Double, shadow: Double, areCards: Bool
    ) throws -> TruthPageValues {
        let source = try Raster(renderer.render(place.drawing, dpi: dpi), isColored: true)
        let radians = (place.turn + (place.isUpsideDown ? 180 : 0)) * .pi / 180
        let inches = Transform.translation(x: place.center.x, y: place.center.y)
            .after(Transform([cos(radians), -sin(radians), 0, sin(radians), cos(radians), 0, 0, 0, 1]))
            .after(.scale(x: 1 / dpi, y: 1 / dpi))
            .after(.translation(x: -Double(source.width) / 2, y: -Double(source.height) / 2))
        let placed = forth.after(inches)
        guard let back = placed.inverse else { throw FactoryError.pictureFailed("a page seen edge on") }
        let corners = Quadrilateral(x: 0, y: 0, width: Double(source.width), height: Double(source.height))
            .mapped(placed)
        CardComposer(source: source, back: back, radius: areCards ? Self.cornerRadius * dpi : 0, shadow: shadow)
            .compose(into: &raster, within: corners)
        let skew = PhotoCapture.skew(corners)
        return TruthPageValues(
            corners: corners, skew: place.isUpsideDown ? skew.remainder(dividingBy: 180) : skew,
            orientation: place.isUpsideDown ? 180 : 0)
    }
}

/// Draws a page with rounded corners and its shadow over what a picture shows already.
struct CardComposer {
    let source: Raster
    /// From the picture to the page.
    let back: Transform
    /// Of the corners, in the page's pixels.
    let radius: Double
    /// How much darker the ground is at the page's edge, 0…1.
    let shadow: Double

    func compose(into photo: inout Raster, within corners: Quadrilateral) {
        let (width, height) = (Double(source.width), Double(source.height))
        let depth = width * 0.012
        let reach = Int(depth) + 3
        let columns = corners.corners.map { Int($0.x) }
        let rows = corners.corners.map { Int($0.y) }
        let (left, right) = (columns.min() ?? 0, columns.max() ?? 0)
        let (top, bottom) = (rows.min() ?? 0, rows.max() ?? 0)
        for y in max(0, top - reach)..<max(0, min(photo.height, bottom + reach)) {
            for x in max(0, left - reach)..<max(0, min(photo.width, right + reach)) {
                let point = back.apply(Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
                let outside = Self.distance(point, width: width, height: height, radius: radius)
                let cast = Self.distance(
                    Point(x: point.x - depth * 0.4, y: point.y - depth * 0.4), width: width, height: height,
                    radius: radius)
                let cover = max(0, min(1, 0.5 - outside))
                guard cover > 0 || cast < depth else { continue }
                let shade = cast < depth ? 1 - shadow * (1 - max(0, cast) / depth) : 1
                let start = (y * photo.width + x) * 3
                for channel in 0..<3 {
                    let below = Double(photo.bytes[start + channel]) * shade
                    let above = cover > 0 ? source.sample(point.x, point.y, channel) : 0
                    photo.bytes[start + channel] = UInt8(clamped: below * (1 - cover) + above * cover)
                }
            }
        }
    }

    /// Pixels from a rounded rectangle, below 0 inside.
    static func distance(_ point: Point, width: Double, height: Double, radius: Double) -> Double {
        let dx = abs(point.x - width / 2) - (width / 2 - radius)
        let dy = abs(point.y - height / 2) - (height / 2 - radius)
        let beyond = (max(dx, 0) * max(dx, 0) + max(dy, 0) * max(dy, 0)).squareRoot()
        return beyond + min(max(dx, dy), 0) - radius
    }
}

extension Raster {
    /// Between four pixels.
    fileprivate func sample(_ u: Double, _ v: Double, _ channel: Int) -> Double {
        let x = Swift.max(0, Swift.min(Double(width) - 1.001, u - 0.5))
        let y = Swift.max(0, Swift.min(Double(height) - 1.001, v - 0.5))
        let first = (Int(y) * width + Int(x)) * channels + channel
        let below = first + width * channels
        let (right, down) = (x - x.rounded(.down), y - y.rounded(.down))
        let top = Double(bytes[first]) * (1 - right) + Double(bytes[first + channels]) * right
        let bottom = Double(bytes[below]) * (1 - right) + Double(bytes[below + channels]) * right
        return top * (1 - down) + bottom * down
    }

    /// Every pixel of a coloured picture from its place, 0…1 each way.
    fileprivate mutating func fill(_ color: (_ x: Double, _ y: Double) -> (Double, Double, Double)) {
        for y in 0..<height {
            for x in 0..<width {
                let (red, green, blue) = color(Double(x) / Double(width), Double(y) / Double(height))
                let start = (y * width + x) * 3
                bytes[start] = UInt8(clamped: red)
                bytes[start + 1] = UInt8(clamped: green)
                bytes[start + 2] = UInt8(clamped: blue)
            }
        }
    }
}

import Foundation
import Imaging
import Model

/// Pages as a flatbed or a feeder gives them.
struct ScanCapture {
    let renderer: Renderer
    /// Whether sheets have aged before they are scanned.
    var isWorn = false

    /// What one scanner at one setting does to every page.
    struct Settings {
        var dpi: Double
        var isColored: Bool
        var isBlackAndWhite: Bool
        var blur: Double
        var noise: Double
        var speckles: Int
        var ink: Double
        var paper: Double
        var quality: Int
        /// Steepest turn, degrees.
        var reach: Double

        init(for draft: Draft, _ random: inout Random) {
            dpi = draft.isCard ? random.pick([250.0, 300, 300, 400]) : random.pick([150.0, 200, 200, 240, 300, 300])
            isBlackAndWhite = !draft.isCard && dpi >= 200 && random.chance(0.25)
            isColored = draft.isCard ? random.chance(0.8) : random.chance(0.2)
            blur = random.double(0.2...0.7) * dpi / 300
            noise = random.double(0.5...3)
            speckles = random.int(0...(isBlackAndWhite ? 250 : 120))
            ink = random.double(10...60)
            paper = random.double(236...254)
            quality = random.int(50...90)
            reach = random.chance(0.85) ? 3 : 10
        }
    }

    func capture(_ draft: Draft, _ random: inout Random) throws -> Captured {
        var settings = Settings(for: draft, &random)
        // A scanner at two levels leaves no choice to anybody.
        if isWorn { settings.isBlackAndWhite = false }
        let turn = random.chance(0.12) ? random.int(1...3) : 0
        let pages = try draft.pages.map { drawing in
            try page(drawing, isCard: draft.isCard, settings, &random).turned(quarters: turn)
        }
        if settings.isBlackAndWhite { return Captured(pages: pages, format: .tiff) }
        let single: [FileFormat] = [
            .jpeg(quality: settings.quality), .jpeg(quality: settings.quality), .pdf(quality: settings.quality),
        ]
        return Captured(pages: pages, format: pages.count > 1 ? .pdf(quality: settings.quality) : random.pick(single))
    }

    func page(_ drawing: Drawing, isCard: Bool, _ settings: Settings, _ random: inout Random) throws -> CapturedPage {
        let angle = random.chance(0.1) ? 0 : settings.reach * max(-1, min(1, random.bell() / 2))
        let skew = (angle * 100).rounded() / 100
        let sheet = try renderer.render(drawing, dpi: settings.dpi)
        let isColored = settings.isColored && !settings.isBlackAndWhite
        var source = isColored ? sheet : try sheet.grey()
        if isWorn, !isCard {
            var raster = try Raster(source, isColored: isColored)
            WornPaper.age(&raster, &random)
            source = try raster.image()
        }
        let placed = try place(source, turnedBy: skew, onLid: isCard, dpi: settings.dpi, &random)
        var raster = try Raster(placed.image, isColored: isColored).blurred(sigma: settings.blur)
        age(&raster, settings, &random)
        var image = try raster.image()
        if settings.isBlackAndWhite { image = try image.thresholded(at: random.int(125...160)) }
        image.dpi = settings.dpi
        let truth = TruthPageValues(corners: isCard ? placed.corners : nil, skew: skew)
        return CapturedPage(image: image, truth: truth, dpi: settings.dpi)
    }

    /// A card lies somewhere on the scanner's bed; a sheet fills it and is framed so that no print is lost.
    private func place(
        _ source: Image, turnedBy skew: Double, onLid: Bool, dpi: Double, _ random: inout Random
    ) throws -> (image: Image, corners: Quadrilateral) {
        let width = Double(source.width)
        let height = Double(source.height)
        let radians = skew * .pi / 180
        let boundWidth = width * abs(cos(radians)) + height * abs(sin(radians))
        let boundHeight = width * abs(sin(radians)) + height * abs(cos(radians))
        var marginX = 0.0
        var marginY = 0.0
        if onLid {
            let isWide = random.chance(0.35)
            marginX = dpi * (isWide ? random.double(0.6...2.2) : random.double(0.08...0.4))
            marginY = dpi * (isWide ? random.double(0.6...3.5) : random.double(0.08...0.4))
        }
        // Small turns keep the bed's size, as a feeder does; larger ones are framed whole.
        let isFramed = onLid || abs(skew) > 3
        let outWidth = Int((isFramed ? boundWidth + 2 * marginX : width).rounded(.up))
        let outHeight = Int((isFramed ? boundHeight + 2 * marginY : height).rounded(.up))
        let shift = onLid ? random.double(-0.5...0.5) : 0
        let center = Point(
            x: Double(outWidth) / 2 + shift * marginX, y: Double(outHeight) / 2 + shift * marginY)
        let forth = Transform.translation(x: center.x, y: center.y)
            .after(Transform([cos(radians), -sin(radians), 0, sin(radians), cos(radians), 0, 0, 0, 1]))
            .after(.translation(x: -width / 2, y: -height / 2))
        guard let back = forth.inverse else { throw FactoryError.pictureFailed("a turn without inverse") }
        let image = try source.warped(back, width: outWidth, height: outHeight)
        let corners = Quadrilateral(x: 0, y: 0, width: width, height: height).mapped(forth)
        return (image, corners)
    }

    /// Paper tone, faded ink, specks and the sensor's noise.
    private func age(_ raster: inout Raster, _ settings: Settings, _ random: inout Random) {
        let low = settings.ink
        let high = settings.paper
        raster.map { low + ($0 / 255) * (high - low) }
        let tilt = random.double(-0.04...0.04)
        let bend = random.double(-0.03...0.03)
        let phase = random.double(0...6)
        raster.multiply { x, y in 1 + tilt * (x - 0.5) + bend * sin(3 * y + phase) }
        raster.addSpeckles(settings.speckles, size: settings.dpi / 150, &random)
        raster.addNoise(deviation: settings.noise, &random)
    }
}

extension Raster {
    /// Dark specks of dust, a pixel or a few across.
    mutating func addSpeckles(_ count: Int, size: Double, _ random: inout Random) {
        for _ in 0..<count {
            let centerX = random.int(0...(width - 1))
            let centerY = random.int(0...(height - 1))
            let side = max(1, Int(random.double(0.4...1.2) * size))
            let level = UInt8(random.int(20...150))
            for y in centerY..<min(height, centerY + side) {
                for x in centerX..<min(width, centerX + side) where side < 3 || random.chance(0.7) {
                    for channel in 0..<channels { bytes[(y * width + x) * channels + channel] = level }
                }
            }
        }
    }
}

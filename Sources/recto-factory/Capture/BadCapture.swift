import Foundation
import Imaging
import Model

/// Captures that must be made again: one fault each, so strong that a person cannot read what is required.
struct BadCapture {
    let renderer: Renderer

    static let defects: [ReasonCode] = [
        .blurred, .glare, .tooDark, .overexposed, .lowContrast, .noisy, .textTooSmall, .cutOff, .screenCapture,
    ]

    /// - Parameter turn: which of the faults, counted round.
    func capture(_ draft: Draft, turn: Int, _ random: inout Random) throws -> Captured {
        if draft.subkind == "blank_page" { return try blank(draft, &random) }
        let defect = Self.defects[turn % Self.defects.count]
        var settings = PhotoCapture.Settings(for: draft, &random)
        settings.turn = max(-5, min(5, settings.turn))
        let vital = draft.pages.firstIndex { $0.vital != nil } ?? 0
        let pages = try draft.pages.indices.map { index in
            let isLocal = defect == .glare || defect == .cutOff
            let fault = isLocal && index != vital ? nil : defect
            return try page(draft.pages[index], fault, settings, draft.isCard, &random)
        }
        let quality = defect == .noisy ? 40 : random.int(70...88)
        return Captured(pages: pages, format: pages.count > 1 ? .pdf(quality: quality) : .jpeg(quality: quality))
    }

    private func page(
        _ drawing: Drawing, _ defect: ReasonCode?, _ settings: PhotoCapture.Settings, _ isCard: Bool,
        _ random: inout Random
    ) throws -> CapturedPage {
        var settings = settings
        let vital =
            drawing.vital
            ?? Drawing.Area(
                x: 0.1 * drawing.width, y: 0.15 * drawing.height, width: 0.8 * drawing.width,
                height: 0.5 * drawing.height)
        if defect == .textTooSmall {
            // About 40 pixels an inch: small letters of text three pixels high.
            let inches = max(drawing.width, drawing.height)
            settings.longSide = Int(inches * (isCard ? 40 : 42) / settings.fill)
            settings.quality = 70
        }
        if defect == .cutOff { settings.shift = Self.shift(away: vital, in: drawing, settings, &random) }
        var page = try PhotoCapture(renderer: renderer).page(drawing, settings, &random)
        guard let defect else { return page }
        page.truth.defect = defect
        // Pixels of the picture for one inch of the page.
        let corners = page.truth.corners ?? Quadrilateral(x: 0, y: 0, width: 1, height: 1)
        let scale =
            hypot(corners.topRight.x - corners.topLeft.x, corners.topRight.y - corners.topLeft.y) / drawing.width
        var raster = try Raster(page.image, isColored: true)
        try spoil(&raster, by: defect, scale: scale, vital: vital, drawing: drawing, corners: corners, &random)
        page.image = try raster.image()
        return page
    }

    private func spoil(
        _ raster: inout Raster, by defect: ReasonCode, scale: Double, vital: Drawing.Area, drawing: Drawing,
        corners: Quadrilateral, _ random: inout Random
    ) throws {
        switch defect {
        case .blurred:
            raster = try raster.blurred(sigma: scale * random.double(0.05...0.07))
        case .tooDark:
            let gain = random.double(0.012...0.022)
            raster.map { $0 * gain }
            raster.addNoise(deviation: 4, &random)
        case .overexposed:
            let lift = random.double(236...246)
            raster.map { lift + $0 * 1.6 }
        case .lowContrast:
            let level = random.double(110...190)
            raster.map { level + ($0 - 128) * 0.03 }
            raster.addNoise(deviation: 4, &random)
        case .noisy:
            // Coarse grain under fine grain, as of a sensor pushed far beyond its light.
            raster.map { 95 + $0 * 0.25 }
            raster.addNoise(deviation: random.double(200...260), &random)
            raster = try raster.blurred(sigma: 1.1)
            raster.addNoise(deviation: 50, &random)
        case .screenCapture: moire(&raster, &random)
        case .glare:
            guard let forth = Transform.rectangle(width: drawing.width, height: drawing.height, to: corners) else {
                return
            }
            glare(&raster, over: vital, forth, scale: scale, &random)
        default: break
        }
    }

    /// A lamp's reflection that burns out what must be read.
    private func glare(
        _ raster: inout Raster, over vital: Drawing.Area, _ forth: Transform, scale: Double, _ random: inout Random
    ) {
        let center = forth.apply(Point(x: vital.x + vital.width / 2, y: vital.y + vital.height / 2))
        let halfWidth = vital.width * scale * random.double(0.5...0.65)
        let halfHeight = max(vital.height * scale * random.double(0.55...0.75), halfWidth * 0.2)
        let (width, height) = (Double(raster.width), Double(raster.height))
        raster.lighten { x, y in
            let dx = (x * width - center.x) / halfWidth
            let dy = (y * height - center.y) / halfHeight
            let distance = dx * dx + dy * dy
            return distance < 1 ? 1 : max(0, 1 - (distance.squareRoot() - 1) * 3)
        }
    }

    /// Two gratings that beat against each other, as a camera sees a screen's pixels.
    private func moire(_ raster: inout Raster, _ random: inout Random) {
        let pitch = random.double(2.6...3.6)
        let angle = random.double(0.04...0.16)
        let beat = random.double(38...70)
        for y in 0..<raster.height {
            for x in 0..<raster.width {
                let (px, py) = (Double(x), Double(y))
                let u = px * cos(angle) + py * sin(angle)
                let v = py * cos(angle) - px * sin(angle)
                let fine = 0.5 + 0.25 * sin(6.283 * u / pitch) + 0.25 * sin(6.283 * v / pitch)
                let start = (y * raster.width + x) * 3
                for channel in 0..<3 {
                    let coarse = sin(6.283 * (u + 14 * sin(v / 90)) / beat + Double(channel) * 2.1)
                    let value = Double(raster.bytes[start + channel]) * (0.25 + 0.75 * fine) + 62 * coarse
                    raster.bytes[start + channel] = UInt8(clamped: value)
                }
            }
        }
    }

    /// Moves the page so that the middle of what must be read lies well outside the frame.
    private static func shift(
        away vital: Drawing.Area, in drawing: Drawing, _ settings: PhotoCapture.Settings, _ random: inout Random
    ) -> Point {
        let middleX = (vital.x + vital.width / 2) / drawing.width
        let middleY = (vital.y + vital.height / 2) / drawing.height
        // Along the direction in which it lies further from the page's middle.
        if abs(middleX - 0.5) > abs(middleY - 0.5) {
            let reach = (abs(middleX - 0.5) < 0.1 ? 0.5 : 0.6) * settings.fill
            return Point(x: middleX < 0.5 ? -reach : reach, y: 0)
        }
        let reach = random.double(0.55...0.65) * settings.fill
        return Point(x: 0, y: middleY < 0.5 ? -reach : reach)
    }

    private func blank(_ draft: Draft, _ random: inout Random) throws -> Captured {
        let scan = ScanCapture(renderer: renderer)
        var settings = ScanCapture.Settings(for: draft, &random)
        settings.isBlackAndWhite = false
        settings.speckles = random.int(0...15)
        var page = try scan.page(draft.pages[0], isCard: false, settings, &random)
        page.truth = TruthPageValues(defect: .blank)
        return Captured(pages: [page], format: .jpeg(quality: settings.quality))
    }
}

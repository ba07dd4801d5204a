import Foundation

/// What years, copiers and cups do to a sheet before it is scanned: two to four of faint print, stains, a dark gutter,
/// toned paper and print that shows through from the back.
struct WornPaper {
    private enum Wear: CaseIterable {
        case faint, stained, gutter, toned, shownThrough
    }

    /// - Parameter raster: the sheet as drawn, dark print on white.
    static func age(_ raster: inout Raster, _ random: inout Random) {
        let kinds = Array(Wear.allCases.shuffled(using: &random).prefix(random.int(2...4)))
        // Ink changes before the paper does.
        for kind in Wear.allCases where kinds.contains(kind) {
            switch kind {
            case .faint: fade(&raster, &random)
            case .shownThrough: showThrough(&raster, &random)
            case .stained: stain(&raster, &random)
            case .gutter: darkenGutter(&raster, &random)
            case .toned: tone(&raster, &random)
            }
        }
    }

    /// Toner that runs out: a band of the page, its print at least at a quarter of its strength.
    private static func fade(_ raster: inout Raster, _ random: inout Random) {
        let loss = random.double(0.45...0.75)
        let middle = random.double(0.2...0.8)
        let reach = random.double(0.2...0.6)
        let slope = random.double(-0.3...0.3)
        raster.lighten { x, y in
            loss * smooth(1 - abs(y + slope * (x - 0.5) - middle) / reach)
        }
    }

    /// Up to four blots, darker towards their rims.
    private static func stain(_ raster: inout Raster, _ random: inout Random) {
        for _ in 0..<random.int(1...4) {
            let center = (x: random.double(0...1), y: random.double(0...1))
            let radius = random.double(0.06...0.3)
            let depth = random.double(0.15...0.45)
            raster.multiply { x, y in
                let distance = ((x - center.x) * (x - center.x) + (y - center.y) * (y - center.y)).squareRoot() / radius
                let rim = smooth(1 - abs(distance - 0.9) / 0.2)
                return 1 - depth * max(0.6 * smooth((1 - distance) * 6), rim)
            }
        }
    }

    /// Where a bound or folded page does not lie on the glass.
    private static func darkenGutter(_ raster: inout Raster, _ random: inout Random) {
        let isRight = random.chance(0.5)
        let depth = random.double(0.3...0.7)
        let reach = random.double(0.1...0.25)
        raster.multiply { x, _ in 1 - depth * smooth(1 - (isRight ? 1 - x : x) / reach) }
    }

    /// Yellowed or coloured paper, clouded.
    private static func tone(_ raster: inout Raster, _ random: inout Random) {
        let level = random.double(0.55...0.85)
        let clouds = random.double(0.02...0.08)
        let phases = (0..<4).map { _ in random.double(0...6.28) }
        raster.multiply { x, y in
            let large = sin(9 * x + phases[0]) * sin(7 * y + phases[1])
            let small = sin(17 * x + phases[2]) * sin(23 * y + phases[3])
            return level * (1 + clouds * (large + small))
        }
    }

    /// Thin paper: its own print, mirrored, stands for that of the back.
    private static func showThrough(_ raster: inout Raster, _ random: inout Random) {
        let share = random.double(0.12...0.3)
        let front = raster
        for y in 0..<raster.height {
            for x in 0..<raster.width {
                let start = (y * raster.width + x) * raster.channels
                let back = (y * raster.width + raster.width - 1 - x) * raster.channels
                for channel in 0..<raster.channels {
                    let ink = 255 - Double(front.bytes[back + channel])
                    raster.bytes[start + channel] = UInt8(clamped: Double(front.bytes[start + channel]) - share * ink)
                }
            }
        }
    }

    private static func smooth(_ value: Double) -> Double {
        let part = max(0, min(1, value))
        return part * part * (3 - 2 * part)
    }
}

import Foundation

/// What a photographed page lies on: a colour for each place, 0…1 each way.
struct Table {
    enum Look: CaseIterable {
        case plain, wood, dark, cloth, cluttered
    }

    private let look: Look
    private let base: (Double, Double, Double)
    private let second: (Double, Double, Double)
    private let phase: Double
    private let things: [Thing]
    private let noise: ValueNoise

    /// Another thing that lies about: a turned rectangle.
    private struct Thing {
        var x, y, halfWidth, halfHeight, cosine, sine: Double
        var color: (Double, Double, Double)
    }

    init(_ random: inout Random) {
        look = random.pick(Look.allCases)
        let tones: [(Double, Double, Double)] =
            switch look {
            case .plain: [(150, 142, 130), (120, 125, 132), (176, 160, 140), (98, 110, 104)]
            case .wood: [(140, 98, 60), (112, 74, 44), (160, 122, 82)]
            case .dark: [(38, 36, 38), (24, 26, 32), (52, 42, 36)]
            case .cloth: [(92, 104, 140), (136, 80, 76), (88, 112, 88)]
            case .cluttered: [(124, 112, 100), (96, 92, 88)]
            }
        base = random.pick(tones)
        let shade = random.double(0.7...0.85)
        second = (base.0 * shade, base.1 * shade, base.2 * shade)
        phase = random.double(0...10)
        noise = ValueNoise(seed: random.next())
        let count = look == .cluttered ? random.int(4...8) : 0
        things = (0..<count).map { _ in
            let angle = random.double(0...6.28)
            let color = random.pick([
                (60.0, 80.0, 130.0), (170, 60, 50), (190, 175, 120), (70, 110, 70), (48, 48, 52), (150, 150, 145),
            ])
            return Thing(
                x: random.double(0...1), y: random.double(0...1), halfWidth: random.double(0.03...0.2),
                halfHeight: random.double(0.02...0.12), cosine: cos(angle), sine: sin(angle), color: color)
        }
    }

    func color(_ x: Double, _ y: Double) -> (Double, Double, Double) {
        for thing in things {
            let (dx, dy) = (x - thing.x, y - thing.y)
            let across = dx * thing.cosine + dy * thing.sine
            let down = dy * thing.cosine - dx * thing.sine
            if abs(across) < thing.halfWidth, abs(down) < thing.halfHeight { return thing.color }
        }
        let mix: Double
        switch look {
        case .plain, .dark, .cluttered: mix = 0.5 * noise.at(x * 9, y * 9)
        case .wood:
            let rings = x * 14 + 0.9 * noise.at(x * 3, y * 14 + phase)
            mix = 0.5 + 0.5 * sin(rings * 6.28) * (0.5 + 0.5 * noise.at(x * 60, y * 4))
        case .cloth: mix = 0.5 + 0.25 * sin(x * 700) + 0.25 * sin(y * 700)
        }
        let part = max(0, min(1, mix))
        return (
            base.0 + (second.0 - base.0) * part, base.1 + (second.1 - base.1) * part,
            base.2 + (second.2 - base.2) * part
        )
    }
}

/// Smooth noise of 0…1: random values on a net, interpolated.
struct ValueNoise {
    private let values: [Double]

    init(seed: UInt64) {
        var random = Random(seed: seed)
        values = (0..<4096).map { _ in random.unit() }
    }

    func at(_ x: Double, _ y: Double) -> Double {
        let (column, row) = (x.rounded(.down), y.rounded(.down))
        let (fx, fy) = (Self.ease(x - column), Self.ease(y - row))
        let top = value(column, row) * (1 - fx) + value(column + 1, row) * fx
        let bottom = value(column, row + 1) * (1 - fx) + value(column + 1, row + 1) * fx
        return top * (1 - fy) + bottom * fy
    }

    private func value(_ column: Double, _ row: Double) -> Double {
        values[(Int(column) &* 73 &+ Int(row) &* 911) & 4095]
    }

    private static func ease(_ part: Double) -> Double { part * part * (3 - 2 * part) }
}

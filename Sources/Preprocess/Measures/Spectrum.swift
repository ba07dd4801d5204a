import Foundation

/// Amplitudes of the waves in a square of grey pixels.
///
/// The discrete Fourier transform by halving (Cooley and Tukey 1965), rows then columns, under a Hann window so that
/// what does not repeat within the square spreads but little.
struct Spectrum {
    /// Pixels across the square.
    static let side = 64

    /// `side` × `side`, row by row: grey levels from crest to mean, at `column` and `row` waves a side (those from half
    /// the side on are negative).
    private(set) var amplitudes: [Float]

    /// - Parameter pixels: `side` × `side` grey levels, row by row.
    init(_ pixels: [Float]) {
        let side = Spectrum.side
        let mean = pixels.reduce(0, +) / Float(pixels.count)
        var real = [Float](repeating: 0, count: side * side)
        var imaginary = real
        for row in 0..<side {
            for column in 0..<side {
                let place = row * side + column
                real[place] = (pixels[place] - mean) * Self.window[row] * Self.window[column]
            }
        }
        for row in 0..<side { Self.transform(&real, &imaginary, start: row * side, step: 1) }
        for column in 0..<side { Self.transform(&real, &imaginary, start: column, step: side) }
        let whole = Self.window.reduce(0, +)
        let scale = 2 / (whole * whole)
        amplitudes = zip(real, imaginary).map { ($0 * $0 + $1 * $1).squareRoot() * scale }
    }

    private static let window = (0..<side).map { 0.5 - 0.5 * cos(2 * Float.pi * Float($0) / Float(side - 1)) }
    private static let cosines = (0..<(side / 2)).map { cos(2 * Float.pi * Float($0) / Float(side)) }
    private static let sines = (0..<(side / 2)).map { -sin(2 * Float.pi * Float($0) / Float(side)) }

    /// One row or column in place: every `step`-th number from `start` on.
    private static func transform(_ real: inout [Float], _ imaginary: inout [Float], start: Int, step: Int) {
        // In the order of mirrored bits first.
        var mirrored = 0
        for index in 1..<side {
            var bit = side >> 1
            while mirrored & bit != 0 {
                mirrored ^= bit
                bit >>= 1
            }
            mirrored |= bit
            if index < mirrored {
                real.swapAt(start + index * step, start + mirrored * step)
                imaginary.swapAt(start + index * step, start + mirrored * step)
            }
        }
        var half = 1
        while half < side {
            let turn = side / (2 * half)
            for group in stride(from: 0, to: side, by: 2 * half) {
                for offset in 0..<half {
                    let upper = start + (group + offset) * step
                    let lower = upper + half * step
                    let (c, s) = (cosines[offset * turn], sines[offset * turn])
                    let r = real[lower] * c - imaginary[lower] * s
                    let i = real[lower] * s + imaginary[lower] * c
                    (real[lower], imaginary[lower]) = (real[upper] - r, imaginary[upper] - i)
                    (real[upper], imaginary[upper]) = (real[upper] + r, imaginary[upper] + i)
                }
            }
            half *= 2
        }
    }

    /// The strongest wave of 2 to 9 pixels' length: its amplitude, and how many times that of the waves around it.
    var strongest: (amplitude: Double, prominence: Double) {
        var (best, top, left) = (Float(0), 0, 0)
        for row in 0..<Self.side {
            for column in 0..<Self.side where Self.isFine(row, column) {
                let amplitude = amplitudes[row * Self.side + column]
                if amplitude > best { (best, top, left) = (amplitude, row, column) }
            }
        }
        var (power, count) = (Float(0), Float(0))
        for down in -Self.reach...Self.reach {
            for across in -Self.reach...Self.reach {
                let distance = down * down + across * across
                let (row, column) = ((top + down) & (Self.side - 1), (left + across) & (Self.side - 1))
                guard Self.ring.contains(distance), Self.isFine(row, column) else { continue }
                let amplitude = amplitudes[row * Self.side + column]
                power += amplitude * amplitude
                count += 1
            }
        }
        let around = count > 0 ? (power / count).squareRoot() : 0
        return (Double(best), Double(best / max(around, 1e-3)))
    }

    private static let reach = 8
    /// Squared distances, in waves a side, of what counts as around.
    private static let ring = 10...63

    private static func isFine(_ row: Int, _ column: Int) -> Bool {
        let down = row < side / 2 ? row : side - row
        let across = column < side / 2 ? column : side - column
        let squared = down * down + across * across
        return 81 * squared >= side * side && 4 * squared <= side * side
    }
}

import Imaging
import Model

/// Squares of pixels in the page's middle, the lightest eighth of them: bare paper where there is some.
struct PaperWindows {
    /// `Spectrum.side` × `Spectrum.side` grey levels each, row by row.
    private(set) var windows: [[Float]] = []

    private static let places = 8

    init(_ grey: Image) throws {
        let side = Spectrum.side
        guard grey.width >= side, grey.height >= side else { return }
        var all: [(mean: Double, box: Box)] = []
        for row in 0..<Self.places {
            for column in 0..<Self.places {
                let window = Box(
                    x: Self.start(column, in: grey.width), y: Self.start(row, in: grey.height), width: side,
                    height: side)
                let histogram = try grey.cropped(to: window).histogram()
                all.append((GreyStatistics(histogram[...]).mean, window))
            }
        }
        all.sort { $0.mean > $1.mean }
        windows = try all.prefix(Self.places).map { try grey.cropped(to: $0.box).greyBytes().map(Float.init) }
    }

    private static func start(_ place: Int, in length: Int) -> Int {
        let middle = 0.2 + 0.6 * Double(place) / Double(places - 1)
        return max(0, min(length - Spectrum.side, Int(Double(length) * middle) - Spectrum.side / 2))
    }

    /// Depth of a grid that most windows show, over their mean grey, 0…1; 0 where there is none.
    ///
    /// A camera sees the pixels of a screen, or what they beat into with its own, as a steady wave of few pixels' length
    /// that runs over print and bare paper alike. Security patterns and the screens of printed pictures leave bare paper
    /// alone, and lines of print spread over many waves.
    var moire: Double {
        median(
            windows.map { pixels in
                let wave = Spectrum(pixels).strongest
                let mean = Double(pixels.reduce(0, +)) / Double(pixels.count)
                return wave.prominence >= Self.leastProminence ? min(1, wave.amplitude / max(1, mean)) : 0
            })
    }

    /// Times what is around a wave; print, patterns and tables stay below 14, grids have 80 and more.
    private static let leastProminence = 18.0

    /// Standard deviation of the sensor's noise in grey levels: what is left when each pixel is compared with its
    /// neighbours so that edges and slopes cancel (Immerkær 1996, "Fast noise variance estimation"), by the median, so
    /// that print does not count.
    var grain: Double {
        median(windows.map(Self.grain))
    }

    private static func grain(of pixels: [Float]) -> Double {
        let side = Spectrum.side
        var rests: [Float] = []
        rests.reserveCapacity(side * side)
        for row in 1..<(side - 1) {
            for column in 1..<(side - 1) {
                let (above, here, below) = ((row - 1) * side + column, row * side + column, (row + 1) * side + column)
                let corners = pixels[above - 1] + pixels[above + 1] + pixels[below - 1] + pixels[below + 1]
                let sides = pixels[above] + pixels[below] + pixels[here - 1] + pixels[here + 1]
                rests.append(abs(corners - 2 * sides + 4 * pixels[here]))
            }
        }
        rests.sort()
        // The mask's weights give six times the deviation; 0.6745 deviations hold half of all.
        return rests.isEmpty ? 0 : Double(rests[rests.count / 2]) / 6 / 0.6745
    }

    private func median(_ values: [Double]) -> Double {
        values.isEmpty ? 0 : values.sorted()[values.count / 2]
    }
}

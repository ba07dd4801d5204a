import Imaging

/// How a scan lies on its PDF page, found by comparing both: `pdfimages` tells an image's size on the page but not how
/// it is turned or mirrored, nor what else is drawn over it.
enum PagePlacement {
    /// Pixels of the longer side at which they are compared: a typed figure still fills a window.
    static let side = 600

    /// Grey pixels, 0…255, row by row.
    struct Grid {
        var width: Int
        var height: Int
        var pixels: [UInt8]

        init(_ image: Image) throws {
            width = image.width
            height = image.height
            pixels = try image.greyBytes()
        }

        init(width: Int, height: Int, pixels: [UInt8]) {
            self.width = width
            self.height = height
            self.pixels = pixels
        }
    }

    /// - Parameter page: the page as displayed, `side` pixels long.
    /// - Returns: the EXIF orientation that makes the image look like the page; nil where none does, where the page shows
    ///   more than the image, or where several do (a blank page).
    static func orientation(of image: Image, on page: Image) throws -> Int? {
        let factor = Double(side) / Double(max(image.width, image.height))
        let grey = try image.grey()
        let small = factor < 1 ? try grey.scaled(by: factor) : grey
        return orientation(of: try Grid(small), on: try Grid(page))
    }

    static func orientation(of image: Grid, on page: Grid) -> Int? {
        // Print of a pixel's width falls between pixels another way in each of both.
        let soft = Sums(page).softened
        var scores: [(orientation: Int, score: Double, fitted: Grid)] = []
        for orientation in 1...8 {
            let sides = orientation > 4 ? (image.height, image.width) : (image.width, image.height)
            let shape = Double(sides.0) / Double(sides.1) / (Double(page.width) / Double(page.height))
            guard (0.94...1.06).contains(shape) else { continue }
            let fitted = Grid(
                width: page.width, height: page.height, pixels: fit(image, orientation: orientation, to: page))
            scores.append((orientation, correlation(Sums(fitted).softened, soft), fitted))
        }
        scores.sort { $0.score > $1.score }
        guard let best = scores.first, best.score >= 0.75 else { return nil }
        if scores.count > 1, scores[1].score > best.score - 0.05 { return nil }
        return largestDifference(Sums(best.fitted), Sums(page)) <= 32 ? best.orientation : nil
    }

    /// The image, turned, resampled to the page's grid.
    private static func fit(_ image: Grid, orientation: Int, to page: Grid) -> [UInt8] {
        var fitted = [UInt8](repeating: 0, count: page.width * page.height)
        for y in 0..<page.height {
            for x in 0..<page.width {
                let u = (Double(x) + 0.5) / Double(page.width)
                let v = (Double(y) + 0.5) / Double(page.height)
                let (s, t) = source(u, v, orientation: orientation)
                let column = min(image.width - 1, Int(s * Double(image.width)))
                let row = min(image.height - 1, Int(t * Double(image.height)))
                fitted[y * page.width + x] = image.pixels[row * image.width + column]
            }
        }
        return fitted
    }

    /// Where in the stored image a point of the upright one lies, both 0…1.
    private static func source(_ u: Double, _ v: Double, orientation: Int) -> (Double, Double) {
        switch orientation {
        case 2: (1 - u, v)
        case 3: (1 - u, 1 - v)
        case 4: (u, 1 - v)
        case 5: (v, u)
        case 6: (v, 1 - u)
        case 7: (1 - v, 1 - u)
        case 8: (1 - v, u)
        default: (u, v)
        }
    }

    /// Pearson's; 0 where one of them is flat.
    private static func correlation(_ a: [UInt8], _ b: [UInt8]) -> Double {
        var (sumA, sumB, sumAA, sumBB, sumAB) = (0, 0, 0, 0, 0)
        for (p, q) in zip(a, b) {
            let (p, q) = (Int(p), Int(q))
            sumA += p
            sumB += q
            sumAA += p * p
            sumBB += q * q
            sumAB += p * q
        }
        let n = a.count
        let spreadA = Double(n * sumAA - sumA * sumA)
        let spreadB = Double(n * sumBB - sumB * sumB)
        // A page whose greys spread by less than one level shows nothing.
        let flat = Double(n) * Double(n)
        guard spreadA > flat, spreadB > flat else { return 0 }
        return Double(n * sumAB - sumA * sumB) / (spreadA * spreadB).squareRoot()
    }

    /// The largest difference between the means of any window of 8 × 8 pixels, the image's moved by a pixel at most:
    /// something drawn over the scan, such as a field filled in by a program, stands out in one of them.
    private static func largestDifference(_ fitted: Sums, _ page: Sums) -> Double {
        let window = 8
        var largest = 0
        for top in stride(from: 0, through: page.height - window, by: window / 2) {
            for left in stride(from: 0, through: page.width - window, by: window / 2) {
                let sum = page.sum(left: left, top: top, side: window)
                var least = Int.max
                for y in max(0, top - 1)...min(page.height - window, top + 1) {
                    for x in max(0, left - 1)...min(page.width - window, left + 1) {
                        least = min(least, abs(fitted.sum(left: x, top: y, side: window) - sum))
                    }
                }
                largest = max(largest, least)
            }
        }
        return Double(largest) / Double(window * window)
    }
}

/// Sums of a grid's pixels over all above and to the left.
private struct Sums {
    let width: Int
    let height: Int
    private var sums: [Int]

    init(_ grid: PagePlacement.Grid) {
        (width, height) = (grid.width, grid.height)
        let stride = width + 1
        sums = Array(repeating: 0, count: stride * (height + 1))
        for y in 0..<height {
            var row = 0
            for x in 0..<width {
                row += Int(grid.pixels[y * width + x])
                sums[(y + 1) * stride + x + 1] = sums[y * stride + x + 1] + row
            }
        }
    }

    func sum(left: Int, top: Int, side: Int) -> Int { sum(left, top, left + side, top + side) }

    /// The mean of each pixel and its neighbours.
    var softened: [UInt8] {
        var pixels = [UInt8](repeating: 0, count: width * height)
        for y in 0..<height {
            let (top, bottom) = (max(0, y - 1), min(height, y + 2))
            for x in 0..<width {
                let (left, right) = (max(0, x - 1), min(width, x + 2))
                pixels[y * width + x] = UInt8(sum(left, top, right, bottom) / ((right - left) * (bottom - top)))
            }
        }
        return pixels
    }

    private func sum(_ left: Int, _ top: Int, _ right: Int, _ bottom: Int) -> Int {
        let stride = width + 1
        return sums[bottom * stride + right] - sums[top * stride + right] - sums[bottom * stride + left]
            + sums[top * stride + left]
    }
}

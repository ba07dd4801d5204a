import Imaging
import Model

/// What was painted over a PDF page's print, told from two pictures of it: the page as shown, and its print alone.
///
/// Both are drawn by one renderer on one grid, so that they are equal wherever nothing else paints. Print is what is
/// darker than the paper around it and no wider than a stroke. Where the page as shown has lost that contrast, print is
/// hidden; where it has new strokes that join a letter of the print, the letter is changed. All else is added to blank
/// paper, or lies on print and leaves it legible, as a watermark does.
struct PaintedOver {
    /// New solid areas that a stroke is too narrow for, with print beneath.
    private let blackened: [Box]
    private let hiddenPrint: [Box]
    private let changedPrint: [Box]
    /// Whether anything is painted at all.
    let isPainted: Bool

    /// Grey levels.
    private static let (leastDifference, leastContrast) = (24, 60)
    /// Share of its contrast that print keeps where it can still be read.
    private static let kept = 0.4

    /// - Parameters:
    ///   - shown: the page as a viewer shows it.
    ///   - print: what it is about, alone, of the same size.
    ///   - isScan: whether letters may have been changed by strokes beside theirs; text that is drawn crosses lines as a
    ///     matter of course.
    init(shown: Image, print alone: Image, isScan: Bool) throws {
        let difference = try shown.differing(from: alone, by: Self.leastDifference)
        isPainted = difference.inkCount() > 0
        guard isPainted else {
            (blackened, hiddenPrint, changedPrint) = ([], [], [])
            return
        }
        let height = try Self.letterHeight(alone)
        let strokes = try Strokes(alone, widest: height / 2)
        let changed = try Strokes(shown, widest: height / 2)
        let (print, hidden, added) = try Self.masks(alone: strokes, shown: changed)

        let solid = try changed.solid.subtracting(strokes.solid)
            .opened(width: max(3, height / 2), height: max(3, height / 2))
        blackened = try solid.connectedComponents().filter { box in
            box.height * 10 >= height * 6 && box.width >= height && solid.inkRatio(in: box) > 0.8
                && hidden.inkCount(in: box) >= height / 2
        }
        let bars = blackened
        // Where drawn lines cross thick letters, these lose their contrast, too.
        let least = isScan ? 0 : height / 2
        hiddenPrint = try Self.hiddenPrint(hidden, print, letterHeight: height)
            .filter { box in
                min(box.width, box.height) >= least
                    && !bars.contains { !$0.inset(by: -height / 2).intersection(box).isEmpty }
            }
        changedPrint = isScan ? try Self.changedPrint(added, print, hidden, letterHeight: height) : []
    }

    func findings(page: Int) -> [Reason] {
        let bars = blackened.map { box in
            Reason(
                code: .redacted, message: "A value was blacked out: see whether it is needed", page: page, box: box)
        }
        let places = (hiddenPrint + changedPrint).reduce(Box?.none) { $0?.union($1) ?? $1 }
        let altered = places.map { box in
            Reason(
                code: .altered,
                message: "Something is painted over print of page \(page): compare it with the original document",
                page: page, box: box)
        }
        return bars + [altered].compactMap(\.self)
    }

    /// Of the middle one of all dark components that are no specks; a common one at 300 dpi where there are none.
    private static func letterHeight(_ alone: Image) throws -> Int {
        let binary = try alone.depth == 1 ? alone : alone.otsuBinarized().image
        let heights = try binary.connectedComponents().map(\.height).filter { (8...200).contains($0) }.sorted()
        return heights.isEmpty ? 28 : max(14, heights[heights.count / 2])
    }

    /// A page's grey levels, and the paper's around its strokes.
    private struct Strokes {
        let width: Int
        let height: Int
        let levels: [UInt8]
        let paper: [UInt8]
        /// 1 bit: dark areas wider than a stroke.
        let solid: Image

        init(_ image: Image, widest: Int) throws {
            let grey = try image.grey()
            let lifted = try grey.darkDetailRemoved(size: widest)
            (width, height) = (grey.width, grey.height)
            (levels, paper) = (try grey.greyBytes(), try lifted.greyBytes())
            solid = try lifted.thresholded(at: 100)
        }

        /// Grey levels that a pixel is darker by than the paper around it.
        func contrast(_ index: Int) -> Int { Int(paper[index]) - Int(levels[index]) }
    }

    /// Print, print that has lost its contrast, and new strokes as dark as print.
    private static func masks(alone: Strokes, shown: Strokes) throws -> (print: Image, hidden: Image, added: Image) {
        let count = alone.levels.count
        let blank = [UInt8](repeating: 255, count: count)
        var (print, hidden, added) = (blank, blank, blank)
        var contrasts = [Int](repeating: 0, count: 256)
        for index in 0..<count {
            let before = alone.contrast(index)
            guard before >= leastContrast else { continue }
            print[index] = 0
            contrasts[before] += 1
            if Double(shown.contrast(index)) < kept * Double(before) { hidden[index] = 0 }
        }
        // A watermark's edges are strokes, too, but paler.
        var (left, common) = (contrasts.reduce(0, +) / 2, leastContrast)
        for (contrast, pixels) in contrasts.enumerated() where left >= 0 {
            (left, common) = (left - pixels, contrast)
        }
        let least = max(leastContrast, common * 6 / 10)
        for index in 0..<count {
            let after = shown.contrast(index)
            if after >= least, Double(alone.contrast(index)) < kept * Double(after) { added[index] = 0 }
        }
        func mask(_ bytes: [UInt8]) throws -> Image {
            try Image(width: alone.width, height: alone.height, grey: bytes).thresholded(at: 128)
        }
        return (try mask(print), try mask(hidden), try mask(added))
    }

    /// Places where enough is hidden to have been a letter, or a period beside one; specks and rules are neither.
    private static func hiddenPrint(_ hidden: Image, _ print: Image, letterHeight: Int) throws -> [Box] {
        let least = max(3, letterHeight / 7)
        let places = try hidden.closed(width: letterHeight / 2, height: letterHeight / 4).connectedComponents()
        return places.filter { box in
            guard max(box.width, box.height) >= least, hidden.inkCount(in: box) >= least * least * 3 / 4 else {
                return false
            }
            let isRule =
                box.width >= 4 * letterHeight && 4 * box.height <= letterHeight
                || box.height >= 4 * letterHeight && 4 * box.width <= letterHeight
            if isRule { return false }
            if 4 * max(box.width, box.height) >= letterHeight { return true }
            return print.inkCount(in: box.inset(by: -letterHeight / 2)) > 4 * hidden.inkCount(in: box)
        }
    }

    /// Letters of the print that new strokes no larger than a letter join. Boxes and rules are there to be written in and on.
    private static func changedPrint(
        _ added: Image, _ print: Image, _ hidden: Image, letterHeight: Int
    ) throws -> [Box] {
        func isLetter(_ box: Box) -> Bool {
            2 * box.height >= letterHeight && box.height <= 2 * letterHeight && box.width <= 2 * letterHeight
        }
        let strokes = try added.connectedComponents().filter { box in
            5 * max(box.width, box.height) <= 8 * letterHeight && added.inkCount(in: box) >= max(4, letterHeight / 4)
        }
        guard !strokes.isEmpty else { return [] }
        let grown = try added.dilated(width: 3, height: 3)
        let left = try print.subtracting(hidden)
        let touched = try left.components(touching: grown)
        let letters = try touched.connectedComponents().filter { isLetter($0) && !touched.isFrame($0) }
        return letters.filter { letter in
            strokes.contains { stroke in
                let meeting = stroke.inset(by: -1).intersection(letter)
                guard !meeting.isEmpty, let part = try? grown.cropped(to: meeting),
                    let its = try? touched.cropped(to: meeting)
                else { return false }
                return ((try? part.intersection(its).inkCount()) ?? 0) >= 2
            }
        }
    }
}

extension Image {
    /// Whether ink encloses most of a box as wide as it is high: a check box, or the circle of a radio button.
    fileprivate func isFrame(_ box: Box) -> Bool {
        guard 6 * abs(box.width - box.height) <= max(box.width, box.height), let part = try? cropped(to: box),
            let filled = try? part.holesFilled()
        else { return false }
        return 100 * (filled.inkCount() - part.inkCount()) >= 45 * box.area
    }
}

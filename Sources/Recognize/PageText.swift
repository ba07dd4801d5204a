import Imaging
import Model

/// Reads the words of a page, scaled to what reads best, a second time where the first reading leaves much out.
struct PageText {
    let engine: TextEngine
    let settings: RecognizeSettings
    let page: PreparedPage

    /// - Parameters:
    ///   - images: the page.
    ///   - erased: what other engines have read: painted over before reading.
    ///   - components: the page's patches of ink.
    func read(
        _ images: PageImages, erasing erased: [Box], components: [InkComponent], within time: Duration
    ) throws -> Reading {
        let clock = ContinuousClock()
        let end = clock.now + time
        let factor = scale
        // Small text keeps more of its shape in grey; the rest reads quicker in black and white.
        let source = factor > 1 ? images.normalised : images.binary
        var picture = try GreyPicture(factor == 1 ? source : source.scaled(by: factor))
        for box in erased { picture.erase(Self.scaled(box, by: factor)) }
        func words(_ segmentation: Segmentation) throws -> Reading {
            var reading = try engine.words(
                in: picture, as: segmentation, dpi: page.dpi * factor, within: end - clock.now)
            for index in reading.words.indices {
                reading.words[index].box = Self.scaled(reading.words[index].box, by: 1 / factor)
            }
            return reading
        }
        let first = try words(.automatic)
        guard first.isComplete, leavesOut(first.words, of: components, erased: erased) else { return first }
        let second = try words(.sparse)
        return Reading(
            words: WordOrder.merged(first.words, second.words), isComplete: second.isComplete)
    }

    /// The factor that brings the x-height near the configured one, where it is clearly off.
    var scale: Double {
        let height = page.quality.textHeight
        guard height > 0 else { return 1 }
        let factor = settings.targetTextHeight / height
        // Within these bounds the engine's own scaling of each line to 36 pixels loses nothing.
        if factor > 0.8, factor < 1.35 { return 1 }
        return min(3, max(0.25, factor))
    }

    private static func scaled(_ box: Box, by factor: Double) -> Box {
        guard factor != 1 else { return box }
        let left = Int((Double(box.x) * factor).rounded(.down))
        let top = Int((Double(box.y) * factor).rounded(.down))
        return Box(
            x: left, y: top, width: Int((Double(box.maxX) * factor).rounded(.up)) - left,
            height: Int((Double(box.maxY) * factor).rounded(.up)) - top)
    }

    /// Whether much of what looks like letters is in no word.
    private func leavesOut(_ words: [ReadWord], of components: [InkComponent], erased: [Box]) -> Bool {
        let height = page.quality.textHeight > 0 ? page.quality.textHeight : page.dpi / 15
        let letters = components.filter { component in
            let box = component.box
            return (0.7 * height...2.2 * height).contains(Double(box.height)) && Double(box.width) < 2.5 * height
                && Double(box.width) > 0.1 * height && (0.12...0.85).contains(component.density)
                && !erased.contains { $0.intersection(box).area * 2 > box.area }
        }
        guard letters.count >= 12 else { return false }
        let read = words.filter { $0.confidence >= 0.4 }.map(\.box)
        let missed = letters.count { letter in
            !read.contains { $0.intersection(letter.box).area * 2 > letter.box.area }
        }
        return missed * 5 > letters.count * 2
    }
}

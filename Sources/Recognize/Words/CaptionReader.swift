import Imaging
import Model

/// Reads the captions of cards once more, each by itself. A caption stands before its value in print half as high, and
/// the engine sizes a line by its tallest words: "DL" beside a bold number comes out as "o", "4d DLN" as "saol".
struct CaptionReader {
    let engine: TextEngine
    let picture: GreyPicture

    /// Height of a caption over that of the value beside it.
    private static let mostHeight = 0.85
    private static let mostLetters = 10
    /// Surer ones are left as they are.
    private static let sure = 0.9
    /// What is believed of the second reading.
    private static let leastConfidence = 0.6
    /// Height in pixels to which a caption is brought, and white around it as a share of its height.
    private static let readHeight = 28.0
    private static let margin = 0.4
    /// Captions of one card: more are no captions.
    private static let most = 24

    /// - Parameter words: line by line, in pixels of the picture.
    func improved(_ words: [ReadWord], within time: Duration) throws -> [ReadWord] {
        let clock = ContinuousClock()
        let end = clock.now + time
        let captions = captions(words).prefix(Self.most)
        guard !captions.isEmpty else { return words }
        let image = try Image(width: picture.width, height: picture.height, grey: picture.bytes)
        var words = words
        for caption in captions.reversed() where clock.now < end {
            guard let reading = try read(words, caption, on: image, within: end - clock.now) else { continue }
            words.replaceSubrange(caption, with: reading)
        }
        return words
    }

    /// Short runs of small words, not all sure, each before a larger word of its line.
    private func captions(_ words: [ReadWord]) -> [Range<Int>] {
        var captions: [Range<Int>] = []
        for value in words.indices.dropFirst() {
            var start = value
            while start > 0, words[start - 1].line == words[value].line,
                words[start - 1].box.maxX <= words[start].box.x,
                Double(words[start - 1].box.height) < Self.mostHeight * Double(words[value].box.height)
            {
                start -= 1
            }
            let run = words[start..<value]
            guard !run.isEmpty, run.reduce(0, { $0 + $1.text.count }) <= Self.mostLetters,
                run.contains(where: { $0.confidence < Self.sure })
            else { continue }
            captions.append(start..<value)
        }
        return captions
    }

    private func read(
        _ words: [ReadWord], _ caption: Range<Int>, on image: Image, within time: Duration
    ) throws -> [ReadWord]? {
        guard let box = Box.around(words[caption].map(\.box)) else { return nil }
        // Neither the value nor what stands before it.
        let gap = words[caption.upperBound].box.x - box.maxX
        let margin = min(max(2, Int(Double(box.height) * Self.margin)), max(1, gap / 2))
        let part = box.inset(by: -margin).intersection(image.bounds)
        let factor = min(4, max(0.25, Self.readHeight / Double(max(1, box.height))))
        let scaled = try image.cropped(to: part).scaled(by: factor)
        let reading = try engine.words(in: GreyPicture(scaled), as: .rawLine, dpi: 300, within: time).words
        let least = { (words: [ReadWord]) in words.map(\.confidence).min() ?? 0 }
        guard least(reading) >= Self.leastConfidence, least(reading) > least(Array(words[caption])) else { return nil }
        return reading.map { word in
            var word = word
            let left = part.x + Int(Double(word.box.x) / factor)
            word.box = Box(
                x: left, y: box.y, width: min(box.maxX - left, Int(Double(word.box.width) / factor) + 1),
                height: box.height)
            (word.line, word.block) = (words[caption.lowerBound].line, words[caption.lowerBound].block)
            return word
        }
    }
}

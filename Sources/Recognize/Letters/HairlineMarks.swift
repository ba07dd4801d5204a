import Model

/// What is left of the marks of small letters on a page that lost its hairlines (``LostBars``): of the ring of an å a dot of
/// two pixels, which every reading takes for a speck: `Nygard` for `Nygård`. Of the strokes through an ø and an ł nothing is.
struct HairlineMarks {
    let components: [InkComponent]

    /// Of the height of small letters: the least height of a patch that is part of one, how high above the letters what is left
    /// of a mark begins and ends, and how far beside its letter it may stand.
    private static let (leastPart, least, most, beside) = (0.3, 0.1, 0.45, 0.15)
    /// Of the same, the width and height of a mark.
    private static let mostOfMark = 0.9
    /// Pixels of small letters below which marks are no more than specks, and of what is left of one.
    private static let (leastHeight, leastInk) = (9.0, 2)

    /// The words, those marked that have more specks above small letters than dots and marks in their text, and one of them
    /// above a letter that has marks, or that are spelled as names with a stroke are.
    func marked(_ words: [ReadWord]) -> [ReadWord] {
        let rows = Dictionary(grouping: components) { $0.box.y / Self.band }
        return words.map { word in
            var word = word
            if Self.mayHaveLostStroke(word.text) {
                word.mayHaveLostMark = true
                return word
            }
            guard Self.isName(word.text) else { return word }
            let (first, last) = (word.box.y - word.box.height, word.box.maxY)
            let near = (first / Self.band - 1...last / Self.band).flatMap { rows[$0] ?? [] }.filter {
                $0.box.midX >= Double(word.box.x) && $0.box.midX <= Double(word.box.maxX)
            }
            let places = specks(over: word, near)
            word.mayHaveLostMark =
                places.count > word.text.dropFirst().count(where: Self.hasDot)
                && places.contains { place in
                    Self.letter(at: (place - Double(word.box.x)) / Double(word.box.width), of: word.text)
                        .map(Self.marked.contains) == true
                }
            return word
        }
    }

    /// Small letters without a dot of their own that marks stand above.
    private static let marked = "acegnorsuyz"
    /// Pixels of a band by which patches are found.
    private static let band = 64

    /// Whether a word is spelled as names are that Danes and Norwegians write with an ø, `Sorensen`, or Poles with an ł,
    /// `Pawel`. Names that are spelled so without a stroke are not told from them.
    private static func mayHaveLostStroke(_ text: String) -> Bool {
        guard text.first?.isUppercase == true else { return false }
        let letters = text.lowercased()
        return openings.contains(where: letters.hasPrefix) || parts.contains(where: letters.contains)
    }

    private static let openings = [
        "brond", "gron", "hoj", "hoyer", "hoyland", "jorgen", "jorn", "loken", "lukasz", "malgorz", "michal", "moller",
        "norby", "norgaard", "norgard", "ostby", "oster", "ostli", "pawel", "rafal", "rodne", "sorb", "sore", "sorg",
        "sorh", "sorl", "sorm", "sorv", "strom", "thog", "tonn", "wladys",
    ]
    private static let parts = ["bjor", "kjol", "kjor", "kjos", "sjob", "sjol", "skjo", "slaw"]

    /// A capital and small letters.
    private static func isName(_ text: String) -> Bool {
        text.first?.isUppercase == true && text.count { $0.isLowercase } >= 2 && !text.contains(where: \.isNumber)
    }

    private static func hasDot(_ letter: Character) -> Bool {
        "ij".contains(letter) || letter.isLetter && !letter.isASCII
    }

    /// Share of a letter's width within which a place is its own.
    private static let sureBand = 0.15...0.85

    /// The letter that stands at a share of a word's width, as wide as letters are in most faces; nil near its sides, where
    /// it may be its neighbour.
    private static func letter(at share: Double, of text: String) -> Character? {
        let widths = text.map {
            "mwMW".contains($0) ? 1.6 : "fijlrtI.,'".contains($0) ? 0.6 : $0.isUppercase ? 1.35 : 1
        }
        var rest = share * widths.reduce(0, +)
        for (letter, width) in zip(text, widths) {
            if rest < width {
                return (sureBand.lowerBound * width...sureBand.upperBound * width).contains(rest) ? letter : nil
            }
            rest -= width
        }
        return nil
    }

    /// Where there is one above a letter, from left to right.
    private func specks(over word: ReadWord, _ near: [InkComponent]) -> [Double] {
        let parts = near.map(\.box).filter {
            Double($0.height) >= Self.leastPart * Double(word.box.height)
                && $0.intersection(word.box).area * 2 > $0.area
        }
        guard parts.count > 2, let first = parts.min(by: { $0.x < $1.x }) else { return [] }
        let top = Double(parts.map(\.y).sorted()[parts.count / 2])
        let height = Double(parts.map(\.maxY).sorted()[parts.count / 2]) - top
        guard height >= Self.leastHeight else { return [] }
        let small = parts.filter { Double($0.y) > top - Self.least * height }
        let places = near.filter { patch in
            let gap = (top - Double(patch.box.maxY)) / height
            // A capital's serif falls off it.
            return patch.box.x > first.maxX && patch.ink >= Self.leastInk && (Self.least...Self.most).contains(gap)
                && Double(max(patch.box.width, patch.box.height)) < Self.mostOfMark * height
                && small.contains { letter in
                    (Double(letter.x) - Self.beside * height...Double(letter.maxX) + Self.beside * height)
                        .contains(patch.box.midX)
                }
        }.map(\.box.midX).sorted()
        // Two dots are one mark.
        let starts = places.indices.filter { $0 == 0 || places[$0] - places[$0 - 1] > height / 2 }
        return zip(starts, starts.dropFirst() + [places.count]).map { (places[$0] + places[$1 - 1]) / 2 }
    }
}

import Model

/// Whether a page's small e's lost their bars, as black and white does with the hairlines of some faces, and which of its words
/// that leaves open: an e without one is a c to every reading, and nothing but language tells them apart. `Erie` and `Eric` are
/// both words, and a name need be none.
struct LostBars {
    let areLost: Bool
    private let isWord: (String) -> Bool

    /// Share of the e's of a page's words without bars from which these are lost, and the most e's among which one says so: of
    /// 160 pages of requests and deeds eight had 11 % and more, all of them scans in black and white; all others had up to
    /// 7 %, or one.
    private static let (leastShare, mostOfOne) = (0.08, 5)
    /// What a word must be worth to be counted.
    private static let leastConfidence = 0.8

    /// - Parameters:
    ///   - words: of the page.
    ///   - picture: the page in grey, evenly lit.
    ///   - isWord: whether a dictionary has a word.
    init(_ words: [ReadWord], on picture: GreyPicture, isWord: @escaping (String) -> Bool) throws {
        self.isWord = isWord
        let shapes = LetterShapes(picture: picture, isWord: isWord)
        var (all, bare) = (0, 0)
        for word in words where word.confidence >= Self.leastConfidence && word.text.contains("e") {
            guard Self.parts(of: word.text).allSatisfy({ isWord(String($0)) || isWord($0.lowercased()) }) else {
                continue
            }
            for isThere in try shapes.barsOfEs(in: word) {
                all += 1
                if !isThere { bare += 1 }
            }
        }
        areLost = bare > (all > Self.mostOfOne ? 1 : 0) && Double(bare) >= Self.leastShare * Double(all)
    }

    /// The words, those marked whose c's and e's are open on such a page.
    func marked(_ words: [ReadWord]) -> [ReadWord] {
        guard areLost else { return words }
        return words.map { word in
            var word = word
            word.mayHaveLostBar = Self.parts(of: word.text).contains(where: isOpen)
            return word
        }
    }

    /// Whether a part of a word, whose c's and e's may be each other, is none of the dictionary, or not the only one.
    private func isOpen(_ part: Substring) -> Bool {
        let bows = part.indices.filter { Self.pairs[part[$0]] != nil }
        guard !bows.isEmpty else { return false }
        guard bows.count <= Self.mostBows, isKnown(String(part)) else { return true }
        return (1..<(1 << bows.count)).contains { chosen in
            var other = Array(part)
            for (number, bow) in bows.enumerated() where chosen & (1 << number) != 0 {
                other[part.distance(from: part.startIndex, to: bow)] = Self.pairs[part[bow]] ?? part[bow]
            }
            return isKnown(String(other))
        }
    }

    private func isKnown(_ word: String) -> Bool { isWord(word) || isWord(word.lowercased()) }

    /// What each is without its bar, or with one.
    private static let pairs: [Character: Character] = ["c": "e", "e": "c", "ć": "é", "é": "ć", "č": "ě", "ě": "č"]
    /// C's and e's above which there are too many other words.
    private static let mostBows = 6

    private static func parts(of text: String) -> [Substring] { text.split { !$0.isLetter } }
}

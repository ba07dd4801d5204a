import Model

/// Sees ink at a word that is not in its text: a mark above a letter in capitals (a tilde, an accent, dots) that
/// recognition read past, one above a name's first letter, a letter beside capitals or a figure behind a number that was
/// left out. Neither the recognizer's confidence nor a machine-readable zone, which has no marks, tells of it.
struct UnreadInk {
    private let patches: [Box]
    private let words: [Word]

    /// Pixels of capitals below which a mark is no more than a speck.
    private static let leastHeight = 12.0

    /// - Parameters:
    ///   - words: of a page.
    ///   - components: of its ink.
    init(words: [Word], components: [InkComponent]) {
        self.words = words
        patches = components.map(\.box)
    }

    /// The words, those at which there is unread ink marked so.
    func marked() -> [Word] {
        words.map { word in
            var result = word
            result.hasUnreadInk =
                Self.isCapitals(word.text) && hasMoreInk(word) || Self.isName(word.text) && hasTallCapital(word)
                || Self.isInitial(word.text) && hasMarkOverInitial(word)
                || word.text.last?.isNumber == true && hasFigureBehind(word)
            return result
        }
    }

    /// Nothing but capital letters, plain ones among them, and what joins names.
    private static func isCapitals(_ text: String) -> Bool {
        let letters = text.filter(\.isLetter)
        return letters.count >= 2 && letters.count + 2 >= text.count && letters.allSatisfy(\.isUppercase)
            && letters.contains(where: \.isASCII)
    }

    /// A capital that marks stand on (`Åke`, `Östen`), then small plain letters.
    private static func isName(_ text: String) -> Bool {
        let letters = text.filter(\.isLetter)
        guard letters.count >= 3, letters.count + 2 >= text.count, let first = text.first else { return false }
        return marked.contains(first) && letters.dropFirst().allSatisfy { $0.isASCII && $0.isLowercase }
    }

    /// `A.`
    private static func isInitial(_ text: String) -> Bool {
        text.count == 2 && text.hasSuffix(".") && text.first.map(marked.contains) == true
    }

    /// Capitals that marks stand on.
    private static let marked: Set<Character> = ["A", "C", "E", "I", "N", "O", "S", "U", "Z"]

    /// Of a capital's height: over the highest of the other letters a mark stands out by more than this.
    private static let leastRise = 0.15
    /// Height of small letters without ascenders by which capitals stand over them.
    private static let capitalOverSmall = 0.5

    /// Whether the first letter stands higher than a capital does beside the others.
    private func hasTallCapital(_ word: Word) -> Bool {
        let near = patches.filter { patch in
            patch.midX >= Double(word.box.x) && patch.midX <= Double(word.box.maxX)
                && patch.y >= word.box.y - word.box.height && patch.maxY <= word.box.maxY + word.box.height / 2
        }
        let letters = near.filter { $0.height * 3 >= word.box.height && $0.intersection(word.box).area * 2 > $0.area }
        let small = word.text.dropFirst().filter(\.isLetter)
        guard let first = letters.min(by: { $0.x < $1.x }) else { return false }
        let others = letters.filter { $0.midX > Double(first.maxX) }
        guard others.count * 3 >= small.count * 2 else { return false }
        let bottom = Double(others.map(\.maxY).sorted()[others.count / 2])
        let middleTop = Double(others.map(\.y).sorted()[others.count / 2])
        let top =
            small.contains { "bdfhkl".contains($0) }
            ? Double(others.map(\.y).min() ?? 0) : middleTop - Self.capitalOverSmall * (bottom - middleTop)
        let capital = bottom - top
        guard capital >= Self.leastHeight else { return false }
        let tops = near.filter { patch in
            guard patch != first else { return true }
            return (Double(first.x)...Double(first.maxX)).contains(patch.midX)
                && (-0.06...0.3).contains(Double(first.y - patch.maxY) / capital)
                && (0.08...0.42).contains(Double(patch.height) / capital)
                && Double(patch.width) >= 0.1 * capital
        }.map(\.y)
        return top - Double(tops.min() ?? 0) > Self.leastRise * capital
    }

    /// By a loose mark alone: beside an initial stands no letter that would tell how high a capital is.
    private func hasMarkOverInitial(_ word: Word) -> Bool {
        let letters = patches.filter { $0.intersection(word.box).area * 2 > $0.area }
        guard let letter = letters.max(by: { $0.height < $1.height }), Double(letter.height) >= Self.leastHeight else {
            return false
        }
        return hasLooseMark(patches, [letter], (Double(letter.height), Double(letter.y)))
    }

    /// Of a figure's height: how far behind a number the next may stand, how far above or below, and how wide it is, with
    /// others that it touches.
    private static let (nextFigure, askew, figureWidths) = (0.5, 0.35, 0.25...5.0)
    /// Of a figure's height, how far from its middle that of its word is: the box of a word above that leans may reach over
    /// it.
    private static let level = 0.75
    /// Share of a word's height that another of its row overlaps.
    private static let sameRow = 0.5
    /// Confidence of a word that has the patch: what was hardly read may reach over several lines.
    private static let sureWord = 0.5

    /// Whether what may be a figure stands right behind a number and in no word: of a line that leans the last one is lost.
    private func hasFigureBehind(_ word: Word) -> Bool {
        if isOverrun(word) { return true }
        let reach = word.box.inset(by: -word.box.height)
        let near = patches.filter { !$0.intersection(reach).isEmpty }
        let figures = near.filter { $0.intersection(word.box).area * 2 > $0.area && $0.height * 2 >= word.box.height }
        guard let last = figures.max(by: { $0.maxX < $1.maxX }), last.height >= Int(Self.leastHeight) else {
            return false
        }
        let height = Double(last.height)
        return near.contains { patch in
            (0...Self.nextFigure * height).contains(Double(patch.x - last.maxX))
                && abs(patch.midY - last.midY) < Self.askew * height
                && (0.8...1.25).contains(Double(patch.height) / height)
                && Self.figureWidths.contains(Double(patch.width) / height)
                && !words.contains {
                    $0.confidence >= Self.sureWord && $0.box.intersection(patch).area * 3 > patch.area
                        && abs($0.box.midY - patch.midY) < Self.level * height
                }
        }
    }

    /// Whether what was hardly read reaches over a number's end, and on beside it: pale figures fall apart.
    private func isOverrun(_ word: Word) -> Bool {
        let next = Int(Self.nextFigure * Double(word.box.height))
        return words.contains { other in
            other.confidence < Self.sureWord && other.box.verticalOverlap(word.box) > Self.sameRow
                && other.box.x > word.box.x && other.box.x < word.box.maxX + next
                && other.box.maxX > word.box.maxX + next
        }
    }

    private func hasMoreInk(_ word: Word) -> Bool {
        let reach = word.box.inset(by: -word.box.height)
        let near = patches.filter {
            !$0.intersection(reach).isEmpty && $0.y >= reach.y && $0.maxY <= reach.maxY && !isCaptions($0, over: word)
        }
        let letters = near.filter {
            $0.intersection(word.box).area * 2 > $0.area && $0.height * 2 >= word.box.height && $0.width < 2 * $0.height
        }
        // Where letters touch each other or the ground's lines, patches of ink tell nothing.
        guard letters.count * 3 >= word.text.count * 2 else { return false }
        let heights = letters.map(\.height).sorted()
        let tops = letters.map(\.y).sorted()
        let capital = (height: Double(heights[heights.count / 2]), top: Double(tops[tops.count / 2]))
        guard capital.height >= Self.leastHeight else { return false }
        return hasMark(near, plain(letters, of: word.text), capital) || hasNeighbour(word, near, capital)
    }

    /// The letters that were read without a mark; none where it cannot be told which these are.
    private func plain(_ letters: [Box], of text: String) -> [Box] {
        let read = text.filter(\.isLetter)
        guard !read.allSatisfy(\.isASCII) else { return letters }
        guard read.count == letters.count else { return [] }
        return zip(read, letters.sorted { $0.x < $1.x }).filter { $0.0.isASCII }.map(\.1)
    }

    /// Whether a patch is a letter of a surely read line right above: its small letters stand where marks do, but on a
    /// foot of their own and not, as marks would, below it.
    private func isCaptions(_ patch: Box, over word: Word) -> Bool {
        words.contains { caption in
            caption.confidence >= Self.sureCaption && caption.box.midY < Double(word.box.y)
                && caption.box.intersection(patch).area * 10 > patch.area * 9
                && patch.midY < caption.box.midY + Self.letterReach * Double(caption.box.height)
        }
    }

    /// Confidence of a caption, and how far below its middle its letters' middles lie, over its height.
    private static let (sureCaption, letterReach) = (0.8, 0.25)

    private func hasMark(_ near: [Box], _ letters: [Box], _ capital: (height: Double, top: Double)) -> Bool {
        // A mark that touches its letter makes it taller than its fellows.
        hasLooseMark(near, letters, capital)
            || letters.contains {
                capital.top - Double($0.y) >= 0.2 * capital.height && Double($0.height) >= 1.2 * capital.height
            }
    }

    private func hasLooseMark(_ near: [Box], _ letters: [Box], _ capital: (height: Double, top: Double)) -> Bool {
        near.contains { patch in
            let gap = (capital.top - Double(patch.maxY)) / capital.height
            return (-0.06...0.3).contains(gap)
                && (0.08...0.42).contains(Double(patch.height) / capital.height)
                && (0.1...0.8).contains(Double(patch.width) / capital.height)
                && letters.contains { Double($0.x) < patch.midX && patch.midX < Double($0.maxX) }
        }
    }

    /// Whether a letter, one with its mark perhaps, stands within a word's spacing beside the word and in no other.
    private func hasNeighbour(_ word: Word, _ near: [Box], _ capital: (height: Double, top: Double)) -> Bool {
        near.contains { patch in
            let gap = Double(max(patch.x - word.box.maxX, word.box.x - patch.maxX))
            return (0...0.25 * capital.height).contains(gap)
                && abs(Double(patch.maxY) - capital.top - capital.height) < 0.12 * capital.height
                && (0.88...1.6).contains(Double(patch.height) / capital.height)
                && (0.3...1.1).contains(Double(patch.width) / capital.height)
                && !words.contains { $0.box.intersection(patch).area * 3 > patch.area }
        }
    }
}

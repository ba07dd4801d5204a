import Foundation
import Kinds
import Model

// What the outlines of a word's letters say beside the models: they err otherwise than these, so that an exact reading is
// worth more than another picture's, and one that says something else of a figure, a mark or a doubled letter is heard
// where all models agree.

extension SecondLook.Request {
    /// Readings of models that an exact reading by shape counts for.
    static let worthOfShape = 2
    /// Sizes of a picture that have to say so where the shapes speak against a word: of 3,231 right words of 88 documents
    /// two sizes did against one, and of 305 right numbers against one.
    private static let leastAgainst = 2

    /// Whether a size of its picture was read exactly so. What is told from its look-alike by nothing but a mark on an i,
    /// a ring, or its size is left to the models; so are signs on which a value rests.
    func isConfirmed(by shapes: [String]) -> Bool {
        guard signs.isEmpty, !Self.hasRingOrDots(text), !(isOfName && text.contains("i")) else { return false }
        return Self.fit(text, shapes, asCode: isCode) > 0
    }

    /// Whether the shapes have another figure, a mark on a name's letter, or one more of two equal narrow letters, of which
    /// models lose one: `Wiliam`.
    func isContradicted(by shapes: [String]) -> Bool {
        guard Self.fit(text, shapes, asCode: isCode) == 0 else { return false }
        let against = shapes.count { shape in
            hasOtherFigure(shape) || isOfName && hasMarkMore(shape) || !isOfLand && hasTwinMore(shape)
        }
        return against >= Self.leastAgainst
    }

    /// How many readings by shape are a text.
    static func fit(_ text: String, _ shapes: [String], asCode isCode: Bool) -> Int {
        let own = bare(text)
        guard !own.isEmpty else { return 0 }
        return shapes.count { shape in
            let other = bare(shape)
            return own.count == other.count && zip(own, other).allSatisfy { isSame($0, $1, asCode: isCode) }
                && 2 * zip(own, other).count { $0 == $1 } >= own.count
        }
    }

    /// Without spaces and the signs around it.
    private static func bare(_ text: String) -> [Character] {
        Array(text.filter { !$0.isWhitespace }.trimmingCharacters(in: signsAround))
    }

    /// An underscore stands for a letter.
    private static let signsAround = CharacterSet.punctuationCharacters.subtracting(CharacterSet(charactersIn: "_"))

    private static func isSame(_ own: Character, _ shape: Character, asCode isCode: Bool) -> Bool {
        if own == shape { return true }
        if isCode { return false }
        if alikeInBothCases.contains(own), own.lowercased() == shape.lowercased() { return true }
        return lookAlikes[own]?.contains(shape) == true
    }

    private static let alikeInBothCases = Set("COSUVWXZKPcosuvwxzkp")

    /// What shapes without a context are taken for.
    private static let lookAlikes: [Character: Set<Character>] = [
        "0": Set("OoQ"), "1": Set("Il|t!i"), "2": Set("zZ"), "4": Set("q"), "ł": Set("tl"), "5": Set("Ss"),
        "6": Set("bó"),
        "7": Set("T"), "8": Set("B"), "9": Set("gq"), "I": Set("l1|"), "l": Set("I1|"), "O": Set("0"), "o": Set("0"),
    ]

    /// Whether at least one figure is another, and the rest is the same or was not read. A nought with a dot or a stroke in
    /// it is read as an 8, a closed 4 as a 9.
    private func hasOtherFigure(_ shape: String) -> Bool {
        let (own, other) = (Self.bare(text), Self.bare(shape))
        guard text.contains(where: \.isNumber), own.count == other.count else { return false }
        var differs = false
        for (letter, read) in zip(own, other) where !Self.isSame(letter, read, asCode: false) {
            if letter.isNumber, read.isNumber {
                if !Self.figuresAlike.contains([letter, read]) { differs = true }
            } else if !letter.isNumber || read != "_" && !read.isLetter {
                return false
            }
        }
        return differs
    }

    private static let figuresAlike: Set<Set<Character>> = [["0", "8"], ["4", "9"]]

    /// Whether a letter has a mark, and the rest is the same. Dots on an i and specks on an l are no marks.
    private func hasMarkMore(_ shape: String) -> Bool {
        let (own, other) = (Self.bare(text), Self.bare(shape))
        guard own.count == other.count else { return false }
        var isMarked = false
        for (letter, read) in zip(own, other) where !Self.isSame(letter, read, asCode: false) {
            guard letter.isASCII, !read.isASCII, !"iljt".contains(letter.lowercased()),
                TextFolding.fold(String(read)).lowercased() == letter.lowercased()
            else { return false }
            isMarked = true
        }
        return isMarked
    }

    /// Letters that are one stroke, and what they are read as; and those of several, which fall apart into them.
    private static let (strokes, stems) = (Set("iltI1|!íìj"), Set("hnpumrbdkHNMUKBDPRFELT"))

    /// Whether a run of narrow letters has one more, with the same letters before and behind it.
    private func hasTwinMore(_ shape: String) -> Bool {
        guard text.allSatisfy({ !$0.isNumber }) else { return false }
        let (own, other) = (Self.bare(text), Self.bare(shape))
        var (here, there) = (0, 0)
        while here < own.count, there < other.count {
            guard Self.strokes.contains(own[here]) else {
                guard Self.isSame(own[here], other[there], asCode: false) else { return false }
                (here, there) = (here + 1, there + 1)
                continue
            }
            let run = own[here...].prefix(while: Self.strokes.contains)
            let shapes = other[there...].prefix(while: Self.strokes.contains)
            if shapes.count != run.count {
                let (next, found) = (own[run.endIndex...].first, other[shapes.endIndex...].first)
                guard shapes.count > run.count, let next, let found, !Self.stems.contains(next) else { return false }
                return found == "_" || Self.isSame(next, found, asCode: false)
            }
            (here, there) = (run.endIndex, shapes.endIndex)
        }
        return false
    }
}

/// What a word was read as once more, in other pictures than its page's own.
package struct Rereading: Hashable, Sendable {
    /// By itself, in the order of the attempts: the second model's last, where there is one.
    package var alone: [String]
    /// In a piece of its line, each time in another picture of it: no edge cuts the word, and a model sees what it stands
    /// among. Empty where that was not needed or there are no neighbours.
    package var amongNeighbours: [String]
    /// By a recognizer of another make, of the word alone; nil where that saw nothing or there is none.
    package var other: Other?
    /// By that recognizer in pictures of other widths: of a line in which it read other letters than the page has.
    package var otherWidths: [Other]
    /// Drawn out in width, so that narrow spaces show.
    package var drawnOut: [String]
    /// Whether it was first read as plain small letters that are no word.
    package var isNoWord: Bool

    package init(
        alone: [String], amongNeighbours: [String] = [], other: Other? = nil, otherWidths: [Other] = [],
        drawnOut: [String] = [], isNoWord: Bool = false
    ) {
        self.alone = alone
        self.amongNeighbours = amongNeighbours
        self.other = other
        self.otherWidths = otherWidths
        self.drawnOut = drawnOut
        self.isNoWord = isNoWord
    }

    /// Whether nothing was read.
    package var isEmpty: Bool { all.isEmpty && other == nil }

    /// Those of models, in pictures as they are.
    package var all: [String] { alone + amongNeighbours }

    /// Without those of models that do not fulfil a condition.
    package func filter(_ isIncluded: (String) -> Bool) -> Self {
        Self(
            alone: alone.filter(isIncluded), amongNeighbours: amongNeighbours.filter(isIncluded), other: other,
            otherWidths: otherWidths, drawnOut: drawnOut, isNoWord: isNoWord)
    }

    /// What the other recognizer read.
    package struct Other: Hashable, Sendable {
        package var text: String
        /// Of its least sure letter, 0…1.
        package var confidence: Double

        package init(text: String, confidence: Double) {
            self.text = text
            self.confidence = confidence
        }
    }

    /// What is to be read, and in which pictures beside its own.
    package struct Subject: Hashable, Sendable {
        /// Or a line of text.
        package var word: Word
        /// The piece of its line that has its neighbours, too; nil where it is to be read alone.
        package var neighbourhood: Box?
        /// Whether it may be two words, between which the space was not seen.
        package var mayBeTwo: Bool
        /// Whether it is a plain word among others, for which the other recognizer is asked only where the page's
        /// letters leave it open.
        package var isPlain: Bool
        /// Whether it is a line of text, which the other recognizer alone reads.
        package var isLine: Bool

        package init(
            word: Word, neighbourhood: Box? = nil, mayBeTwo: Bool = false, isPlain: Bool = false, isLine: Bool = false
        ) {
            self.word = word
            self.neighbourhood = neighbourhood
            self.mayBeTwo = mayBeTwo
            self.isPlain = isPlain
            self.isLine = isLine
        }
    }
}

// What Recognize finds on a page: text, machine-readable zones, barcodes, boxes, lines and ink.

package struct Word: Hashable, Sendable, Codable {
    package var text: String
    /// The recognizer's own figure, 0…1.
    package var confidence: Double
    package var box: Box
    /// Number of the text line on its page, from 0, in reading order.
    package var line: Int
    /// Number of the block (column, paragraph, cell) on its page, from 0.
    package var block: Int
    /// Degrees clockwise off level of print that was turned to be read: the box has the level word's size, about the
    /// middle of the slanting one. Nil where the page was read as it lies.
    package var slant: Double?

    /// Which field it belongs to, as the tagger sees it; nil for none.
    package var tag: Tag?

    /// A field that a word belongs to, by what stands around it.
    package struct Tag: Hashable, Sendable, Codable {
        package var field: FieldName
        /// Whether a value begins with it.
        package var begins: Bool
        /// 0…1.
        package var probability: Double

        package init(field: FieldName, begins: Bool, probability: Double) {
            self.field = field
            self.begins = begins
            self.probability = probability
        }
    }

    /// What each reader made of its place, where two readers read its line: of equal length, place by place.
    package var readings: [Reading] = []

    package struct Reading: Hashable, Sendable, Codable {
        package enum Reader: String, Hashable, Sendable, Codable {
            case tesseract, neural
        }

        package var reader: Reader
        /// A character for each place of the line's lattice that the word was made of; empty where it saw none there. A
        /// space at the end is one that the other reader did not see.
        package var characters: [String]
        /// Of each, 0…1, by its own figures; 0 where it saw none.
        package var posteriors: [Double]

        package init(reader: Reader, characters: [String], posteriors: [Double]) {
            self.reader = reader
            self.characters = characters
            self.posteriors = posteriors
        }

        /// - Parameter posterior: of each of its characters.
        package init(reader: Reader, text: String, posterior: Double) {
            self.init(
                reader: reader, characters: text.map(String.init),
                posteriors: [Double](repeating: posterior, count: text.count))
        }

        /// Empty where it saw nothing there.
        package var text: String { characters.joined().split(separator: " ").joined(separator: " ") }
    }

    package init(
        text: String, confidence: Double, box: Box, line: Int, block: Int = 0, slant: Double? = nil,
        readings: [Reading] = []
    ) {
        self.text = text
        self.confidence = confidence
        self.box = box
        self.line = line
        self.block = block
        self.slant = slant
        self.readings = readings
    }

    /// Whether two readers read it, and the same.
    package var isAgreedOn: Bool { readings.count > 1 && readings.allSatisfy { $0.text == text } }
    /// Whether two readers read it, and not the same.
    package var isDisputed: Bool { readings.count > 1 && !isAgreedOn }
}

package struct TextLine: Hashable, Sendable {
    package var words: [Word]
    /// Position of its first word among the page's words.
    package var first: Int

    package init(words: [Word], first: Int) {
        self.words = words
        self.first = first
    }

    package var text: String { words.map(\.text).joined(separator: " ") }
    package var box: Box { Box.around(words.map(\.box)) ?? Box(x: 0, y: 0, width: 0, height: 0) }
    package var indices: Range<Int> { first..<(first + words.count) }
}

package struct Barcode: Hashable, Sendable, Codable {
    /// zxing's name, such as `PDF417`, `QRCode`, `Code128`.
    package var format: String
    /// The bytes, each as the Unicode scalar of the same number (ISO 8859-1).
    package var text: String
    package var box: Box

    package init(format: String, text: String, box: Box) {
        self.format = format
        self.text = text
        self.box = box
    }
}

/// One line of a machine-readable zone as the picture gave it: nothing repaired yet.
package struct ZoneLine: Hashable, Sendable, Codable {
    package var characters: [ZoneCharacter]
    package var box: Box

    package init(characters: [ZoneCharacter], box: Box) {
        self.characters = characters
        self.box = box
    }

    package var text: String { characters.map(\.text).joined() }
}

package struct ZoneCharacter: Hashable, Sendable, Codable {
    /// One of `0-9 A-Z <`.
    package var text: String
    /// 0…1.
    package var confidence: Double
    package var box: Box
    /// Other characters that the recognizer considered, likeliest first.
    package var alternatives: [Choice]

    package struct Choice: Hashable, Sendable, Codable {
        package var text: String
        package var confidence: Double

        package init(text: String, confidence: Double) {
            self.text = text
            self.confidence = confidence
        }
    }

    package init(text: String, confidence: Double, box: Box, alternatives: [Choice] = []) {
        self.text = text
        self.confidence = confidence
        self.box = box
        self.alternatives = alternatives
    }
}

package struct CheckBox: Hashable, Sendable, Codable {
    package enum State: String, Codable, Sendable {
        case checked, unchecked, doubtful
    }

    package var box: Box
    package var state: State
    /// Share of ink inside the frame, 0…1.
    package var ink: Double

    package init(box: Box, state: State, ink: Double) {
        self.box = box
        self.state = state
        self.ink = ink
    }
}

package struct Rule: Hashable, Sendable, Codable {
    package var box: Box
    package var isHorizontal: Bool

    package init(box: Box, isHorizontal: Bool) {
        self.box = box
        self.isHorizontal = isHorizontal
    }
}

package struct InkRegion: Hashable, Sendable, Codable {
    package var box: Box
    /// Share of ink in the box, 0…1.
    package var ink: Double
    /// How much it looks like strokes of a pen rather than a picture or a smudge, 0…1.
    package var strokes: Double

    package init(box: Box, ink: Double, strokes: Double) {
        self.box = box
        self.ink = ink
        self.strokes = strokes
    }
}

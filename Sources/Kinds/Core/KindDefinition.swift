package import Model

/// What a document kind is known by and which fields it has: the content of a `<kind>.yml` (docs/kinds.md).
package struct KindDefinition: Hashable, Sendable {
    package var name: KindName
    package var title: String
    package var languages: [String]
    package var cues: [Cue]
    /// In the order in which they are shown.
    package var fields: [FieldDefinition]
    package var required: [Requirement]

    package init(
        name: KindName, title: String, languages: [String] = ["eng"], cues: [Cue] = [], fields: [FieldDefinition] = [],
        required: [Requirement] = []
    ) {
        self.name = name
        self.title = title
        self.languages = languages
        self.cues = cues
        self.fields = fields
        self.required = required
    }

    package func field(_ name: FieldName) -> FieldDefinition? { fields.first { $0.name == name } }
}

/// Something that speaks for a kind, or against it.
package struct Cue: Hashable, Sendable {
    package enum Place: String, Sendable, CaseIterable {
        /// A line of its own or in larger type, in the upper half of a page.
        case title
        case top, bottom, anywhere
    }

    /// Evidence that is not words.
    package enum Feature: String, Sendable, CaseIterable {
        case machineReadableZone = "mrz"
        case aamvaBarcode = "aamva_barcode"
        case checkBoxes = "check_boxes"
        case cardSize = "card_size"
        case licenceNumbers = "licence_numbers"
        /// Many lines of sentences, as letters, articles and forms' small print have, and cards have not.
        case runningText = "running_text"
    }

    /// Any of these phrases; found despite recognition errors.
    package var phrases: [String]
    package var feature: Feature?
    /// Log-odds that finding it adds; negative speaks against the kind.
    package var weight: Double
    package var place: Place
    /// Whether a page that has it is a sheet laid before the document: the title behind it begins no other one.
    package var isCover = false

    package init(phrases: [String] = [], feature: Feature? = nil, weight: Double, place: Place = .anywhere) {
        self.phrases = phrases
        self.feature = feature
        self.weight = weight
        self.place = place
    }
}

/// The closed set of field types; each has a typed parser.
package enum FieldType: String, Sendable, CaseIterable {
    /// Text as printed, over any number of lines and pages.
    case passage
    case text, name, names, organization, date, money, currency, code, number, address, email, phone, url, urls, country
    case usState = "us_state"
    case county, sex
    /// One of `options`, by the phrases that stand for it.
    case choice
    /// Any of `options`, by checked boxes or phrases.
    case choices
    /// A check box by its label.
    case checkbox
    /// Ink on or above a signature line.
    case signature
    /// Filled by the kind's own extractor alone.
    case computed
}

package struct FieldDefinition: Hashable, Sendable {
    package enum Direction: String, Sendable, CaseIterable {
        /// On the label's own line, behind it.
        case right
        /// Under the label.
        case below
        /// Over the label, as on signature lines.
        case above
    }

    package var name: FieldName
    package var type: FieldType
    /// What is printed beside the value; longest match wins.
    package var labels: [String]
    /// Where the value stands, seen from its label, in order of preference.
    package var directions: [Direction]
    /// For `choice` and `choices`: value and the phrases that stand for it.
    package var options: [Option]
    /// Lines that a value may run on for.
    package var maxLines: Int
    /// Whether the kind's extractor and the tagger find it, labels or none.
    package var isComputed = false
    /// Read for the kind's extractor, such as one part of a name, or to keep a label that is none of the kind's fields
    /// from being taken for one; never in a result.
    package var isPart: Bool

    package struct Option: Hashable, Sendable {
        package var value: String
        package var phrases: [String]

        package init(value: String, phrases: [String]) {
            self.value = value
            self.phrases = phrases
        }
    }

    package init(
        name: FieldName, type: FieldType, labels: [String] = [], directions: [Direction] = [.right, .below],
        options: [Option] = [], maxLines: Int = 1, isPart: Bool = false
    ) {
        self.name = name
        self.type = type
        self.labels = labels
        self.directions = directions
        self.options = options
        self.maxLines = maxLines
        self.isPart = isPart
    }
}

/// What must be there to accept.
package indirect enum Requirement: Hashable, Sendable {
    case field(FieldName)
    /// A mark that must be true.
    case isTrue(FieldName)
    case any([Requirement])
    case all([Requirement])

    /// Every field that it speaks of.
    package var fields: Set<FieldName> {
        switch self {
        case .field(let name), .isTrue(let name): [name]
        case .any(let parts), .all(let parts): parts.reduce(into: []) { $0.formUnion($1.fields) }
        }
    }
}

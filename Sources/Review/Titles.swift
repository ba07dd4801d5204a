import Kinds
import Model
import Operations

/// What people read for the codes of results.
struct Titles: Sendable {
    private let kinds: [KindName: String]

    init(_ kinds: [KindDefinition]) {
        self.kinds = Dictionary(kinds.map { ($0.name, $0.title) }) { first, _ in first }
    }

    func title(of kind: KindName?) -> String { kind.map { kinds[$0] ?? Self.words($0.rawValue) } ?? "" }

    static func title(of state: DocumentEntry.State) -> String {
        switch state {
        case .review: "To review"
        case .retake: "Retake"
        case .failed: "Failed"
        case .accept: "Accepted"
        }
    }

    static func title(of stage: QueueFilter.Stage) -> String {
        switch stage {
        case .open: "To do"
        case .second: "For a second look"
        case .finished: "Finished"
        case .idle: "Nothing to do"
        case .all: "All"
        }
    }

    /// How far people have come with a document, and who is at it.
    static func review(of document: DocumentEntry, in index: IndexSnapshot) -> String {
        let taker = index.takers[document.id].map { "\($0.name) is working on it" }
        let stage: String? =
            switch index.stage(of: document) {
            case .open: taker == nil ? "To do" : nil
            case .second: "One of two looked"
            case .finished: "Finished"
            case .idle: nil
            }
        return [stage, taker].compactMap { $0 }.joined(separator: ", ")
    }

    static func title(of decision: ReviewDecision) -> String {
        switch decision {
        case .accepted: "Accepted"
        case .retake(let reason, _): "Retake requested: \(words(reason.rawValue).lowercased())"
        case .unknown: "Unknown kind"
        }
    }

    /// What the sender is told, where the reviewer says nothing else.
    static func sentence(for fault: ReasonCode) -> String {
        switch fault {
        case .blurred: "The picture is blurred: hold the camera still and let it focus."
        case .glare: "A bright reflection hides print: tilt the document or move the light."
        case .tooDark: "The picture is too dark: add light."
        case .overexposed: "The picture is overexposed: use less light."
        case .lowContrast: "The print hardly stands out from the paper: use even light."
        case .noisy: "The picture is full of specks: use more light, or clean the scanner's glass."
        case .textTooSmall: "The text is too small in the picture: move closer, or scan at 300 dpi."
        case .cutOff: "A part of the document is cut off: show all four edges."
        case .screenCapture: "The picture was taken of a screen: capture the document itself."
        case .blank: "The picture shows no document: capture the printed side."
        default: "The document cannot be read in the picture: capture it again."
        }
    }

    static func title(of age: QueueFilter.Age) -> String {
        switch age {
        case .day: "Last 24 hours"
        case .week: "Last 7 days"
        case .month: "Last 30 days"
        case .older: "Older"
        }
    }

    static func title(of order: DocumentOrder) -> String {
        switch order {
        case .risk: "Riskiest first"
        case .oldest: "Oldest first"
        case .newest: "Newest first"
        case .name: "By name"
        }
    }

    /// `low_confidence` as `Low confidence`.
    static func words(_ code: String) -> String {
        let words = code.replacing("_", with: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// `0.873` as `87%`, and `0.9987` as `99.8%`; never rounded up.
    static func percent(_ share: Double) -> String {
        let tenths = Int((share * 1000).rounded(.down))
        return tenths < 990 || tenths == 1000 ? "\(tenths / 10)%" : "99.\(tenths % 10)%"
    }
}

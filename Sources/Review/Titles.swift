import Kinds
import Model

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

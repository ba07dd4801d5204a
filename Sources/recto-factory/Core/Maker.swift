import ArgumentParser
import Model

/// Which templates, fonts and wordings a run may use. A quarter of each is held back: never used in `Samples/`, so that
/// a measure of them is a measure of documents that nobody built against.
enum HeldBackPolicy: String, CaseIterable, Sendable, ExpressibleByArgument {
    /// Held back ones wherever there are any.
    case only
    case never
    case mixed
}

/// What every maker of a document draws on: its own stream of numbers, the day that is today, and which choices it may
/// take.
struct Maker {
    var random: Random
    let policy: HeldBackPolicy
    /// The day by which expiry, ages and "recent" are judged.
    let asOf: CalendarDate
    /// Whether anything held back was used.
    private(set) var usedHeldBack = false
    /// Whether what is printed is to contradict what zone or barcode holds.
    var plants = false

    init(random: Random, policy: HeldBackPolicy, asOf: CalendarDate) {
        self.random = random
        self.policy = policy
        self.asOf = asOf
    }

    /// One of the open choices, or of those held back, as the policy says.
    mutating func choose<Item>(_ open: [Item], heldBack: [Item]) -> Item {
        let position: Int
        switch policy {
        case .never: position = random.int(0...(open.count - 1))
        case .only:
            position =
                heldBack.isEmpty ? random.int(0...(open.count - 1)) : open.count + random.int(0...(heldBack.count - 1))
        case .mixed: position = random.int(0...(open.count + heldBack.count - 1))
        }
        if position < open.count { return open[position] }
        usedHeldBack = true
        return heldBack[position - open.count]
    }

    /// Marks the document as held back for a choice that was not taken by `choose`.
    mutating func markHeldBack() { usedHeldBack = true }
}

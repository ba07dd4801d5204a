import Evaluation
import Model

/// What each document of a run is to be: kinds and tiers in fixed shares, shuffled, so that any run of twenty is
/// balanced.
struct Plan {
    struct Item {
        var index: Int
        var kind: KindName
        var tier: TruthDocument.Tier
        /// How many of its kind come before it.
        var nth: Int
        /// How many of its tier come before it.
        var nthOfTier: Int
    }

    /// Of twenty documents.
    private static let kindShares: [(KindName, Int)] = [(.id, 6), (.deed, 6), (.optOut, 5), (.unknown, 3)]
    private static let tierShares: [(TruthDocument.Tier, Int)] = [(.clean, 7), (.scan, 7), (.photo, 4), (.bad, 2)]

    static func items(
        seed: UInt64, count: Int, kinds: [KindName], tiers: [TruthDocument.Tier]
    ) -> [Item] {
        let kindDeck = deck(kindShares.filter { kinds.contains($0.0) })
        let tierDeck = deck(tierShares.filter { tiers.contains($0.0) })
        var random = Random(seed: seed, "plan")
        var waitingKinds: [KindName] = []
        var waitingTiers: [KindName: [TruthDocument.Tier]] = [:]
        var numbers: [KindName: Int] = [:]
        var tierNumbers: [TruthDocument.Tier: Int] = [:]
        return (0..<count).map { index in
            if waitingKinds.isEmpty { waitingKinds = kindDeck.shuffled(using: &random) }
            let kind = waitingKinds.removeLast()
            if waitingTiers[kind, default: []].isEmpty { waitingTiers[kind] = tierDeck.shuffled(using: &random) }
            let tier = waitingTiers[kind]?.popLast() ?? .clean
            defer {
                numbers[kind, default: 0] += 1
                tierNumbers[tier, default: 0] += 1
            }
            return Item(
                index: index, kind: kind, tier: tier, nth: numbers[kind, default: 0],
                nthOfTier: tierNumbers[tier, default: 0])
        }
    }

    private static func deck<Item>(_ shares: [(Item, Int)]) -> [Item] {
        shares.flatMap { Array(repeating: $0.0, count: $0.1) }
    }
}

import Kinds
import Model

/// The contract's rule for legal descriptions.
enum LegalDescriptionComparison {
    static func equal(_ truth: String, _ read: String) -> Bool {
        let (a, b) = (TextFolding.squeeze(truth), TextFolding.squeeze(read))
        return exactParts(a) == exactParts(b) && isTolerable(a, b)
    }

    private static func isTolerable(_ a: String, _ b: String) -> Bool {
        EditDistance.between(Array(a), Array(b), atMost: a.count / 100) != nil
    }

    /// Characters to insert, remove or change, white space folded.
    static func errors(_ truth: String, _ read: String) -> Int {
        let a = Array(TextFolding.squeeze(truth))
        let b = Array(TextFolding.squeeze(read))
        let most = max(a.count, b.count)
        return EditDistance.between(a, b, atMost: most) ?? most
    }

    /// Numbers, bearings and directions, in order.
    private static func exactParts(_ text: String) -> [String] {
        // The end of `Clerk's` is no direction.
        let words = text.lowercased().replacing(/(\p{L})['’`]s\b/) { "\($0.output.1)s" }
            .split { !$0.isLetter && !$0.isNumber }
        return words.filter { $0.contains(where: \.isNumber) || directions.contains(String($0)) }.map(String.init)
    }

    private static let directions: Set<String> = [
        "n", "s", "e", "w", "ne", "nw", "se", "sw", "north", "south", "east", "west", "northeast", "northwest",
        "southeast", "southwest", "northerly", "southerly", "easterly", "westerly", "northeasterly", "northwesterly",
        "southeasterly", "southwesterly",
    ]
}

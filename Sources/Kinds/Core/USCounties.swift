import Foundation

/// The counties of the United States and what stands for them (us_counties.txt names its source). A name that is not
/// among them was misread, or is one that a state has given up since.
package enum USCounties {
    private static let byState: [String: Set<String>] = {
        let lines = String(decoding: PackageResources.us_counties_txt, as: UTF8.self).split(separator: "\n")
        return Dictionary(
            uniqueKeysWithValues: lines.filter { !$0.hasPrefix("#") }.map { line in
                (String(line.prefix(2)), Set(line.dropFirst(3).split(separator: ",").map { key($0) }))
            })
    }()

    private static let all = byState.values.reduce(into: Set<String>()) { $0.formUnion($1) }

    /// - Parameter state: its two letters; nil for any.
    package static func contains(_ name: String, in state: String? = nil) -> Bool {
        name.allSatisfy { $0.isLetter || " .'’-".contains($0) }
            && (state.map { byState[$0] ?? [] } ?? all).contains(key(name))
    }

    /// Letters alone: `De Kalb` is `DeKalb`, `Saint Louis` is `St. Louis`.
    private static func key(_ name: some StringProtocol) -> String {
        let words = TextFolding.key(name).split { !$0.isLetter }
        return words.map { $0 == "saint" ? "st" : $0 == "sainte" ? "ste" : $0 }.joined()
    }
}

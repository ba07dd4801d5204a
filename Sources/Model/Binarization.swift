/// How a page became black and white, and why so.
package struct Binarization: Hashable, Sendable, Codable {
    package enum Method: String, Codable, CaseIterable, Sendable {
        /// One level for the whole page, its light evened out first (Otsu 1979).
        case otsu
        /// A level for each pixel from its surroundings (Sauvola and Pietikäinen 2000).
        case sauvola
        /// One level for the whole page as captured.
        case plain
        /// One level for the evenly lit page, near its paper: for faint print beside what is dark.
        case faint
        /// One level for the page with its light and its ink evened out: for print that is pale in parts.
        case evened
    }

    package enum Why: String, Codable, CaseIterable, Sendable {
        /// The configuration says so.
        case configured
        /// The first candidate gave no cause for doubt; no other was made.
        case sound
        /// The candidates' strokes decided.
        case strokes
        /// What could be read of a few lines of each candidate decided.
        case reading
    }

    package var method: Method
    package var reason: Why
    /// What decided, by method: letters in lines, fewer for uneven strokes and specks, or evidence of reading; empty
    /// where nothing was compared.
    package var scores: [String: Double]

    package init(method: Method = .otsu, reason: Why = .sound, scores: [String: Double] = [:]) {
        self.method = method
        self.reason = reason
        self.scores = scores
    }
}

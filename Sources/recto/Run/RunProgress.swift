import Foundation
import Model
import Operations

/// How far a run is, in words.
struct RunProgress {
    /// Files.
    var done = 0
    /// So far, or all.
    var found = 0
    var isAllFound = false
    /// How far documents at hand are, by their numbers in the run.
    var atHand: [Int: PageProgress] = [:]

    var isAtEnd: Bool { isAllFound && found > 0 && done >= found }

    /// From 0 to 1; 0 as long as that is not known.
    var share: Double { isAllFound && found > 0 ? min(1, Double(done) / Double(found)) : 0 }

    /// - Parameter seconds: since the start.
    func text(after seconds: Double) -> String {
        var text = "\(done) of \(found.counted("document"))" + (isAllFound ? "" : " so far")
        // Pages count as parts of their documents.
        let read = atHand.values.reduce(Double(done)) { $0 + Double($1.read) / Double($1.count) }
        if read > 0, seconds > 0.5 {
            if done > 0 { text += ", \(Figures.decimals(Double(done) / seconds, 1))/s" }
            // How many are to come is not known before all are found.
            let left = seconds / read * (Double(found) - read)
            if isAllFound, done < found { text += ", \(Figures.time(left)) left" }
        }
        if let page = atHand.values.max(by: {
            ($0.count - $0.read, $1.sequence) < ($1.count - $1.read, $0.sequence)
        }) {
            let name = Figures.shortened(PathName.printable(page.path), 32, keepsEnd: true)
            text += "; \(name): page \(page.read) of \(page.count)"
        }
        return text
    }

    /// What a run that was stopped leaves; nil where that is nothing.
    var rest: String? {
        guard done < found || !isAllFound else { return nil }
        let others = isAllFound ? "" : ", and those that were not found yet"
        return "\((found - done).counted("document")) left\(others): the same command goes on with them"
    }
}

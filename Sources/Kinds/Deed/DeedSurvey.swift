import Foundation

/// The courses of a survey, held against each other: one that comes back to where it began was read right, whatever its
/// letters looked like.
struct DeedSurvey {
    enum Closure: Hashable {
        /// The courses end where they began, as near as their figures can say.
        case closes
        case open
        /// A course runs along a road or a curve, or says no figures: nothing can be told.
        case unknown
    }

    private let words: [String]
    private let bearings: [DeedBearings.Bearing]

    init(_ checked: DeedBearings.Result) {
        words = checked.words
        bearings = checked.bearings
    }

    /// Surveyors close to 1 in 1000 and better; how finely the figures are given may allow for less.
    private static let allowance = 1.0 / 1000

    func closure() -> Closure {
        let keys = words.map(Vocabulary.key)
        let starts = keys.indices.filter { keys[$0] == "thence" }
        let tracts = keys.indices.filter {
            ["beginning", "commencing"].contains(keys[$0]) && keys.dropFirst($0 + 1).first == "at"
        }
        // Several tracts are several surveys.
        guard tracts.count == 1, !starts.isEmpty else { return .unknown }
        var clauses = zip(starts, starts.dropFirst() + [keys.count]).map { $0..<$1 }
        // From `Commencing at …` courses lead to the point of beginning first.
        if let lead = clauses.dropLast().lastIndex(where: { endsAtBeginning(keys[$0]) }) {
            clauses.removeFirst(lead + 1)
        }
        guard clauses.count >= 3, let last = clauses.last, endsAtBeginning(keys[last]) else { return .unknown }
        var traverse = Traverse()
        for clause in clauses {
            guard let course = course(clause, keys) else { return .unknown }
            traverse.add(course)
        }
        return traverse.misclosure <= max(Self.allowance * traverse.length, traverse.uncertainty) ? .closes : .open
    }

    private func endsAtBeginning(_ keys: ArraySlice<String>) -> Bool {
        zip(keys.indices, keys).contains { index, key in
            key == "beginning" && index >= keys.startIndex + 2 && ["point", "place"].contains(keys[index - 2])
        }
    }

    private struct Course {
        var bearing: DeedBearings.Bearing
        /// In feet.
        var length: Double
        /// Half the unit of its last figure, in feet.
        var uncertainty: Double
    }

    private func course(_ clause: Range<Int>, _ keys: [String]) -> Course? {
        guard Self.curves.isDisjoint(with: keys[clause]) else { return nil }
        let own = bearings.filter { clause.contains($0.words.lowerBound) }
        guard own.count <= 1, let bearing = own.first ?? cardinal(clause, keys) else { return nil }
        var index = bearing.words.upperBound
        while index < clause.upperBound {
            if let length = SurveyLength.read(words[index], unit: index + 1 < words.count ? words[index + 1] : "") {
                return Course(bearing: bearing, length: length.feet, uncertainty: length.uncertainty)
            }
            index += 1
        }
        return nil
    }

    private static let curves: Set<String> = ["curve", "arc", "radius", "chord", "meander", "meandering", "meanders"]

    /// `thence due East, 200 feet`.
    private func cardinal(_ clause: Range<Int>, _ keys: [String]) -> DeedBearings.Bearing? {
        var index = clause.lowerBound + 1
        while index < clause.upperBound, ["due", "running", "run", "runs"].contains(keys[index]) { index += 1 }
        guard index + 1 < clause.upperBound, words[index + 1].contains(where: \.isNumber) || keys[index + 1] == "a",
            let degrees = ["north": 0.0, "n": 0, "south": 0, "s": 0, "east": 90, "e": 90, "west": 90, "w": 90][
                keys[index]]
        else { return nil }
        return DeedBearings.Bearing(
            words: index..<(index + 1), degrees: degrees, isNorth: keys[index].hasPrefix("n"),
            isEast: keys[index].hasPrefix("e"), precision: 1.0 / 60)
    }

    /// Courses one after another.
    private struct Traverse {
        private var east = 0.0
        private var north = 0.0
        private(set) var length = 0.0
        private(set) var uncertainty = 0.0

        mutating func add(_ course: Course) {
            let angle = course.bearing.degrees * .pi / 180
            east += course.length * sin(angle) * (course.bearing.isEast ? 1 : -1)
            north += course.length * cos(angle) * (course.bearing.isNorth ? 1 : -1)
            length += course.length
            uncertainty += course.uncertainty + course.length * course.bearing.precision / 2 * .pi / 180
        }

        /// How far its end lies from its beginning, in feet.
        var misclosure: Double { (east * east + north * north).squareRoot() }
    }
}

/// Lengths as surveys give them.
enum SurveyLength {
    /// A unit in feet; nil for what is none. Gunter's chain has 66 feet and 100 links; the vara is that of Texas.
    static func feet(of unit: String) -> Double? {
        switch unit {
        case "feet", "foot", "ft": 1
        case "rod", "rods", "pole", "poles", "perch", "perches": 16.5
        case "chain", "chains": 66
        case "link", "links": 0.66
        case "yard", "yards": 3
        case "vara", "varas": 100.0 / 36
        case "meter", "meters", "metre", "metres": 3.28084
        default: nil
        }
    }

    /// `200.00 feet`, `1,320'` or `(45) rods`.
    static func read(_ word: String, unit next: String) -> (feet: Double, uncertainty: Double)? {
        var figures = word.drop { "([".contains($0) }
        var isMarked = false
        while let last = figures.last, !last.isNumber {
            isMarked = isMarked || "'’′".contains(last)
            figures.removeLast()
        }
        guard figures.allSatisfy({ $0.isNumber || $0 == "." || $0 == "," }), figures.first?.isNumber == true else {
            return nil
        }
        let digits = figures.filter { $0 != "," }
        guard let unit = isMarked ? 1 : feet(of: Vocabulary.key(next)), let number = Double(digits) else { return nil }
        let decimals = digits.firstIndex(of: ".").map { digits.distance(from: $0, to: digits.endIndex) - 1 } ?? 0
        return (number * unit, unit * pow(10, -Double(decimals)) / 2)
    }
}

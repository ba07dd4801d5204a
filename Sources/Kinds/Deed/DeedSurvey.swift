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
    private let keys: [String]
    private let bearings: [DeedBearings.Bearing]

    init(_ checked: DeedBearings.Result) {
        words = checked.words
        keys = words.map(Vocabulary.key)
        bearings = checked.bearings
    }

    /// Surveyors close to 1 in 1000 and better; how finely the figures are given may allow for less.
    private static let allowance = 1.0 / 1000
    /// Share of what its figures leave open that a survey may be off whose lengths are proven: figures are rounded up as
    /// often as down.
    private static let exactness = 0.6
    /// Figures of an area, and share of it that may be left open, with which another area would hardly agree by chance.
    private static let (tellingFigures, closeness) = (3, 0.01)
    private static let squareFeetOfAcre = 43_560.0

    /// What the courses say of themselves and of the area that they enclose.
    struct Proof: Hashable {
        var closure = Closure.unknown
        /// Positions of words that are proven: lengths that close as exactly as their figures can say, degrees and minutes
        /// beside them, and an area that is what they enclose.
        var words: [Int] = []
        /// Whether the courses close worse than their figures allow, and to the last one with another figure somewhere.
        var hasMisreadFigure = false
    }

    func proof() -> Proof {
        guard let (courses, last) = survey() else { return Proof() }
        var traverse = Traverse()
        for course in courses { traverse.add(course) }
        guard traverse.misclosure <= max(Self.allowance * traverse.length, traverse.uncertainty) else {
            return Proof(closure: .open)
        }
        var proof = Proof(closure: .closes)
        if traverse.misclosure <= Self.exactness * traverse.uncertainty {
            // A survey gives its lengths alike: one with a figure more may have it from dirt, and closes all the same.
            let usual = courses.map(\.uncertainty).sorted()[courses.count / 2]
            proof.words = courses.filter { $0.uncertainty >= usual }.flatMap {
                [$0.word] + anglesThatTell($0, against: traverse.uncertainty)
            }
        }
        proof.hasMisreadFigure =
            traverse.misclosure > traverse.uncertainty && Self.closesWithAnotherFigure(courses, traverse.uncertainty)
        guard let area = area(behind: last) else { return proof }
        let difference = abs(traverse.area - area.feet)
        let leftOpen = area.unit / 2 + traverse.uncertaintyOfArea
        let isExact = area.figures >= Self.tellingFigures && leftOpen <= Self.closeness * area.feet
        if isExact, difference <= leftOpen { proof.words.append(area.word) }
        return proof
    }

    /// Whether one figure less or more in one length or bearing closes the courses as exactly as their figures can say.
    private static func closesWithAnotherFigure(_ courses: [Course], _ uncertainty: Double) -> Bool {
        let figures = (-9...9).filter { $0 != 0 }.map(Double.init)
        func closes(_ index: Int, _ change: (inout Course) -> Void) -> Bool {
            var courses = courses
            change(&courses[index])
            guard courses[index].length > 0, (0...90).contains(courses[index].bearing.degrees) else { return false }
            var traverse = Traverse()
            for course in courses { traverse.add(course) }
            return traverse.misclosure <= exactness * uncertainty
        }
        for index in courses.indices {
            for figure in figures {
                if placesOfLengths.contains(where: { place in closes(index) { $0.length += figure * place } }) {
                    return true
                }
                let places = placesOfAngles.filter { abs(figure) <= $0.most }.map(\.degrees)
                if places.contains(where: { place in closes(index) { $0.bearing.degrees += figure * place } }) {
                    return true
                }
            }
        }
        return false
    }

    /// What one more is worth in each place of a length, in feet, and of an angle in degrees, minutes and seconds, with the
    /// highest figure there.
    private static let placesOfLengths = [0.01, 0.1, 1, 10, 100]
    private static let placesOfAngles: [(degrees: Double, most: Double)] = [
        (10, 9), (1, 9), (1.0 / 6, 5), (1.0 / 60, 9), (1.0 / 360, 5), (1.0 / 3600, 9),
    ]

    /// The courses around the land, and the words of the last one; nil where there are several tracts or a course says no
    /// figures.
    private func survey() -> (courses: [Course], last: Range<Int>)? {
        let starts = keys.indices.filter { keys[$0] == "thence" }
        let tracts = keys.indices.filter {
            ["beginning", "commencing"].contains(keys[$0]) && keys.dropFirst($0 + 1).first == "at"
        }
        // Several tracts are several surveys.
        guard tracts.count == 1, !starts.isEmpty else { return nil }
        var clauses = zip(starts, starts.dropFirst() + [keys.count]).map { $0..<$1 }
        // From `Commencing at …` courses lead to the point of beginning first.
        if let lead = clauses.dropLast().lastIndex(where: { endsAtBeginning(keys[$0]) }) {
            clauses.removeFirst(lead + 1)
        }
        guard clauses.count >= 3, let last = clauses.last, endsAtBeginning(keys[last]) else { return nil }
        let courses = clauses.compactMap(course)
        return courses.count == clauses.count ? (courses, last) : nil
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
        /// Position of the length.
        var word: Int
    }

    private func course(_ clause: Range<Int>) -> Course? {
        guard Self.curves.isDisjoint(with: keys[clause]) else { return nil }
        let own = bearings.filter { clause.contains($0.words.lowerBound) }
        guard own.count <= 1, let bearing = own.first ?? cardinal(clause) else { return nil }
        var index = bearing.words.upperBound
        while index < clause.upperBound {
            if let length = SurveyLength.read(words[index], unit: index + 1 < words.count ? words[index + 1] : "") {
                return Course(bearing: bearing, length: length.feet, uncertainty: length.uncertainty, word: index)
            }
            index += 1
        }
        return nil
    }

    /// Degrees and minutes, words of their own, with one more or less of which a course would not close: seconds never tell.
    private func anglesThatTell(_ course: Course, against uncertainty: Double) -> [Int] {
        course.bearing.words.dropLast().filter { index in
            guard words[index].first?.isNumber == true else { return false }
            let unit = keys[index + 1].hasPrefix("degree") ? 1 : keys[index + 1].hasPrefix("minute") ? 1.0 / 60 : 0
            return course.length * unit * .pi / 180 > 2 * uncertainty
        }
    }

    private struct GivenArea {
        /// In square feet, as the unit of its last figure.
        var feet: Double
        var unit: Double
        var figures: Int
        var word: Int
    }

    /// `containing 3.12 acres`, `12,345 square feet`: behind the last course.
    private func area(behind last: Range<Int>) -> GivenArea? {
        for index in last.dropFirst() {
            let isAcres = ["acre", "acres"].contains(keys[index])
            guard isAcres || keys[index] == "square" && keys.dropFirst(index + 1).first == "feet",
                let number = words[index - 1].wholeMatch(of: /\(?(\d[\d,]*(?:\.(\d+))?)\)?/),
                let value = Double(number.output.1.filter { $0 != "," })
            else { continue }
            let scale = isAcres ? Self.squareFeetOfAcre : 1
            let decimals = number.output.2?.count ?? 0
            return GivenArea(
                feet: value * scale, unit: pow(10, -Double(decimals)) * scale,
                figures: number.output.1.count(where: \.isNumber), word: index - 1)
        }
        return nil
    }

    private static let curves: Set<String> = ["curve", "arc", "radius", "chord", "meander", "meandering", "meanders"]

    /// `thence due East, 200 feet`.
    private func cardinal(_ clause: Range<Int>) -> DeedBearings.Bearing? {
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
        /// Twice what the courses enclose, counted against the clock.
        private var twiceArea = 0.0

        mutating func add(_ course: Course) {
            let angle = course.bearing.degrees * .pi / 180
            let start = (east: east, north: north)
            east += course.length * sin(angle) * (course.bearing.isEast ? 1 : -1)
            north += course.length * cos(angle) * (course.bearing.isNorth ? 1 : -1)
            twiceArea += start.east * north - east * start.north
            length += course.length
            uncertainty += course.uncertainty + course.length * course.bearing.precision / 2 * .pi / 180
        }

        /// How far its end lies from its beginning, in feet.
        var misclosure: Double { (east * east + north * north).squareRoot() }
        /// What the courses enclose, in square feet, by the shoelace formula, and what the figures leave open of it.
        var area: Double { abs(twiceArea) / 2 }
        var uncertaintyOfArea: Double { length * max(uncertainty, misclosure) / 2 }
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

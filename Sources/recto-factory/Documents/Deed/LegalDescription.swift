import Foundation

/// The words that describe a piece of land.
struct LegalDescription {
    var text: String
    /// The contract's word for its type.
    var type: String
}

extension Maker {
    mutating func legalDescription(in place: Place) -> LegalDescription {
        switch random.int(0...9) {
        case 0...3: LegalDescription(text: lotAndBlock(in: place), type: "lot_block")
        case 4...6: LegalDescription(text: metesAndBounds(in: place), type: "metes_bounds")
        case 7...8: LegalDescription(text: sections(in: place), type: "plss")
        default: LegalDescription(text: condominium(in: place), type: "condominium")
        }
    }

    private mutating func subdivision() -> String {
        let first = random.pick([
            "Sunrise", "Willow", "Fox Run", "Heritage", "Lakeview", "Whispering Pines", "Eagle", "Maplewood",
            "Stone Creek",
            "Orchard", "Timber", "Cherry Hill", "River Bend", "Meadow Brook",
        ])
        let second = random.pick([
            "Estates", "Meadows", "Addition", "Heights", "Subdivision", "Acres", "Park", "Village",
        ])
        let unit =
            random.chance(0.4)
            ? random.pick([
                ", Unit \(random.int(1...6))", " No. \(random.int(2...9))", ", Phase \(random.int(1...4))",
                ", Second Addition",
            ]) : ""
        let name = "\(first) \(second)\(unit)"
        return random.chance(0.5) ? name.uppercased() : name
    }

    private mutating func lotAndBlock(in place: Place) -> String {
        let lot = random.int(1...88)
        let block = random.chance(0.5) ? String(random.int(1...24)) : random.letters(1)
        let book = random.int(3...214)
        let page = random.int(1...99)
        let county = "\(place.county) County, \(place.stateName)"
        let name = subdivision()
        let open = [
            "Lot \(lot), Block \(block), \(name), according to the plat thereof recorded in Plat Book \(book), Page \(page), of the Public Records of \(county).",
            "Lot \(lot) in Block \(block) of \(name), as shown on the map filed in Book \(book) of Maps at Page \(page), records of \(county).",
            "Lots \(lot) and \(lot + 1), Block \(block), \(name), an addition to the City of \(place.city), \(county), according to the recorded plat thereof.",
            "Lot Numbered \(Money.words(lot)) (\(lot)) in \(name), the plat of which is recorded in Plat Cabinet \(book), Slide \(page), in the Office of the Recorder of \(county).",
            "Lot \(lot) of Tract No. \(random.int(1200...48_999)), in the City of \(place.city), County of \(place.county), State of \(place.stateName), as per map recorded in Book \(book), Pages \(page) to \(page + 2) inclusive of Maps, in the office of the County Recorder of said County.",
            "The East \(random.int(20...75)) feet of Lot \(lot), all of Lot \(lot + 1), and the West \(random.int(8...30)) feet of Lot \(lot + 2), Block \(block), \(name), \(county).",
        ]
        let heldBack = [
            "All that certain lot, piece or parcel of land known and designated as Lot \(lot) in Block \(block) on a certain map entitled \"\(name)\", filed in the \(place.county) County Clerk's Office as Map No. \(random.int(100...9999)).",
            "Parcel \(lot) of Parcel Map No. \(random.int(1000...9999)), filed in Book \(book) of Parcel Maps, Page \(page), Official Records of \(county), being a portion of \(name).",
        ]
        return choose(open, heldBack: heldBack)
    }

    private mutating func sections(in place: Place) -> String {
        let quarters = ["Northwest", "Northeast", "Southwest", "Southeast"]
        let first = random.pick(quarters)
        let second = random.pick(quarters)
        let section = random.int(1...36)
        let town = random.int(1...38)
        let range = random.int(1...34)
        let north = random.pick(["North", "South"])
        let west = random.pick(["West", "East"])
        let meridian = random.pick([
            "6th Principal Meridian", "Willamette Meridian", "Mount Diablo Base and Meridian",
            "Salt Lake Base and Meridian", "Third Principal Meridian", "Indian Meridian",
        ])
        let county = "\(place.county) County, \(place.stateName)"
        func short(_ quarter: String) -> String {
            quarter == "Northwest" ? "NW" : quarter == "Northeast" ? "NE" : quarter == "Southwest" ? "SW" : "SE"
        }
        let open = [
            "The \(first) Quarter of the \(second) Quarter of Section \(section), Township \(town) \(north), Range \(range) \(west) of the \(meridian), \(county).",
            "The \(short(first))1/4 of the \(short(second))1/4 of Section \(section), T\(town)\(north.prefix(1)), R\(range)\(west.prefix(1)), \(meridian), in \(county), containing 40 acres, more or less.",
            "The \(random.pick(["North", "South", "East", "West"])) Half of the \(first) Quarter (\(random.pick(["N", "S", "E", "W"]))/2 \(short(first))/4) of Section \(Money.words(section)) (\(section)), Township \(town) \(north), Range \(range) \(west), \(county).",
            "Government Lot \(random.int(1...7)), Section \(section), Township \(town) \(north), Range \(range) \(west), \(meridian), \(county), State of \(place.stateName).",
        ]
        let heldBack = [
            "All of the \(second) Quarter of Section No. \(section) in Township No. \(town) \(north) of Range No. \(range) \(west) of the \(meridian), except the \(random.pick(["North", "South"])) \(random.int(2...9)) acres thereof, situate in the County of \(place.county)."
        ]
        return choose(open, heldBack: heldBack)
    }

    private mutating func condominium(in place: Place) -> String {
        let unit = "\(random.int(1...28))\(random.pick(["", "01", "04", "-A", "-C"]))"
        let name = random.pick([
            "Harbor Point", "The Gables", "Seaside Villas", "Park Terrace", "Riverwalk", "Lakeshore Towers",
        ])
        let book = random.int(1000...9999)
        let page = random.int(10...899)
        let share = "\(random.int(0...3)).\(random.int(1000...9999))"
        return choose(
            [
                "Unit \(unit) of \(name) Condominium, a condominium according to the Declaration of Condominium thereof recorded in Official Records Book \(book), Page \(page), of the Public Records of \(place.county) County, \(place.stateName), and all amendments thereto.",
                "Condominium Unit No. \(unit), Building \(random.int(1...9)), \(name), a Condominium, as established by the Declaration recorded as Document No. \(random.digits(8)), and an undivided \(share)% interest in the common elements thereof, \(place.county) County, \(place.stateName).",
            ],
            heldBack: [
                "Apartment Number \(unit) in the building known as \(name), a horizontal property regime created by Master Deed recorded in Deed Book \(book) at Page \(page), and a \(share) percent undivided interest in its general common elements, in \(place.county) County, State of \(place.stateName)."
            ])
    }

    /// A survey of four to seven courses that comes back to where it began, to the precision printed.
    private mutating func metesAndBounds(in place: Place) -> String {
        let corners = random.int(4...7)
        var points: [(x: Double, y: Double)] = []
        for corner in 0..<corners {
            let angle = 2 * Double.pi * (Double(corner) + random.double(-0.3...0.3)) / Double(corners)
            let radius = random.double(90...420)
            points.append((radius * sin(angle), radius * cos(angle)))
        }
        let style = random.int(0...3)
        let mark = random.pick([
            "an iron pin", "a point", "an iron pipe", "a concrete monument", "a 5/8 inch rebar", "a stake",
        ])
        var courses: [String] = []
        for corner in 0..<corners {
            let from = points[corner]
            let to = points[(corner + 1) % corners]
            let isLast = corner == corners - 1
            let distance = ((to.x - from.x) * (to.x - from.x) + (to.y - from.y) * (to.y - from.y)).squareRoot()
            let feet = (distance * 100).rounded() / 100
            let end = isLast ? "the point of beginning" : mark
            courses.append(
                "thence \(bearing(to.x - from.x, to.y - from.y, style)), \(random.pick(["a distance of ", ""]))\(Canvas.fixed(feet)) feet to \(end)"
            )
        }
        let acres = Canvas.fixed(Self.area(points) / 43_560)
        let county = "\(place.county) County, \(place.stateName)"
        let lead = choose(
            [
                "Beginning at \(mark) in the \(random.pick(["north", "south", "east", "west"])) line of \(random.pick(["Mill Road", "County Road 14", "Church Street", "the lands of Harlow"])), in \(county); ",
                "BEGINNING at \(mark) set at the \(random.pick(["northeast", "southwest", "northwest"])) corner of a tract of land described in Book \(random.int(20...900)), Page \(random.int(10...800)), Deed Records of \(county); ",
                "Commencing at the \(random.pick(["Northwest", "Southeast"])) corner of Section \(random.int(1...36)), Township \(random.int(1...30)) North, Range \(random.int(1...20)) East, \(county); thence \(bearing(random.double(10...400), random.double(10...400), style)), \(random.int(50...900)).00 feet to the point of beginning; ",
            ],
            heldBack: [
                "ALL that certain tract or parcel of land situate in \(county), bounded and described as follows: BEGINNING at \(mark) at the edge of the public road; "
            ])
        return lead + courses.joined(separator: "; ") + ", containing \(acres) acres, more or less."
    }

    /// By the shoelace formula, in square feet.
    private static func area(_ points: [(x: Double, y: Double)]) -> Double {
        var sum = 0.0
        for index in points.indices {
            let next = points[(index + 1) % points.count]
            sum += points[index].x * next.y - next.x * points[index].y
        }
        return abs(sum) / 2
    }

    private func bearing(_ east: Double, _ north: Double, _ style: Int) -> String {
        let seconds = Int((atan2(abs(east), abs(north)) * 180 / .pi * 3600).rounded())
        let (degrees, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        let (up, side) = (north >= 0, east >= 0)
        switch style {
        case 0:
            return "\(up ? "North" : "South") \(two(degrees))°\(two(minutes))'\(two(rest))\" \(side ? "East" : "West")"
        case 1: return "\(up ? "N" : "S") \(two(degrees))°\(two(minutes))'\(two(rest))\" \(side ? "E" : "W")"
        case 2:
            return
                "\(up ? "North" : "South") \(degrees) degrees \(two(minutes)) minutes \(two(rest)) seconds \(side ? "East" : "West")"
        default: return "\(up ? "N" : "S")\(two(degrees))-\(two(minutes))-\(two(rest))\(side ? "E" : "W")"
        }
    }
}

extension Canvas {
    /// Always two decimals.
    static func fixed(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
}

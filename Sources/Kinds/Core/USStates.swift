import Model

/// The states and territories of the USA by the letters of the Postal Service (Publication 28, appendix B).
package enum USStates {
    package static let names: [String: String] = [
        "AL": "Alabama", "AK": "Alaska", "AZ": "Arizona", "AR": "Arkansas", "CA": "California", "CO": "Colorado",
        "CT": "Connecticut", "DE": "Delaware", "DC": "District of Columbia", "FL": "Florida", "GA": "Georgia",
        "HI": "Hawaii", "ID": "Idaho", "IL": "Illinois", "IN": "Indiana", "IA": "Iowa", "KS": "Kansas",
        "KY": "Kentucky", "LA": "Louisiana", "ME": "Maine", "MD": "Maryland", "MA": "Massachusetts",
        "MI": "Michigan", "MN": "Minnesota", "MS": "Mississippi", "MO": "Missouri", "MT": "Montana",
        "NE": "Nebraska", "NV": "Nevada", "NH": "New Hampshire", "NJ": "New Jersey", "NM": "New Mexico",
        "NY": "New York", "NC": "North Carolina", "ND": "North Dakota", "OH": "Ohio", "OK": "Oklahoma",
        "OR": "Oregon", "PA": "Pennsylvania", "RI": "Rhode Island", "SC": "South Carolina", "SD": "South Dakota",
        "TN": "Tennessee", "TX": "Texas", "UT": "Utah", "VT": "Vermont", "VA": "Virginia", "WA": "Washington",
        "WV": "West Virginia", "WI": "Wisconsin", "WY": "Wyoming", "AS": "American Samoa", "GU": "Guam",
        "MP": "Northern Mariana Islands", "PR": "Puerto Rico", "VI": "U.S. Virgin Islands",
    ]

    private static let codes: [String: String] = {
        var table: [String: String] = [:]
        for (code, name) in names { table[TextFolding.key(name)] = code }
        return table
    }()

    /// Abbreviations that were usual before the two letters.
    private static let traditional: [String: String] = [
        "ala": "AL", "ariz": "AZ", "ark": "AR", "calif": "CA", "colo": "CO", "conn": "CT", "del": "DE", "fla": "FL",
        "ill": "IL", "ind": "IN", "kans": "KS", "mass": "MA", "mich": "MI", "minn": "MN", "miss": "MS", "mont": "MT",
        "nebr": "NE", "nev": "NV", "okla": "OK", "ore": "OR", "penn": "PA", "tenn": "TN", "tex": "TX", "wash": "WA",
        "wis": "WI", "wyo": "WY", "n y": "NY", "n j": "NJ", "n c": "NC", "s c": "SC", "d c": "DC",
    ]

    /// First three digits of the ZIP codes of each state: ranges of the Postal Service's list L002.
    private static let prefixes: [String: [ClosedRange<Int>]] = [
        "AL": [350...369], "AK": [995...999], "AZ": [850...865], "AR": [716...729], "CA": [900...961],
        "CO": [800...816], "CT": [60...69], "DE": [197...199], "DC": [200...205, 569...569], "FL": [320...349],
        "GA": [300...319, 398...399], "HI": [967...968], "ID": [832...838], "IL": [600...629], "IN": [460...479],
        "IA": [500...528], "KS": [660...679], "KY": [400...427], "LA": [700...714], "ME": [39...49],
        "MD": [206...219], "MA": [10...27, 55...55], "MI": [480...499], "MN": [550...567], "MS": [386...397],
        "MO": [630...658], "MT": [590...599], "NE": [680...693], "NV": [889...898], "NH": [30...38],
        "NJ": [70...89], "NM": [870...884], "NY": [5...5, 63...63, 100...149], "NC": [270...289],
        "ND": [580...588], "OH": [430...459], "OK": [730...749], "OR": [970...979], "PA": [150...196],
        "RI": [28...29], "SC": [290...299], "SD": [570...577], "TN": [370...385],
        "TX": [733...733, 750...799, 885...885],
        "UT": [840...847], "VT": [50...59], "VA": [201...201, 220...246], "WA": [980...994], "WV": [247...268],
        "WI": [530...549], "WY": [820...831], "AS": [967...967], "GU": [969...969], "MP": [969...969],
        "PR": [6...7, 9...9], "VI": [8...8],
    ]

    /// The two letters of a state given by letters, name or traditional abbreviation.
    package static func code(_ text: some StringProtocol) -> String? {
        let trimmed = TextFolding.trim(text, [".", ",", ";", ":", "(", ")"])
        let upper = trimmed.uppercased()
        if names[upper] != nil { return upper }
        let key = TextFolding.key(trimmed)
        for prefix in ["state of ", "commonwealth of ", "the state of "] where key.hasPrefix(prefix) {
            return codes[String(key.dropFirst(prefix.count))]
        }
        return codes[key] ?? traditional[key]
    }

    /// The full name of a state given by letters, name or traditional abbreviation; one misread letter is forgiven in
    /// a name of six or more.
    package static func name(_ text: some StringProtocol) -> Reading<String>? {
        if let code = code(text), let name = names[code] { return Reading(name) }
        let letters = TextFolding.letters(text)
        guard letters.count >= 6 else { return nil }
        let near = names.values.filter { EditDistance.isWithinOne(letters, TextFolding.letters($0)) }
        guard near.count == 1, let name = near.first else { return nil }
        return Reading(name, isRepaired: true)
    }

    /// Whether a ZIP code belongs to a state; nil for a state without a list.
    package static func zip(_ zip: some StringProtocol, isIn code: String) -> Bool? {
        guard let ranges = prefixes[code], let prefix = Int(zip.prefix(3)) else { return nil }
        return ranges.contains { $0.contains(prefix) }
    }

    /// The state that a ZIP code lies in; nil where its first three digits belong to several or none.
    package static func only(ofZip zip: some StringProtocol) -> String? {
        let codes = codes(ofZip: zip)
        return codes.count == 1 ? codes[0] : nil
    }

    /// The states that a ZIP code's first three digits belong to.
    private static func codes(ofZip zip: some StringProtocol) -> [String] {
        guard let prefix = Int(zip.prefix(3)) else { return [] }
        return prefixes.filter { $0.value.contains { $0.contains(prefix) } }.map(\.key).sorted()
    }
}

/// A city of the United States with what goes with it.
struct Place: Sendable {
    var city: String
    /// Without the word County or Parish.
    var county: String
    /// Two letters.
    var state: String
    var zip: String
    var areaCode: String

    /// The state's full name.
    var stateName: String { Self.stateNames[state] ?? state }

    /// One row a city: state, city, county, postal code, area code.
    static let all: [Place] = table.split(separator: "\n").compactMap { row in
        let cells = row.split(separator: "|").map(String.init)
        guard cells.count == 5 else { return nil }
        return Place(city: cells[1], county: cells[2], state: cells[0], zip: cells[3], areaCode: cells[4])
    }

    static func all(in states: [String]) -> [Place] { all.filter { states.contains($0.state) } }

    static let stateNames: [String: String] = [
        "AL": "Alabama", "AZ": "Arizona", "CA": "California", "CO": "Colorado", "CT": "Connecticut", "FL": "Florida",
        "GA": "Georgia", "IA": "Iowa", "ID": "Idaho", "IL": "Illinois", "IN": "Indiana", "KS": "Kansas",
        "KY": "Kentucky", "MA": "Massachusetts", "MD": "Maryland", "MI": "Michigan", "MN": "Minnesota",
        "MO": "Missouri", "NC": "North Carolina", "NE": "Nebraska", "NJ": "New Jersey", "NM": "New Mexico",
        "NV": "Nevada", "NY": "New York", "OH": "Ohio", "OK": "Oklahoma", "OR": "Oregon", "PA": "Pennsylvania",
        "SC": "South Carolina", "TN": "Tennessee", "TX": "Texas", "UT": "Utah", "VA": "Virginia", "WA": "Washington",
        "WI": "Wisconsin",
    ]

    private static let table = """
        AL|Huntsville|Madison|35801|256
        AL|Mobile|Mobile|36602|251
        AZ|Phoenix|Maricopa|85004|602
        AZ|Tucson|Pima|85701|520
        AZ|Prescott|Yavapai|86301|928
        CA|Fresno|Fresno|93721|559
        CA|Sacramento|Sacramento|95814|916
        CA|San Diego|San Diego|92103|619
        CA|Pasadena|Los Angeles|91101|626
        CA|Santa Rosa|Sonoma|95404|707
        CA|Oakland|Alameda|94607|510
        CA|Redding|Shasta|96001|530
        CO|Denver|Denver|80203|303
        CO|Fort Collins|Larimer|80521|970
        CO|Pueblo|Pueblo|81003|719
        CT|Danbury|Fairfield|06810|203
        FL|Orlando|Orange|32801|407
        FL|Tampa|Hillsborough|33602|813
        FL|Ocala|Marion|34471|352
        FL|Naples|Collier|34102|239
        GA|Savannah|Chatham|31401|912
        GA|Athens|Clarke|30601|706
        GA|Marietta|Cobb|30060|770
        IA|Des Moines|Polk|50309|515
        IA|Dubuque|Dubuque|52001|563
        ID|Boise|Ada|83702|208
        IL|Springfield|Sangamon|62701|217
        IL|Rockford|Winnebago|61101|815
        IL|Evanston|Cook|60201|847
        IN|Fort Wayne|Allen|46802|260
        IN|Bloomington|Monroe|47401|812
        KS|Wichita|Sedgwick|67202|316
        KS|Lawrence|Douglas|66044|785
        KY|Lexington|Fayette|40507|859
        MA|Worcester|Worcester|01608|508
        MA|Springfield|Hampden|01103|413
        MD|Annapolis|Anne Arundel|21401|410
        MD|Rockville|Montgomery|20850|301
        MI|Grand Rapids|Kent|49503|616
        MI|Lansing|Ingham|48933|517
        MI|Traverse City|Grand Traverse|49684|231
        MN|Duluth|St. Louis|55802|218
        MN|Rochester|Olmsted|55902|507
        MO|Columbia|Boone|65201|573
        MO|Kansas City|Jackson|64106|816
        NC|Asheville|Buncombe|28801|828
        NC|Durham|Durham|27701|919
        NE|Omaha|Douglas|68102|402
        NJ|Trenton|Mercer|08608|609
        NJ|Hackensack|Bergen|07601|201
        NM|Santa Fe|Santa Fe|87501|505
        NV|Reno|Washoe|89501|775
        NV|Las Vegas|Clark|89101|702
        NY|Albany|Albany|12207|518
        NY|Rochester|Monroe|14604|585
        NY|Syracuse|Onondaga|13202|315
        NY|White Plains|Westchester|10601|914
        OH|Akron|Summit|44308|330
        OH|Dayton|Montgomery|45402|937
        OH|Toledo|Lucas|43604|419
        OK|Tulsa|Tulsa|74103|918
        OK|Norman|Cleveland|73069|405
        OR|Eugene|Lane|97401|541
        OR|Portland|Multnomah|97204|503
        PA|Erie|Erie|16501|814
        PA|Lancaster|Lancaster|17603|717
        PA|Scranton|Lackawanna|18503|570
        SC|Greenville|Greenville|29601|864
        TN|Knoxville|Knox|37902|865
        TN|Chattanooga|Hamilton|37402|423
        TX|Austin|Travis|78701|512
        TX|Fort Worth|Tarrant|76102|817
        TX|Lubbock|Lubbock|79401|806
        TX|Galveston|Galveston|77550|409
        UT|Provo|Utah|84601|801
        UT|St. George|Washington|84770|435
        VA|Roanoke|Roanoke|24011|540
        VA|Fairfax|Fairfax|22030|703
        WA|Spokane|Spokane|99201|509
        WA|Tacoma|Pierce|98402|253
        WA|Olympia|Thurston|98501|360
        WI|Madison|Dane|53703|608
        WI|Green Bay|Brown|54301|920
        """
}

/// A postal address in the United States.
struct Address: Sendable {
    var street: String
    var place: Place

    var cityLine: String { "\(place.city), \(place.state) \(place.zip)" }
    /// As the contract writes it: one line, commas between its parts.
    var line: String { "\(street), \(cityLine)" }
    var upper: Address {
        var copy = self
        copy.street = street.uppercased()
        copy.place.city = place.city.uppercased()
        return copy
    }
}

extension Maker {
    mutating func place(in states: [String] = []) -> Place {
        random.pick(states.isEmpty ? Place.all : Place.all(in: states))
    }

    mutating func address(in place: Place) -> Address {
        let street = "\(random.pick(Self.streetNames)) \(random.pick(Self.streetKinds))"
        let number = random.chance(0.7) ? random.int(101...9899) : random.int(10...99)
        let direction = random.chance(0.15) ? random.pick(["N ", "S ", "E ", "W "]) : ""
        let unit =
            random.chance(0.15)
            ? random.pick([" Apt \(random.int(1...48))", " Unit \(random.int(1...30))", " #\(random.int(2...40))"]) : ""
        return Address(street: "\(number) \(direction)\(street)\(unit)", place: place)
    }

    /// Ten digits out of the range that is kept free for fiction (555-0100 to 555-0199), in the place's area code.
    mutating func telephone(in place: Place) -> (printed: String, e164: String) {
        let line = "01\(random.digits(2))"
        let printed = random.pick([
            "(\(place.areaCode)) 555-\(line)", "\(place.areaCode)-555-\(line)", "\(place.areaCode).555.\(line)",
            "+1 \(place.areaCode) 555 \(line)", "\(place.areaCode) 555-\(line)",
        ])
        return (printed, "+1\(place.areaCode)555\(line)")
    }

    private static let streetNames = [
        "Maple", "Oak", "Cedar", "Washington", "Lincoln", "Harbor", "Mill", "Church", "Prospect", "Highland", "Sunset",
        "Willow", "Orchard", "Franklin", "Meadow", "Ridge", "Elm", "Chestnut", "Juniper", "Quarry", "Bluff",
        "Spring Hill", "Old Post", "Fox Hollow", "Magnolia", "Larkspur", "Garfield", "Canyon View", "Stonegate",
        "Birch", "Walnut", "Laurel", "Jefferson", "Pine Crest", "Rosewood", "Hawthorne", "Sycamore", "Heron",
    ]
    private static let streetKinds = [
        "St", "Street", "Ave", "Avenue", "Rd", "Road", "Ln", "Lane", "Dr", "Drive", "Ct", "Court", "Blvd", "Way", "Pl",
        "Terrace", "Circle",
    ]
}

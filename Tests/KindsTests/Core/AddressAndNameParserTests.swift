import Testing

@testable import Kinds

@Suite struct AddressAndNameParserTests {
    // A street with a number and a town; a unit is no town, and nothing is cut off at the state.
    @Test(arguments: [
        ("12 Larkspur Way, Halifax, NS B3H 1A1", true), ("12 Larkspur Way, Halifax, NS B3H 1A1, Canada", true),
        ("Halifax, NS B3H 1A1", false), ("Halifax, NS B3H 1A1, Canada", false),
        ("12 Rue Haute, Ste. Anne, QC H0H 0H0", true), ("12 Larkspur Way, Apt 4", false),
        ("12 Larkspur Way, Reno, NV", false), ("12 Larkspur Way, Reno, NV 89501", true),
        ("12 rue du Lac, Genève, Suisse", true), ("7/25, Data request", false),
    ]) func anAddressHasAStreetAndATown(text: String, isWellFormed: Bool) {
        #expect(AddressParser.parse(text)?.isWellFormed == isWellFormed)
    }

    @Test(arguments: [
        ("known as: 16 Larkspur Street, Reno, NV 89501", "16 Larkspur Street, Reno, NV 89501"),
        ("po box 12, Reno, NV 89501", "po box 12, Reno, NV 89501"), ("calle mayor 5, Madrid", "calle mayor 5, Madrid"),
        // Long lines without a number take no longer.
        (
            String(repeating: "abcdefghij", count: 40) + " x, Reno",
            String(repeating: "abcdefghij", count: 40) + " x, Reno"
        ),
    ]) func aLeadInIsNoPartOfAnAddress(text: String, address: String) {
        #expect(AddressParser.parse(text)?.value == address)
    }

    @Test(arguments: [
        ("De Kalb", "GA", true), ("Saint Louis", "MO", true), ("Lake of the Woods", "MN", true), ("Polk", nil, true),
        ("Poik", nil, false), ("Polk1", nil, false), ("King George", "WA", false),
    ]) func knowsTheCountiesOfAState(name: String, state: String?, isOne: Bool) {
        #expect(USCounties.contains(name, in: state) == isOne)
    }

    @Test func knowsAnAddressWithoutItsZipCode() {
        #expect(AddressParser.lacksZip("5012 Cedar Terrace, St. George, UT"))
        #expect(!AddressParser.lacksZip("5012 Cedar Terrace, St. George, UT 84770"))
        #expect(!AddressParser.lacksZip("12 rue du Lac, Genève, Suisse"))
    }

    @Test(arguments: [
        (["123 Main Street, Apt. 4", "Springfield, IL 62704"], "123 Main Street, Apt. 4, Springfield, IL 62704"),
        (["P.O. Box 12", "Sacramento, CA", "95814-1234"], "P.O. Box 12, Sacramento, CA 95814-1234"),
        (
            ["10 Downing Street", "London SW1A 2AA", "United Kingdom"],
            "10 Downing Street, London SW1A 2AA, United Kingdom"
        ),
        (["Musterstraße 5", "10115 Berlin"], "Musterstraße 5, 10115 Berlin"),
    ]) func joinsTheLinesOfAnAddress(lines: [String], address: String) {
        let reading = AddressParser.parse(lines: lines)
        #expect(reading?.value == address)
        #expect(reading?.isWellFormed == true)
    }

    @Test(arguments: [
        ("60 Larkspur Street, Scranton PA 18503", "60 Larkspur Street, Scranton, PA 18503"),
        ("12 Elm Street Reno NV 89501, USA", "12 Elm Street Reno NV 89501, USA"),
    ])
    func partsTownsByCommas(read: String, meant: String) {
        #expect(AddressParser.parse(read)?.value == meant)
    }

    @Test func anAddressWithoutANumberHasLostIt() {
        #expect(AddressParser.parse("Bluff Court, Portland, OR 97204")?.isWellFormed == false)
        #expect(AddressParser.parse("28, Dayton, OH 45402")?.isWellFormed == false)
        #expect(AddressParser.parse("2330 who Laurel Drive, Portland, OR 97204")?.isWellFormed == false)
        #expect(AddressParser.parse("2330 Laurel drive apt 4, Portland, OR 97204")?.isWellFormed == true)
        #expect(AddressParser.parse("4422 Bluff F Austin, TX 78701")?.isWellFormed == false)
        #expect(AddressParser.parse("4422 Bluff Pl Austin, TX 78701")?.isWellFormed == true)
        #expect(AddressParser.parse("12 Calle de la Luna, Austin, TX 78701")?.isWellFormed == true)
        #expect(AddressParser.parse("P.O. Box 12 Austin, TX 78701")?.isWellFormed == true)
        #expect(AddressParser.parse("One Market Plaza, Portland, OR 97204")?.isWellFormed == true)
    }

    @Test(arguments: [
        "Pasadena, CA 91101 and was born on November 5, 1960. Our client makes the",
        "12 Elm St, Pasadena, California 91101-0020, and I write to you, for the second time",
    ]) func aSentenceThatGoesOnBehindAZipCodeIsNoAddress(text: String) {
        #expect(AddressParser.parse(text)?.isWellFormed == false)
    }

    @Test func stateAndZipMustAgree() {
        #expect(AddressParser.parse("1 Main St, Reno, NV 10001")?.isWellFormed == false)
        #expect(AddressParser.parse("1 Main St, Reno, NV 89501")?.isWellFormed == true)
    }

    @Test func findsStateAndZip() throws {
        let (state, zip) = try #require(AddressParser.stateAndZip("1 Main St, Charleston, West Virginia 25301, USA"))
        #expect(state == "WV")
        #expect(zip == "25301")
        #expect(AddressParser.stateAndZip("10 Downing Street, London") == nil)
    }

    @Test(arguments: [
        ("California", "CA"), ("State of California", "CA"), ("CALIF.", "CA"), ("ca", "CA"), ("New  York", "NY"),
        ("N.Y.", "NY"), ("Atlantis", ""), ("", ""),
    ]) func knowsStates(text: String, code: String) {
        #expect(USStates.code(text) ?? "" == code)
    }

    @Test func forgivesOneMisreadLetterInAStateName() {
        #expect(USStates.name("Califomia") == nil || USStates.name("Califomia")?.isRepaired == true)
        #expect(USStates.name("Callfornia")?.value == "California")
        #expect(USStates.name("Utha") == nil)
        #expect(USStates.name("TX")?.value == "Texas")
    }

    @Test func everyStateHasAUniqueNameThatReadsBack() {
        for (code, name) in USStates.names {
            #expect(USStates.code(name) == code)
            #expect(USStates.name(code)?.value == name)
        }
    }

    @Test(arguments: [
        ("John Q. Public,", "John Q. Public", ""), ("_____Jane Doe_____", "Jane Doe", ""),
        ("JOHN DOE, a married man", "JOHN DOE", "a married man"),
        ("Jane Roe, as Trustee of the Roe Family Trust", "Jane Roe", "as Trustee of the Roe Family Trust"),
        ("Martin Doe Jr.", "Martin Doe Jr.", ""), ("Acme Data, Inc.", "Acme Data, Inc.", ""),
        ("Dr. María O'Brien-López", "Dr. María O'Brien-López", ""), ("Ana Single", "Ana Single", ""),
    ]) func cleansANameAndSetsItsCapacityApart(text: String, name: String, capacity: String) {
        let reading = NameParser.parse(text)
        #expect(reading?.value.name == name)
        #expect(reading?.value.capacity ?? "" == capacity)
        #expect(reading?.isWellFormed == true)
    }

    @Test(arguments: [
        ("7/25, Data form", false), ("14 Rue Verte, Lyon", true), ("Rue Verte 14, 69001 Lyon", true),
        ("12 Oak Street Apt 3°, Reno, NV 89501", false),
    ])
    func anAddressHasItsNumberBesideAName(text: String, isWellFormed: Bool) {
        #expect(AddressParser.parse(text)?.isWellFormed == isWellFormed)
    }

    @Test(arguments: [("Ada Moss IlI", "Ada Moss III"), ("Ada 0'Quill", "Ada O'Quill"), ("Ada Moss Il", "Ada Moss II")])
    func strokesAtANamesEndAreANumeral(printed: String, name: String) {
        #expect(NameParser.parse(printed)?.value.name == name)
    }

    @Test(arguments: [("Act), Part 3", false), ("Ada (Addie) Moss", true)])
    func aNamesBracketsAreWhole(text: String, isWellFormed: Bool) {
        #expect(NameParser.parse(text)?.isWellFormed == isWellFormed)
    }

    @Test func tellsCompaniesFromPersons() {
        #expect(NameParser.isOrganization("Acme Data, Inc."))
        #expect(NameParser.isOrganization("First National Bank"))
        #expect(!NameParser.isOrganization("John Q. Public"))
        #expect(NameParser.parse("12345")?.value == nil)
        #expect(NameParser.parse("J0hn 4 Doe")?.isWellFormed == false)
    }

    @Test(arguments: [
        ("No. 2021-0012345", "2021-0012345"), ("# 123-456-789", "123-456-789"), ("A1234567 Class C", "A1234567"),
        ("DOC 2021-00012", "DOC 2021-00012"), ("12 34 56 789", "12 34 56 789"), ("none", ""), ("", ""),
    ]) func readsACode(text: String, code: String) {
        #expect(CodeParser.parse(text)?.value ?? "" == code)
    }
}

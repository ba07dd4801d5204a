import Testing

@testable import Kinds

@Suite struct AddressAndNameParserTests {
    // `S` was read as a 5; streets that are numbered are another thing.
    @Test(arguments: [
        ("5959 5 Laurel Ct, Danbury, CT 06810", false), ("5959 S Laurel Ct, Danbury, CT 06810", true),
        ("120 5 Ave, New York, NY 10011", true),
        ("8398 N Highland. Road, Danbury, CT 06810", false), ("8398 N. Highland Blvd. Apt 4, Danbury, CT 06810", true),
        ("76 Oak Lane, F ort Worth, TX 76102", false), ("76 Avenue C, Fort Worth, TX 76102", true),
        ("76 Prospect Blvd, St, George, UT 84770", false), ("76 Prospect Blvd, St. George, UT 84770", true),
        ("1126 Quarry Pl St, George, UT 84770", false), ("1126 Quarry PI St, George, UT 84770", false),
        ("1126 Quarry St, George, UT 84770", true),
    ]) func aFigureOrAStopWithinAStreetsNameIsNone(text: String, isWellFormed: Bool) throws {
        let reading = try #require(AddressParser.parse(text))
        #expect(reading.isWellFormed == isWellFormed)
    }

    @Test(arguments: [
        ("wojciech Bondarets", "Wojciech Bondarets"), ("van Doorn", "van Doorn"), ("vera wexford", "vera wexford"),
        ("eva Lindqvist", "eva Lindqvist"),
    ]) func aNameBeginsWithACapitalWhereItsShapeIsTheSame(printed: String, name: String) {
        #expect(NameParser.parse(printed)?.value.name == name)
    }

    @Test func knowsAnAddressWithoutItsZipCode() {
        #expect(AddressParser.lacksZip("5012 Cedar Terrace, St. George, UT"))
        #expect(!AddressParser.lacksZip("5012 Cedar Terrace, St. George, UT 84770"))
        #expect(!AddressParser.lacksZip("12 rue du Lac, Genève, Suisse"))
    }

    @Test func aStopBetweenTwoWordsIsASpeck() {
        let reading = AddressParser.parse("1004 Chestnut.Road, Pueblo, CO 81003")
        #expect(reading?.value == "1004 Chestnut Road, Pueblo, CO 81003" && reading?.isRepaired == true)
        #expect(AddressParser.parse("12 St.Paul Court, Reno, NV 89501")?.value == "12 St.Paul Court, Reno, NV 89501")
    }

    @Test func aStopBehindAWholeSuffixIsAComma() {
        #expect(
            AddressParser.parse("8506 Old Post Way. San Diego, CA 92103")?.value
                == "8506 Old Post Way, San Diego, CA 92103")
        #expect(
            AddressParser.parse("46 Walnut Circle, Lubbock. TX 79401")?.value == "46 Walnut Circle, Lubbock, TX 79401")
        #expect(
            AddressParser.parse("75 Chestnut Road #10. San Diego, CA 92103")?.value
                == "75 Chestnut Road #10, San Diego, CA 92103")
        #expect(
            AddressParser.parse("12 Elm St. Paul Court, Reno, NV 89501")?.value
                == "12 Elm St. Paul Court, Reno, NV 89501")
    }

    @Test func aQWithoutAUIsAnO() {
        #expect(AddressParser.parse("12 Triq San Pawl, Qormi QRM 1410")?.value == "12 Triq San Pawl, Qormi QRM 1410")
        #expect(
            AddressParser.parse("6308 Queen Circle, Qakland, CA 94607")?.value == "6308 Queen Circle, Oakland, CA 94607"
        )
    }

    @Test func aStopBetweenAStreetAndItsTownIsAComma() {
        let reading = AddressParser.parse("54 Prospect Dr. Pasadena, CA 91101")
        #expect(reading?.value == "54 Prospect Dr, Pasadena, CA 91101" && reading?.isRepaired == true)
        #expect(
            AddressParser.parse("3975 Elm Ln. Evanston. IL 60201")?.value == "3975 Elm Ln, Evanston, IL 60201")
        #expect(
            AddressParser.parse("82 Bay Ave Unit 18. Columbia, MO 65201")?.value
                == "82 Bay Ave Unit 18, Columbia, MO 65201")
        for whole in [
            "12 N St. Louis Ave, Chicago, IL 60601", "489 Oak Way, St. George, UT 84770",
            "54 Prospect Dr. Apt 4, Pasadena, CA 91101",
            "54 Prospect Dr., Pasadena, CA 91101", "54 Prospect Dr. NE, Atlanta, GA 30301",
        ] {
            #expect(AddressParser.parse(whole)?.value == whole)
        }
    }

    @Test(arguments: [
        (["123 Main Street, Apt. 4", "Springfield, IL 62704"], "123 Main Street, Apt. 4, Springfield, IL 62704"),
        (["P.O. Box 12", "Sacramento, CA", "95814-1234"], "P.O. Box 12, Sacramento, CA 95814-1234"),
        (
            ["10 Downing Street", "London SW1A 2AA", "United Kingdom"],
            "10 Downing Street, London SW1A 2AA, United Kingdom"
        ),
        (["Musterstraße 5", "10115 Berlin"], "Musterstraße 5, 10115 Berlin"),
        (["77 Oak Ave., Reno, NV 895O1"], "77 Oak Ave., Reno, NV 89501"),
    ]) func joinsTheLinesOfAnAddress(lines: [String], address: String) {
        let reading = AddressParser.parse(lines: lines)
        #expect(reading?.value == address)
        #expect(reading?.isWellFormed == true)
    }

    @Test(arguments: [
        ("83 Church PI", "83 Church Pl"), ("83 W Church P!", "83 W Church Pl"), ("83 CHURCH PI", "83 CHURCH PL"),
        ("1579 W Quarry P1 Apt 4", "1579 W Quarry Pl Apt 4"),
        ("12 Mill $t #7", "12 Mill St #7"), ("40 Ocean BIvd", "40 Ocean Blvd"), ("9 In", "9 In"),
        ("PI Church 83", "PI Church 83"), ("83 PI Lane", "83 PI Lane"),
    ])
    func putsTheSuffixOfAStreetRight(printed: String, read: String) {
        #expect(StreetSuffix.repaired(printed) == read)
    }

    @Test(arguments: ["3303 Birch Ra", "9 Main Sl", "40 OCEAN BLVO", "12 Elm Streel", "7 Oak Ln #4"])
    func knowsAMisreadSuffixOfAStreet(line: String) {
        #expect(StreetSuffix.isMisread(line) == (line != "7 Oak Ln #4"))
        #expect(AddressParser.parse("\(line), Reno, NV 89501")?.isWellFormed == (line == "7 Oak Ln #4"))
    }

    @Test(arguments: [
        ("98E Quarry Drive, Provo, UT 84601", "98 E Quarry Drive, Provo, UT 84601", true),
        ("98B Quarry Drive, Provo, UT 84601", "98B Quarry Drive, Provo, UT 84601", false),
        ("1E Road, Provo, UT 84601", "1E Road, Provo, UT 84601", false),
        ("7780- Quarry Drive, Provo, UT 84601", "7780 Quarry Drive, Provo, UT 84601", true),
        ("7780-Quarry Drive, Provo, UT 84601", "7780 Quarry Drive, Provo, UT 84601", true),
        ("77-80 Quarry Drive, Provo, UT 84601", "77-80 Quarry Drive, Provo, UT 84601", false),
    ]) func aDirectionStandsApartFromTheHousesNumber(line: String, address: String, isRepaired: Bool) throws {
        let reading = try #require(AddressParser.parse(line))
        #expect(reading.value == address && reading.isRepaired == isRepaired)
    }

    @Test(arguments: ["12 Broadway", "7 El Camino Real", "5 Avenue B", "1600 Pennsylvania Ave NW", "8 Sunset Way"])
    func takesNoOtherWordForAMisreadSuffix(line: String) {
        #expect(!StreetSuffix.isMisread(line))
    }

    @Test(arguments: [
        ("92 Oak Street, Danbury, GT 06810", "92 Oak Street, Danbury, CT 06810")
    ]) func putsTheStateRightByTheZIPCode(text: String, address: String) {
        let reading = AddressParser.parse(text)
        #expect(reading?.value == address)
        #expect(reading?.isRepaired == true)
    }

    @Test(arguments: [
        ("60 Larkspur Street, Scranton PA 18503", "60 Larkspur Street, Scranton, PA 18503"),
        ("3596 Walnut PI. Denver, CO 80203", "3596 Walnut Pl, Denver, CO 80203"),
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

import Model
import Testing

@testable import Kinds

/// Courses and bearings, held against their rules and against each other.
@Suite struct DeedSurveyTests {
    /// A square of 300 feet, turned by 30 degrees: it closes to the hundredth.
    static let square = [
        "North 30 degrees 00 minutes 00 seconds East, a distance of 300.00 feet to an iron pin",
        "South 60 degrees 00 minutes 00 seconds East, 300.00 feet to a point",
        "South 30 degrees 00 minutes 00 seconds West, 300.00 feet to a stake",
        "North 60 degrees 00 minutes 00 seconds West, 300.00 feet to the point of beginning",
    ]

    private static func extraction(
        _ courses: [String], lead: String = "BEGINNING at an iron pin in the road;", area: String = "2.07 acres",
        unsure: String? = nil
    ) -> Extraction {
        let land = DeedPages.wrapped(
            lead + courses.map { " thence \($0)" }.joined(separator: ";") + ", containing \(area).")
        var document = DeedPages.document([
            """
            ><WARRANTY DEED

            JOHN DOE, a single man, conveys and warrants to RICHARD ROE, a widower, the following described real
            estate, situated in Lane County, Oregon, to wit:

            ⟦\(land)⟧

            Subject to easements.
            """
        ])
        for index in document.pages[0].words.indices where document.pages[0].words[index].text == unsure {
            document.pages[0].words[index].confidence = 0.4
        }
        return DeedPages.extract(document)
    }

    @Test func aSurveyThatComesBackIsSaidToClose() {
        let extraction = Self.extraction(Self.square)
        #expect(extraction.fields["legal_description"]?.checks.contains(Check(name: "closure", passed: true)) == true)
        #expect(extraction.confidence("legal_description") >= 0.9)
        #expect(extraction.warnings.isEmpty)
    }

    @Test func aMisreadDistanceIsDoubtedWithAWarning() {
        var courses = Self.square
        courses[2] = courses[2].replacing("300.00", with: "800.00")
        let extraction = Self.extraction(courses)
        #expect(!extraction.passes("legal_description"))
        #expect(extraction.warnings.map(\.code) == [.surveyOpen])
    }

    @Test(arguments: ["300.00", "2.07"]) func figuresThatCloseAreRightHoweverTheyWereRead(unsure: String) {
        #expect(Self.extraction(Self.square, unsure: unsure).confidence("legal_description") >= 0.9)
        let lead =
            "Commencing at a stone; thence South 10 degrees 00 minutes 00 seconds East, 300.00 feet to the point of beginning;"
        // What leads to the beginning closes with nothing; the area is that of the survey all the same.
        let isProven = Self.extraction(Self.square, lead: lead, unsure: unsure).confidence("legal_description") >= 0.9
        #expect(isProven == (unsure == "2.07"))
    }

    private static func provenWords(_ courses: [String], area: String) -> Int {
        extraction(courses, area: area).proven.count
    }

    /// Four lengths, and the degrees and minutes of four bearings in words.
    @Test func lengthsThatCloseToTheirLastFigureAreProven() {
        #expect(Self.provenWords(Self.square, area: "some land") == 12)
        var courses = Self.square
        courses[2] = courses[2].replacing("300.00", with: "300.04")
        #expect(Self.provenWords(courses, area: "some land") == 0)
    }

    /// A figure more, which a speck may be: its course is looked at, and the other three are proven.
    @Test func aLengthWithMoreFiguresThanTheOthersIsNotProven() {
        var courses = Self.square
        courses[1] = courses[1].replacing("300.00", with: "300.003")
        #expect(Self.provenWords(courses, area: "some land") == 9)
    }

    /// The square has 90,000 square feet.
    @Test(
        arguments: [
            ("2.07 acres", 13), ("90,000 square feet", 13), ("2 acres", 12), ("2.04 acres", 12), ("2.67 acres", 12),
            ("207 acres", 12),
        ])
    func anAreaIsProvenWhereItIsWhatTheCoursesEnclose(area: String, proven: Int) {
        #expect(Self.provenWords(Self.square, area: area) == proven)
    }

    // Five minutes of 300 feet are less than surveys may be off; one figure closes them to the hundredth.
    @Test func aSurveyThatClosesWithAnotherFigureIsDoubted() {
        var courses = Self.square
        courses[1] = courses[1].replacing("60 degrees 00 minutes", with: "60 degrees 05 minutes")
        #expect(!Self.extraction(courses, area: "some land").passes("legal_description"))
        courses[2] = courses[2].replacing("300.00", with: "300.31")
        #expect(Self.extraction(courses, area: "some land").passes("legal_description"))
    }

    @Test func aMisreadDegreeIsDoubted() {
        var courses = Self.square
        courses[1] = courses[1].replacing("60 degrees", with: "50 degrees")
        #expect(!Self.extraction(courses).passes("legal_description"))
    }

    @Test func coursesToTheBeginningAreNotOfTheSurvey() {
        let lead =
            "Commencing at the Northwest corner of Section 8; thence South 10 degrees 00 minutes 00 seconds East, 90.00 feet to the point of beginning;"
        let extraction = Self.extraction(Self.square, lead: lead)
        #expect(extraction.fields["legal_description"]?.checks.contains(Check(name: "closure", passed: true)) == true)
    }

    @Test func oldSurveysCloseAsNearAsTheirFiguresSay() {
        let courses = [
            "North 45 degrees East 10 chains to an oak", "South 45 degrees East 10 chains to a stone",
            "South 45 degrees West 10 chains", "North 46 degrees West 10 chains to the place of beginning",
        ]
        #expect(Self.extraction(courses).warnings.isEmpty)
    }

    /// Nothing proves such a survey whole, and nothing speaks against it.
    @Test func coursesAlongARoadAreNeitherClosedNorOpen() {
        var courses = Self.square
        courses[1] = "along the road 280.00 feet to a point"
        let extraction = Self.extraction(courses)
        #expect(extraction.warnings.isEmpty)
        #expect(extraction.fields["legal_description"]?.checks.contains { $0.name == "closure" } == false)
    }

    @Test(
        arguments: [
            "S5 86 degrees 20 minutes 10 seconds East,", "8 86 degrees 20 minutes East,", "N 45930'10\" E,",
            "North 95 degrees East,", "N 45-70-10 E,",
        ])
    func aBearingThatIsNoneIsDoubted(printed: String) {
        let courses = ["\(printed) 155.11 feet to the point of beginning"]
        #expect(!Self.extraction(courses).passes("legal_description"))
    }

    @Test(
        arguments: [
            "North 1,320 feet", "North 155.11' to a stake",
            "along a curve with a central angle of 45°30'10\" 90.00 feet",
            "North 155.11 feet", "N 45-30-10 E, 155.11 feet", "at an angle of 90 degrees 155.11 feet",
        ])
    func whatIsNoBearingIsNotDoubted(printed: String) {
        let courses = ["\(printed) to the point of beginning"]
        #expect(Self.extraction(courses).confidence("legal_description") >= 0.9)
    }

    @Test func aNotaryElsewhereIsToldOf() {
        func warnings(_ county: String) -> [WarningCode] {
            DeedPages.extract(
                """
                ><QUITCLAIM DEED

                JOHN DOE, a single man, for Ten Dollars, quitclaims to RICHARD ROE, a widower, the following described
                real estate, situated in Lane County, Oregon, to wit:

                ⟦Lot 5, Block 2, Oak Grove Addition, Lane County, Oregon.⟧

                Dated March 4, 2021.

                STATE OF OREGON
                COUNTY OF \(county)

                This record was acknowledged before me on March 4, 2021 by John Doe. Notary Public
                """
            ).warnings.map(\.code)
        }
        #expect(warnings("LANE") == [])
        #expect(warnings("LINN") == [.countiesDiffer])
    }
}

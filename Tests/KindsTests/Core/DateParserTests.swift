import Kinds
import Model
import Testing

@Suite struct DateParserTests {
    static let asOf = CalendarDate(year: 2026, month: 6, day: 15)

    static func parser(_ order: DateParser.Order? = nil, _ expectation: DateParser.Expectation = .any) throws
        -> DateParser
    {
        DateParser(order: order, expectation: expectation, asOf: try #require(asOf))
    }

    @Test(arguments: [
        ("2021-03-04", "2021-03-04"), ("2021/03/04", "2021-03-04"), ("2021.03.04", "2021-03-04"),
        ("03/14/2021", "2021-03-14"), ("14/03/2021", "2021-03-14"), ("14.03.2021", "2021-03-14"),
        ("4.3.2021", "2021-03-04"), ("04 MAR 2021", "2021-03-04"), ("04-MAR-21", "2021-03-04"),
        ("4 March 2021", "2021-03-04"), ("March 4, 2021", "2021-03-04"), ("Mar. 4, 2021", "2021-03-04"),
        ("MARCH 4TH, 2021", "2021-03-04"), ("Thursday, March 4, 2021", "2021-03-04"),
        ("this 4th day of March, 2021", ""), ("4th day of March, 2021", "2021-03-04"),
        ("4 th day of March, A.D. 2021", "2021-03-04"), ("14th dav of December, 2019", "2019-12-14"),
        ("fourth day of March, in the year of our Lord two thousand twenty-one", "2021-03-04"),
        ("twenty-first day of May, nineteen hundred and ninety-nine", "1999-05-21"),
        ("the 1st of June, twenty twenty-one", ""), ("1st of June, twenty twenty-one", "2021-06-01"),
        ("12MAY2020", "2020-05-12"), ("12 MAI/MAY 2020", "2020-05-12"), ("12 FÉV 2020", "2020-02-12"),
        ("March 2021", "2021-03"), ("20210304", "2021-03-04"), ("O3/14/2O21", "2021-03-14"),
        ("Febuary 4, 2021", "2021-02-04"), ("31/02/2021", ""), ("13/13/2021", ""), ("no date", ""), ("", ""),
        ("415-03-2021-77", ""), ("2021", ""),
    ]) func readsOneDate(text: String, iso: String) throws {
        #expect(try Self.parser().parse(text)?.value.iso ?? "" == iso)
    }

    @Test func givesBothReadingsWhereTheOrderIsOpen() throws {
        let reading = try #require(try Self.parser().parse("03/04/2021"))
        #expect(reading.isAmbiguous)
        #expect(Set([reading.value.iso] + reading.alternatives.map(\.iso)) == ["2021-03-04", "2021-04-03"])
    }

    @Test func followsTheGivenOrder() throws {
        let american = try #require(try Self.parser(.monthFirst).parse("03/04/2021"))
        #expect(american.value.iso == "2021-03-04")
        #expect(!american.isAmbiguous)
        #expect(try Self.parser(.dayFirst).parse("03/04/2021")?.value.iso == "2021-04-03")
        #expect(try Self.parser(.monthFirst).parse("23/04/2021")?.value.iso == "2021-04-23")
    }

    @Test func equalDayAndMonthIsNotAmbiguous() throws {
        #expect(try Self.parser().parse("04/04/2021")?.isAmbiguous == false)
    }

    @Test(arguments: [
        ("03/14/85", DateParser.Expectation.past, "1985-03-14"), ("03/14/25", .past, "2025-03-14"),
        ("03/14/27", .past, "1927-03-14"), ("03/14/31", .future, "2031-03-14"), ("03/14/19", .future, "2019-03-14"),
        ("03/14/30", .any, "2030-03-14"), ("03/14/60", .any, "1960-03-14"), ("JUL 16 26", .past, "1926-07-16"),
    ]) func choosesThePlausibleCentury(text: String, expectation: DateParser.Expectation, iso: String) throws {
        #expect(try Self.parser(.monthFirst, expectation).parse(text)?.value.iso == iso)
    }

    @Test func findsDatesInASentence() throws {
        let text = "IN WITNESS WHEREOF signed this 4th day of March, 2021, recorded on 03/15/2021 at 10:42 AM."
        let found = try Self.parser(.monthFirst).find(in: text)
        #expect(found.map(\.reading.value.iso) == ["2021-03-04", "2021-03-15"])
        #expect(found.map { String(Array(text)[$0.range]) } == ["4th day of March, 2021", "03/15/2021"])
    }

    @Test(arguments: ["86.10-5-15", "25.04-9-21", "44/10/5/2015"])
    func partOfALongerNumberIsNoDate(printed: String) throws {
        #expect(try Self.parser(.monthFirst).find(in: "Parcel \(printed)").isEmpty)
    }

    @Test func aYearWhoseEndWasLostIsNoYear() throws {
        #expect(try Self.parser().parse("February 28, 20;") == nil)
        #expect(try Self.parser().parse("28 FEB 20")?.value.iso == "2020-02-28")
    }

    @Test func reportsRepairs() throws {
        #expect(try Self.parser().parse("O3/14/2021")?.isRepaired == true)
        #expect(try Self.parser().parse("03/14/2021")?.isRepaired == false)
    }

    @Test func readsEveryPrintedFormOfEveryDay() throws {
        let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]
        let parser = try Self.parser(.monthFirst)
        for year in [1924, 1999, 2000, 2024] {
            for month in 1...12 {
                for day in 1...CalendarDate.days(in: month, of: year) {
                    let date = try #require(CalendarDate(year: year, month: month, day: day))
                    let name = months[month - 1]
                    let forms = [
                        date.iso, "\(month)/\(day)/\(year)", "\(name) \(day), \(year)", "\(day) \(name) \(year)",
                        "\(day) \(name.prefix(3).uppercased()) \(year)", "\(day)th day of \(name), \(year)",
                    ]
                    for form in forms { #expect(parser.parse(form)?.value == date, "\(form)") }
                }
            }
        }
    }
}

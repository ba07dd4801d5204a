import Model
import Testing

@testable import recto_factory

@Suite struct ZoneTests {
    /// The specimens that ICAO 9303 prints in its parts 4, 5 and 7.
    static func eriksson(_ code: String) throws -> Zone.Content {
        Zone.Content(
            code: code, issuer: "UTO", nationality: "UTO", surname: "Eriksson", givenNames: "Anna Maria",
            number: "L898902C3", birth: try #require(CalendarDate(iso: "1974-08-12")), sex: "F",
            expiry: try #require(CalendarDate(iso: "2012-04-15")), optional: "ZE184226B")
    }

    @Test func writesThePassportOfTheStandard() throws {
        #expect(
            Zone.td3(try Self.eriksson("P")) == [
                "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10",
            ])
    }

    @Test func writesTheCardOfTheStandard() throws {
        var content = try Self.eriksson("I")
        content.number = "D23145890"
        content.optional = ""
        #expect(
            Zone.td1(content) == [
                "I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<",
            ])
    }

    @Test func carriesALongNumberIntoTheOptionalData() throws {
        var content = try Self.eriksson("I")
        content.number = "D23145890734"
        content.optional = ""
        content.sex = "M"
        content.birth = try #require(CalendarDate(iso: "1934-07-12"))
        content.expiry = try #require(CalendarDate(iso: "1995-07-12"))
        #expect(
            Zone.td1(content).prefix(2) == ["I<UTOD23145890<7349<<<<<<<<<<<", "3407127M9507122UTO<<<<<<<<<<<2"])
    }

    @Test func transliteratesAsTheStandardSays() {
        #expect(Zone.name("Müller-Ångström") == "MUELLER<AANGSTROEM")
        #expect(Zone.name("Großkopf") == "GROSSKOPF")
        #expect(Zone.name("D'Arby Nováčik") == "DARBY<NOVACIK")
    }
}

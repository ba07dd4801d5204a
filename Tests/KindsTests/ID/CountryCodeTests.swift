import Kinds
import Testing

@Suite struct CountryCodeTests {
    @Test func holdsISOAndTheExceptionsOfICAO() {
        for code in ["USA", "FRA", "D", "GBR", "GBD", "GBN", "GBO", "GBP", "GBS", "UTO", "EUE", "UNO", "XXA", "RKS"] {
            #expect(CountryCodes.contains(code))
        }
        for code in ["DEU", "ZZZ", "", "US", "AAA"] { #expect(!CountryCodes.contains(code)) }
        #expect(CountryCodes.all.count >= 249 + 15)
    }

    @Test(arguments: [
        ("Deutschland", "D"), ("DEUTSCH", "D"), ("DEU", "D"), ("République française", "FRA"), ("Française", "FRA"),
        ("ESPAÑA", "ESP"), ("United States of America", "USA"), ("Côte d'Ivoire", "CIV"), ("British Citizen", "GBR"),
        ("Österreich", "AUT"), ("Canadian/Canadienne", "CAN"), ("utopian", "UTO"), ("U.S. CITIZEN", "USA"),
    ]) func knowsCountriesByNameAndNational(text: String, code: String) {
        #expect(CountryCodes.code(for: text) == code)
    }

    @Test func doesNotGuess() {
        for text in ["", "Atlantis", "FR", "United", "12"] { #expect(CountryCodes.code(for: text) == nil) }
        #expect(CountryCodes.code(forName: "German") == nil)
    }
}

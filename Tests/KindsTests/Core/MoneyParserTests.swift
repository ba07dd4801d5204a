import Kinds
import Testing

@Suite struct MoneyParserTests {
    @Test(arguments: [
        ("$250,000.00", "250000.00"), ("$ 250,000", "250000.00"), ("$250000", "250000.00"),
        ("US$1,234.56", "1234.56"), ("USD 1,234.56", "1234.56"), ("1.234,56 €", "1234.56"), ("€ 1.234", "1234.00"),
        ("£99.95", "99.95"), ("Ten Dollars", "10.00"), ("TEN AND NO/100 DOLLARS", "10.00"),
        ("Ten Dollars ($10.00)", "10.00"), ("Ten and 00/100 Dollars ($10.00)", "10.00"),
        ("Two Hundred Fifty Thousand and 50/100 Dollars", "250000.50"),
        ("One Million Two Hundred Thousand Dollars", "1200000.00"),
        ("forty-five thousand six hundred dollars and fifty cents", "45600.50"),
        ("ten dollars and other good and valuable consideration", "10.00"), ("$25O,OOO.OO", "250000.00"),
        ("One Hundred Thousand ($100,000.00)", "100000.00"), ("love and affection", ""), ("Lot 5, Block 2", ""),
        ("", ""), ("250,000.00", "250000.00"), ("a dollar store", ""),
    ]) func readsAnAmount(text: String, amount: String) {
        #expect(MoneyParser.parse(text)?.value.decimal ?? "" == amount)
    }

    @Test func wordsAndFiguresThatDifferAreReported() throws {
        let reading = try #require(MoneyParser.parse("Ten Dollars ($100.00)"))
        #expect(reading.value.decimal == "10.00")
        #expect(reading.alternatives.map(\.decimal) == ["100.00"])
        #expect(!reading.isWellFormed)
    }

    @Test func thousandsMustStandInThrees() {
        #expect(MoneyParser.parse("$25,00,000.00")?.isWellFormed == false)
        #expect(MoneyParser.parse("$250,000.00")?.isWellFormed == true)
    }

    @Test func findsAllAmountsWithTheirPlaces() {
        let text = "for the sum of Ten Dollars ($10.00), tax of $275.00 paid"
        let found = MoneyParser.find(in: text)
        #expect(found.map(\.reading.value.decimal) == ["10.00", "275.00"])
        #expect(found.map { String(Array(text)[$0.range]) } == ["Ten Dollars ($10.00)", "$275.00"])
        #expect(found.map(\.reading.value.currency) == ["USD", "USD"])
    }

    @Test func readsBackWhatItWrites() {
        for hundredths in stride(from: 1, through: 900_000_000, by: 7_654_321) {
            let money = Money(hundredths: hundredths, currency: "USD")
            #expect(MoneyParser.parse("$" + money.decimal)?.value == money)
        }
    }
}

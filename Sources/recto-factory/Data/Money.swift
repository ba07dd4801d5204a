/// Sums of money in figures and words.
enum Money {
    /// `250,000.00`.
    static func grouped(_ dollars: Int) -> String {
        var digits = String(dollars)
        var groups: [String] = []
        while digits.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits.removeLast(3)
        }
        return ([digits] + groups).joined(separator: ",") + ".00"
    }

    /// `Two Hundred Fifty Thousand`.
    static func words(_ number: Int) -> String {
        switch number {
        case ..<20: small[number]
        case ..<100: tens[number / 10] + (number % 10 == 0 ? "" : "-" + small[number % 10])
        case ..<1000: small[number / 100] + " Hundred" + rest(number % 100)
        case ..<1_000_000: words(number / 1000) + " Thousand" + rest(number % 1000)
        default: words(number / 1_000_000) + " Million" + rest(number % 1_000_000)
        }
    }

    private static func rest(_ number: Int) -> String { number == 0 ? "" : " " + words(number) }

    private static let small = [
        "Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve",
        "Thirteen", "Fourteen", "Fifteen", "Sixteen", "Seventeen", "Eighteen", "Nineteen",
    ]
    private static let tens = [
        "", "", "Twenty", "Thirty", "Forty", "Fifty", "Sixty", "Seventy", "Eighty", "Ninety",
    ]
}

import Kinds
import Model

/// Writes zones from values: the opposite of the parser, for tests that go there and back.
struct ZoneWriter {
    var format: ZoneFormat
    var documentCode = "P"
    var issuer = "UTO"
    var primary = "ERIKSSON"
    var secondary = "ANNA MARIA"
    var documentNumber = "L898902C3"
    var nationality = "UTO"
    var birthDate = "740812"
    var sex = "F"
    var expiryDate = "320415"
    var optionalData = ""
    var optionalData2 = ""

    static func padded(_ text: String, _ width: Int) -> String {
        let written = text.map { $0 == " " ? "<" : $0 }
        return String((written + Array(repeating: "<", count: width)).prefix(width))
    }

    static func checked(_ text: String) -> String { text + String(CheckDigit.compute(text) ?? 0) }

    private var name: String { primary.replacing(" ", with: "<") + "<<" + secondary.replacing(" ", with: "<") }

    /// The nine columns and the check digit, and what runs on in the optional data.
    private var number: (columns: String, rest: String) {
        guard documentNumber.count > 9 else { return (Self.checked(Self.padded(documentNumber, 9)), "") }
        let rest = String(documentNumber.dropFirst(9)) + String(CheckDigit.compute(documentNumber) ?? 0)
        return (String(documentNumber.prefix(9)) + "<", rest + "<")
    }

    var lines: [String] {
        let head = Self.padded(documentCode, 2) + Self.padded(issuer, 3)
        let nation = Self.padded(nationality, 3)
        let sex = sex == "X" ? "<" : sex
        if format == .td1 {
            let first = head + number.columns + Self.padded(number.rest + optionalData, 15)
            let dates = Self.checked(birthDate) + sex + Self.checked(expiryDate)
            let second = dates + nation + Self.padded(optionalData2, 11)
            let covered = first.dropFirst(5) + dates.prefix(7) + dates.dropFirst(8) + second.dropFirst(18)
            return [first, second + String(CheckDigit.compute(String(covered)) ?? 0), Self.padded(name, 30)]
        }
        let length = format.lineLength
        let dates = number.columns + nation + Self.checked(birthDate) + sex + Self.checked(expiryDate)
        let optionalWidth = format.span(of: .optionalData)?.columns.count ?? 0
        var second = dates + Self.padded(number.rest + optionalData, optionalWidth)
        if format == .td3 { second += String(CheckDigit.compute(Self.padded(optionalData, optionalWidth)) ?? 0) }
        if !format.isVisa {
            let covered = second.prefix(10) + second.dropFirst(13).prefix(7) + second.dropFirst(21)
            second += String(CheckDigit.compute(String(covered)) ?? 0)
        }
        return [head + Self.padded(name, length - 5), second]
    }
}

/// A small generator of pseudo-random numbers (SplitMix64), so that equal seeds give equal tests.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func text(_ alphabet: String, count: Int) -> String {
        let letters = Array(alphabet)
        return String((0..<count).map { _ in letters[Int.random(in: 0..<letters.count, using: &self)] })
    }
}

/// The day that the tests' documents are judged by.
let today: CalendarDate = {
    guard let date = CalendarDate(year: 2026, month: 11, day: 21) else { preconditionFailure("no such date") }
    return date
}()

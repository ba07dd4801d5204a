import Model

/// Names of months as documents print them: English, and the other Latin-script languages common on travel documents.
enum MonthNames {
    private static let names: [[String]] = [
        ["january", "janvier", "januar", "enero", "gennaio", "janeiro", "januari", "jan", "ene", "gen", "janv"],
        ["february", "fevrier", "februar", "febrero", "febbraio", "fevereiro", "februari", "feb", "fev", "fevr"],
        ["march", "mars", "marz", "maerz", "marzo", "marco", "maart", "mar", "mrt", "mrz", "maa"],
        ["april", "avril", "abril", "aprile", "apr", "avr", "abr"],
        ["may", "mai", "mayo", "maggio", "maio", "mei", "mag"],
        ["june", "juin", "juni", "junio", "giugno", "junho", "jun", "giu"],
        ["july", "juillet", "juli", "julio", "luglio", "julho", "jul", "lug", "juil"],
        ["august", "aout", "agosto", "augustus", "aug", "ago", "aou"],
        ["september", "septembre", "septiembre", "settembre", "setembro", "sep", "sept", "set"],
        ["october", "octobre", "oktober", "octubre", "ottobre", "outubro", "oct", "okt", "out", "ott"],
        ["november", "novembre", "noviembre", "novembro", "nov"],
        ["december", "decembre", "dezember", "diciembre", "dicembre", "dezembro", "dec", "dez", "dic"],
    ]
    private static let numbers: [String: Int] = {
        var table: [String: Int] = [:]
        for (index, list) in names.enumerated() {
            for name in list { table[name] = index + 1 }
        }
        return table
    }()

    /// The month of a folded name; one misread letter in a long name is forgiven.
    static func month(_ word: String) -> (number: Int, isRepaired: Bool)? {
        if let number = numbers[word] { return (number, false) }
        let letters = Array(word.utf8)
        guard letters.count >= 6 else { return nil }
        var found: Set<Int> = []
        for (name, number) in numbers where name.utf8.count >= 6 && EditDistance.isWithinOne(letters, Array(name.utf8))
        {
            found.insert(number)
        }
        guard found.count == 1, let number = found.first else { return nil }
        return (number, true)
    }
}

import Model

/// A person who does not exist.
struct Person: Sendable {
    var given: String
    var middle: String?
    var family: String
    /// `M`, `F` or `X`.
    var sex: String
    var birth: CalendarDate

    /// Given and middle names.
    var givenNames: String { [given, middle].compactMap { $0 }.joined(separator: " ") }
    var middleInitial: String? { middle.flatMap { $0.first.map { "\($0)." } } }
    var fullName: String { [given, middle, family].compactMap { $0 }.joined(separator: " ") }
    var shortName: String { [given, middleInitial, family].compactMap { $0 }.joined(separator: " ") }
}

/// Where a name comes from: given names of women and men, and family names.
struct NameStock: Sendable {
    var women: [String]
    var men: [String]
    var families: [String]

    static let american = NameStock(
        women: list(
            "Mary Linda Susan Karen Nancy Emily Hannah Grace Ruth Alice Diane Joyce Megan Paula Claire Naomi Vera Ellen Tracy Dorothy"
        ),
        men: list(
            "James Robert William Thomas Daniel Kevin Brian Edward Scott Peter Walter Harold Dennis Roger Carl Wayne Curtis Glenn Samuel Victor"
        ),
        families: list(
            "Whitfield Carver Thornton Maddox Pruitt Hollis Beckett Langley Redmond Ashby Tolliver Granger Fairbanks Drummond Stockton Wexford Harlow Kimball Barlow Prescott Loomis Haskell Tilden Marlow"
        ))
    static let hispanic = NameStock(
        women: list("María Lucía Carmen Elena Rosa Isabel Adriana Sofía Mercedes Pilar"),
        men: list("José Luis Carlos Miguel Andrés Jorge Rafael Tomás Héctor Emilio"),
        families: list(
            "Peñalver Quintero Villaseñor Ibáñez Castañeda Zamorano Ledesma Arriaga Montoya Olivares Santibáñez Cárdenas"
        ))
    static let german = NameStock(
        women: list("Jürgine Käthe Ursula Sabine Anneliese Gisela Heike Birgit"),
        men: list("Jürgen Günther Matthias Rainer Holger Björn Detlef Uwe"),
        families: list("Müllenbach Schönfeld Großkopf Krämerling Voßberg Lindhorst Ötterbach Hüttner Reichwald Zöllner")
    )
    static let french = NameStock(
        women: list("Amélie Chloé Hélène Noémie Geneviève Margaux Océane Solène"),
        men: list("François Rémi Gaël Étienne Benoît Lucien Thierry Xavier"),
        families: list("Lefèvremont Beaurivage Dumoulinet Garçonnet Châtelard Roussillon Delacombe Peyrachon"))
    static let nordic = NameStock(
        women: list("Astrid Ingrid Sólveig Maja Kirsten Åse Liv Britta"),
        men: list("Bjørn Søren Håkon Lars Göran Åke Mikkel Torsten"),
        families: list("Ångermark Sørbye Kjærgård Lindqvist Hafstein Nygård Östergren Bråthen"))
    static let slavic = NameStock(
        women: list("Jadwiga Bożena Ludmila Zuzana Olena Katarzyna Milena Vesna"),
        men: list("Wojciech Bogdan Oleksandr Zdeněk Mirko Stanisław Petr Dragan"),
        families: list("Wiśnicki Kowalczuk Nováčik Petrović Dvořáček Zielonka Hrubeš Jankowiak Horvatić Bondarets"))
    static let asian = NameStock(
        women: list("Mei Yuki Soojin Linh Haruka Xiuying Anjali Priya"),
        men: list("Wei Kenji Minho Tuan Hiroshi Jun Rajesh Arjun"),
        families: list(
            "Takemori Nakahara Zhuang Ouyang Seongwoo Phamvan Ramaswami Chaudhari Fukazawa Limsakul Banerjee"))
    static let african = NameStock(
        women: list("Amara Chidinma Fatou Zainab Nomvula Abena Wanjiru Hawa"),
        men: list("Kwame Chukwudi Ousmane Tendai Sipho Babajide Kofi Mamadou"),
        families: list("Okonjo Adeyinka Diarrassou Mthembeni Boatengu Nyambura Kamaraju Ezenwa"))
    static let arabic = NameStock(
        women: list("Layla Samira Noura Yasmin Huda Rania"),
        men: list("Omar Khalid Yusuf Tariq Hassan Bilal"),
        families: list("Al-Rashidi Haddadin Ben-Saadi El-Khatibi Mansouri Nasrawi"))

    static let everywhere: [NameStock] = [
        american, hispanic, german, french, nordic, slavic, asian, african, arabic,
    ]

    private static func list(_ names: String) -> [String] { names.split(separator: " ").map(String.init) }
}

extension Maker {
    /// A grown-up; `stock` nil draws mostly an American name, some from everywhere.
    mutating func person(from stock: NameStock? = nil, family: String? = nil) -> Person {
        let stock = stock ?? (random.chance(0.6) ? .american : random.pick(NameStock.everywhere))
        let sex = random.chance(0.03) ? "X" : random.chance(0.5) ? "F" : "M"
        let isWoman = sex == "X" ? random.chance(0.5) : sex == "F"
        let stockNames = isWoman ? stock.women : stock.men
        let given = random.pick(stockNames)
        let second = random.pick(stockNames)
        let middle = random.chance(0.6) && second != given ? second : nil
        var name = family ?? random.pick(stock.families)
        if family == nil, random.chance(0.06) {
            let other = random.pick(stock.families)
            if other != name, !other.contains("-"), !name.contains("-") { name += "-" + other }
        }
        return Person(given: given, middle: middle, family: name, sex: sex, birth: birthDate())
    }

    mutating func birthDate(ages: ClosedRange<Int> = 21...84) -> CalendarDate {
        date(between: asOf.adding(years: -ages.upperBound) ?? asOf, and: asOf.adding(years: -ages.lowerBound) ?? asOf)
    }

    /// Any day from the first to the last, each as likely.
    mutating func date(between first: CalendarDate, and last: CalendarDate) -> CalendarDate {
        let from = first.dayNumber
        let to = max(from, last.dayNumber)
        return CalendarDate(dayNumber: random.int(from...to))
    }
}

/// Plain words of descriptions of land and of parties, which worn type makes others of: `deseribed`, `publie`, `fect`.
enum DeedPlainWords {
    /// The word with its c and e put right, where it is in small letters, is no word as it stands and only one word of
    /// descriptions can be meant. Names begin with a capital and are left alone, as are figures; a few words that descriptions
    /// write with a capital (`Rangc No. 32 Wcst`) are no names.
    static func mended(_ printed: String) -> String? {
        if let first = printed.first, first.isASCII, first.isUppercase {
            guard let small = mended(first.lowercased() + printed.dropFirst()),
                ofLand.contains(small.filter(\.isLetter))
            else { return nil }
            return String(first) + small.dropFirst()
        }
        let letters = printed.prefix { $0.isASCII && $0.isLowercase }
        let rest = printed[letters.endIndex...]
        guard letters.count >= 4, rest.allSatisfy({ ",.;:".contains($0) }), !known.contains(String(letters)) else {
            return nil
        }
        let found = byShape[shape(letters)] ?? []
        return found.count == 1 ? found[0] + rest : nil
    }

    /// Whether a word of a company's name is none that is known, but would be one with a c for its e, or the reverse:
    /// `Eserow`. Such a name is doubted and not mended, for companies have names of every spelling.
    ///
    /// - Parameter key: in small letters.
    static func isMisreadOfCompany(_ key: String) -> Bool {
        key.count >= 4 && !known.contains(key) && !companies.contains(key) && companyShapes.contains(shape(key))
    }

    /// The word with each c as an e: what both look like in worn type.
    private static func shape(_ word: some StringProtocol) -> String {
        String(word.map { $0 == "c" ? "e" : $0 })
    }

    private static let byShape = Dictionary(
        grouping: words.filter { $0.contains { "ce".contains($0) } }, by: { shape($0) })

    private static let words = Vocabulary.words.union(
        Vocabulary.split(
            """
            acre acres accordance according adjacent adjoining appearing boundary boundaries bounds center centerline \
            chord circle city common commonly concave concrete containing continue continuing convex corner corners \
            course courses courthouse creek curve degree degrees described designated distance easement easements east \
            easterly eastward edge elements entitled estate except excepting exception fence feet filed general \
            hence inch inches inclusive including intersection iron less line lines located master measured mile miles \
            minute minutes monument more northeast northeasterly northerly northwesterly office once page percent perpetual \
            piece place placed point plat recorded rebar reference regime rods said second seconds shore southeast \
            southeasterly southerly stake street subdivided tangent thereof thereto therein thence track tree \
            undivided vacated village west westerly where which whence
            """))

    /// Those that are written with a capital, too.
    private static let ofLand: Set<String> = [
        "east", "west", "range", "section", "sections", "southwest", "northwest", "southeast", "northeast", "page",
        "official", "records", "recorded", "recorder", "office", "deed", "deeds", "declaration", "parcel", "described",
        "master", "block", "percent",
    ]

    /// Words of companies' names.
    private static let companies = PartyWords.entities.union(
        Vocabulary.split(
            """
            acceptance agencies agency associates atlantic beach beneficial brook canyon cedar central chase city \
            coast commerce commercial community consumer conveyance copper council country creek crescent electric \
            equity escrow estates exchange family fidelity finance first forest general guarantee heritage insurance \
            legacy lenders lending life liberty ocean office pacific peace pioneer place prince reconveyance record \
            records recovery redwood reliance residential resource resources ridge rock science secure secured \
            securities security service servicer servicing settlement silver street timber title trustee west western
            """))

    private static let companyShapes = Set(companies.filter { $0.contains { "ce".contains($0) } }.map { shape($0) })

    /// Words that are meant as they stand.
    private static let known = words.union(Vocabulary.split("pence truce trace"))
}

import Model

/// The words that deeds' clauses are made of, and the way from a printed word to one of them.
enum Vocabulary {
    /// Lower-case ASCII letters and digits of a printed word; `&` is `and`.
    static func key(_ text: String) -> String {
        if text == "&" { return "and" }
        var key: [UInt8] = []
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 48...57, 97...122: key.append(UInt8(scalar.value))
            case 65...90: key.append(UInt8(scalar.value + 32))
            case 0xC0...0x24F, 0x1E00...0x1EFF: key.append(contentsOf: folded(scalar))
            default: continue
            }
        }
        return String(decoding: key, as: UTF8.self)
    }

    /// The key, or the clause word that it is a misreading of. A word that is itself a clause word is left alone,
    /// so that `granted` never becomes `grantee`.
    static func canonical(_ text: String) -> String {
        let key = key(text)
        let bytes = Array(key.utf8)
        guard bytes.count >= 5, !known.contains(key), !bytes.allSatisfy({ (48...57).contains($0) }) else { return key }
        let allowed = bytes.count >= 9 ? 2 : 1
        let letters = mask(bytes)
        var best: (word: String, cost: Int)?
        for length in max(5, bytes.count - allowed)...(bytes.count + allowed) {
            for entry in entriesByLength[length] ?? [] {
                guard (entry.letters ^ letters).nonzeroBitCount <= 2 * allowed else { continue }
                guard let distance = EditDistance.between(bytes, entry.bytes, atMost: allowed) else { continue }
                let cost = 2 * distance - (isConfusion(bytes, entry.bytes) ? 1 : 0)
                if cost < (best?.cost ?? .max) { best = (entry.word, cost) }
            }
        }
        return best?.word ?? key
    }

    private static func folded(_ scalar: Unicode.Scalar) -> [UInt8] {
        let plain = String(scalar).lowercased().unicodeScalars.first.map { String($0) } ?? ""
        return Array((accents[plain] ?? plain).utf8.filter { (97...122).contains($0) })
    }

    private static let accents: [String: String] = {
        let groups = [
            "a": "àáâãäåāăąạ", "c": "çćĉċč", "d": "ďđð", "e": "èéêëēĕėęěẹẻẽ", "g": "ĝğġģ", "h": "ĥħ", "i": "ìíîïĩīĭįı",
            "j": "ĵ", "k": "ķ", "l": "ĺļľŀł", "n": "ñńņňŋ", "o": "òóôõöøōŏőọ", "r": "ŕŗř", "s": "śŝşšș", "t": "ţťŧț",
            "u": "ùúûüũūŭůűųụ", "w": "ŵ", "y": "ýÿŷ", "z": "źżž",
        ]
        return Dictionary(groups.flatMap { plain, marked in marked.map { (String($0), plain) } }) { a, _ in a }
    }()

    private struct Entry: Sendable {
        var word: String
        var bytes: [UInt8]
        var letters: UInt64
    }

    private static func mask(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0) { $0 | 1 << UInt64($1 >= 97 ? $1 - 97 : $1 - 48 + 26) }
    }

    private static let entriesByLength: [Int: [Entry]] = Dictionary(
        grouping: words.subtracting(decoys).filter { $0.utf8.count >= 5 }.sorted().map {
            Entry(word: $0, bytes: Array($0.utf8), letters: mask(Array($0.utf8)))
        }, by: \.bytes.count)

    /// Real words that are one letter from a clause word: never taken for a misreading of it.
    private static let decoys: Set<String> = split(
        """
        country counts trusted brook books papers paper stated range ranger grange deeded \
        sealed ceased lease leases leased releasing whole horse front barger parker parser warren grand grantham harriet market sells wells bells unite united alone thereon heirs heir shire \
        blocks blocked lands landed hands bonds husbands singles tracts whereby thereby thereof whereas there these \
        those where other others notes marked stamp knows names rooms tests texts beach bench found round bound sound \
        clark clarke price prices prince lines liens miles three seven eight eighth eleven twelve thirteen fourteen \
        fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety thousand \
        hundred million
        """)

    private static let known = words.union(decoys)

    /// Whether the only letters that differ are ones that recognition takes for each other.
    private static func isConfusion(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        guard a.count == b.count else { return false }
        return zip(a, b).allSatisfy { x, y in x == y || confusions.contains([min(x, y), max(x, y)]) }
    }

    private static let confusions: Set<[UInt8]> = Set(
        ["vy", "il", "1l", "1i", "0o", "ce", "bh", "hn", "nu", "5s", "ft", "co", "eo", "ao", "gq", "8b"].map {
            $0.utf8.sorted()
        })

    static let abbreviations: Set<String> = split(
        "jr sr inc co corp ltd llc lp llp na st ave dr mr mrs ms no nos esq rd blvd ft sec twp etc vol pg bk tr apt ste"
    )

    /// Whether a printed word, its case and signs aside, is one of deeds' clauses.
    static func isWord(_ text: some StringProtocol) -> Bool { words.contains(key(String(text))) }

    static let words: Set<String> = split(
        """
        abstract acknowledged acknowledgment acknowledgement acting address adjusted affection aforesaid agreement \
        alien aliens amount appeared appurtenances assessor assessors assign assigns association attached auditor \
        auditors bargain bargains bargained beginning being beneficiary beneficiaries between block book borrower \
        bounded called caption certain certificate claim claims clerk collectively commencing commission common \
        commonly commonwealth community company condominium confirm confirms consideration considerations convey \
        conveys conveyed conveyance corporation county covenant covenants crown dated death declaration declare \
        deed deeds defend described description designated document documentary dollars effective encumbered entirety \
        estate executed exhibit express first folio following follows forever foundation generally grant grants grantor \
        grantors grantee grantees hereby herein hereinafter hereafter heirs husband improvements indenture \
        individually instrument interest irrevocably joint known legal legally lender liability liber limited \
        located marital married meridian minnesota mortgage named notary number official other otherwise owner \
        owners parcel parish part parties partnership party perjury permanent personally plat power premises \
        presents principal property public quarter quitclaim quitclaims quitclaimed range real receipt reception \
        record recorded recorder recorders recording records registry reel reference release releases released \
        remise remises residing revocable right second section security separate seller sell sells separated \
        signed single situate situated situs spouse spouses state statutory subdivision subject successor \
        successors survivor survivors survivorship surviving tenancy tenants tenant thence title together \
        township tract transfer transfers transferee transferor trustee trustees trustor trustors undersigned \
        undivided unmarried unto valuable volume warrant warrants warranty whereof whose widow widower wife \
        within witness witnesseth written year granted granting grants trust released
        """)

    static func split(_ text: String) -> Set<String> { Set(text.split(separator: " ").map(String.init)) }
}

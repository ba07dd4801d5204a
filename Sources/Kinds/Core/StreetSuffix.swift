import Model

/// The last word of a street's name: `St`, `Road`, `Blvd` (USPS Publication 28, appendix C).
enum StreetSuffix {
    /// Whether any of its words behind the number is a suffix.
    static func isIn(_ line: some StringProtocol) -> Bool {
        line.split(separator: " ").dropFirst(2).contains { known.contains(TextFolding.key($0)) }
    }

    /// Whether the word is a suffix, a direction or what a unit is called.
    static func isPart(_ word: String) -> Bool {
        [known, directions, units].contains { $0.contains(TextFolding.key(word)) }
    }

    /// Whether a part of an address is a unit in a house: `Apt 4`, `Ste B`, `#12`, but not the town `Ste. Anne`.
    static func isUnit(_ part: Substring) -> Bool {
        let words = part.split(separator: " ")
        guard let first = words.first else { return false }
        let isNumbered = words.count == 2 && (words[1].count == 1 || words[1].contains(where: \.isNumber))
        return first.hasPrefix("#") || isNumbered && units.contains(TextFolding.key(first))
    }

    private static let units: Set<String> = [
        "apt", "apartment", "unit", "suite", "ste", "floor", "fl", "room", "rm", "lot",
    ]
    private static let directions: Set<String> = [
        "n", "e", "s", "w", "ne", "nw", "se", "sw", "north", "east", "south", "west",
    ]
    /// The common ones and their abbreviations.
    private static let known: Set<String> = Set(
        """
        alley aly avenue ave av boulevard blvd circle cir court ct cove cv crescent cres crossing xing drive dr expressway \
        expy freeway fwy gardens gdns green grn grove grv heights hts highway hwy hill hl hills hls landing lndg lane ln \
        loop manor mnr meadow mdw meadows mdws mews park parkway pkwy path pass place pl plaza plz point pt ridge rdg road \
        rd route rte row run square sq street st summit smt terrace ter trail trl turnpike tpke valley vly view vw vista \
        vis walk way bend bnd bluff blf branch br bridge brg brook brk center ctr commons cmns creek crk estates ests field \
        fld fields flds forest frst fork frk garden gdn glen gln harbor hbr haven hvn hollow holw island is junction jct \
        knoll knl lake lk mill ml orchard orch pike pine pines pnes prairie pr ranch rnch river riv shore shr spring spg \
        springs spgs station sta stream strm track trak union un village vlg
        """.split(separator: " ").map(String.init))
}

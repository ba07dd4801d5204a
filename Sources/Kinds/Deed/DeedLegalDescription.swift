/// What a legal description says of itself.
enum DeedLegalDescription {
    /// Whether a half or a quarter of a section stands there whose fraction was not read: `(S½ NW4)`, `(S NW)`. The Public Land
    /// Survey System halves by one direction (½) and quarters by two (¼); signs as small as these are misread more than others.
    static func lacksFraction(_ text: String) -> Bool {
        text.contains(/\b[NSEW]{1,2}[0-9]{1,2}½?(?![0-9°º'’"\/.\-½¼])/)
            || text.matches(of: /\(([NSEW]{1,2}[^ (),]{0,4}(?: (?:of )?(?:the )?[NSEW]{1,2}[^ (),]{0,4})*)[^()]?\)/)
                .contains {
                    !$0.output.1.split(separator: " ").filter { !["of", "the"].contains($0) }.allSatisfy {
                        $0.wholeMatch(of: /[NSEW](½|1?\/2|\.5)|[NS][EW](¼|1?\/4)/) != nil
                    }
                }
    }

    /// What the description's words make it. Courses outrank the lot or the section that they start from.
    static func type(_ words: [String]) -> String {
        let set = Set(words)
        let text = words.joined(separator: " ")
        let isUnit = !set.isDisjoint(with: ["unit", "units", "apartment"])
        // The other names of the same regime: of horizontal property, of common elements in shares.
        if isUnit, text.contains("horizontal property") || text.contains("common elements") { return "condominium" }
        if set.contains("condominium") || set.contains("condominiums"), isUnit || set.contains("undivided") {
            return "condominium"
        }
        let starts = set.contains("beginning") || set.contains("commencing") || set.contains("bounded")
        if set.contains("thence"), starts || words.filter({ $0 == "thence" }).count > 1 { return "metes_bounds" }
        let isPlatted = !set.isDisjoint(with: platted)
        if set.contains("parcel"), text.contains("parcel map") || text.contains("parcel plat") { return "lot_block" }
        if !set.isDisjoint(with: ["lot", "lots"]), isPlatted, !text.contains("government lot") { return "lot_block" }
        let isSurvey = set.contains("section") || set.contains("sections") || set.contains("sec")
        let hasRange = !set.isDisjoint(with: ["township", "range", "meridian", "quarter", "twp"])
        if isSurvey, hasRange { return "plss" }
        // `that lot of ground … bounded on the north by …, on the east by …`: a lot without a number.
        let sides = words.count { compass.contains($0) }
        let isNumbered = zip(words, words.dropFirst()).contains { word, next in
            ["lot", "lots", "block"].contains(word) && (next.contains(where: \.isNumber) || numbers.contains(next))
        }
        if set.contains("bounded"), sides > 2, !isNumbered { return "metes_bounds" }
        if !set.isDisjoint(with: ["lot", "lots", "block"]) { return "lot_block" }
        return isSurvey ? "plss" : (starts && set.contains("feet") ? "metes_bounds" : "other")
    }

    private static let compass: Set<String> = [
        "north", "south", "east", "west", "northerly", "southerly", "easterly", "westerly",
    ]
    /// What stands between `lot` and its number, or is one.
    private static let numbers: Set<String> = [
        "no", "nos", "number", "numbers", "numbered", "one", "two", "three", "four", "five", "six", "seven", "eight",
        "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
        "nineteen", "twenty", "thirty", "forty", "fifty",
    ]
    private static let platted: Set<String> = [
        "block", "subdivision", "addition", "plat", "tract", "map", "maps", "phase", "estates", "filing", "unit",
    ]
}

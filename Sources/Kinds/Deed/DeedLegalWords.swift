/// The phrases that lead in to a legal description and that end it.
extension DeedLegalReader {
    static let leadIns = Phrase.list(
        """
        described as follows to wit
        described as follows towit
        described as follows
        described as to wit
        legally described as
        particularly described as
        described as
        known and described as follows?
        to wit
        towit
        viz
        the following legal description
        legal description of? the? property|land? is
        correct description of which is
        """)

    /// The description is these words and what follows them.
    static let inclusive = Phrase.list(
        """
        all|al that certain lot|tract|piece|parcel|plot|condominium
        all that lot|tract|piece|parcel|plot
        all those certain lots|tracts|pieces|parcels|plots
        all of? lot|lots
        a certain lot|tract|piece|parcel|plot
        that certain lot|tract|piece|parcel|plot
        a tract|parcel of land
        """)

    static let tract: Phrase =
        "all|al|a|that|those that? those? certain? lot|lots|tract|piece|parcel|plot|plots|tracts|parcels"

    static let property = Phrase.list(
        """
        following described? real? property|estate|premises|land|lands|tract|parcel
        that certain? real? property|estate
        the real property|estate
        the land
        real property|estate in|situated|located
        """)

    static let headings = Phrase.list(
        """
        legal description of the property|land
        legal description
        property description
        description of property
        property legal description
        legal
        """)

    static let skipped = Phrase.list(
        """
        to wit
        towit
        the? property|land|legal description
        legal description of? the? property?
        of the? property
        """)

    /// Words with which the land itself is described.
    static let landWords = Phrase.list(
        """
        lot|lots
        block|blocks
        beginning
        commencing
        thence
        quarter
        section|sections
        unit
        tract|parcel
        """)

    static let ends = Phrase.list(
        """
        subject to
        subject however to
        subject only to
        apn
        ap n
        assessors parcel|tax|property|map|id
        assessor s parcel
        assessor parcel
        parcel i d
        tax parcel|id|identification|account|key|map|folio
        property tax|index|identification|id
        permanent real? estate? index|parcel|property
        geo id
        folio no|number
        commonly known as
        more commonly known
        property address|addresses
        street address
        address of property|the|real|premises|said
        which has the address
        also known as street|number|address
        also known by street|number|address
        known as street
        being the same property|premises|land|lands|real|parcel|tract
        this being the same
        to have and to
        to have hold
        for the sum of
        for and in consideration
        in witness whereof|where
        witness my|our|the|his|her|their hand|hands
        executed this|on|as
        dated this|the|as|on|at
        grantor hereby|covenants|warrants|for|does|is|reserves|acknowledges
        grantors hereby|covenant|warrant|for|do|are|reserve
        owner|owners|transferor|transferors|grantor|grantors may|can revoke
        owner|owners|transferor|transferors reserves|reserve|retains|retain|has|have the right
        hereby releasing|releases|waiving
        and the party of the first
        source of title
        title to said
        the true? and? actual? consideration
        the said grantor|grantors
        to protect the security
        the above described
        with all|the appurtenances|improvements|hereditaments|tenements
        and all the estate|right
        which currently has
        mail tax
        notary public
        acknowledgment|acknowledgement
        signed sealed
        """)

    static let parcelLabels = Phrase.list(
        """
        parcel id|identification|identifier number|no?
        parcel id|identification|identifier|number|numbers|account
        parcel no|nos
        pin
        p i n
        pid
        """)

    /// These end it at the start of a sentence or paragraph alone.
    static let weakEnds = Phrase.list(
        """
        the? said? grantor|grantors
        and the? said? grantor|grantors
        this deed|conveyance|instrument|property|transfer|is|transaction
        prior instrument|deed|recording
        the property is
        said premises|property being|are|is|known
        dated
        date
        grantor|grantors
        property address|is
        end of
        consideration
        mail
        return
        signature|signatures
        said party|parties
        for the purpose of
        """)

    /// With these a further paragraph of a description begins, or goes on.
    static let continuations = Phrase.list(
        """
        lot|lots
        block
        parcel|tract|unit
        beginning|commencing
        thence
        except|excepting|excluding|less
        containing
        section|township|range
        north|south|east|west
        northeast|northwest|southeast|southwest
        also
        according|as
        being
        all
        government
        feet|acres|degrees
        in
        of
        """)

    static let endLeads: Set<String> = Set(
        (ends + weakEnds).flatMap { $0.elements[0].words } + [
            "together", "pin", "pid", "p", "parcel", "grantor", "grantors", "said", "for",
        ])

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

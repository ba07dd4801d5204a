/// The words that part names from what is said of them.
enum PartyWords {
    /// Words with which marital status, capacity or vesting begins.
    static let descriptorStarts = Vocabulary.split(
        """
        husband wife his her their its spouse spouses married unmarried single widow widower widowed divorced both each \
        all every individually jointly as not trustee trustees cotrustee cotrustees successor successors sole separate \
        being formerly now who which joint tenants tenancy community to in with without having together under \
        organized existing incorporated authorized acting through by surviving survivor personal executor executrix \
        administrator administratrix guardian conservator attorneyinfact aka fka nka dba domestic registered partners \
        bachelor spinster minor undivided onehalf equal or for that said such between heirs assigns or any if \
        unremarried never legally also dated ux uxor uxorem alia respectively amendments sheriff marshal commissioner \
        referee receiver
        """)

    /// Words that show that `a`, `an` or `the` before them begins a description rather than a name.
    static let descriptorNouns = Vocabulary.split(
        """
        single married unmarried widow widower widowed divorced man woman person persons couple husband wife bachelor \
        spinster minor limited corporation company partnership general nonprofit professional public \
        municipal municipality political body national federal state banking business foreign domestic religious \
        charitable delaware corporate sole trust trustee legally not surviving duly individual joint subdivision \
        registered statutory wholly chartered savings credit cooperative homeowners condominium tax survivor survivors \
        life tenant
        """)

    /// Whether a word is what a party may be, and no name: `company`, `association`, `woman`.
    static func isCommonNoun(_ key: String) -> Bool {
        descriptorNouns.contains(key) || entities.contains(key) || small.contains(key)
    }

    /// Whether a word, exactly as read, is one of those that descriptions consist of.
    static func isCommon(_ key: String) -> Bool {
        descriptorStarts.contains(key) || descriptorNouns.contains(key) || small.contains(key)
    }

    private static let small = split("a an the of and right property entirety man woman men women common")
    private static func split(_ text: String) -> Set<String> { Vocabulary.split(text) }

    /// What a party is called in the deed, and the words around it.
    static let roles = Vocabulary.split(
        """
        grantor grantors grantee grantees trustor trustors beneficiary beneficiaries borrower borrowers lender lenders \
        seller sellers purchaser purchasers buyer buyers party parties first second third part hereinafter hereafter \
        herein called referred known collectively the of to as whether one more or designated transferor transferors \
        transferee transferees owner owners said jointly severally if than there be only undersigned mortgagor \
        mortgagee
        """)

    static let roleNames = Vocabulary.split(
        """
        grantor grantors grantee grantees trustor trustors beneficiary beneficiaries borrower borrowers lender lenders \
        seller sellers purchaser purchasers buyer buyers transferor transferors transferee transferees owner owners
        """)

    /// Words that a company, a trust or a public body has in its name.
    static let entities = Vocabulary.split(
        """
        llc llp lllp lp ltd inc incorporated corp corporation company co bank trust trustees association assn estate \
        foundation church ministries ministry society university college school district city county state \
        commonwealth department authority board commission agency partners partnership holdings properties \
        investments enterprises group homes builders construction development developers realty mortgage financial \
        savings loan union fund capital ventures services solutions management national federal na fsb pllc pc \
        pa plc diocese archdiocese lodge club hospital center secretary treasury administration united housing
        """)

    /// What follows a name behind a comma and belongs to it.
    static let nameSuffixes = Vocabulary.split("jr sr ii iii iv v junior senior md phd esq esquire dds 2nd 3rd")
    static let entitySuffixes = Vocabulary.split(
        "llc llp lllp lp ltd inc incorporated corp corporation co company na nsa fsb pllc pc pa plc limited trustco")

    /// Those of either that begin no sentence and are no state's abbreviation.
    static let nameEnds = Vocabulary.split("jr sr ii iii iv llc llp lllp lp ltd inc corp na nsa fsb pllc pc plc")

    static let particles = Vocabulary.split(
        "de la del der den van von di da du le los las y e of the and for dos das ter st al bin ibn zu in at on")

    /// Words of clauses that no name has: a name with one of them was cut in the wrong place.
    static let clauseWords = Vocabulary.split(
        """
        grantor grantors grantee grantees convey conveys conveyed grant grants hereby herein hereinafter consideration \
        following described dollars witnesseth premises situated situate receipt acknowledged presents quitclaim \
        quitclaims unto said thereof whereof whose address warrant warrants indenture deed dated undersigned part \
        thence zip recorded valuable sum executed mailing remise release bargain exhibit borrower trustor lender \
        hundred thousand million dollar
        """)

    static let places = Vocabulary.split(
        "county state city town township village borough parish commonwealth municipality")

    /// `The Smith Family Trust dated June 1, 2010`: the date belongs to the trust's name.
    static let trustDates = Vocabulary.split("dated uad udt utd uta ud under created established agreement executed")
}

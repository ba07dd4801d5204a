/// The recorders' words.
extension DeedStampReader {
    static let numberLabels: [([Phrase], Double)] = [
        (
            Phrase.list(
                """
                instrument number|no|num|id
                recording number|no
                recorders? document number|no
                document number|no|id|num
                doc number|no|num|id
                reception number|no
                auditors file? number|no
                auditor s file? number|no
                recorders file? number|no
                entry number|no
                cfn number|no?
                clerks file number|no
                clerk s file number|no
                inst number|no|num
                instr number|no|num
                fee number|no
                recorded as document? number|no?
                """), 0.96
        ),
        (
            Phrase.list(
                """
                instrument
                document
                doc
                inst
                instr
                reception
                entry
                recording
                eption|ception|ption number|no
                serial number|no
                """), 0.94
        ),
    ]

    static let mayPrecede = Vocabulary.split(
        """
        recorded recorders recorder official county records record recording and this the filed clerk register date \
        recorders s public land new original vs as
        """
    )
    .subtracting(["as"])

    static let mayPrecedeBook = Vocabulary.split("recorded official records or deed record o r the in filed deeds land")

    static let books = Phrase.list(
        """
        official? records? book|bk
        deed book|bk|record
        or book|bk
        o r book|bk
        book|bk number|no?
        b
        liber number|no?
        l
        volume|vol number|no?
        reel number|no?
        libro
        """)

    static let page: Phrase = "page|pages|pg|pgs|p|folio|fol|image|at|img number|no? page|pages|pg?"

    /// Words that only the recorder's stamp or sheet has.
    static let zoneWords = Phrase.list(
        """
        recorded
        recorder|recorders
        recording date|fee|fees
        official records
        filed for
        filed
        received|entered|lodged for record|recording|recordation
        register of deeds
        registry of deeds
        clerk of
        county clerk
        instrument number|no
        doc|document number|no
        reception number|no
        electronically
        filing fee
        """)

    static let dateWords = Phrase.list(
        """
        recorded
        recording date
        date recorded
        date of recording
        filed
        filing date
        record date
        filed for record
        received|entered|lodged|presented for record|recording|recordation
        date filed
        date received
        """)
}

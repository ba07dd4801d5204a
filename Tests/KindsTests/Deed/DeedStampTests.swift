import Model
import Testing

@testable import Kinds

@Suite struct DeedStampTests {
    static let body = """
        ><WARRANTY DEED

        THE GRANTOR, JOHN DOE, a single man, for and in consideration of Ten Dollars, conveys and warrants to RICHARD
        ROE, the following described real estate, situated in Lane County, Oregon, to wit:

        Lot 5, Block 2, Oak Grove, according to the plat thereof recorded in Plat Book 9, Page 8, Instrument No. 77-1234.

        Subject to an easement recorded June 1, 1990 in Book 55, Page 66 as Document No. 1990-555.

        Dated: March 4, 2021
        """

    @Test(arguments: ["-734328", "54.928614"]) func doubtsANumberThatLostADashOrWhatStoodBeforeIt(number: String) {
        for stamp in ["Instrument No. \(number)", number] {
            let extraction = DeedPages.extract("|>RECORDED IN OFFICIAL RECORDS\n|>\(stamp)\n\n" + Self.body)
            #expect(extraction.confidence("instrument_number") < 0.9)
        }
    }

    @Test func aNumberGoesOnBeforeItsHyphen() {
        let extraction = DeedPages.extract(
            "|>RECORDED IN OFFICIAL RECORDS\n|>Instrument No. 2026 -6189993\n\n" + Self.body)
        #expect(extraction.text("instrument_number") == "2026-6189993")
    }

    // Of a line that falls, its end was taken for the next line's.
    /// `Being the same premises …`: the last line of its paragraph is short.
    @Test func leavesTheBookAndDateOfAnEarlierDeedAlone() {
        let earlier = DeedPages.wrapped(
            "BEING the same premises conveyed to the party of the first part by John Brown and Mary Brown, his wife, by deed "
                + "dated May 1, 1998 recorded in Liber 11981 at page 203.")
        let page = Self.body.replacing("Subject to an easement", with: "\(earlier)\n\nSubject to an easement")
        let extraction = DeedPages.extract(page)
        #expect(extraction.text("book") == nil && extraction.text("page") == nil)
        #expect(extraction.text("recording_date") == nil)
        #expect(extraction.text("execution_date") == "2021-03-04")
    }

    /// Without a title that is known, nothing tells the recorder's place on the page.
    @Test func whenItWasSignedIsNoRecording() {
        let extraction = DeedPages.extract(
            """
            ><SURVIVORSHIP PAPER

            JOHN DOE, a single man, grants to RICHARD ROE, a widower, the following real property:

            Lot 5, Block 2, Oak Grove

            Prior Instrument Reference: Instrument No. 200503110012345 of the Official Records
            Witness his hand this 30th day of April, 2012
            """)
        #expect(extraction.text("recording_date") == nil)
        #expect(extraction.text("execution_date") == "2012-04-30")
    }

    @Test func leavesTheBooksOfADescriptionAlone() {
        let extraction = DeedPages.extract(
            """
            |>RECORDED IN OFFICIAL RECORDS
            |>Lane County, Oregon
            |>Instrument No. 2019-836356
            |>01/16/2019 at 8:49 AM

            ><GRANT DEED

            FOR love and affection, JOHN DOE, a single man, hereby GRANTS to RICHARD ROE, a widower, the following
            described real property in the County of Lane, State of Oregon:

            ⟦Unit 901 of Lakeshore Towers Condominium, a condominium according to the
            Declaration of Condominium thereof recorded in Official Records Book 2977, Page 335,
            of the Public Records of Lane County, Oregon, as recorded plat thereof.⟧

            Dated: January 4, 2019
            """)
        #expect(extraction.text("instrument_number") == "2019-836356")
        #expect(extraction.fields["book"] == nil)
        #expect(extraction.fields["page"] == nil)
        #expect(extraction.text("recording_date") == "2019-01-16")
        #expect(extraction.confidence("recording_date") >= 0.9)
    }

    struct Stamp: Sendable, CustomTestStringConvertible {
        var lines: String
        var instrument: String?
        var book: String?
        var page: String?
        var date: String?

        var testDescription: String { lines }
    }

    static let stamps: [Stamp] = [
        Stamp(
            lines:
                "RECORDED IN OFFICIAL RECORDS\nLane County, Oregon\nInstrument No. 2021-0012345\nRecorded: 03/15/2021 10:22 AM",
            instrument: "2021-0012345", date: "2021-03-15"),
        Stamp(
            lines: "FILED FOR RECORD\nLane County Clerk\nBook 1234 Page 567\n03/15/2021 at 9:05 AM", book: "1234",
            page: "567", date: "2021-03-15"),
        Stamp(
            lines: "Official Records\nDoc # 20210012345\nBK: 1234 PG: 567\nDate: 03/15/2021", instrument: "20210012345",
            book: "1234", page: "567", date: "2021-03-15"),
        Stamp(
            lines:
                "ELECTRONICALLY RECORDED\nDocument Number: 21-004567\nDeed Book 88, Page 9\nRecorded on March 15, 2021",
            instrument: "21-004567", book: "88", page: "9", date: "2021-03-15"),
        Stamp(
            lines: "Received for Record\nMarch 15, 2021 2:40 P.M.\nReception No. 123456\nVolume 455 Page 12",
            instrument: "123456", book: "455", page: "12", date: "2021-03-15"),
        Stamp(
            lines: "Received for Record\nMarch 15, 2021 2:40 P.M.\neption No. 92-494817 Recep",
            instrument: "92-494817", date: "2021-03-15"),
        Stamp(
            lines: "Recorded in the County of Lane\nINST # 2021-123456\nOR BK 4410 PG 18\nMAR 15 2021",
            instrument: "2021-123456", book: "4410", page: "18", date: "2021-03-15"),
        Stamp(
            lines: "REGISTER OF DEEDS\nLiber 450 Folio 23\nRecorded 3/15/2021", book: "450", page: "23",
            date: "2021-03-15"),
        Stamp(
            lines: "Recorder's Office\nReel 88 Image 1201\nFiled: 2021-03-15", book: "88", page: "1201",
            date: "2021-03-15"),
        Stamp(
            lines: "CFN 2021012345\nOR BK 31000 Pgs 1201-1203\nRECORDED 03/15/2021 08:15:30", instrument: "2021012345",
            book: "31000", page: "1201", date: "2021-03-15"),
        Stamp(
            lines: "AUDITOR'S FILE NO. 202103150044\nRecorded 03/15/2021", instrument: "202103150044",
            date: "2021-03-15"),
        Stamp(
            lines: "ELECTRONICALLY RECORDED\nINST # 15- 051181\nRecorded: 02/02/2015 9:42 AM", instrument: "15-051181",
            date: "2015-02-02"),
        Stamp(lines: "Entry No. 3312456\nRecorded 15 Mar 2021", instrument: "3312456", date: "2021-03-15"),
    ]

    @Test(arguments: stamps) func readsTheStampAtTheTopRight(_ stamp: Stamp) {
        let lines = stamp.lines.split(separator: "\n").map { "|>\($0)" }.joined(separator: "\n")
        check(stamp, "\(lines)\n\n\(Self.body)")
    }

    @Test(arguments: stamps) func readsTheStampBesideTheReturnAddress(_ stamp: Stamp) {
        let left = ["RECORDING REQUESTED BY:", "Acme Title", "WHEN RECORDED MAIL TO:", "Richard Roe"]
        let rows = stamp.lines.split(separator: "\n").enumerated().map { "\(left[$0.offset])\t\($0.element)" }
        check(stamp, "\(rows.joined(separator: "\n"))\nOrder No. 55501234\n\n\(Self.body)")
    }

    private func check(_ stamp: Stamp, _ page: String) {
        let extraction = DeedPages.extract(page)
        #expect(extraction.text("instrument_number") == stamp.instrument)
        #expect(extraction.text("book") == stamp.book)
        #expect(extraction.text("page") == stamp.page)
        #expect(extraction.text("recording_date") == stamp.date)
    }

    @Test func withoutAStampThereIsNoRecording() {
        let extraction = DeedPages.extract(Self.body)
        for name in ["instrument_number", "book", "page", "recording_date"] as [FieldName] {
            #expect(extraction.fields[name] == nil)
        }
    }

    @Test func twoNumbersAreAConflict() {
        let extraction = DeedPages.extract("|>Instrument No. 2021-001\n|>Document No. 2021-777\n\n\(Self.body)")
        #expect(extraction.confidence("instrument_number") < 0.9)
    }

    @Test func numberRepeatedOnTheSecondPageIsSurer() {
        let once = DeedPages.extract("|>Doc # 2021-00123\n\n\(Self.body)")
        let twice = DeedPages.extract("|>Doc # 2021-00123\n\n\(Self.body)", "|>2021-00123\n\nMore text follows here.")
        #expect(twice.confidence("instrument_number") >= once.confidence("instrument_number"))
        #expect(twice.text("instrument_number") == "2021-00123")
    }

    @Test(arguments: ["Volume 8563 Page 937", "Book 8563 Page 937", "Reel 8563 Page 937"])
    func aStampAtTheVeryTopIsNoRunningLine(line: String) {
        let words = line.split(separator: " ").enumerated().map { position, word in
            Word(
                text: String(word), confidence: 0.95, box: Box(x: 900 + 120 * position, y: 90, width: 100, height: 30),
                line: 0)
        }
        let box = Box.around(words.map(\.box)) ?? Box(x: 0, y: 0, width: 0, height: 0)
        #expect(!DeedTextBuilder.isFurniture(words, box: box, pageHeight: 3300))
    }

    /// `Page 680` by itself, where the line fell apart.
    @Test(arguments: [("Page 680", false), ("Page 12", true), ("Order No. 55501234 Page 2", true)])
    func aPageOfThreeFiguresAtTheTopIsNoRunningLine(line: String, isFurniture: Bool) {
        let box = Box(x: 900, y: 90, width: 200, height: 30)
        let words = line.split(separator: " ").map { Word(text: String($0), confidence: 0.95, box: box, line: 0) }
        #expect(DeedTextBuilder.isFurniture(words, box: box, pageHeight: 3300) == isFurniture)
    }

    @Test(arguments: [
        ("Volume 4923\n|>Fee: $93.00 \n|>Pages: 2", nil), ("Volume 4923 Pages: 2", nil),
        ("Volume 4923 Pages 2-4", "2"), ("Volume 4923 Pgs: 680", "680"),
    ]) func howManyPagesThereAreIsNoPageOfTheVolume(lines: String, page: String?) {
        let extraction = DeedPages.extract("|>Received for Record\n|>Reception No. 123456\n|>\(lines)\n\n\(Self.body)")
        #expect(extraction.text("page") == page)
    }

    /// At the end of a description that goes on overleaf, on a sheet that is not full.
    @Test(arguments: [
        ("Page 1 of 3", true), ("Page 2of3", true), ("Page 1 of the plat", false), ("on Page 1 of 3", false),
    ])
    func aPagesCountIsNoTextWhereverItStands(line: String, isCount: Bool) {
        let box = Box(x: 900, y: 2200, width: 500, height: 30)
        let words = line.split(separator: " ").map { Word(text: String($0), confidence: 0.95, box: box, line: 0) }
        #expect(DeedTextBuilder.isFurniture(words, box: box, pageHeight: 3300) == isCount)
    }
}

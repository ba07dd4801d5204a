import Kinds
import Model
import Testing

@Suite struct MarkTests {
    @Test func readsFramesLeftOfTheirTexts() throws {
        let page = PageText.page(
            "   Delete my data        Send a copy of my data\n   Object to profiling",
            checkBoxes: [
                PageText.checkBox(column: 0, line: 0, .checked), PageText.checkBox(column: 22, line: 0, .unchecked),
                PageText.checkBox(column: 0, line: 1, .checked),
            ])
        let field = try #require(try LabelEngineTests.extract(page).fields["wishes"])
        #expect(field.value == .list(["delete", "object"]))
        #expect(field.confidence > 0.9)
        #expect(field.source == .mark)
    }

    @Test func readsFramesRightOfTheirTexts() throws {
        let page = PageText.page(
            "Delete my data\nSend a copy of my data\nObject to profiling",
            checkBoxes: [
                PageText.checkBox(column: 24, line: 0, .unchecked), PageText.checkBox(column: 24, line: 1, .checked),
                PageText.checkBox(column: 24, line: 2, .unchecked),
            ])
        #expect(try LabelEngineTests.extract(page).fields["wishes"]?.value == .list(["access"]))
    }

    @Test func readsMarksOfCharacters() throws {
        let page = PageText.page("[X] Delete my data\n[ ] Send a copy of my data\n☒ Object to profiling\n[x] I agree")
        let fields = try LabelEngineTests.extract(page).fields
        #expect(fields["wishes"]?.value == .list(["delete", "object"]))
        #expect(fields["agree"]?.value == .flag(true))
    }

    @Test(arguments: ["X ]", "[xX]", "X)", "(X}", "{X)"]) func readsBracketsThatWereMisread(mark: String) throws {
        let page = PageText.page("\(mark) Delete my data\n[| ] Send a copy of my data\n( } Object to profiling")
        #expect(try LabelEngineTests.extract(page).fields["wishes"]?.value == .list(["delete"]))
    }

    @Test(arguments: [true, false]) func readsBracketsAndTheirTextAsOneWord(areSeen: Bool) throws {
        var page = PageText.page("[X]Delete my data\n[]Object to profiling")
        if areSeen {
            page.checkBoxes = [
                PageText.checkBox(column: 0, line: 0, .checked), PageText.checkBox(column: 0, line: 1, .unchecked),
            ]
        }
        #expect(try LabelEngineTests.extract(page).fields["wishes"]?.value == .list(["delete"]))
    }

    @Test func aSpeckBesideAMarkDoesNotHideItsText() throws {
        var page = PageText.page("[ ] Object to profiling\n[X] Delete my data")
        page.words.append(Word(text: "l", confidence: 0.6, box: Box(x: 300, y: 52, width: 1, height: 3), line: 1))
        #expect(try LabelEngineTests.extract(page).fields["wishes"]?.value == .list(["delete"]))
    }

    @Test func aDoubtfulMarkMakesTheListDoubtful() throws {
        let page = PageText.page(
            "   Delete my data\n   Object to profiling",
            checkBoxes: [
                PageText.checkBox(column: 0, line: 0, .checked), PageText.checkBox(column: 0, line: 1, .doubtful),
            ])
        let field = try #require(try LabelEngineTests.extract(page).fields["wishes"])
        #expect(field.value == .list(["delete"]))
        #expect(field.confidence < 0.6)
    }

    @Test func anOptionMayRunOverTwoLines() throws {
        let page = PageText.page(
            "   I want you to delete\n   my data for good\n   Object to profiling",
            checkBoxes: [
                PageText.checkBox(column: 0, line: 0, .checked), PageText.checkBox(column: 0, line: 2, .unchecked),
            ])
        #expect(try LabelEngineTests.extract(page).fields["wishes"]?.value == .list(["delete"]))
    }

    @Test func seesInkOnTheSignatureLine() throws {
        let rules = [PageText.line(column: 0, line: 3, length: 30)]
        let signed = PageText.page(
            "I agree\n\n\n\nSignature", rules: rules, inkRegions: [PageText.ink(column: 2, line: 3, length: 20)])
        let field = try #require(try LabelEngineTests.extract(signed).fields["signed"])
        #expect(field.value == .flag(true))
        #expect(field.confidence > 0.9)
        let unsigned = PageText.page("I agree\n\n\n\nSignature", rules: rules)
        #expect(try LabelEngineTests.extract(unsigned).fields["signed"]?.value == .flag(false))
    }

    @Test func seesInkBehindTheCaption() throws {
        let page = PageText.page(
            "Signature:                            Date: 04/25/2021",
            rules: [PageText.line(column: 12, line: 0, length: 22)],
            inkRegions: [PageText.ink(column: 13, line: 0, length: 18)])
        #expect(try LabelEngineTests.extract(page).fields["signed"]?.value == .flag(true))
    }

    // A word that was hardly read leaves its ink over.
    @Test func aPrintedWordBesideTheCaptionIsNoSignature() throws {
        func signed(_ beside: String) throws -> FieldValue? {
            var page = PageText.page("Signature        " + beside)
            page.words[1].confidence = 0.25
            page.inkRegions = [InkRegion(box: page.words[1].box, ink: 0.1, strokes: 0.9)]
            return try LabelEngineTests.extract(page).fields["signed"]?.value
        }
        #expect(try signed("Today's date: 04/25/2021") == .flag(false))
        #expect(try signed("Tomblok           04/25/2021") == .flag(true))
        // Its box is higher than what is left of its ink.
        var page = PageText.page("Signature        Today's date: 04/25/2021")
        let word = page.words[1].box
        let ink = Box(x: word.x, y: word.y + word.height / 3, width: word.width, height: word.height * 2 / 3)
        page.inkRegions = [InkRegion(box: ink, ink: 0.1, strokes: 0.9)]
        #expect(try LabelEngineTests.extract(page).fields["signed"]?.value == .flag(false))
    }

    // Where a pen crosses it, a hairline falls apart; the ink on it reaches as far as the whole line.
    @Test func aSignatureLineInPiecesIsOne() throws {
        let pieces = [
            Rule(box: Box(x: 150, y: 130, width: 200, height: 2), isHorizontal: true),
            Rule(box: Box(x: 80, y: 134, width: 120, height: 2), isHorizontal: true),
        ]
        let ink = InkRegion(box: Box(x: 20, y: 60, width: 540, height: 72), ink: 0.1, strokes: 0.9)
        let page = PageText.page("I agree\n\n\n\nSignature", rules: pieces, inkRegions: [ink])
        #expect(try LabelEngineTests.extract(page).fields["signed"]?.value == .flag(true))
    }

    @Test func aTablesCellForASignatureIsHigherThanItsCaption() throws {
        var page = PageText.page("Signature")
        page.rules = [
            Rule(box: Box(x: 0, y: 10, width: 800, height: 2), isHorizontal: true),
            Rule(box: Box(x: 0, y: 150, width: 800, height: 2), isHorizontal: true),
            Rule(box: Box(x: 200, y: 10, width: 2, height: 140), isHorizontal: false),
            Rule(box: Box(x: 798, y: 10, width: 2, height: 140), isHorizontal: false),
        ]
        page.inkRegions = [InkRegion(box: Box(x: 240, y: 90, width: 200, height: 50), ink: 0.1, strokes: 0.9)]
        #expect(try LabelEngineTests.extract(page).fields["signed"]?.value == .flag(true))
        page.inkRegions[0].box.y = 170
        #expect(try LabelEngineTests.extract(page).fields["signed"]?.value == .flag(false))
    }

    @Test func inkElsewhereIsNoSignature() throws {
        let page = PageText.page(
            "Some text\n\n\n\n\n\n\n\nmore text here\n\nSignature",
            inkRegions: [PageText.ink(column: 50, line: 1, length: 15)])
        #expect(try LabelEngineTests.extract(page).fields["signed"]?.value == .flag(false))
    }
}

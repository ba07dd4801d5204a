import Decide
import Kinds
import Model
import Testing

/// The right reason for a capture that could not be read.
@Suite struct CaptureFaultTests {
    static func codes(_ pages: [RecognizedPage], fields: [FieldName: Field] = [:], kind: KindName = .unknown)
        -> [ReasonCode]
    {
        let decision = DeciderTests.decide(fields: fields, kind: kind, pages: pages).decision
        return decision.action == .retake ? decision.reasons.map(\.code).filter(\.isCaptureFault) : []
    }

    /// A page without words.
    static func unread(_ change: (inout PreparedPage) -> Void) -> RecognizedPage {
        var page = DeciderTests.page(change)
        page.words = []
        return page
    }

    @Test func blurredPrintIsNotBlank() {
        let page = Self.unread {
            ($0.width, $0.height) = (1600, 1000)
            $0.ink = 0
            $0.relief = 0.2
            $0.quality = Quality(contrast: 0.3, brightness: 0.85)
        }
        #expect(Self.codes([page]).contains(.blurred) && !Self.codes([page]).contains(.blank))
    }

    @Test func printInNextToNoPixelsIsTooSmallRatherThanBlurred() {
        let page = Self.unread {
            $0.relief = 0.2
            $0.quality = Quality(contrast: 0.5, brightness: 0.7)
        }
        #expect(Self.codes([page]).first == .textTooSmall && !Self.codes([page]).contains(.blurred))
        var large = page
        (large.prepared.width, large.prepared.height) = (1600, 1000)
        #expect(Self.codes([large]).first == .blurred)
    }

    @Test func greyPaperOnWhichNothingShowsIsFaintRatherThanBlank() {
        let page = Self.unread {
            $0.ink = 0
            $0.relief = 0.02
            $0.quality = Quality(brightness: 0.55)
        }
        #expect(Self.codes([page]).contains(.lowContrast) && !Self.codes([page]).contains(.blank))
        #expect(!Self.codes([page]).contains(.blurred))
    }

    @Test func beforeReadingASpeckledPageIsNoFaultAndABlurredOneIs() {
        let decider = Decider(
            kinds: [], settings: DecideSettings(), confidence: ConfidenceModel())
        func codes(_ change: (inout PreparedPage) -> Void) -> [ReasonCode] {
            decider.captureReasons(of: [DeciderTests.page(change).prepared]).map(\.code)
        }
        #expect(codes { $0.quality.noise = 900 } == [])
        #expect(codes { $0.hopeless = .noisy } == [.noisy])
        #expect(codes { $0.quality.sharpness = 0.01 } == [.blurred])
        #expect(codes { ($0.quality.sharpness, $0.isDigital) = (0.01, true) } == [])
    }

    @Test func nothingButWhiteMayBeEither() {
        #expect(Self.codes([DeciderTests.blankPage(brightness: 1)]) == [.overexposed, .blank])
    }

    @Test func whiteBackOfACompleteDocumentDoesNoHarm() {
        let decision = DeciderTests.decide(
            pages: [DeciderTests.page(), DeciderTests.blankPage(brightness: 1)]
        ).decision
        #expect(decision.action == .accept)
    }

    @Test(arguments: [ReasonCode.tooDark, .lowContrast, .blurred, .noisy, .screenCapture])
    func hopelessPageGivesItsOneReason(code: ReasonCode) {
        let page = Self.unread {
            $0.hopeless = code
            $0.quality = Quality(brightness: code == .tooDark ? 0.02 : 0.5)
        }
        #expect(Self.codes([page]) == [code])
    }

    @Test func pageThatCouldNotBeReadKeepsADocumentFromBeingAccepted() {
        let hopeless = Self.unread { $0.hopeless = .screenCapture }
        #expect(
            Self.codes([DeciderTests.page(), hopeless], fields: DeciderTests.complete, kind: "form") == [.screenCapture]
        )
        let glaring = Self.unread { $0.quality.glare = 0.3 }
        let codes = Self.codes([glaring, DeciderTests.page()], fields: DeciderTests.complete, kind: "form")
        #expect(codes.contains(.glare))
    }

    @Test func sideThatGaveNothingBesideAReflectionKeepsADocumentFromBeingAccepted() {
        var front = DeciderTests.page { $0.quality.glare = 0.1 }
        front.prepared.index = 2
        let pages = [DeciderTests.page(), front]
        #expect(DeciderTests.decide(pages: pages).decision.action == .retake)
        var fields = DeciderTests.complete
        for name in fields.keys { fields[name]?.page = 2 }
        #expect(DeciderTests.decide(fields: fields, pages: pages).decision.action == .accept)
    }

    // Beside a reflection over a card's front its photograph and the cloth under it are read as letters.
    @Test(arguments: [(0.4, Decision.Action.retake), (0.95, .accept)])
    func scrapsBesideAReflectionAreNoPrint(confidence: Double, action: Decision.Action) {
        var front = DeciderTests.page { $0.quality.glare = 0.1 }
        front.prepared.index = 2
        front.words = (0..<20).map { index in
            Word(text: "Tau", confidence: confidence, box: Box(x: 5 * index, y: 5, width: 4, height: 4), line: 0)
        }
        #expect(DeciderTests.decide(pages: [DeciderTests.page(), front]).decision.action == action)
    }

    // A cloth's weave beside the reflection was read as a zone, of which came no value.
    @Test func patternThatReadsLikeAZoneDoesNotVouchForAPage() {
        var front = Self.unread { $0.quality.glare = 0.3 }
        front.prepared.index = 2
        let weave = ZoneCharacter(text: "<", confidence: 0.4, box: Box(x: 0, y: 80, width: 3, height: 5))
        front.zoneLines = [
            ZoneLine(characters: Array(repeating: weave, count: 30), box: Box(x: 0, y: 80, width: 90, height: 5))
        ]
        #expect(DeciderTests.decide(pages: [DeciderTests.page(), front]).decision.action == .retake)
        var fields = DeciderTests.complete
        for name in fields.keys {
            fields[name]?.page = 2
            fields[name]?.source = .mrz
        }
        #expect(DeciderTests.decide(fields: fields, pages: [DeciderTests.page(), front]).decision.action == .accept)
    }

    @Test func reflectionOverALargePartOfAPageIsNoGoodCaptureThoughAllWasRead() {
        let corner = Point(x: 0, y: 0)
        let outline = Quadrilateral(topLeft: corner, topRight: corner, bottomRight: corner, bottomLeft: corner)
        func action(_ glare: Double, isCutOut: Bool = true) -> Decision.Action {
            let pages = [
                DeciderTests.page {
                    $0.quality.glare = glare
                    $0.outline = isCutOut ? outline : nil
                }
            ]
            return DeciderTests.decide(fields: DeciderTests.complete, pages: pages).decision.action
        }
        #expect(action(0.14) == .accept)
        #expect(action(0.16) == .retake)
        // A lid beside a scanned card is white, too.
        #expect(action(0.16, isCutOut: false) == .accept)
    }

    @Test func sideWithNothingButABarcodeIsRead() {
        var back = Self.unread { $0.quality.sharpness = 0.1 }
        back.barcodes = [Barcode(format: "PDF417", text: "A", box: Box(x: 200, y: 200, width: 90, height: 40))]
        #expect(DeciderTests.decide(pages: [DeciderTests.page(), back]).decision.action == .accept)
    }

    @Test func glareSaysWhereItLies() throws {
        let page = DeciderTests.page {
            $0.quality.glare = 0.1
            $0.glareAreas = [Box(x: 5, y: 70, width: 20, height: 20)]
        }
        let decision = DeciderTests.decide(fields: DeciderTests.without("name"), pages: [page]).decision
        let reason = try #require(decision.reasons.first { $0.code == .glare })
        #expect(reason.box == Box(x: 5, y: 70, width: 20, height: 20))
        #expect(reason.message.contains("lower left"))
    }

    @Test func whatTellsTheKindMayLieUnderAReflection() {
        #expect(Self.codes([DeciderTests.page { $0.quality.glare = 0.1 }]) == [.glare])
    }

    /// No check digit is over names: print beside the zone has to say the same.
    @Test(arguments: [(0.05, false, Decision.Action.retake), (0.05, true, .accept), (0.8, false, .accept)])
    func aNameThatAZoneAloneGivesOffAFaultyPageIsNotBelieved(
        contrast: Double, agrees: Bool, action: Decision.Action
    ) throws {
        let kind = KindDefinition(
            name: "card", title: "Card", fields: [FieldDefinition(name: "given_names", type: .text)],
            required: [.field("given_names")])
        let field = Field(
            value: .text("MAMAOOU"), confidence: 0.999, source: .mrz, page: 1,
            checks: agrees ? [Check(name: "agreement", passed: true)] : [])
        let classified = ClassifiedDocument(
            recognized: RecognizedDocument(
                loaded: LoadedDocument(id: "sha256:0", source: SourceInfo(path: "a")),
                pages: [DeciderTests.page { $0.quality.contrast = contrast }]),
            kind: "card", classification: Classification(confidence: 0.99, scores: [:], evidence: []))
        let document = ExtractedDocument(
            classified: classified, extraction: Extraction(fields: ["given_names": field]))
        let decider = Decider(kinds: [kind], settings: DeciderTests.settings, confidence: ConfidenceModel())
        #expect(decider.decide(document).decision.action == action)
    }

    // MARK: Who captured it

    @Test func adviceIsForTheDeviceThatTookThePage() throws {
        func message(_ code: ReasonCode, isPhotograph: Bool?) throws -> String {
            let page = Self.unread {
                $0.hopeless = code
                $0.isPhotograph = isPhotograph
            }
            return try #require(DeciderTests.decide(fields: [:], kind: .unknown, pages: [page]).decision.reasons.first)
                .message
        }
        for code in [ReasonCode.tooDark, .blurred, .lowContrast, .textTooSmall, .noisy] {
            let (photograph, scan) = (try message(code, isPhotograph: true), try message(code, isPhotograph: false))
            let both = try message(code, isPhotograph: nil)
            #expect(!photograph.contains("scan") && !photograph.contains("glass"))
            #expect(scan.hasSuffix("scan it again") && !scan.contains("camera") && !scan.contains("light"))
            #expect(both.contains(photograph.split(separator: ": ")[1].split(separator: ", and")[0]))
        }
    }

    @Test func aPageThatAProgramDrewIsNeverCapturedAgain() throws {
        func digital(_ change: @escaping (inout PreparedPage) -> Void, words: Bool) -> RecognizedPage {
            var page = DeciderTests.page {
                $0.isDigital = true
                change(&$0)
            }
            if !words { page.words = [] }
            return page
        }
        let unread = [
            digital({ $0.hopeless = .textTooSmall }, words: false), digital({ $0.hopeless = .blank }, words: false),
            digital({ $0.quality = Quality(contrast: 0.02, brightness: 1) }, words: false),
            digital({ ($0.ink, $0.relief, $0.quality.brightness) = (0, 0, 1) }, words: false),
        ]
        for page in unread {
            for (fields, kind) in [([:], KindName.unknown), (DeciderTests.complete, "form")] {
                let decision = DeciderTests.decide(fields: fields, kind: kind, pages: [page]).decision
                #expect(decision.action == .review)
                let reason = try #require(decision.reasons.first { $0.code == .pageFailed })
                #expect(reason.message.contains("fonts embedded"))
                #expect(decision.reasons.allSatisfy { !$0.code.isCaptureFault })
            }
        }
        let read = digital({ $0.quality.textHeight = 3 }, words: true)
        #expect(DeciderTests.decide(pages: [read]).decision.action == .accept)
    }
}

import Imaging
import Model
import Testing

@testable import Preprocess

@Suite struct StraighteningTests {
    /// Lines bent downwards in the middle, as beside a book's spine, with a mark that can be found again.
    static func bentPage() throws -> Image {
        let columns = 17
        let shifts = (0..<columns).map { column in
            let place = (Double(column) * 64 - 500) / 500
            return -25 * (1 - place * place)
        }
        let field = Displacement(step: 64, columns: columns, rows: 1, shifts: shifts)
        return try UprightTests.markedPage().image().displaced(by: field)
    }

    /// A bent line's strip is taller than a straight one's.
    static func evidence(_ strips: Image) throws -> Double {
        try 300 * letterEvidence(strips) / Double(strips.height)
    }

    @Test func straightensCurvedLines() throws {
        let image = try Self.bentPage()
        let (page, images) = try Preprocessor(settings: PreprocessSettings()).prepare(
            LoadedPage(image), image: image, evidence: Self.evidence)
        #expect(page.displacement != nil)
        let lines = try TextLayout(Reduction(of: images.binary).image).lines
        #expect(!Straightening.isCurved(lines))
        #expect(try Straightening.isCurved(TextLayout(Reduction(of: image.thresholded(at: 128)).image).lines))
        // A place on the straightened page leads back to where it lay.
        let inInput = page.inputPoint(try UprightTests.centreOfMark(in: images.binary))
        let expected = try UprightTests.centreOfMark(in: image.thresholded(at: 128))
        #expect(abs(inInput.x - expected.x) < 2 && abs(inInput.y - expected.y) < 4)
    }

    @Test func leavesCurvedLinesWhereThatReadsNoBetter() throws {
        let image = try Self.bentPage()
        let (page, _) = try Preprocessor(settings: PreprocessSettings()).prepare(
            LoadedPage(image), image: image
        ) { try letterEvidence($0) * Double($0.height) / 50 }
        #expect(page.displacement == nil)
    }

    @Test func leavesCurvedLinesWhereTheConfigurationSaysSo() throws {
        var settings = PreprocessSettings()
        settings.dewarp = false
        let image = try Self.bentPage()
        let (page, _) = try Preprocessor(settings: settings).prepare(
            LoadedPage(image), image: image, evidence: Self.evidence)
        #expect(page.displacement == nil)
    }

    @Test func findsNoCurvesOnFlatPages() throws {
        for degrees in [0.0, 0.6] {
            let image = try TestPage.letterPage().image().rotated(degrees: degrees).thresholded(at: 128)
            #expect(try !Straightening.isCurved(TextLayout(Reduction(of: image).image).lines))
        }
    }
}

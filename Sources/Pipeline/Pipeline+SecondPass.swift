import Extract
import Imaging
import Model
import Recognize

/// What would be accepted, read once more as a whole.
extension Pipeline {
    /// Smaller, so that each letter's grey and each page's outline are others; not by so much that small print suffers.
    private static let secondScale = 0.88

    /// The document's values held against those that smaller pictures of its pages have, read from the start. Where they
    /// are others, the words of both were looked at a second time.
    ///
    /// - Parameter pagesBefore: of the file that was split.
    /// - Returns: nil where the configuration wants no second pass.
    func comparedWithSecondPass(
        _ document: ExtractedDocument, _ file: FileAtHand, _ pagesBefore: Int, clock: inout StageClock
    ) -> ExtractedDocument? {
        guard configuration.recognize.secondPass else { return nil }
        var other = secondPass(document.classified.recognized, file, pagesBefore, clock: &clock)
        if configuration.recognize.secondLook, !SecondPass(other).disputed(document).isEmpty {
            let pictures = PagePictures()
            pictures.remake = { try? self.preparedAgain($0, of: file, scale: Self.secondScale)?.images.normalised }
            other = lookedAgain(other, pictures, pagesBefore, clock: &clock)
        }
        return SecondPass(other).judged(document)
    }

    /// The document read once more from smaller pictures, as far as the time of a second look suffices.
    private func secondPass(
        _ document: RecognizedDocument, _ file: FileAtHand, _ pagesBefore: Int, clock: inout StageClock
    ) -> ExtractedDocument {
        let seconds = configuration.recognize.secondsPerPage / 3 * Double(document.pages.count)
        let end = ContinuousClock.now + .seconds(seconds)
        var pages: [RecognizedPage] = []
        for page in document.pages where ContinuousClock.now < end {
            let prepared = clock.time(.preprocess) {
                try? preparedAgain(pagesBefore + page.index, of: file, scale: Self.secondScale)
            }
            guard let prepared, prepared.page.hopeless == nil,
                var again = clock.time(.recognize, { try? stages.read(prepared.page, prepared.images) })
            else { continue }
            again.prepared.index = page.index
            pages.append(again)
        }
        let classified = clock.time(.classify) {
            stages.classify(RecognizedDocument(loaded: document.loaded, pages: pages))
        }
        return clock.time(.extract) { stages.extract(classified, context) }
    }
}

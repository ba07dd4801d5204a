import Ingest
package import Model

extension Pipeline {
    /// Pages that are looked at: what somebody photographs has few, and a file of many waits for its reading.
    private static let mostPages = 10

    /// What can be said of a capture at once, while the document still lies before the camera: nothing is read.
    ///
    /// - Parameter scratch: a folder for intermediate files.
    /// - Returns: of the kind `unknown`, without fields: for `retake`, with what to do, or for `review`, where reading can begin.
    package func checkedCapture(of source: SourceFile, scratch: String) -> Outcome {
        do {
            let opened = try stages.open(source, scratch)
            var pages: [PreparedPage] = []
            for number in 1...min(max(1, opened.pageCount), Self.mostPages) {
                let loaded = try opened.page(number)
                var (page, image) = try stages.standardize(loaded.page, loaded.image)
                for place in try stages.find(page, image) {
                    page.index = pages.count + 1
                    pages.append(try stages.prepare(page, image, place).page)
                }
            }
            let reasons = stages.captureReasons(pages)
            return Outcome(
                id: opened.loaded.id, source: opened.loaded.source, kind: .unknown,
                classification: Classification(confidence: 0, scores: [:], evidence: []), fields: [:],
                decision: Decision(action: reasons.isEmpty ? .review : .retake, reasons: reasons),
                pages: pages.map { PageReport(RecognizedPage(prepared: $0), kind: nil, words: false) }, warnings: [],
                timing: [:], engine: engine)
        } catch let rejected as RejectedDocument {
            return failed(rejected.failure, source, rejected.loaded)
        } catch let failure as Failure {
            return failed(failure, source, nil)
        } catch {
            return failed(Failure(.engineFailed, "\(source.path): \(error)", stage: .preprocess), source, nil)
        }
    }
}

import Classify
import Decide
import Extract
import Foundation
import Imaging
import Ingest
import Kinds
package import Model
import Output
import Preprocess
import Recognize

/// The stages in a row, for one worker: synchronous, and never throwing, since a document that cannot be
/// processed is an outcome too.
package final class Pipeline {
    package let configuration: Configuration
    package let engine: EngineInfo
    let stages: Stages
    let context: ExtractionContext
    private let masking: Masking

    /// - Throws: `ConfigurationError` for a bad kind file, `Failure` where a model is missing.
    package convenience init(configuration: Configuration, asOf: CalendarDate) throws {
        try self.init(configuration: configuration, asOf: asOf, stages: Stages(configuration))
    }

    init(configuration: Configuration, asOf: CalendarDate, stages: Stages) {
        self.configuration = configuration
        self.stages = stages
        context = ExtractionContext(asOf: asOf)
        masking = Masking(configuration.output.redact, stages.kinds)
        engine = stages.engine(asOf)
    }

    /// One file in, one outcome out; where the file was split, it has the others `following`.
    ///
    /// - Parameters:
    ///   - scratch: a folder for intermediate files, emptied by the caller afterwards.
    ///   - keeper: is handed what may be kept beside the result.
    ///   - notice: is told the number of pages once it is known, and of each that was read.
    package func process(
        _ source: SourceFile, scratch: String, keeper: Keeper? = nil, notice: (PageNotice) -> Void = { _ in }
    ) -> Outcome {
        var clock = StageClock()
        var loaded: LoadedDocument?
        var keeper = keeper
        keeper?.isRedacting = configuration.output.redact != .none
        keeper?.language = configuration.language
        do {
            let opened = try clock.time(.ingest) { try open(source, scratch) }
            loaded = opened.loaded
            notice(.count(opened.pageCount))
            keeper?.keep(opened.loaded, of: .ingest)
            let pages = try readPages(of: opened, clock: &clock, keeper: keeper, notice: notice)
            keeper?.keep(pages, of: .recognize)
            let recognized = RecognizedDocument(loaded: opened.loaded, pages: pages)
            var outcome = try understood(recognized, clock: &clock, keeper: keeper)
            let problems = keeper?.keepText(of: recognized, as: outcome, from: opened, masking, engine) ?? []
            outcome.warnings? += problems
            return outcome
        } catch let rejected as RejectedDocument {
            return failed(rejected.failure, source, rejected.loaded)
        } catch let failure as Failure {
            return failed(failure, source, loaded)
        } catch {
            return failed(Failure(.engineFailed, "\(source.path): \(error)", stage: .ingest), source, loaded)
        }
    }

    /// What comes of pages that were read before: everything behind Recognize, done anew.
    ///
    /// - Throws: `Failure` where they cannot be understood.
    package func process(_ recognized: RecognizedDocument) throws -> Outcome {
        var clock = StageClock()
        return try understood(recognized, clock: &clock, keeper: nil)
    }

    /// The pages of a file, read, and nothing behind that.
    ///
    /// - Parameter scratch: a folder for intermediate files.
    /// - Throws: `Failure` where it cannot be read.
    package func recognized(_ source: SourceFile, scratch: String) throws -> RecognizedDocument {
        var clock = StageClock()
        do {
            let opened = try open(source, scratch)
            let pages = try readPages(of: opened, clock: &clock, keeper: nil) { _ in }
            return RecognizedDocument(loaded: opened.loaded, pages: pages)
        } catch let rejected as RejectedDocument {
            throw rejected.failure
        }
    }

    private func understood(
        _ recognized: RecognizedDocument, clock: inout StageClock, keeper: Keeper?
    ) throws -> Outcome {
        var classified = clock.time(.classify) { stages.classify(recognized) }
        classified.starts = clock.time(.extract) { stages.starts(classified, context) }
        keeper?.keep(classified.classification, of: .classify)
        return try split(classified, clock: &clock, keeper: keeper)
    }

    /// Where the configuration says so, each document that the file holds has an outcome of its own.
    private func split(
        _ classified: ClassifiedDocument, clock: inout StageClock, keeper: Keeper?
    ) throws -> Outcome {
        let parts = mayHoldSeveral(classified) ? SplitDocument.parts(of: classified) : []
        guard parts.count > 1 else { return try judged(classified, clock: &clock, keeper: keeper) }
        var outcomes: [Outcome] = []
        var before = 0
        for part in parts {
            let own = clock.time(.classify) { stages.classify(part) }
            outcomes.append(try judged(own, clock: &clock, keeper: keeper, pagesBefore: before))
            before += part.pages.count
        }
        // The time is the file's.
        let timing = clock.milliseconds
        for index in outcomes.indices { outcomes[index].timing = timing }
        return Outcome(documents: outcomes)
    }

    /// Files that somebody put together are one document.
    private func mayHoldSeveral(_ document: ClassifiedDocument) -> Bool {
        configuration.ingest.split && document.recognized.loaded.source.files == nil
    }

    /// The stages behind Classify.
    ///
    /// - Parameter pagesBefore: of the file that was split.
    private func judged(
        _ classified: ClassifiedDocument, clock: inout StageClock, keeper: Keeper?, pagesBefore: Int = 0
    ) throws -> Outcome {
        var classified = classified
        classified.recognized = try clock.time(.extract) { try stages.understand(classified.recognized) }
        let first = classified.recognized.loaded.source.pages?.first
        let extracted = clock.time(.extract) { extract(classified) }
        let (decision, vouched) = clock.time(.decide) { stages.decide(extracted) }
        keeper?.keep(extracted.extraction, of: .extract, fromPage: first)
        keeper?.keep(decision, of: .decide, fromPage: first)
        let outcome = outcome(of: vouched, decision: decision, timing: clock.milliseconds)
        keeper?.draw(
            extracted.classified.recognized.pages, of: outcome, found: extracted.extraction.fields,
            pagesBefore: pagesBefore)
        return masking.masked(outcome)
    }

    private func open(_ source: SourceFile, _ scratch: String) throws -> any PageSource {
        guard !source.others.isEmpty else { return try stages.open(source, scratch) }
        return try JoinedDocument([source] + source.others, mostPages: configuration.maxPages) { file, position in
            let folder = "\(scratch)/file-\(position)"
            try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            return try stages.open(file, folder)
        }
    }

    /// Reads page by page, so that one picture at a time is in memory; a page that fails leaves the others alone.
    ///
    /// - Throws: the first page's failure where no page could be read.
    private func readPages(
        of opened: any PageSource, clock: inout StageClock, keeper: Keeper?, notice: (PageNotice) -> Void
    ) throws -> [RecognizedPage] {
        var pages: [RecognizedPage] = []
        for number in 1...max(1, opened.pageCount) {
            do {
                try readPicture(number, of: opened, into: &pages, clock: &clock, keeper: keeper)
            } catch let failure as Failure {
                pages.append(failed(failure, at: pages.count + 1, on: number))
            }
            notice(.read(number))
        }
        if let failure = pages.first?.error, pages.allSatisfy({ $0.error != nil }) { throw failure }
        return pages
    }

    /// Reads each page that one picture of the file shows.
    ///
    /// - Throws: where none of them could be looked for.
    private func readPicture(
        _ number: Int, of opened: any PageSource, into pages: inout [RecognizedPage], clock: inout StageClock,
        keeper: Keeper?
    ) throws {
        let loaded = try clock.time(.ingest) { try opened.page(number) }
        var (page, image) = try clock.time(.preprocess) { try stages.standardize(loaded.page, loaded.image) }
        let places = try clock.time(.preprocess) { try stages.find(page, image) }
        for (position, place) in places.enumerated() {
            page.index = pages.count + 1
            if position > 0 { page.warnings = [] }
            let inputPage = places.count == 1 && page.index == number ? nil : number
            do {
                pages.append(
                    try readPage(
                        page, image, at: place, inputPage: inputPage, clock: &clock, keeper: keeper))
            } catch let failure as Failure {
                pages.append(failed(failure, at: page.index, on: number))
            }
        }
    }

    private func readPage(
        _ page: LoadedPage, _ image: Image, at place: PagePlace, inputPage: Int?, clock: inout StageClock,
        keeper: Keeper?
    ) throws -> RecognizedPage {
        var (prepared, images) = try clock.time(.preprocess) { try stages.prepare(page, image, place) }
        prepared.inputPage = inputPage
        prepared.input = InputGrid(page)
        prepared.warnings = page.warnings + prepared.warnings
        keeper?.keep(prepared, of: image)
        guard prepared.hopeless == nil else { return RecognizedPage(prepared: prepared) }
        do {
            return try clock.time(.recognize) { try stages.read(prepared, images) }
        } catch let error as ImageError {
            throw Failure(error, page: page.index, stage: .recognize)
        }
    }

    private func extract(_ classified: ClassifiedDocument) -> ExtractedDocument {
        var found = stages.extract(classified, context)
        if mayHoldSeveral(classified) { found.extraction.findings += stages.strangers(classified, context) }
        return found
    }

    private func failed(_ failure: Failure, at index: Int, on number: Int) -> RecognizedPage {
        let empty = PreparedPage(
            index: index, inputPage: index == number ? nil : number, width: 0, height: 0, dpi: 0)
        return RecognizedPage(prepared: empty, error: failure)
    }

    private func outcome(of document: ExtractedDocument, decision: Decision, timing: [String: Double]) -> Outcome {
        let classified = document.classified
        let recognized = classified.recognized
        let kinds = classified.pageKinds
        let reports = recognized.pages.enumerated().map { position, page in
            var report = PageReport(
                page, kind: position < kinds.count ? kinds[position] : nil, words: configuration.output.words)
            if let place = recognized.loaded.source.place(ofPage: report.inputPage ?? report.index) {
                (report.file, report.inputPage) = (place.file, place.page)
            }
            return report
        }
        let warnings =
            recognized.loaded.warnings + recognized.pages.flatMap { $0.prepared.warnings + $0.warnings }
            + document.extraction.warnings
        return Outcome(
            id: recognized.loaded.id, source: recognized.loaded.source, kind: classified.kind,
            classification: classified.classification, fields: document.extraction.fields, decision: decision,
            pages: reports, warnings: warnings, timing: timing, engine: engine)
    }

    func failed(_ failure: Failure, _ source: SourceFile, _ loaded: LoadedDocument?) -> Outcome {
        var failure = failure
        // A stage knows its page, not the file.
        if !failure.message.contains(source.path) { failure.message = "\(source.path), \(failure.message)" }
        return Outcome(
            id: loaded?.id, source: loaded?.source ?? SourceInfo(path: source.path), failure: failure, engine: engine)
    }
}

/// How far a document is.
package enum PageNotice: Hashable, Sendable {
    /// How many pages, or pictures, its files have.
    case count(Int)
    /// One of them was read, by its number from 1.
    case read(Int)
}

/// Adds up the time that each stage takes, over all pages.
struct StageClock {
    private(set) var elapsed: [StageName: Duration] = [:]
    private let started = ContinuousClock.now

    mutating func time<Value>(_ stage: StageName, _ work: () throws -> Value) rethrows -> Value {
        let start = ContinuousClock.now
        defer { elapsed[stage, default: .zero] += ContinuousClock.now - start }
        return try work()
    }

    /// By stage name, and `total`.
    var milliseconds: [String: Double] {
        var table = Dictionary(uniqueKeysWithValues: elapsed.map { ($0.key.rawValue, $0.value / .milliseconds(1)) })
        table["total"] = (ContinuousClock.now - started) / .milliseconds(1)
        return table
    }
}

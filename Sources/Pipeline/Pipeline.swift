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
        let answer = answer(.document(), source, scratch: scratch, keeper: keeper, notice: notice)
        guard case .outcome(let outcome) = answer else { preconditionFailure("only a part of it was asked for") }
        return outcome
    }

    /// What is asked for of one file: its outcome, some of its pages, or its outcome from pages that others have read.
    ///
    /// - Parameters: as of ``process(_:scratch:keeper:notice:)``.
    package func answer(
        _ portion: Portion, _ source: SourceFile, scratch: String, keeper: Keeper?, notice: (PageNotice) -> Void
    ) -> Portion.Answer {
        var keeper = keeper
        keeper?.isRedacting = configuration.output.redact != .none
        keeper?.language = configuration.language
        var clock = StageClock()
        switch portion {
        case .document(let mostPages):
            return finished(source, scratch: scratch, clock: &clock, keeper: keeper) { opened, clock in
                notice(.count(opened.pageCount))
                guard opened.pageCount <= mostPages else { throw Portion.Divided(pages: opened.pageCount) }
                return readPages(
                    1...max(1, opened.pageCount), of: opened, clock: &clock, keeper: keeper, notice: notice)
            }
        case .pages(let range, let part):
            let pages = read(range, of: source, scratch: scratch, clock: &clock, keeper: keeper, notice: notice)
            return .part(part.write(pages, of: range, clock))
        case .rest(let parts):
            return finished(source, scratch: scratch, clock: &clock, keeper: keeper) { opened, clock in
                try parts.joined(count: opened.pageCount, clock: &clock, keeper: keeper)
            }
        }
    }

    /// The outcome of a document whose pages are read somehow.
    private func finished(
        _ source: SourceFile, scratch: String, clock: inout StageClock, keeper: Keeper?,
        read: (any PageSource, inout StageClock) throws -> [RecognizedPage]
    ) -> Portion.Answer {
        var loaded: LoadedDocument?
        do {
            let opened = try clock.time(.ingest) { try open(source, scratch) }
            loaded = opened.loaded
            keeper?.keep(opened.loaded, of: .ingest)
            let pages = try Self.requireReadable(read(opened, &clock))
            keeper?.keep(pages, of: .recognize)
            let recognized = RecognizedDocument(loaded: opened.loaded, pages: pages)
            var outcome = try understood(recognized, clock: &clock, keeper: keeper)
            let problems = keeper?.keepText(of: recognized, as: outcome, from: opened, masking, engine) ?? []
            outcome.warnings? += problems
            return .outcome(outcome)
        } catch let divided as Portion.Divided {
            return .divided(pages: divided.pages)
        } catch {
            return .outcome(failed(error, source, loaded))
        }
    }

    private func failed(_ error: any Error, _ source: SourceFile, _ loaded: LoadedDocument?) -> Outcome {
        switch error {
        case let rejected as RejectedDocument: failed(rejected.failure, source, rejected.loaded)
        case let failure as Failure: failed(failure, source, loaded)
        default: failed(Failure(.engineFailed, "\(source.path): \(error)", stage: .ingest), source, loaded)
        }
    }

    /// Some of a document's pages; where it cannot be opened, none of them can be read.
    private func read(
        _ range: ClosedRange<Int>, of source: SourceFile, scratch: String, clock: inout StageClock, keeper: Keeper?,
        notice: (PageNotice) -> Void
    ) -> [RecognizedPage] {
        do {
            let opened = try clock.time(.ingest) { try open(source, scratch) }
            return readPages(range, of: opened, clock: &clock, keeper: keeper, notice: notice)
        } catch let rejected as RejectedDocument {
            return range.map { RecognizedPage(rejected.failure, at: $0, on: $0) }
        } catch {
            let failure = error as? Failure ?? Failure(.engineFailed, "\(source.path): \(error)", stage: .ingest)
            return range.map { RecognizedPage(failure, at: $0, on: $0) }
        }
    }

    /// Of pages that could all not be read, the document has the first one's failure.
    private static func requireReadable(_ pages: [RecognizedPage]) throws -> [RecognizedPage] {
        if let failure = pages.first?.error, pages.allSatisfy({ $0.error != nil }) { throw failure }
        return pages
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
            let pages = readPages(1...max(1, opened.pageCount), of: opened, clock: &clock, keeper: nil) { _ in }
            return RecognizedDocument(loaded: opened.loaded, pages: try Self.requireReadable(pages))
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
    /// - Parameter range: of pictures; each before them counts as one page.
    private func readPages(
        _ range: ClosedRange<Int>, of opened: any PageSource, clock: inout StageClock, keeper: Keeper?,
        notice: (PageNotice) -> Void
    ) -> [RecognizedPage] {
        var pages: [RecognizedPage] = []
        for number in range {
            let index = range.lowerBound + pages.count
            do {
                pages += try readPicture(number, of: opened, from: index, clock: &clock, keeper: keeper)
            } catch {
                let failure = error as? Failure ?? Failure(.engineFailed, "page \(index): \(error)", stage: .ingest)
                pages.append(RecognizedPage(failure, at: index, on: number))
            }
            notice(.read(number))
        }
        return pages
    }

    /// Reads each page that one picture of the file shows.
    ///
    /// - Parameter first: the number of the first of them in the document.
    /// - Throws: where none of them could be looked for.
    private func readPicture(
        _ number: Int, of opened: any PageSource, from first: Int, clock: inout StageClock, keeper: Keeper?
    ) throws -> [RecognizedPage] {
        let loaded = try clock.time(.ingest) { try opened.page(number) }
        var (page, image) = try clock.time(.preprocess) { try stages.standardize(loaded.page, loaded.image) }
        let places = try clock.time(.preprocess) { try stages.find(page, image) }
        return try places.enumerated().map { position, place in
            page.index = first + position
            for position in page.warnings.indices { page.warnings[position].page = page.index }
            for position in page.findings.indices { page.findings[position].page = page.index }
            if position > 0 { page.warnings = [] }
            let inputPage = places.count == 1 && page.index == number ? nil : number
            do {
                return try readPage(page, image, at: place, inputPage: inputPage, clock: &clock, keeper: keeper)
            } catch let failure as Failure {
                return RecognizedPage(failure, at: page.index, on: number)
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
    /// Taken by other workers.
    private var before: Duration = .zero

    mutating func time<Value>(_ stage: StageName, _ work: () throws -> Value) rethrows -> Value {
        let start = ContinuousClock.now
        defer { elapsed[stage, default: .zero] += ContinuousClock.now - start }
        return try work()
    }

    /// By stage name, and `total`.
    var milliseconds: [String: Double] {
        var table = Dictionary(uniqueKeysWithValues: elapsed.map { ($0.key.rawValue, $0.value / .milliseconds(1)) })
        table["total"] = (before + (ContinuousClock.now - started)) / .milliseconds(1)
        return table
    }

    /// Adds what another worker took.
    mutating func add(_ milliseconds: [String: Double]) {
        for (name, time) in milliseconds {
            if let stage = StageName(rawValue: name) { elapsed[stage, default: .zero] += .milliseconds(time) }
        }
        before += .milliseconds(milliseconds["total"] ?? 0)
    }
}

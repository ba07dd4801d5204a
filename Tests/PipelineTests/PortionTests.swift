import Foundation
import Imaging
import Model
import Testing

@testable import Pipeline

/// A document of which several workers read pages has the outcome that it would have from one.
@Suite struct PortionTests {
    /// A picture that shows two pages, others after it, and a page that cannot be read.
    private static func pipeline() throws -> Pipeline {
        try PipelineTests.pipeline(pages: 7, damaged: [5], shown: [2: 2, 6: 3])
    }

    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "portion-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try body(folder)
    }

    private func keeper(_ folder: URL) -> Keeper {
        Keeper(folder: folder.path, items: [.stages, .corrected, .overlay, .straightenedPDF, .hocr])
    }

    /// As different workers would, each with a folder of its own.
    private func divided(_ ranges: [ClosedRange<Int>], in folder: URL, keeper kept: Keeper? = nil) throws -> Outcome {
        for range in ranges {
            let part = folder.appending(path: "parts/\(range.lowerBound)")
            var noticed: [PageNotice] = []
            let answer = try Self.pipeline().answer(
                .pages(range, PartFolder(path: part.path)), PipelineTests.source, scratch: "",
                keeper: kept.map { _ in keeper(part) }
            ) { noticed.append($0) }
            guard case .part(let failures) = answer else {
                Issue.record("the pages have an outcome")
                continue
            }
            #expect(failures == (range.contains(5) ? [.damaged] : []))
            #expect(noticed == range.map { .read($0) })
        }
        let rest = Portion.rest(PartFolders(path: folder.appending(path: "parts").path))
        guard
            case .outcome(let outcome) = try Self.pipeline().answer(
                rest, PipelineTests.source, scratch: "", keeper: kept, notice: { _ in })
        else { throw Failure(.engineFailed, "no outcome", stage: .recognize) }
        return outcome
    }

    @Test(arguments: [[1...3, 4...6, 7...7], [1...1, 2...2, 3...7], [1...7]])
    func itsPartsMakeTheSameOutcome(ranges: [ClosedRange<Int>]) throws {
        try withFolder { folder in
            let whole = try Self.pipeline().process(PipelineTests.source, scratch: "")
            let parts = try divided(ranges, in: folder)
            #expect(whole.pages?.count == 10)
            #expect(parts.pages?.map(\.index) == Array(1...10))
            #expect(withoutTextAndTime(whole) == withoutTextAndTime(parts))
        }
    }

    /// The number of a page is in its words here; in a part, what comes before is not known yet.
    private func withoutTextAndTime(_ outcome: Outcome) -> Outcome {
        var outcome = outcome
        (outcome.fields, outcome.timing) = ([:], nil)
        outcome.pages = outcome.pages?.map { page in
            var page = page
            page.text = ""
            return page
        }
        return outcome
    }

    @Test func whatIsKeptOfItsPagesIsTheSame() throws {
        try withFolder { folder in
            let (whole, parts) = (folder.appending(path: "whole"), folder.appending(path: "joined"))
            _ = try Self.pipeline().process(PipelineTests.source, scratch: "", keeper: keeper(whole))
            _ = try divided([1...3, 4...7], in: folder, keeper: keeper(parts))
            func names(_ folder: URL) throws -> [String] {
                try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
            }
            #expect(try names(whole).contains("overlay/page-10.jpg"))
            #expect(try names(whole) == names(parts))
        }
    }

    @Test func whereTheLastWorkerIsLostAnotherFindsAllThatWasKept() throws {
        try withFolder { folder in
            let (first, second) = (folder.appending(path: "first"), folder.appending(path: "second"))
            _ = try divided([1...3, 4...7], in: folder, keeper: keeper(first))
            let outcome = try divided([], in: folder, keeper: keeper(second))
            #expect(outcome.warnings?.contains { $0.code == .notKept } == false)
            let names = try [first, second].map {
                try FileManager.default.subpathsOfDirectory(atPath: $0.path).sorted()
            }
            #expect(names[0] == names[1])
        }
    }

    @Test func saysWhereAPictureForThePDFIsMissing() throws {
        try withFolder { folder in
            _ = try divided([1...3, 4...7], in: folder, keeper: keeper(folder.appending(path: "first")))
            try FileManager.default.removeItem(at: folder.appending(path: "parts/4/originals"))
            let outcome = try divided([], in: folder, keeper: keeper(folder.appending(path: "second")))
            #expect(outcome.warnings?.contains { $0.code == .notKept } == true)
        }
    }

    @Test func itsTimeIsThatOfAllWorkers() throws {
        try withFolder { folder in
            var clock = StageClock()
            clock.add(["recognize": 20_000, "total": 30_000])
            _ = PartFolder(path: folder.appending(path: "parts/1").path)
                .write(try (1...6).map { RecognizedPage(try failure(), at: $0, on: $0) }, of: 1...6, clock)
            _ = PartFolder(path: folder.appending(path: "parts/7").path)
                .write(
                    [RecognizedPage(prepared: PreparedPage(index: 7, width: 1, height: 1, dpi: 300))], of: 7...7, clock)
            let outcome = try divided([], in: folder)
            #expect(outcome.timing?["recognize"] == 40_000)
            #expect(outcome.timing?["total"] ?? 0 >= 60_000)
        }
    }

    private func failure() throws -> Failure { Failure(.workerCrashed, "lost", stage: .operations) }

    @Test(arguments: [[1...3], [1...3, 5...7], [2...7]])
    func withoutOneOfItsPartsItFails(ranges: [ClosedRange<Int>]) throws {
        try withFolder { folder in
            let outcome = try divided(ranges, in: folder)
            #expect(outcome.error?.code == .outputFailed)
        }
    }

    @Test func isDividedWhereItHasMorePagesThanAreAllowed() throws {
        for (most, isDivided) in [(6, true), (7, false)] {
            let answer = try Self.pipeline().answer(
                .document(mostPages: most), PipelineTests.source, scratch: "", keeper: nil, notice: { _ in })
            if case .divided(let count) = answer {
                #expect(isDivided && count == 7)
            } else {
                #expect(!isDivided)
            }
        }
    }

    @Test func aFileThatCannotBeOpenedHasNoPages() throws {
        try withFolder { folder in
            let pipeline = try PipelineTests.pipeline(pages: 3, opens: false)
            let answer = pipeline.answer(
                .pages(1...3, PartFolder(path: folder.path)), PipelineTests.source, scratch: "", keeper: nil,
                notice: { _ in })
            guard case .part(let failures) = answer else { return #expect(Bool(false)) }
            #expect(failures == [.encrypted])
        }
    }
}

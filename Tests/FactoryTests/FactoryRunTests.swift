import Evaluation
import Foundation
import Model
import Testing

@testable import recto_factory

@Suite struct PlanTests {
    @Test func everyTwentyDocumentsAreBalanced() {
        let items = Plan.items(
            seed: 9, count: 40, kinds: [.id, .deed, .optOut, .unknown], tiers: TruthDocument.Tier.allCases)
        #expect(items.filter { $0.kind == .deed }.count == 12)
        #expect(items.prefix(20).filter { $0.kind == .id }.count == 6)
        #expect(items.map(\.index) == Array(0..<40))
    }

    @Test func streamsOfDifferentPathsDiffer() {
        var first = Random(seed: 1, "document", "1")
        var second = Random(seed: 1, "document", "2")
        #expect((0..<8).map { _ in first.next() } != (0..<8).map { _ in second.next() })
    }

    @Test func dayNumbersGoThereAndBack() {
        for number in stride(from: 700_000, through: 745_000, by: 37) {
            #expect(CalendarDate(dayNumber: number).dayNumber == number)
        }
        #expect(CalendarDate(year: 2026, month: 6, day: 1)?.adding(days: -1).iso == "2026-05-31")
    }
}

@Suite(.enabled(if: FactoryTools.areInstalled, "the factory's fonts or rsvg-convert are not installed"))
struct FactoryRunTests {
    @Test func jobsChangeNothing() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "factory-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var bytes: [[String: Data]] = []
        for jobs in [1, 2] {
            let output = folder.appending(path: "\(jobs)")
            let factory = Factory(
                seed: 4, policy: .never, asOf: DraftTests.asOf,
                templates: try Templates(folder: Templates.standardFolder), output: output)
            let truths = try factory.make(count: 2, kinds: [.optOut], tiers: [.clean], jobs: jobs)
            var files = ["truth": try Data(contentsOf: output.appending(path: "truth.jsonl"))]
            for truth in truths { files[truth.file] = try Data(contentsOf: output.appending(path: truth.file)) }
            bytes.append(files)
        }
        #expect(bytes[0] == bytes[1])
        #expect(bytes[0].count == 3)
    }
}

@Suite struct SamplesTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Samples")

    @Test func samplesAreBalancedAndHoldNothingBack() throws {
        let text = try String(contentsOf: Self.folder.appending(path: "truth.jsonl"), encoding: .utf8)
        let truths = try text.split(separator: "\n").map {
            try JSONDecoder().decode(TruthDocument.self, from: Data($0.utf8))
        }
        #expect((50...80).contains(truths.count))
        #expect(truths.allSatisfy { !$0.heldBack })
        #expect(Set(truths.map(\.tier)) == Set(TruthDocument.Tier.allCases))
        #expect(Set(truths.map(\.kind)) == [.id, .deed, .optOut, .unknown])
        var bytes = 0
        for truth in truths {
            let path = Self.folder.appending(path: truth.file).path
            bytes += try #require(
                try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int, "\(truth.file) is missing")
        }
        #expect(bytes < 30_000_000)
    }

    @Test func capturesToMakeAgainSayWhy() throws {
        let text = try String(contentsOf: Self.folder.appending(path: "truth.jsonl"), encoding: .utf8)
        for line in text.split(separator: "\n") {
            let truth = try JSONDecoder().decode(TruthDocument.self, from: Data(line.utf8))
            #expect((truth.tier == .bad) == truth.pages.contains { $0.defect != nil })
            #expect((truth.expect == .retake) == (truth.tier == .bad))
        }
    }
}

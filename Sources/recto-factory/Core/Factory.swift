import Dispatch
import Evaluation
import Foundation
import Model
import Synchronization

/// Makes documents and writes them with their truth.
struct Factory: Sendable {
    let seed: UInt64
    let policy: HeldBackPolicy
    let asOf: CalendarDate
    let templates: Templates
    let output: URL
    var subkinds: Set<String>?
    /// Whether the pages of a document, or of two, lie on one picture.
    var isTogether = false
    /// Whether two or three documents are pages of one file, as a feeder's stack is.
    var isStacked = false
    /// Whether scanned sheets are old copies.
    var isWorn = false
    /// Degrees either way by which clean pages are turned; nil leaves them level and upright.
    var tilt: Double?
    /// Whether cards that say things twice contradict themselves in one of them.
    var plants = false

    /// Each document depends on the seed and its own number alone, so that jobs may share the work in any order.
    func make(count: Int, kinds: [KindName], tiers: [TruthDocument.Tier], jobs: Int) throws -> [TruthDocument] {
        let items = stacked(Plan.items(seed: seed, count: count, kinds: kinds, tiers: tiers))
        let results = Mutex<[Int: Result<[TruthDocument], any Error>]>([:])
        let next = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: min(jobs, count)) { _ in
            while true {
                let position = next.withLock { position in
                    defer { position += 1 }
                    return position
                }
                guard position < items.count else { return }
                let result = Result { try make(items[position]) }
                results.withLock { $0[position] = result }
            }
        }
        let truths = try results.withLock { found in try items.indices.flatMap { try found[$0]?.get() ?? [] } }
        try write(truths)
        return truths
    }

    /// The documents of each file.
    private func stacked(_ items: [Plan.Item]) -> [[Plan.Item]] {
        guard isStacked else { return items.map { [$0] } }
        var random = Random(seed: seed, "stacks")
        var rest = items[...]
        var stacks: [[Plan.Item]] = []
        while !rest.isEmpty {
            let count = random.int(2...3)
            stacks.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return stacks
    }

    /// One file.
    private func make(_ items: [Plan.Item]) throws -> [TruthDocument] {
        let made = try items.map(make)
        guard items.count > 1, let first = items.first else {
            return try made.map { truth, captured in
                try write(captured, to: truth.file)
                return truth
            }
        }
        let pages = made.flatMap(\.captured.pages)
        // Two levels and grey do not go into one fax page's compression well; a stack comes as PDF.
        let whole = Captured(pages: pages, format: .pdf(quality: 85))
        let file = "stack/\(Self.number(first)).pdf"
        try write(whole, to: file)
        var next = 1
        return made.map { truth, captured in
            var truth = truth
            truth.file = "\(file)#\(next)-\(next + captured.pages.count - 1)"
            next += captured.pages.count
            return truth
        }
    }

    private static func number(_ item: Plan.Item) -> String {
        let number = String(item.index)
        return String(repeating: "0", count: max(0, 4 - number.count)) + number
    }

    private func write(_ captured: Captured, to file: String) throws {
        let target = output.appending(path: file)
        try FileManager.default.createDirectory(
            at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(CaptureFile.bytes(captured)).write(to: target)
    }

    /// One document: thought up, drawn, captured.
    private func make(_ item: Plan.Item) throws -> (truth: TruthDocument, captured: Captured) {
        let offered = (Catalogue.makers[item.kind] ?? []).filter { subkinds?.contains($0.subkind) ?? true }
        guard !offered.isEmpty else { throw FactoryError.templateMissing(name: item.kind.rawValue) }
        let path = String(item.index)
        var maker = Maker(random: Random(seed: seed, "document", path), policy: policy, asOf: asOf)
        maker.plants = plants
        // A step that has no factor in common with a deck's length takes all subkinds in turn with all tiers.
        let start = Int(Random(seed: seed, "rotation", item.kind.rawValue).first % UInt64(offered.count))
        var draft: Draft
        if item.tier == .bad, item.kind == .unknown, item.nth.isMultiple(of: 2) {
            draft = UnknownDocuments.blankPage()
        } else {
            draft = try offered[(start + item.nth) % offered.count].make(&maker, item.nth, templates)
        }
        var random = Random(seed: seed, "capture", path)
        let renderer = try Renderer()
        var captured: Captured
        switch item.tier {
        case _
        where isTogether && item.tier != .bad
            && (draft.isCard || item.tier == .photo):
            let isSeveral = item.nth.isMultiple(of: 3) || draft.pages.count == 1 || !draft.isCard
            if isSeveral {
                let other = try offered[(start + item.nth + 1) % offered.count].make(&maker, item.nth, templates)
                draft.add(other)
            }
            captured = try TogetherCapture(renderer: renderer).capture(
                draft.pages, areCards: draft.isCard, tier: item.tier, &random)
        case .clean:
            captured = try CleanCapture(renderer: renderer).capture(draft, &random)
            if let tilt { captured = try captured.tilted(within: tilt, &random) }
        case .scan: captured = try ScanCapture(renderer: renderer, isWorn: isWorn).capture(draft, &random)
        case .photo:
            captured = try PhotoCapture(renderer: renderer).capture(draft, &random)
        case .bad:
            captured = try BadCapture(renderer: renderer).capture(draft, turn: item.nthOfTier, &random)
            draft.expect = .retake
        }
        let name = "\(Self.number(item))-\(draft.subkind)"
        let file = "\(item.kind.rawValue)/\(name)-\(item.tier.rawValue).\(captured.format.suffix)"
        let truth = TruthDocument(
            file: file, kind: draft.kind, subkind: draft.subkind, tier: item.tier, heldBack: maker.usedHeldBack,
            fields: draft.fields, expect: draft.expect,
            pages: captured.pages.flatMap { [$0.truth] + $0.others }.map { truth in
                TruthPage(
                    corners: truth.corners?.rounded, skew: (truth.skew * 1000).rounded() / 1000,
                    orientation: truth.orientation, defect: truth.defect)
            })
        return (truth, captured)
    }

    private func write(_ truths: [TruthDocument]) throws {
        try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let lines = try truths.map { String(decoding: try encoder.encode($0), as: UTF8.self) + "\n" }
        try Data(lines.joined().utf8).write(to: output.appending(path: "truth.jsonl"))
    }
}

extension Random {
    /// The stream's first number.
    var first: UInt64 {
        var copy = self
        return copy.next()
    }
}

import Foundation
import Model
import Operations

/// The index at one moment: what a request works on. It is made when something changed, not for each request.
struct IndexSnapshot: Sendable {
    /// What filters ask of a document, without anything that costs time to look at: a request goes through all of them.
    struct Key: Sendable {
        var state: UInt8
        /// Place in `kinds`; none is -1.
        var kind: Int32
        /// A bit for each reason, by its place among all.
        var reasons: UInt64
        var written: Date
        /// End of the path in `paths`; it begins at the end of the one before.
        var pathEnd: Int
    }

    /// In the order of ``DocumentEntry/isRiskier(_:_:)``.
    let documents: [DocumentEntry]
    /// As `documents`.
    let keys: [Key]
    /// Those that there are.
    let kinds: [KindName]
    /// Whether the results that lay there at the start were all read.
    let isWhole: Bool
    /// Results that cannot be read.
    let unreadable: Int
    /// As `documents`: how far people have come.
    private(set) var stages: [ReviewStage]
    /// Who is at a document, by its id.
    private(set) var takers: [String: Reviewer] = [:]

    private let paths: [UInt8]
    private let positions: [String: Int]
    private let orders: [DocumentOrder: [Int]]

    init(
        _ entries: some Sequence<DocumentEntry>, isWhole: Bool, unreadable: Int = 0,
        stage: (DocumentEntry) -> ReviewStage = { _ in .open }
    ) {
        let documents = entries.sorted(by: DocumentEntry.isRiskier)
        self.documents = documents
        stages = documents.map(stage)
        self.isWhole = isWhole
        self.unreadable = unreadable
        positions = Dictionary(documents.indices.map { (documents[$0].id, $0) }) { first, _ in first }
        let kinds = Set(documents.compactMap(\.kind)).sorted()
        self.kinds = kinds
        let numbers = Dictionary(uniqueKeysWithValues: kinds.enumerated().map { ($1, Int32($0)) })
        var paths: [UInt8] = []
        keys = documents.map { document in
            paths += document.path.lowercased().utf8
            return Key(
                state: document.state.rawValue, kind: document.kind.flatMap { numbers[$0] } ?? -1,
                reasons: document.reasons.reduce(0) { $0 | $1.bit }, written: document.written, pathEnd: paths.count)
        }
        self.paths = paths
        func order(by isBefore: (DocumentEntry, DocumentEntry) -> Bool) -> [Int] {
            documents.indices.sorted { isBefore(documents[$0], documents[$1]) }
        }
        let oldest = order { ($0.written, $0.name) < ($1.written, $1.name) }
        orders = [
            .risk: Array(documents.indices), .oldest: oldest, .newest: oldest.reversed(),
            .name: order { $0.name < $1.name },
        ]
    }

    /// Nil for what is no document here.
    func document(_ id: String) -> DocumentEntry? { position(of: id).map { documents[$0] } }

    func stage(of document: DocumentEntry) -> ReviewStage { position(of: document.id).map { stages[$0] } ?? .idle }

    /// Whether somebody must look at it; false for what is no document here.
    func isWaiting(_ id: String) -> Bool { position(of: id).map { QueueFilter.Stage.open.takes(stages[$0]) } ?? false }

    /// Shows what people did since, without another look at the documents.
    mutating func set(_ stages: [String: ReviewStage], takers: [String: Reviewer]) {
        for (id, stage) in stages { if let position = position(of: id) { self.stages[position] = stage } }
        self.takers = takers
    }

    func position(of id: String) -> Int? { positions[id] }

    func positions(in order: DocumentOrder) -> [Int] { orders[order] ?? [] }

    /// Whether the path of the document there has a text in it, given as `lowercased` makes it.
    func path(at position: Int, has text: [UInt8]) -> Bool {
        guard let first = text.first else { return true }
        let last = keys[position].pathEnd - text.count
        var start = position == 0 ? 0 : keys[position - 1].pathEnd
        while start <= last {
            if paths[start] == first, text.indices.allSatisfy({ paths[start + $0] == text[$0] }) { return true }
            start += 1
        }
        return false
    }
}

/// In which the queue shows its documents; the names are those of the address.
enum DocumentOrder: String, Sendable, CaseIterable {
    case risk, oldest, newest, name
}

extension ReasonCode {
    private static let places = Dictionary(uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })

    /// Its own among all reasons.
    var bit: UInt64 { 1 << UInt64(Self.places[self] ?? 63) }
}

import Digest
import Foundation
import Kinds
import Model
import Operations

/// What the queue knows of a document: no value, so that 20,000 of them take little room.
struct DocumentEntry: Sendable, Equatable {
    /// Where a document stands; in the order of the queue.
    enum State: UInt8, Sendable, CaseIterable {
        case review, retake, failed, accept

        /// As the address and the contract call it.
        var code: String { "\(self)" }

        init?(code: String) {
            guard let state = Self.allCases.first(where: { $0.code == code }) else { return nil }
            self = state
        }
    }

    /// Stands for the document in addresses and events: a digest of `name`, so that no path is taken from outside.
    let id: String
    /// Of the result: its path below the folder of results, without `.json`.
    let name: String
    /// The document's own path, for people.
    let path: String
    /// [first, last], where the file was split into several documents.
    let pagesOfFile: ClosedRange<Int>?
    /// Nil where the document failed.
    let kind: KindName?
    let state: State
    let reasons: Set<ReasonCode>
    /// Why it failed.
    let failure: FailureCode?
    /// Of the least sure required field, 0…1; 0 where one was not found, nil where the kind requires none.
    let leastConfidence: Double?
    let pageCount: Int?
    /// When the result was written.
    let written: Date
    /// As people's decisions name it; nil where nobody can decide about it.
    let reviewed: ReviewDocument?

    /// What the machine decided; nil where it failed.
    var action: Decision.Action? {
        switch state {
        case .review: .review
        case .retake: .retake
        case .accept: .accept
        case .failed: nil
        }
    }

    static func id(of name: String) -> String { String(SHA256.hexDigest(of: name).prefix(32)) }

    /// How risky it would be to take the document as it was read, in tenths: whole ones, so that of those that are about
    /// as risky the oldest comes first.
    var risk: Int {
        switch state {
        case .review: 10 - Int(10 * (leastConfidence ?? 0))
        case .retake, .failed, .accept: 0
        }
    }

    /// Riskiest first, then oldest.
    static func isRiskier(_ a: Self, _ b: Self) -> Bool {
        (a.state.rawValue, -a.risk, a.written, a.name) < (b.state.rawValue, -b.risk, b.written, b.name)
    }
}

extension DocumentEntry {
    /// Nil for the copy that a further file of a document has.
    ///
    /// - Throws: where it is no result.
    init?(_ json: Data, name: String, written: Date, kinds: [KindName: KindDefinition]) throws {
        let result = try JSONDecoder().decode(Glance.self, from: json)
        guard result.source.partOf == nil else { return nil }
        id = Self.id(of: name)
        self.name = name
        path = result.source.path
        pagesOfFile = result.source.pages.flatMap { $0.count == 2 && $0[0] <= $0[1] ? $0[0]...$0[1] : nil }
        kind = result.kind
        state =
            switch result.decision?.action {
            case .accept: .accept
            case .review: .review
            case .retake: .retake
            case nil: .failed
            }
        reasons = Set((result.decision?.reasons ?? []).map(\.code))
        failure = result.error?.code
        let confidences = (result.fields ?? [:]).mapValues(\.confidence)
        leastConfidence = result.kind.flatMap { kinds[$0] }?.required.map { $0.least(of: confidences) }.min()
        pageCount = pagesOfFile.map(\.count) ?? result.source.pageCount
        self.written = written
        reviewed =
            result.decision == nil || result.redacted != nil
            ? nil : ReviewDocument(result.source, id: result.id, resultName: name)
    }

    /// What of a result is looked at.
    private struct Glance: Decodable {
        struct Decided: Decodable {
            var action: Decision.Action
            var reasons: [Coded]
        }

        struct Coded: Decodable { var code: ReasonCode }

        struct Failed: Decodable { var code: FailureCode }

        struct Read: Decodable { var confidence: Double }

        /// Is there; what it holds is another's.
        struct Anything: Decodable { init(from decoder: any Decoder) {} }

        var id: String?
        var redacted: Anything?
        var source: SourceInfo
        var kind: KindName?
        var error: Failed?
        var decision: Decided?
        var fields: [FieldName: Read]?
    }
}

extension Requirement {
    /// The confidence of the least sure field that it takes; 0 where one was not found.
    func least(of confidences: [FieldName: Double]) -> Double {
        switch self {
        case .field(let name), .isTrue(let name): confidences[name] ?? 0
        case .all(let parts): parts.map { $0.least(of: confidences) }.min() ?? 1
        case .any(let parts): parts.map { $0.least(of: confidences) }.max() ?? 1
        }
    }
}

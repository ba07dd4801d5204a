import Digest
import Model

/// What a document shares with another capture of it, as digests under a key of the output folder: whoever has the
/// digests alone learns nothing of the values, and digests of two folders cannot be held against each other.
struct Fingerprints: Hashable, Sendable, Codable {
    /// First and last of the document's, as in `3-4`, where its file was split; otherwise empty.
    let pages: String
    /// Of the file's bytes; empty where they could not be read.
    let id: String
    let digests: [String]

    /// No digests for what is never a duplicate: failures, and captures that are to be made again.
    init(of outcome: Outcome, key: [UInt8]) {
        pages = outcome.source.pages?.map(String.init).joined(separator: "-") ?? ""
        self.id = outcome.id ?? ""
        guard outcome.status == .processed, outcome.decision?.action != .retake, outcome.source.partOf == nil,
            let id = outcome.id
        else {
            digests = []
            return
        }
        var texts = (["bytes", id] + (pages.isEmpty ? [] : [pages])).joined(separator: Self.separator)
        if let files = outcome.source.files { texts += Self.separator + files.compactMap(\.id).joined() }
        digests = ([texts] + Self.identities(outcome)).map { HMACSHA256.hexDigest(of: Array($0.utf8), key: key) }
    }

    private static let separator = "\u{1F}"

    /// Number and names, or whatever else no two documents of the kind share.
    private static func identities(_ outcome: Outcome) -> [String] {
        // Of a masked result only the shape of its values is known.
        guard outcome.redacted == nil else { return [] }
        let fields = outcome.fields ?? [:]
        func identity(_ names: [FieldName], firstOf lists: Set<FieldName> = []) -> String? {
            let parts = names.map { name -> String in
                switch fields[name]?.value {
                case .text(let text): folded(text)
                case .list(let items) where lists.contains(name): folded(items.first ?? "")
                case .list(let items): folded(items.joined())
                case .flag, nil: ""
                }
            }
            guard parts.allSatisfy({ !$0.isEmpty }) else { return nil }
            return ([outcome.kind?.rawValue ?? ""] + parts).joined(separator: separator)
        }
        let found: [String?] =
            switch outcome.kind {
            case .id?: [identity(["issuing_country", "document_number", "surname"])]
            case .deed?:
                [
                    identity(["state", "county", "instrument_number", "grantee"], firstOf: ["grantee"]),
                    identity(["state", "county", "book", "page", "grantee"], firstOf: ["grantee"]),
                ]
            // One person may write to one company again: on another day.
            case .optOut?: [identity(["broker_name", "requester_name", "date_signed", "request_types"])]
            default: []
            }
        return found.compactMap(\.self)
    }

    /// Letters and figures, without case.
    private static func folded(_ text: String) -> String {
        text.uppercased().filter { $0.isLetter || $0.isNumber }
    }
}

extension Outcome {
    /// What was found out of the file alone.
    var withoutDuplicates: Outcome { mapDocuments(\.withoutDuplicate) }

    /// What was found out of this document alone.
    private var withoutDuplicate: Outcome {
        guard var decision, decision.reasons.contains(where: { $0.code == .possibleDuplicate }) else { return self }
        decision.reasons.removeAll { $0.code == .possibleDuplicate }
        if decision.reasons.isEmpty { decision.action = .accept }
        var copy = self
        copy.decision = decision
        return copy
    }

    /// The outcome of a file of which documents were seen before.
    ///
    /// - Parameter others: for each document.
    func duplicates(of others: [DuplicateIndex.Other?]) -> Outcome {
        Outcome(documents: zip(documents, others).map { document, other in other.map(document.duplicate) ?? document })
    }

    /// The outcome of a document that was seen before.
    private func duplicate(of other: DuplicateIndex.Other) -> Outcome {
        var copy = withoutDuplicate
        guard var decision = copy.decision else { return copy }
        decision.action = .review
        decision.reasons.append(
            Reason(
                code: .possibleDuplicate,
                message: "The same document seems to be there as \(other.name): see whether it is one and the same",
                duplicateOf: other.id))
        copy.decision = decision
        return copy
    }
}

extension DuplicateIndex.Other {
    /// For people.
    fileprivate var name: String {
        let ends = Set(pages.split(separator: "-"))
        if ends.isEmpty { return path }
        return ends.count == 1 ? "\(path), page \(ends.first ?? "")" : "\(path), pages \(pages)"
    }
}

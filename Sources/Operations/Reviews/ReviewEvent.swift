package import Foundation
package import Model

/// A person who reviews, as the review knows them.
package struct Reviewer: Hashable, Sendable {
    /// Two people never share one.
    package var name: String

    package init(name: String) { self.name = name }
}

/// A document that is reviewed: the place of its result, and the content that it was read from. Where other content
/// comes to the same place, that is another document.
package struct ReviewDocument: Hashable, Sendable, Codable {
    /// Of its file, as the result's `source.path`.
    package var path: String
    /// From 1, where the file was split.
    package var number: Int?
    /// First and last page, where the file was split.
    package var pages: [Int]?
    /// As the result's `id`.
    package var id: String

    package init(path: String, number: Int?, pages: [Int]?, id: String) {
        self.path = path
        self.number = number
        self.pages = pages
        self.id = id
    }

    // By the path's bytes: names that differ only in how Unicode writes a letter are those of two documents.

    package static func == (a: Self, b: Self) -> Bool {
        a.path.isSamePath(as: b.path) && (a.number, a.id) == (b.number, b.id) && a.pages == b.pages
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(PathKey(path))
        hasher.combine(number)
        hasher.combine(id)
    }

    /// - Parameter number: from 1, where the file was split; `Outcome.documents` has them in this order.
    /// - Returns: nil for a result of which nothing can be reviewed: one that failed, was redacted, or is a copy of that
    ///   of another file's document.
    package init?(_ result: Outcome, number: Int? = nil) {
        guard result.status == .processed, result.redacted == nil else { return nil }
        self.init(result.source, id: result.id, number: number)
    }

    /// - Parameters:
    ///   - source: of a result that was neither failed nor redacted.
    ///   - name: of the result's file, without `.json`: that of a split file's document ends in its number.
    /// - Returns: nil for a copy, as above.
    package init?(_ source: SourceInfo, id: String?, resultName name: String) {
        self.init(
            source, id: id, number: source.pages == nil ? nil : name.split(separator: ".").last.flatMap { Int($0) })
    }

    private init?(_ source: SourceInfo, id: String?, number: Int?) {
        guard let id, source.partOf == nil, (number == nil) == (source.pages == nil) else { return nil }
        self.init(path: source.path, number: number, pages: source.pages, id: id)
    }
}

/// What a person decides about a document in the end.
package enum ReviewDecision: Hashable, Sendable, Codable {
    /// Every value that is left stands.
    case accepted
    /// It must be captured again.
    ///
    /// - Parameters:
    ///   - reason: a fault of the capture.
    ///   - sentence: what the sender is to do.
    case retake(reason: ReasonCode, sentence: String)
    /// It is of no kind that is known here.
    case unknown

    /// Whether two people mean the same; each may tell the sender so in words of their own.
    package func isAlike(_ other: Self) -> Bool {
        switch (self, other) {
        case (.accepted, .accepted), (.unknown, .unknown): true
        case (.retake(let a, _), .retake(let b, _)): a == b
        default: false
        }
    }
}

/// A place on a page that a person pointed at.
package struct FieldPlace: Hashable, Sendable, Codable {
    /// From 1.
    package var page: Int
    /// In pixels of the upright page.
    package var box: Box

    package init(page: Int, box: Box) {
        self.page = page
        self.box = box
    }
}

/// What was done about one field.
package struct FieldChange: Hashable, Sendable, Codable {
    /// The document's kind then.
    package var kind: KindName
    package var field: FieldName
    /// Nil where it had no value.
    package var old: FieldValue?
    /// Nil where it has none from now on.
    package var new: FieldValue?
    package var place: FieldPlace?
}

/// What happened to a document. The names of the cases and of what they carry are those of the database: one that has
/// been published stays as it is.
package enum ReviewAction: Hashable, Sendable, Codable {
    /// A value was looked at and is right.
    case confirmed(change: FieldChange)
    case corrected(change: FieldChange)
    /// The document has no such field.
    case removed(change: FieldChange)
    /// The field is there, and nobody can read it.
    case illegible(change: FieldChange)
    case kindChanged(from: KindName, to: KindName)
    /// - Parameters:
    ///   - basis: digest of the kind and values that were decided on.
    ///   - people: how many must decide alike, by the configuration of that moment.
    case decided(decision: ReviewDecision, basis: String, people: Int)
    /// A decided document is open again.
    case reopened
    /// An earlier event counts no more, until this one is undone itself.
    case undone(sequence: Int64)

    /// Nil for what is about the whole document.
    var change: FieldChange? {
        switch self {
        case .confirmed(let change), .corrected(let change), .removed(let change), .illegible(let change): change
        case .kindChanged, .decided, .reopened, .undone: nil
        }
    }

    private enum CodingKeys: String, CodingKey {
        case confirmed, corrected, removed, illegible, decided, reopened, undone
        case kindChanged = "kind_changed"
    }
}

/// One line of what is kept: never changed, and removed by a purge alone.
package struct ReviewEvent: Hashable, Sendable {
    /// Rises over all documents; never given twice.
    package var sequence: Int64
    package var document: ReviewDocument
    package var reviewer: Reviewer
    package var time: Date
    package var action: ReviewAction
    /// In the reviewer's own words.
    package var why: String?

    var isUndoing: Bool { if case .undone = action { true } else { false } }
}

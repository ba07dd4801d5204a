package import Model
package import Pipeline

/// What the supervisor asks a worker: one line of JSON (docs/worker-protocol.md).
package struct WorkerRequest: Hashable, Sendable, Codable {
    /// The version of the protocol that this program speaks.
    package static let protocolVersion = 1

    package var version: Int
    /// Numbers the request; the answers repeat it.
    package var sequence: Int
    /// What the result calls the document.
    package var path: String
    /// The document's name in the worker's scratch folder.
    package var file: String
    /// Further files of the same document, in page order.
    package var others: [File]
    /// Whether each page is to be told of once it is read.
    package var progress: Bool
    /// What is left in the scratch folder, each in a folder of its own under `keepFolder`.
    package var keep: [Keepsake]
    /// Instead of reading the document, to draw this page of it, or to read it alone.
    package var picture: UprightPage?
    /// Instead of reading the document, to say whether its capture is good.
    package var isCaptureCheck: Bool
    /// A document of more pages is not read, but answered with `divided`.
    package var mostPages: Int?
    /// The first and the last of the pages, or pictures, that alone are to be read.
    package var pages: [Int]?
    /// Whether its pages were read, and lie in `partsFolder`.
    package var isRead: Bool

    package static let keepFolder = "keep"
    package static let partsFolder = "parts"
    /// Where the picture that was asked for lies in `keepFolder`, or the words.
    package static func file(of page: UprightPage) -> String { page.words == true ? "words.json" : "picture.jpg" }

    package struct File: Hashable, Sendable, Codable {
        package var path: String
        package var file: String

        package init(path: String, file: String) {
            self.path = path
            self.file = file
        }
    }

    package init(
        sequence: Int, path: String, file: String, others: [File] = [], progress: Bool = false, keep: [Keepsake] = [],
        picture: UprightPage? = nil, isCaptureCheck: Bool = false, mostPages: Int? = nil, pages: [Int]? = nil,
        isRead: Bool = false
    ) {
        version = Self.protocolVersion
        self.sequence = sequence
        self.path = path
        self.file = file
        self.others = others
        self.progress = progress
        self.keep = keep
        self.picture = picture
        self.isCaptureCheck = isCaptureCheck
        self.mostPages = mostPages
        self.pages = pages
        self.isRead = isRead
    }

    private enum CodingKeys: String, CodingKey {
        case version, sequence, path, file, others, progress, keep, picture
        case isCaptureCheck = "capture_check"
        case mostPages = "most_pages"
        case pages
        case isRead = "read"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        version = try container.decode(Int.self, forKey: .version)
        sequence = try container.decode(Int.self, forKey: .sequence)
        path = try container.decode(String.self, forKey: .path)
        file = try container.decode(String.self, forKey: .file)
        others = try container.decodeIfPresent([File].self, forKey: .others) ?? []
        progress = try container.decodeIfPresent(Bool.self, forKey: .progress) ?? false
        keep = try container.decodeIfPresent([Keepsake].self, forKey: .keep) ?? []
        picture = try container.decodeIfPresent(UprightPage.self, forKey: .picture)
        isCaptureCheck = try container.decodeIfPresent(Bool.self, forKey: .isCaptureCheck) ?? false
        mostPages = try container.decodeIfPresent(Int.self, forKey: .mostPages)
        pages = try container.decodeIfPresent([Int].self, forKey: .pages)
        isRead = try container.decodeIfPresent(Bool.self, forKey: .isRead) ?? false
    }
}

/// What a worker says: one line of JSON each.
package enum WorkerMessage: Hashable, Sendable {
    /// Once, when it is ready.
    case hello(version: Int, engine: EngineInfo)
    /// Once, instead of `hello`: it cannot work; the sentence says why and what to do.
    case refusal(String)
    /// At most once a request, as soon as it is known: the time limit grows with it.
    case pages(sequence: Int, count: Int)
    /// Where the request asks for progress, once for each page that was read, by its number from 1.
    case page(sequence: Int, number: Int)
    /// Instead of a result, where a picture or words were asked for: they lie in the scratch folder.
    case picture(sequence: Int)
    /// Instead of a result: the document has more pages than the request allows.
    case divided(sequence: Int, count: Int)
    /// Instead of a result, where some pages were to be read: they lie in the scratch folder; why those failed that did.
    case part(sequence: Int, failures: [FailureCode])
    /// Exactly once a request otherwise.
    case result(sequence: Int, outcome: Outcome)
}

extension WorkerMessage: Codable {
    private enum CodingKeys: String, CodingKey {
        case type, version, engine, message, sequence, count, number, outcome, following, failures
    }

    private enum Kind: String, Codable {
        case hello, refusal, pages, page, picture, divided, part, result
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(Kind.self, forKey: .type) {
        case .hello:
            self = .hello(
                version: try container.decode(Int.self, forKey: .version),
                engine: try container.decode(EngineInfo.self, forKey: .engine))
        case .refusal:
            self = .refusal(try container.decode(String.self, forKey: .message))
        case .pages:
            self = .pages(
                sequence: try container.decode(Int.self, forKey: .sequence),
                count: try container.decode(Int.self, forKey: .count))
        case .page:
            self = .page(
                sequence: try container.decode(Int.self, forKey: .sequence),
                number: try container.decode(Int.self, forKey: .number))
        case .picture:
            self = .picture(sequence: try container.decode(Int.self, forKey: .sequence))
        case .divided:
            self = .divided(
                sequence: try container.decode(Int.self, forKey: .sequence),
                count: try container.decode(Int.self, forKey: .count))
        case .part:
            self = .part(
                sequence: try container.decode(Int.self, forKey: .sequence),
                failures: try container.decode([FailureCode].self, forKey: .failures))
        case .result:
            var outcome = try container.decode(Outcome.self, forKey: .outcome)
            outcome.following = try container.decodeIfPresent([Outcome].self, forKey: .following) ?? []
            self = .result(sequence: try container.decode(Int.self, forKey: .sequence), outcome: outcome)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .hello(let version, let engine):
            try container.encode(Kind.hello, forKey: .type)
            try container.encode(version, forKey: .version)
            try container.encode(engine, forKey: .engine)
        case .refusal(let message):
            try container.encode(Kind.refusal, forKey: .type)
            try container.encode(message, forKey: .message)
        case .pages(let sequence, let count):
            try container.encode(Kind.pages, forKey: .type)
            try container.encode(sequence, forKey: .sequence)
            try container.encode(count, forKey: .count)
        case .page(let sequence, let number):
            try container.encode(Kind.page, forKey: .type)
            try container.encode(sequence, forKey: .sequence)
            try container.encode(number, forKey: .number)
        case .picture(let sequence):
            try container.encode(Kind.picture, forKey: .type)
            try container.encode(sequence, forKey: .sequence)
        case .divided(let sequence, let count):
            try container.encode(Kind.divided, forKey: .type)
            try container.encode(sequence, forKey: .sequence)
            try container.encode(count, forKey: .count)
        case .part(let sequence, let failures):
            try container.encode(Kind.part, forKey: .type)
            try container.encode(sequence, forKey: .sequence)
            try container.encode(failures, forKey: .failures)
        case .result(let sequence, let outcome):
            try container.encode(Kind.result, forKey: .type)
            try container.encode(sequence, forKey: .sequence)
            try container.encode(outcome, forKey: .outcome)
            if !outcome.following.isEmpty { try container.encode(outcome.following, forKey: .following) }
        }
    }
}

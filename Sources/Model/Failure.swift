/// Why a document or a page could not be processed: stable codes; docs/errors.md explains each.
package enum FailureCode: String, Codable, Sendable, CaseIterable {
    case fileMissing = "file_missing"
    case fileUnreadable = "file_unreadable"
    case fileEmpty = "file_empty"
    case unsupportedType = "unsupported_type"
    case damaged
    case encrypted
    case fileTooLarge = "file_too_large"
    case imageTooLarge = "image_too_large"
    case tooManyPages = "too_many_pages"
    case noPages = "no_pages"
    case rendererMissing = "renderer_missing"
    case engineFailed = "engine_failed"
    case timeout
    case workerCrashed = "worker_crashed"
    case outOfMemory = "out_of_memory"
    case outputFailed = "output_failed"

    /// Whether the same file may succeed when tried again with nothing else changed.
    package var isRetryable: Bool {
        switch self {
        case .timeout, .workerCrashed, .outOfMemory, .outputFailed: true
        default: false
        }
    }
}

/// What ends the work on one document (or, in a page's `error`, on one page).
package struct Failure: Error, Hashable, Sendable, Codable {
    package var code: FailureCode
    /// File, cause and way out in one sentence. Never holds a value of the document.
    package var message: String
    package var stage: StageName

    package init(_ code: FailureCode, _ message: String, stage: StageName) {
        self.code = code
        self.message = message
        self.stage = stage
    }
}

extension Failure: CustomStringConvertible {
    package var description: String { "\(stage.rawValue): \(code.rawValue): \(message)" }
}

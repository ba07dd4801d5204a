import Foundation
import HTTPTypes
import Hummingbird
import Model
import Operations

/// What a program is told instead of what it asked for: problem details (RFC 9457). Holds no value, and nothing of the
/// request.
struct APIProblem: Error {
    var status: HTTPResponse.Status
    /// What programs go by; nil where the status says all.
    var code: String?
    var title: String
    var detail: String
    /// Seconds until another try is worth it.
    var retryAfter: Int?

    init(_ status: HTTPResponse.Status, _ title: String, _ detail: String, code: String? = nil, retryAfter: Int? = nil)
    {
        self.status = status
        self.code = code
        self.title = title
        self.detail = detail
        self.retryAfter = retryAfter
    }

    static let notFound = APIProblem(.notFound, "Not found", "There is no such thing, or not any more.")

    /// What any error is to a program.
    init(_ error: any Error) {
        switch error {
        case let error as APIProblem: self = error
        case let error as PageError: self.init(error.status, error.title, error.text)
        case let error as SubmissionError: self.init(error)
        case let error as ReviewError: self.init(error)
        case let error as any HTTPResponseError where error.status == .notFound: self = .notFound
        case let error as any HTTPResponseError:
            self.init(error.status, "Refused", "The request was refused (\(error.status.code)).")
        default: self.init(.internalServerError, "That went wrong", "Ask again to see what was saved.")
        }
    }

    private init(_ error: SubmissionError) {
        switch error {
        case .tooLarge(let limit):
            self.init(
                .contentTooLarge, "Too large", "A file has at most \(limit) MiB (ingest.max_file_megabytes).",
                code: FailureCode.fileTooLarge.rawValue)
        case .empty:
            self.init(
                .unprocessableContent, "Empty", "The file has no bytes.", code: FailureCode.fileEmpty.rawValue)
        case .refused(let code, let sentence):
            self.init(.unprocessableContent, "No document", sentence, code: code.rawValue)
        case .tooMany:
            self.init(
                .tooManyRequests, "Too many files wait", "Make documents of the files that were sent.",
                retryAfter: 3600)
        case .noRoom:
            self.init(
                HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage"), "No room",
                "There is no room for another file now.", retryAfter: 600)
        case .unknownFiles:
            self.init(
                .unprocessableContent, "Unknown files",
                "A document has 1 to 100 files, each sent by you within the last day.", code: "unknown_files")
        case .busy:
            self.init(
                .serviceUnavailable, "Busy", "The file cannot be looked at now. Send it again.", retryAfter: 5)
        }
    }

    private init(_ error: ReviewError) {
        let detail = error.description
        switch error {
        case .stale: self.init(.conflict, "Changed meanwhile", detail, code: "stale")
        case .taken: self.init(.conflict, "Taken", detail, code: "taken")
        case .finished: self.init(.conflict, "Finished", detail, code: "finished")
        case .entry: self.init(.unprocessableContent, "No value of the field", detail, code: "entry")
        case .refused: self.init(.unprocessableContent, "Refused", detail, code: "refused")
        case .gone: self = .notFound
        }
    }

    var response: Response {
        struct Body: Encodable {
            var type = "about:blank"
            var title: String
            var status: Int
            var detail: String
            var code: String?
        }
        let body = Body(title: title, status: status.code, detail: detail, code: code)
        var response = API.answer(body, status: status)
        response.headers[.contentType] = "application/problem+json"
        if let retryAfter { response.headers[.retryAfter] = "\(retryAfter)" }
        if status == .unauthorized { response.headers[.wwwAuthenticate] = "Bearer" }
        return response
    }
}

/// Answers of the API.
enum API {
    static let prefix = "/api/v1"

    static func answer(_ value: some Encodable, status: HTTPResponse.Status = .ok) -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        // Values of plain types: none fails to be encoded.
        let data = (try? encoder.encode(value)) ?? Data()
        return Response(
            status: status, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: data)))
    }
}

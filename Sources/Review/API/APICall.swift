import Digest
import Foundation
import HTTPTypes
import Hummingbird
import Operations

/// Who asks: a person whose browser has signed in, or a program with an access token.
struct Caller: Sendable {
    var reviewer: Reviewer
    var roles: Set<Role>
    var isProgram: Bool
    /// Whether the caller still has the role: asked again while an answer lasts.
    var isStillIn: @Sendable (Role) -> Bool
}

/// One request to the API, by somebody who may ask.
struct APICall: Sendable {
    let request: Request
    let context: ReviewContext
    let caller: Caller

    var query: FormFields { FormFields(encoded: request.uri.query ?? "") }

    /// A part of the path.
    ///
    /// - Throws: `APIProblem`.
    func parameter(_ name: String) throws -> String {
        guard let value = context.parameters.get(name) else { throw APIProblem.notFound }
        return value
    }

    /// How many of a list are wanted, and after which one.
    ///
    /// - Throws: `APIProblem` for a limit that is none.
    func part() throws -> (cursor: String?, limit: Int) {
        let query = query
        guard let text = query["limit"] else { return (query["cursor"], 50) }
        guard let limit = Int(text), (1...200).contains(limit) else {
            throw APIProblem(.badRequest, "No limit", "limit is a number from 1 to 200.")
        }
        return (query["cursor"], limit)
    }

    /// The body, with its bytes.
    ///
    /// - Throws: `APIProblem` for what is no JSON, or no such value.
    func body<Value: Decodable>(_ type: Value.Type) async throws -> (value: Value, bytes: [UInt8]) {
        let mediaType = request.headers[.contentType]?.split(separator: ";").first.map { $0.lowercased() }
        guard mediaType == "application/json" else {
            throw APIProblem(.unsupportedMediaType, "No JSON", "The body's Content-Type is application/json.")
        }
        let bytes = try await [UInt8](buffer: request.body.collect(upTo: Self.mostBytes))
        guard let value = try? JSONDecoder().decode(type, from: Data(bytes)) else {
            throw APIProblem(.badRequest, "Not understood", "The body is not as the document of the API describes it.")
        }
        return (value, bytes)
    }

    private static let mostBytes = 64 << 10

    /// Does something once for each idempotency key that the caller gives; without a key, each time.
    ///
    /// - Parameters:
    ///   - body: what is asked, beside the address.
    ///   - again: the answer to a request that was answered before.
    func once(
        _ body: [UInt8], keptIn submissions: Submissions?, _ work: () async throws -> Response,
        again: () async throws -> Response
    ) async throws -> Response {
        guard let key = HTTPField.Name("Idempotency-Key").flatMap({ request.headers[$0] }), let submissions else {
            return try await work()
        }
        guard (1...255).contains(key.utf8.count) else {
            throw APIProblem(.badRequest, "No key", "An idempotency key has 1 to 255 characters.")
        }
        let asked = "\(request.method.rawValue) \(request.uri.path)\n"
        let digest = SHA256.hexDigest(of: Array(asked.utf8) + body)
        let reviewer = caller.reviewer
        switch try submissions.begin(key, of: reviewer, digest: digest) {
        case .first:
            do {
                let answer = try await work()
                submissions.end(key, of: reviewer, digest: digest, isDone: true)
                return answer
            } catch {
                submissions.end(key, of: reviewer, digest: digest, isDone: false)
                throw error
            }
        case .done: return try await again()
        case .different:
            throw APIProblem(
                .unprocessableContent, "Key used before", "This idempotency key came with another request.",
                code: "idempotency_key_reused")
        case .atHand:
            throw APIProblem(
                .serviceUnavailable, "At hand", "The same request is being done. Ask again.", code: "at_hand",
                retryAfter: 1)
        }
    }
}

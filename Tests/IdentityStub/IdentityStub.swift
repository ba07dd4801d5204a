import CryptoExtras
package import Foundation
import HTTPTypes
import Hummingbird
import Identity
import JWTKit
import Synchronization
import WebServer

/// An identity provider on the loopback, as a test wants it: it signs anything, changes its keys, asks to be left alone,
/// dies and comes back, and counts what it is asked for.
package final class IdentityStub: Sendable {
    /// A key pair, and how it is published.
    package struct Key: Sendable {
        package var name: String
        package var algorithm: String
        let signer: any JWTAlgorithm
        var published: JWK?

        package static func es256(_ name: String) async throws -> Key {
            let key = ES256PrivateKey()
            let collection = await JWTKeyCollection().add(ecdsa: key, kid: JWKIdentifier(string: name))
            return Key(
                name: name, algorithm: "ES256",
                signer: try await collection.getKey(for: JWKIdentifier(string: name)),
                published: .ecdsa(
                    .es256, identifier: JWKIdentifier(string: name), x: key.parameters?.x, y: key.parameters?.y,
                    curve: .p256))
        }

        /// - Parameter isPSS: whether it signs by PS256, and RS256 otherwise; the published key does not say which.
        package static func rsa(_ name: String, isPSS: Bool = false) async throws -> Key {
            let key = try rsaKey.get()
            let collection = JWTKeyCollection()
            let kid = JWKIdentifier(string: name)
            if isPSS {
                await collection.add(pss: key, digestAlgorithm: .sha256, kid: kid)
            } else {
                await collection.add(rsa: key, digestAlgorithm: .sha256, kid: kid)
            }
            let parts = try key.publicKey.getKeyPrimitives()
            return Key(
                name: name, algorithm: isPSS ? "PS256" : "RS256", signer: try await collection.getKey(for: kid),
                published: .rsa(
                    nil, identifier: kid, modulus: parts.modulus.base64URL, exponent: parts.publicExponent.base64URL))
        }

        /// Signs by HMAC with another key's public half as the password.
        package static func confused(with key: Key, password: String) async throws -> Key {
            let kid = JWKIdentifier(string: key.name)
            let collection = await JWTKeyCollection().add(
                hmac: HMACKey(from: password), digestAlgorithm: .sha256, kid: kid)
            return Key(name: key.name, algorithm: "HS256", signer: try await collection.getKey(for: kid))
        }

        package static var rsaPublicPEM: String { get throws { try rsaKey.get().publicKey.pemRepresentation } }

        private static let rsaKey = Result {
            try Insecure.RSA.PrivateKey(backing: _RSA.Signing.PrivateKey(keySize: .bits2048))
        }
    }

    package struct Reply: Sendable {
        package var status: Int
        package var body: String
        package var headers: [String: String]

        package init(_ status: Int, _ body: String = "", headers: [String: String] = [:]) {
            self.status = status
            self.body = body
            self.headers = headers
        }
    }

    package struct Request: Sendable {
        package var path: String
        package var authorization: String?
        package var body: String
    }

    private struct State {
        var keys: [Key] = []
        /// Instead of what it would answer, by path; each once, or the last one for ever.
        var replies: [String: [Reply]] = [:]
        var requests: [Request] = []
        var port: UInt16 = 0
        var server: Task<Void, any Error>?
        /// Requests wait here while it is closed.
        var gate: AsyncStream<Void>?
    }

    private let state = Mutex(State())

    package init(keys: [Key] = []) async throws {
        state.withLock { $0.keys = keys }
        try await start()
    }

    package var port: UInt16 { state.withLock(\.port) }
    package var address: String { "http://127.0.0.1:\(port)" }
    package static let discovery = "/.well-known/openid-configuration"
    package static let keys = "/keys"

    package func requests(_ path: String) -> [Request] { state.withLock { $0.requests.filter { $0.path == path } } }

    /// The last one is given for ever; none: as it would answer by itself.
    package func reply(_ path: String, _ replies: Reply...) { state.withLock { $0.replies[path] = replies } }

    package func publish(_ keys: Key...) { state.withLock { $0.keys = keys } }

    /// Holds answers back until what is returned is finished.
    package func hold() -> AsyncStream<Void>.Continuation {
        let gate = AsyncStream.makeStream(of: Void.self)
        state.withLock { $0.gate = gate.stream }
        return gate.continuation
    }

    /// At the port it had before.
    package func start() async throws {
        let router = Router()
        router.on("**", method: .get) { [self] request, _ in try await answer(request) }
        router.on("**", method: .post) { [self] request, _ in try await answer(request) }
        let responder = router.buildResponder()
        let ports = AsyncStream.makeStream(of: UInt16.self)
        let place = Place(loopbackPort: port)
        let server = Task {
            defer { ports.continuation.finish() }
            try await WebServer.run(responder, at: place, limits: WebServer.Limits(patience: 600)) {
                ports.continuation.yield($0)
            }
        }
        var iterator = ports.stream.makeAsyncIterator()
        guard let port = await iterator.next() else {
            try await server.value
            return
        }
        state.withLock { ($0.port, $0.server) = (port, server) }
    }

    package func stop() async {
        let server = state.withLock { $0.server }
        server?.cancel()
        _ = await server?.result
    }

    private func answer(_ request: Hummingbird.Request) async throws -> Response {
        let body = String(buffer: try await request.body.collect(upTo: 1 << 20))
        let path = request.uri.path
        let (gate, reply) = state.withLock { state in
            state.requests.append(Request(path: path, authorization: request.headers[.authorization], body: body))
            let replies = state.replies[path] ?? []
            if replies.count > 1 { state.replies[path]?.removeFirst() }
            return (state.gate, replies.first)
        }
        if let gate { for await _ in gate {} }
        let answered: Reply
        if let reply {
            answered = reply
        } else {
            answered = try own(path)
        }
        var response = Response(
            status: .init(code: answered.status), headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: answered.body)))
        for (name, value) in answered.headers {
            if let name = HTTPField.Name(name) { response.headers[name] = value }
        }
        return response
    }

    private func own(_ path: String) throws -> Reply {
        switch path {
        case Self.discovery: return Reply(200, #"{"issuer":"\#(address)","jwks_uri":"\#(address)/keys"}"#)
        case Self.keys:
            let keys = state.withLock { $0.keys.compactMap(\.published) }
            return Reply(200, String(decoding: try JSONEncoder().encode(JWKS(keys: keys)), as: UTF8.self))
        default: return Reply(404)
        }
    }
}

extension IdentityStub {
    /// The claims of a good token at a time, some changed; those that are `NSNull` are left out.
    package func claims(at time: Date, _ changes: [String: any Sendable] = [:]) -> [String: any Sendable] {
        let seconds = Int(time.timeIntervalSince1970)
        let good: [String: any Sendable] = [
            "iss": address, "aud": "recto", "sub": "scanner", "iat": seconds, "exp": seconds + 3600,
            "jti": UUID().uuidString,
        ]
        return good.merging(changes) { $1 }.filter { !($0.value is NSNull) }
    }

    /// A token with any header and claims.
    package static func token(
        _ claims: [String: any Sendable], by key: Key, header changes: [String: any Sendable] = [:]
    ) throws -> String {
        let own: [String: any Sendable] = ["alg": key.algorithm, "kid": key.name, "typ": "JWT"]
        let header = own.merging(changes) { $1 }.filter { !($0.value is NSNull) }
        let signed = [
            try JSONSerialization.data(withJSONObject: header).base64URL,
            try JSONSerialization.data(withJSONObject: claims).base64URL,
        ].joined(separator: ".")
        return signed + "." + Data(try key.signer.sign(Data(signed.utf8))).base64URL
    }
}

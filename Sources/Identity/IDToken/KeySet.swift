import Foundation
import JWTKit
import WebClient

/// An issuer's public keys (RFC 7517), as it publishes and changes them.
actor KeySet {
    enum Place: Sendable {
        case keys(WebAddress)
        /// Whose configuration says where the keys are.
        case issuer(String)
    }

    /// After this the keys are asked for again, also where all are known: one may have been taken back.
    static let freshness = Duration.seconds(900)
    /// So long, after they were last had, keys are good while their server is down.
    static let oldest = Duration.seconds(24 * 3600)
    /// Between two fetches, whoever asks for whatever key.
    static let leastPause = Duration.seconds(60)
    /// After the first fetch that fails; doubled with each further one, up to `longestPause`.
    static let firstPause = Duration.seconds(10)
    static let longestPause = Duration.seconds(300)
    /// Of what the server's Retry-After asks for.
    static let longestWish = Duration.seconds(3600)
    private static let mostBytes = 1 << 18
    private static let mostKeys = 100

    private let place: Place
    private let now: @Sendable () -> ContinuousClock.Instant
    private let client: WebClient
    private var keys: [JWK] = []
    private var fetched: ContinuousClock.Instant?
    private var nextFetch: ContinuousClock.Instant?
    private var failures = 0
    private var fetching: Task<Void, Never>?

    /// - Parameter patience: seconds for one exchange.
    init(_ place: Place, patience: TimeInterval, now: @escaping @Sendable () -> ContinuousClock.Instant) {
        client = WebClient(patience: patience, mostBytes: Self.mostBytes)
        self.place = place
        self.now = now
    }

    /// The keys that may have signed; none but one of the right type, for the right algorithm.
    ///
    /// - Parameter name: the `kid` of the token's header; nil is good where there is only one key.
    /// - Throws: `IDTokenError.unknownKey`, `keysUnavailable`.
    func keys(named name: String?, for algorithm: JWK.Algorithm) async throws -> [JWK] {
        if age.map({ $0 >= Self.freshness }) ?? true || named(name).isEmpty { await refresh() }
        if age.map({ $0 >= Self.oldest }) ?? false { keys = [] }
        let named = named(name)
        guard !named.isEmpty else {
            guard failures > 0 else { throw IDTokenError.unknownKey }
            let pause = nextFetch.map { now().duration(to: $0) } ?? .zero
            throw IDTokenError.keysUnavailable(retryAfter: max(1, Int((pause / .seconds(1)).rounded(.up))))
        }
        let fitting = named.filter { Self.fits($0, algorithm) }
        guard !fitting.isEmpty else { throw IDTokenError.algorithm }
        return fitting.map { key in
            // JWTKit goes by the key's algorithm and takes no key without a name.
            var key = key
            key.algorithm = algorithm
            key.keyIdentifier = key.keyIdentifier ?? "key"
            return key
        }
    }

    private var age: Duration? { fetched.map { $0.duration(to: now()) } }

    private func named(_ name: String?) -> [JWK] {
        guard let name else { return keys.count == 1 ? keys : [] }
        return keys.filter { $0.keyIdentifier?.string == name }
    }

    /// Once for all that wait, and no sooner than it may.
    private func refresh() async {
        if fetching == nil {
            guard nextFetch.map({ now() >= $0 }) ?? true else { return }
            fetching = Task {
                let result = await fetch()
                take(result)
                fetching = nil
            }
        }
        await fetching?.value
    }

    private func take(_ result: Fetched) {
        switch result {
        case .keys(let keys):
            (self.keys, fetched, failures) = (keys, now(), 0)
            nextFetch = now() + Self.leastPause
        case .nothing(let wish):
            failures += 1
            let pause = min(Self.longestPause, Self.firstPause * (1 << min(failures - 1, 10)))
            nextFetch = now() + max(pause, min(Self.longestWish, .seconds(wish ?? 0)))
        }
    }

    private enum Fetched {
        case keys([JWK])
        /// And the seconds that the server asks to be left alone for.
        case nothing(TimeInterval?)
    }

    private func fetch() async -> Fetched {
        let address: WebAddress
        switch place {
        case .keys(let keys): address = keys
        case .issuer(let issuer):
            let base = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
            guard let configuration = WebAddress(base + "/.well-known/openid-configuration") else {
                return .nothing(nil)
            }
            let (found, wish) = await get(configuration, as: Discovery.self)
            // A configuration of another issuer would bring other keys (OpenID Connect Discovery 1.0, 4.3).
            guard let found, found.issuer == issuer, let keys = WebAddress(found.keys) else { return .nothing(wish) }
            address = keys
        }
        let (set, wish) = await get(address, as: Published.self)
        return set.map { .keys($0.keys.compactMap(\.key)) } ?? .nothing(wish)
    }

    private func get<Value: Decodable>(_ address: WebAddress, as type: Value.Type) async -> (Value?, TimeInterval?) {
        var request = WebClient.Request(to: address)
        request.headers["Accept"] = "application/json"
        guard case .answered(let response) = await client.send(request) else { return (nil, nil) }
        guard response.status == 200, let body = response.body else { return (nil, response.retryAfter) }
        return (try? JSONDecoder().decode(Value.self, from: body), response.retryAfter)
    }

    private struct Discovery: Decodable {
        var issuer: String
        var keys: String

        private enum CodingKeys: String, CodingKey {
            case issuer
            case keys = "jwks_uri"
        }
    }

    private struct Published: Decodable {
        var keys: [Entry]

        private enum CodingKeys: String, CodingKey { case keys }

        init(from decoder: any Decoder) throws {
            let all = try decoder.container(keyedBy: CodingKeys.self).decode([Entry].self, forKey: .keys)
            keys = Array(all.prefix(mostKeys))
        }
    }

    /// One key of a set; nil where it is of a kind that is not known here, or not for signatures.
    private struct Entry: Decodable {
        var key: JWK?

        private enum CodingKeys: String, CodingKey { case use }

        init(from decoder: any Decoder) throws {
            let use = try? decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .use)
            guard use ?? "sig" == "sig" else { return }
            key = try? JWK(from: decoder)
            // What nobody should publish is of no use either.
            key?.privateExponent = nil
        }
    }

    private static func fits(_ key: JWK, _ algorithm: JWK.Algorithm) -> Bool {
        guard key.algorithm ?? algorithm == algorithm else { return false }
        switch algorithm {
        case .rs256, .rs384, .rs512, .ps256, .ps384, .ps512: return key.keyType == .rsa
        case .es256: return key.keyType == .ecdsa && key.curve?.rawValue == "P-256"
        case .es384: return key.keyType == .ecdsa && key.curve?.rawValue == "P-384"
        case .es512: return key.keyType == .ecdsa && key.curve?.rawValue == "P-521"
        case .eddsa: return key.keyType == .octetKeyPair && key.curve?.rawValue == "Ed25519"
        default: return false
        }
    }
}

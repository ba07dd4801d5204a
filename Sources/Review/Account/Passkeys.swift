import Foundation
import HTTPTypes
import Hummingbird
import Identity
import Operations

/// Passkeys: how one is added, and how it lets in. Fields of forms and of JSON are bytes in base64url.
struct Passkeys: Sendable {
    /// Nil where nobody has a name.
    let people: PeopleStore?
    let challenges = PasskeyChallenges()

    /// What a script hands to the browser.
    private struct Options: Encodable {
        var challenge: String
        var site: String
        /// What the device is to call the person, and which keys it need not make again: where one is added.
        var handle: String?
        var person: String?
        var known: [String]?
    }

    private static let entering = "sign in"

    /// A new passkey is its session's.
    private static func adding(_ session: Session) -> String { "add \(session.key.text)" }

    /// Nil where there can be none: at an IP address.
    private func site(_ visited: VisitedPlace) -> PasskeySite? {
        visited.hostName.map { PasskeySite(name: $0, origin: visited.origin, challenges: challenges) }
    }

    // MARK: Signing in

    func optionsToEnter(_ request: Request, _ context: ReviewContext) throws -> Response {
        guard let site = site(context.visited), people != nil else { throw PageError.notFound }
        return try Self.json(Options(challenge: challenges.issue(for: Self.entering), site: site.name))
    }

    /// The session of who has signed; nil where the passkey is none of anybody's, or is not taken.
    func enter(_ form: FormFields, _ context: ReviewContext) throws -> Session? {
        guard let people, let site = site(context.visited), let answer = Self.answer(form),
            let signature = Self.data(form["signature"]), let id = Self.data(form["id"]),
            let kept = try people.passkey(id), Self.data(form["handle"]) == kept.handle,
            let counter = try? site.verify(answer, signature: signature, of: Passkey(kept), for: Self.entering)
        else { return nil }
        let key = Secret()
        guard try people.beginSession(by: kept, counter: counter, secret: key.text) else { return nil }
        return Session(kept, key: key)
    }

    // MARK: Adding one

    func optionsToAdd(_ form: FormFields, _ context: SignedInContext) throws -> Response {
        guard let site = site(context.visited), let people else { throw PageError.notFound }
        let name = context.reviewer.name
        return try Self.json(
            Options(
                challenge: challenges.issue(for: Self.adding(context.session)), site: site.name,
                handle: people.passkeyHandle(of: name).base64URL, person: name,
                known: people.passkeys(of: name).map(\.id.base64URL)))
    }

    /// - Returns: false where what the browser says cannot be taken.
    /// - Throws: `PersonProblem`.
    func add(_ form: FormFields, _ context: SignedInContext) throws -> Bool {
        let name = context.reviewer.name
        guard let people, let site = site(context.visited), let answer = Self.answer(form),
            let passkey = try? site.register(answer, for: Self.adding(context.session)),
            // What the device was told to call the person.
            let handle = Self.data(form["handle"]), handle.count == KeptPasskey.handleBytes,
            try people.passkeys(of: name).allSatisfy({ $0.handle == handle })
        else { return false }
        try people.add(
            KeptPasskey(
                id: passkey.id, person: name, handle: handle, publicKey: passkey.publicKey, counter: passkey.counter,
                name: form["name"] ?? ""))
        return true
    }

    // MARK: Fields

    private static func answer(_ form: FormFields) -> PasskeyAnswer? {
        guard let client = data(form["client"]), let device = data(form["device"]) else { return nil }
        return PasskeyAnswer(clientData: client, authenticatorData: device)
    }

    private static func data(_ text: String?) -> Data? { text.flatMap { Data(base64URL: $0) } }

    private static func json(_ options: Options) throws -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(options))))
    }
}

extension Passkey {
    fileprivate init(_ kept: KeptPasskey) {
        self.init(id: kept.id, publicKey: kept.publicKey, counter: kept.counter)
    }
}

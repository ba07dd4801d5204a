import HTTPTypes
import Hummingbird
import Operations

/// Every address of the review, and who answers it. A new page is a line here and a file of its own.
enum Routes {
    static func router(_ review: ReviewServer) -> Router<ReviewContext> { build(review).router }

    /// With what each route that asks for a session asks for beside it.
    static func build(_ review: ReviewServer) -> (router: Router<ReviewContext>, rights: [Right]) {
        let router = Router(context: ReviewContext.self)
        router.add(middleware: Shield(place: review.place))
        let passkeys = Passkeys(people: review.settings.people)
        let signIn = SignIn(
            sessions: review.sessions, reviewer: review.settings.reviewer, people: review.settings.people,
            passkeys: passkeys, place: review.place, used: review.linkUsed)
        let access = Access(sessions: review.sessions, people: review.settings.people)
        let people = PeoplePage(people: review.settings.people)
        let account = AccountPage(
            people: review.settings.people, sessions: review.sessions, passkeys: passkeys, place: review.place)
        let queue = QueuePage(index: review.index, events: review.events, titles: review.titles)
        let search = ValueSearch(index: review.index, queue: queue)
        let document = DocumentPage(
            index: review.index, store: review.store, events: review.events, entries: review.entries,
            kinds: review.kinds, titles: review.titles, leastConfidence: review.settings.leastConfidence,
            pictures: review.settings.pictures, sender: { review.settings.submissions?.sender(of: $0) })
        let actions = DocumentActions(page: document)
        let check = CheckEntry(entries: review.entries)
        let picture = PicturePage(index: review.index, pictures: review.settings.pictures)
        let events = LiveEvents(log: review.events, access: access)

        // For everyone.
        router.get("/sign-in", use: signIn.show)
        router.post("/sign-in") { request, context in
            try await signIn.enter(SignedInRoutes.form(of: request, from: context), context)
        }
        router.get("/sign-in/options", use: passkeys.optionsToEnter)
        router.post("/sign-in/passkey") { request, context in
            try await signIn.enterByPasskey(SignedInRoutes.form(of: request, from: context), context)
        }
        router.get("/assets/:name") { _, context in try Assets.answer(context.parameters.get("name")) }

        // For who has signed in.
        var inside = SignedInRoutes(router: router, access: access)
        inside.get("/", for: nil) { query, context in
            if context.roles.contains(.review) { return queue.show(query, context) }
            guard context.roles == [.capture] else { throw PageError.otherRole }
            return Response(status: .seeOther, headers: [.location: CapturePage.path])
        }
        inside.get("/capture", for: .capture, CapturePage.show)
        inside.get("/document", for: .review, document.show)
        inside.get("/document/version", for: .review, actions.version)
        inside.get("/picture", for: .review, picture.show)
        inside.get("/words", for: .review, picture.words)
        inside.post("/document", for: .review, actions.save)
        inside.post("/document/next", for: .review, actions.next)
        inside.post("/document/hold", for: .review, actions.hold)
        inside.post("/document/leave", for: .review, actions.leave)
        inside.post("/check", for: .review, check.answer)
        inside.get("/events", for: .review, events.stream)
        inside.post("/search", for: .review, search.find)
        inside.post("/sign-out", for: nil, signIn.signOut)
        inside.get("/account", for: nil, account.show)
        inside.post("/account", for: nil, account.change)
        inside.get("/account/options", for: nil, passkeys.optionsToAdd)
        inside.get("/people", for: .administer, people.show)
        inside.post("/people", for: .administer, people.change)

        // For programs, and for the scripts of pages.
        var api = APIRoutes(
            router: router,
            check: CallerCheck(access: access, programs: review.settings.programs, limit: review.settings.rate))
        let sending = SubmissionsAPI(submissions: review.settings.submissions, page: document, actions: actions)
        let documents = DocumentsAPI(
            page: document, actions: actions, events: events, submissions: review.settings.submissions)
        api.post("/files", for: .capture, sending.addFile)
        api.get("/submissions", for: .capture, sending.list)
        api.post("/submissions", for: .capture, sending.submit)
        api.get("/submissions/:id", for: .capture, sending.show)
        api.post("/submissions/:id/corrections", for: .capture, sending.correct)
        api.post("/submissions/:id/send", for: .capture, sending.send)
        api.post("/submissions/:id/withdraw", for: .capture, sending.withdraw)
        api.get("/documents", for: .review, documents.list)
        api.get("/documents/:id", for: .review, documents.show)
        api.get("/documents/:id/result", for: .review, documents.result)
        api.get("/documents/:id/pages/:page/picture", for: .review, documents.pagePicture)
        api.get("/documents/:id/fields/:field/picture", for: .review, documents.fieldPicture)
        api.post("/documents/:id/steps", for: .review, documents.step)
        api.get("/retakes", for: .review, documents.retakes)
        api.get("/events", for: .review, documents.stream)
        api.get("/whoami", for: nil, Self.whoAmI)
        if let programs = review.settings.programs {
            let tokens = TokenRoute(programs: programs)
            router.post("\(API.prefix)/token") { request, context in
                await tokens.exchange(form: try await SignedInRoutes.form(of: request), from: context.client)
            }
        }
        router.get("\(API.prefix)/openapi.json") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "application/json"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: PackageResources.openapi_json)))
        }
        return (router, inside.rights + api.rights)
    }
}

extension Routes {
    @Sendable private static func whoAmI(_ call: APICall) async throws -> Response {
        struct Body: Encodable {
            var name: String
            var kind: String
            var roles: [Role]
        }
        let caller = call.caller
        return API.answer(
            Body(
                name: caller.reviewer.name, kind: caller.isProgram ? "program" : "person",
                roles: caller.roles.sorted { $0.rawValue < $1.rawValue }))
    }
}

/// What a route asks for; nil for any role.
struct Right: Hashable, Sendable {
    var method: HTTPRequest.Method
    var path: String
    var role: Role?
}

/// Routes of which each asks for a session and a role, and each POST for its form's token too: there is no other way to add
/// one.
private struct SignedInRoutes {
    let router: Router<ReviewContext>
    let access: Access
    private(set) var rights: [Right] = []

    typealias Answer = @Sendable (FormFields, SignedInContext) async throws -> Response

    init(router: Router<ReviewContext>, access: Access) {
        self.router = router
        self.access = access
    }

    mutating func get(_ path: String, for role: Role?, _ answer: @escaping Answer) {
        rights.append(Right(method: .get, path: path, role: role))
        router.get(RouterPath(path)) { [access] request, context in
            let signedIn = try access.signedIn(request, context, for: role)
            return try await answer(FormFields(encoded: request.uri.query ?? ""), signedIn)
        }
    }

    mutating func post(_ path: String, for role: Role?, _ answer: @escaping Answer) {
        rights.append(Right(method: .post, path: path, role: role))
        router.post(RouterPath(path)) { [access] request, context in
            let signedIn = try access.signedIn(request, context, for: role)
            let form = try await Self.form(of: request)
            guard signedIn.session.formToken.matches(form[Page.tokenField]) else {
                throw PageError(
                    .forbidden, "This form has expired", "Nothing was changed. Load the page again.")
            }
            return try await answer(form, signedIn)
        }
    }

    /// Of a form's body.
    private static let mostBytes = 16 << 10

    static func form(of request: Request) async throws -> FormFields {
        FormFields(encoded: String(buffer: try await request.body.collect(upTo: mostBytes)))
    }

    /// Of one that nobody has signed in for, and that no form of another site may send. Browsers say where a form is from;
    /// its origin they keep to themselves, since pages send no referrer, and then it is `null`.
    static func form(of request: Request, from context: ReviewContext) async throws -> FormFields {
        let site = HTTPField.Name("Sec-Fetch-Site").flatMap { request.headers[$0] }
        let origin = request.headers[.origin]
        guard site.map({ $0 == "same-origin" }) ?? origin.map({ $0 == context.visited.origin }) ?? true else {
            throw PageError(
                .forbidden, "This form is of another site", "Open the address of the review, and sign in there.")
        }
        return try await form(of: request)
    }
}

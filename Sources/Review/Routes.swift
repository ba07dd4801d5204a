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
        let signIn = SignIn(
            sessions: review.sessions, reviewer: review.settings.reviewer, people: review.settings.people,
            used: review.linkUsed)
        let people = PeoplePage(people: review.settings.people)
        let queue = QueuePage(index: review.index, events: review.events, titles: review.titles)
        let search = ValueSearch(index: review.index, queue: queue)
        let document = DocumentPage(
            index: review.index, store: review.store, events: review.events, entries: review.entries,
            kinds: review.kinds, titles: review.titles, leastConfidence: review.settings.leastConfidence,
            pictures: review.settings.pictures)
        let actions = DocumentActions(page: document)
        let check = CheckEntry(entries: review.entries)
        let picture = PicturePage(index: review.index, pictures: review.settings.pictures)
        let events = LiveEvents(log: review.events, sessions: review.sessions)

        // For everyone.
        router.get("/sign-in", use: signIn.show)
        router.post("/sign-in") { request, context in
            try await signIn.enter(SignedInRoutes.form(of: request, from: context), context)
        }
        router.get("/assets/:name") { _, context in try Assets.answer(context.parameters.get("name")) }

        // For who has signed in.
        var inside = SignedInRoutes(router: router, sessions: review.sessions, people: review.settings.people)
        inside.get("/", for: .review, queue.show)
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
        inside.get("/people", for: .administer, people.show)
        inside.post("/people", for: .administer, people.change)
        return (router, inside.rights)
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
    let sessions: Sessions
    let people: PeopleStore?
    private(set) var rights: [Right] = []

    typealias Answer = @Sendable (FormFields, SignedInContext) async throws -> Response

    init(router: Router<ReviewContext>, sessions: Sessions, people: PeopleStore?) {
        self.router = router
        self.sessions = sessions
        self.people = people
    }

    mutating func get(_ path: String, for role: Role?, _ answer: @escaping Answer) {
        rights.append(Right(method: .get, path: path, role: role))
        router.get(RouterPath(path)) { [sessions, people] request, context in
            let signedIn = try Self.context(of: request, context, sessions, people, role)
            return try await answer(FormFields(encoded: request.uri.query ?? ""), signedIn)
        }
    }

    mutating func post(_ path: String, for role: Role?, _ answer: @escaping Answer) {
        rights.append(Right(method: .post, path: path, role: role))
        router.post(RouterPath(path)) { [sessions, people] request, context in
            let signedIn = try Self.context(of: request, context, sessions, people, role)
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

    private static func form(of request: Request) async throws -> FormFields {
        FormFields(encoded: String(buffer: try await request.body.collect(upTo: mostBytes)))
    }

    /// Of one that nobody has signed in for, and that no form of another site may send. Browsers say where a form is from;
    /// its origin they keep to themselves, since pages send no referrer, and then it is `null`.
    static func form(of request: Request, from context: ReviewContext) async throws -> FormFields {
        let site = HTTPField.Name("Sec-Fetch-Site").flatMap { request.headers[$0] }
        let own = "http://\(request.head.authority ?? "")"
        guard site.map({ $0 == "same-origin" }) ?? request.headers[.origin].map({ $0 == own }) ?? true else {
            throw PageError(
                .forbidden, "This form is of another site", "Open the address of the review, and sign in there.")
        }
        return try await form(of: request)
    }

    private static func context(
        of request: Request, _ context: ReviewContext, _ sessions: Sessions, _ people: PeopleStore?, _ role: Role?
    ) throws -> SignedInContext {
        guard let session = sessions.session(request.cookies[context.cookieName]?.value) else {
            throw people == nil ? PageError.signedOut : PageError.signedOutByName
        }
        // Who was removed is out at once, and who got a new code.
        var roles = Set(Role.allCases)
        if let people {
            guard let person = try people.person(session.reviewer.name), person.hasPassword else {
                sessions.signOut(session)
                throw PageError.signedOutByName
            }
            roles = person.roles
        }
        guard role.map(roles.contains) ?? true else {
            throw PageError(
                .forbidden, "This is not for your role", "Who administers the review can give you another one.")
        }
        return SignedInContext(session: session, roles: roles, hasNames: people != nil)
    }
}

import HTTPTypes
import Hummingbird

/// Every address of the review, and who answers it. A new page is a line here and a file of its own.
enum Routes {
    static func router(_ review: ReviewServer) -> Router<ReviewContext> {
        let router = Router(context: ReviewContext.self)
        router.add(middleware: Shield(place: review.place))
        let signIn = SignIn(sessions: review.sessions, reviewer: review.settings.reviewer, used: review.linkUsed)
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
        router.get("/sign-in", use: signIn.signIn)
        router.get("/assets/:name") { _, context in try Assets.answer(context.parameters.get("name")) }

        // For who has signed in.
        let inside = SignedInRoutes(router: router, sessions: review.sessions)
        inside.get("/", queue.show)
        inside.get("/document", document.show)
        inside.get("/document/version", actions.version)
        inside.get("/picture", picture.show)
        inside.get("/words", picture.words)
        inside.post("/document", actions.save)
        inside.post("/document/next", actions.next)
        inside.post("/document/hold", actions.hold)
        inside.post("/document/leave", actions.leave)
        inside.post("/check", check.answer)
        inside.get("/events", events.stream)
        inside.post("/search", search.find)
        inside.post("/sign-out", signIn.signOut)
        return router
    }
}

/// Routes of which each asks for a session, and each POST for its form's token too: there is no other way to add one.
private struct SignedInRoutes {
    let router: Router<ReviewContext>
    let sessions: Sessions

    /// Of a form's body.
    private static let mostBytes = 16 << 10

    func get(
        _ path: RouterPath, _ answer: @escaping @Sendable (FormFields, SignedInContext) async throws -> Response
    ) {
        router.get(path) { [sessions] request, context in
            let signedIn = try Self.context(of: request, context, sessions)
            return try await answer(FormFields(encoded: request.uri.query ?? ""), signedIn)
        }
    }

    func post(
        _ path: RouterPath, _ answer: @escaping @Sendable (FormFields, SignedInContext) async throws -> Response
    ) {
        router.post(path) { [sessions] request, context in
            let signedIn = try Self.context(of: request, context, sessions)
            let body = try await request.body.collect(upTo: Self.mostBytes)
            let form = FormFields(encoded: String(buffer: body))
            guard signedIn.session.formToken.matches(form[Page.tokenField]) else {
                throw PageError(
                    .forbidden, "This form has expired", "Nothing was changed. Load the page again.")
            }
            return try await answer(form, signedIn)
        }
    }

    private static func context(
        of request: Request, _ context: ReviewContext, _ sessions: Sessions
    ) throws -> SignedInContext {
        guard let session = sessions.session(request.cookies[context.cookieName]?.value) else {
            throw PageError.signedOut
        }
        return SignedInContext(session: session)
    }
}

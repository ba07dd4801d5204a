import Hummingbird
import Identity
package import Kinds
package import Model
package import Operations
package import Pipeline
import WebServer

/// Serves the review of an output folder to browsers (docs/review.md).
package final class ReviewServer: Sendable {
    package struct Settings: Sendable {
        package var kinds: [KindDefinition]
        /// Of a kind's fields, what their confidence must be: what is less sure is doubtful.
        package var leastConfidence: @Sendable (KindName) -> Double
        /// Everybody who signs in by the link.
        package var reviewer: Reviewer
        /// Who signs in by name instead; nil where nobody has one.
        package var people: PeopleStore?
        /// That may ask; nil where none may.
        package var programs: Programs?
        /// Of each caller of the API.
        var rate = RateLimit(burst: 200, perSecond: 20)
        /// Seconds for one exchange of a slow client.
        package var patience = 30.0
        /// Of documents' pages; nil where none are shown.
        package var pictures: PagePictures?
        /// Of what people and programs send; nil where nothing is taken.
        package var submissions: Submissions?
        package var address = ReviewAddress(loopbackPort: 0)

        package init(
            kinds: [KindDefinition], leastConfidence: @escaping @Sendable (KindName) -> Double, reviewer: Reviewer
        ) {
            self.kinds = kinds
            self.leastConfidence = leastConfidence
            self.reviewer = reviewer
        }
    }

    /// What the person at the terminal is told.
    package enum Notice: Sendable {
        case listening(link: String)
        /// Where people sign in by name.
        case listeningForNames(address: String)
        /// The link was used; this one is good now.
        case linkUsed(next: String)
    }

    let settings: Settings
    let store: ReviewStore
    let entries: FieldEntries
    let kinds: [KindName: KindDefinition]
    let titles: Titles
    let index: DocumentIndex
    let sessions = Sessions()
    let events = EventLog()
    let place: ListeningPlace
    private let report: @Sendable (Notice) -> Void

    /// - Parameters:
    ///   - store: of the same output folder.
    ///   - entries: reads what reviewers type, as the store does.
    package init(
        _ inventory: ResultInventory, store: ReviewStore, entries: FieldEntries, settings: Settings,
        report: @escaping @Sendable (Notice) -> Void
    ) {
        self.store = store
        self.entries = entries
        self.settings = settings
        self.report = report
        place = ListeningPlace(settings.address)
        kinds = Dictionary(settings.kinds.map { ($0.name, $0) }) { first, _ in first }
        titles = Titles(settings.kinds)
        index = DocumentIndex(inventory, kinds: kinds, store: store)
    }

    /// Serves until the task is cancelled.
    ///
    /// - Throws: where it cannot listen there.
    package func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [self] in
                await index.follow { events.tell(of: $0, in: index.snapshot) }
            }
            if let maker = settings.pictures?.maker { group.addTask { await maker.run() } }
            if let submissions = settings.submissions { group.addTask { await submissions.run() } }
            group.addTask { [self] in
                let limits = WebServer.Limits(patience: settings.patience)
                try await WebServer.run(
                    Routes.router(self).buildResponder(), at: settings.address.place, limits: limits,
                    certificate: settings.address.certificate
                ) { port in
                    self.place.port = port
                    self.report(
                        self.settings.people == nil
                            ? .listening(link: self.link)
                            : .listeningForNames(address: self.place.origin(isForNames: true) + SignIn.path))
                }
            }
            // The first that ends, ends the other.
            try await group.next()
            group.cancelAll()
        }
    }

    /// Whether it has begun to.
    package var isListening: Bool { place.port != 0 }

    @Sendable func linkUsed() { report(.linkUsed(next: link)) }

    private var link: String { place.origin(isForNames: false) + SignIn.link(sessions) }
}

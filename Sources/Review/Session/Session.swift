import Operations

/// One browser that has signed in.
struct Session: Sendable {
    let reviewer: Reviewer
    /// When it began.
    let start: ContinuousClock.Instant
    /// What the cookie holds.
    let key = Secret()
    /// What each form holds: another site can make the browser send the cookie, and cannot know this.
    let formToken = Secret()

    init(_ reviewer: Reviewer, start: ContinuousClock.Instant = .now) {
        self.reviewer = reviewer
        self.start = start
    }
}

import Operations

/// One browser that has signed in.
struct Session: Sendable {
    let reviewer: Reviewer
    /// Of the password that was typed; nil for who had the link. A session ends with its password.
    let passwordID: String?
    /// When it began.
    let start: ContinuousClock.Instant
    /// What the cookie holds.
    let key = Secret()
    /// What each form holds: another site can make the browser send the cookie, and cannot know this.
    let formToken = Secret()

    init(_ reviewer: Reviewer, passwordID: String? = nil, start: ContinuousClock.Instant = .now) {
        self.reviewer = reviewer
        self.passwordID = passwordID
        self.start = start
    }
}

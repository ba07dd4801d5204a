import Operations

/// One browser that has signed in.
struct Session: Sendable {
    let reviewer: Reviewer
    /// Of the password that was typed; nil for who had the link or a passkey. A session ends with its password.
    let passwordID: String?
    /// Whether a passkey began it: it is kept, and ends with the passkey.
    let isByPasskey: Bool
    /// When it began; of one by passkey, when this was made of it.
    let start: ContinuousClock.Instant
    /// What the cookie holds.
    let key: Secret
    /// What each form holds: another site can make the browser send the cookie, and cannot know this.
    let formToken: Secret

    init(_ reviewer: Reviewer, passwordID: String? = nil, start: ContinuousClock.Instant = .now) {
        (self.reviewer, self.passwordID, self.start) = (reviewer, passwordID, start)
        (isByPasskey, key, formToken) = (false, Secret(), Secret())
    }

    /// Of a browser that has signed in by a passkey, then or before.
    init(_ passkey: KeptPasskey, key: Secret) {
        (reviewer, passwordID, start) = (Reviewer(name: passkey.person), nil, .now)
        (isByPasskey, self.key, formToken) = (true, key, Secret(of: key, for: "form"))
    }

    /// Whether somebody signed in by name.
    var isByName: Bool { isByPasskey || passwordID != nil }

    /// Whether what began it is still good.
    func isOf(_ people: PeopleStore) throws -> Bool {
        if isByPasskey { return try people.session(secret: key.text) != nil }
        return try passwordID != nil && people.person(reviewer.name)?.passwordID == passwordID
    }
}

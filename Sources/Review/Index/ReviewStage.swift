/// How far people have come with a document.
enum ReviewStage: UInt8, Sendable, CaseIterable {
    /// Somebody must decide.
    case open
    /// One person has decided, and another must.
    case second
    case finished
    /// Nobody has to look at it, or nobody can decide about it.
    case idle
}

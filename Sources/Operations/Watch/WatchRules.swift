package import Pipeline

/// How a folder is watched.
package struct WatchRules: Hashable, Sendable {
    /// How long a file must not have changed before it is taken.
    package var quiet: Duration = .seconds(2)
    /// Time between two full scans where nothing hints at a change.
    package var scan: Duration = .seconds(10)
    /// How long a quiet file without its end is waited for.
    package var patience: Duration = .seconds(60)
    /// Whether the kernel is asked for hints.
    package var usesHints = true
    /// Whether documents are moved to `done` and `failed`.
    package var moves = true
    /// Patterns of names that are left alone.
    package var ignored: [String] = []
    /// Nothing new is taken where less is free, in bytes.
    package var minFreeBytes: Int64 = 0
    /// Time before a document whose result could not be written is tried again.
    package var pause: Duration = .seconds(10)
    /// The longest such time: it is twice as long with each time.
    package var longestPause: Duration = .seconds(900)

    package init() {}

    package init(_ settings: WatchSettings) {
        quiet = .seconds(settings.quietSeconds)
        scan = .seconds(settings.scanSeconds)
        patience = .seconds(settings.wholeSeconds)
        usesHints = settings.hints
        moves = settings.move
        ignored = settings.ignore
        minFreeBytes = Int64(settings.minFreeMegabytes) << 20
    }

    /// Time before a document is tried again.
    ///
    /// - Parameters:
    ///   - first: for the first time.
    ///   - failures: how often it was tried again before.
    func pause(_ first: Duration, after failures: Int) -> Duration {
        max(first, min(first * (1 << min(failures, 20)), longestPause))
    }
}

/// What a watch has to say: names, codes and times, never a value of a document.
package enum WatchEvent: Sendable {
    /// With the number of documents that an earlier one had claimed.
    case started(claimed: Int)
    case settled(path: String, kind: String?, action: String?, error: String?, milliseconds: Double?, place: String?)
    /// A file that is no document stays where it is.
    case skipped(path: String)
    /// How far a worker is with a long document: told at its first page and once a minute.
    case reading(PageProgress)
    /// A document is done once more, since its file changed meanwhile.
    case changed(path: String)
    /// Nothing new is taken, and why.
    case paused(String)
    case resumed
    case reconfigured
    /// The new configuration does not hold; the old one stays.
    case notReconfigured(String)
    /// A webhook was not told of a result; it is told again, but for the last time.
    case notTold(path: String, attempt: Int, cause: String, isLast: Bool)
    /// Where status and metrics can be asked for.
    case listening(port: UInt16)
    case problem(String)
    case stopping
    case stopped
}

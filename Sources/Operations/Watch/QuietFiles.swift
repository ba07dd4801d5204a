import SystemPackage

/// Which files of a folder have not changed for a while, by what was seen of them from time to time. The clock is this
/// process's: those of senders and of network folders are not trusted.
struct QuietFiles {
    private struct Sight {
        var stamp: FileStamp
        var since: ContinuousClock.Instant
        /// Whether this state of the file has been dealt with.
        var isDone = false
    }

    private var sights: [FilePath: Sight] = [:]

    /// - Parameters:
    ///   - files: all that there are now.
    ///   - quiet: how long a file must not have changed.
    /// - Returns: those that are quiet, with the time since when, and when the next may be.
    mutating func observe(
        _ files: [(name: FilePath, stamp: FileStamp)], at now: ContinuousClock.Instant, quiet: Duration
    ) -> (quiet: [(name: FilePath, since: ContinuousClock.Instant)], due: ContinuousClock.Instant?) {
        var seen: [FilePath: Sight] = [:]
        var found: [(name: FilePath, since: ContinuousClock.Instant)] = []
        var due: ContinuousClock.Instant?
        for (name, stamp) in files {
            let known = sights[name].flatMap { $0.stamp == stamp ? $0 : nil }
            let sight = known ?? Sight(stamp: stamp, since: now)
            seen[name] = sight
            guard !sight.isDone else { continue }
            let instant = sight.since + quiet
            if instant <= now { found.append((name, sight.since)) } else { due = min(due ?? instant, instant) }
        }
        sights = seen
        return (found, due)
    }

    /// Nothing is to be done about a file until it changes.
    mutating func settle(_ name: FilePath, _ stamp: FileStamp) {
        guard sights[name]?.stamp == stamp else { return }
        sights[name]?.isDone = true
    }

    /// The state in which a file was seen last.
    func stamp(of name: FilePath) -> FileStamp? { sights[name]?.stamp }
}

import Foundation
import Glibc
import SystemPackage

/// Hands a watched folder's documents to workers, each when a worker is free and not before: what waits, waits in the
/// folder, so that a crash leaves no more than the documents at hand to be found again.
actor WatchQueue: JobSource {
    /// A document at hand.
    struct Claim: Sendable {
        var job: Job
        /// Below the inbox or, where documents are moved, below the work folder.
        var name: FilePath
        /// When it was handed out.
        var stamp: FileStamp?
        /// How often it was to be done once more.
        var failures = 0
    }

    let inbox: InboxFolder
    private(set) var rules: WatchRules
    private let folder: ResultFolder
    private let ledger: Ledger
    private let looksSupported: Discovery.Recognizer
    private let report: @Sendable (WatchEvent) -> Void
    /// Folders whose file systems must have room.
    private let places: [FilePath]

    private var quiet = QuietFiles()
    /// In the order in which they were found.
    private var ready: [FilePath] = []
    private var claims: [Int: Claim] = [:]
    /// Claimed, and to be handed out again from a time on.
    private var again: [(claim: Claim, from: ContinuousClock.Instant)] = []
    private var sequence = 0
    private var skipped: Set<FilePath> = []
    private var problems: Set<String> = []
    /// Why nothing is taken.
    private var pauseCause: String?
    /// Set where the ledger could not be written: when that is tried again.
    private var ledgerPause: ContinuousClock.Instant?
    private var isOpen = true
    private var scanned: ContinuousClock.Instant?
    private(set) var isStopped = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(
        inbox: InboxFolder, rules: WatchRules, folder: ResultFolder, ledger: Ledger, places: [FilePath],
        looksSupported: @escaping Discovery.Recognizer, report: @escaping @Sendable (WatchEvent) -> Void
    ) {
        self.inbox = inbox
        self.rules = rules
        self.folder = folder
        self.ledger = ledger
        self.places = places
        self.looksSupported = looksSupported
        self.report = report
    }

    // MARK: - Handing out

    func next() async -> Job? {
        while isOpen, !Task.isCancelled {
            if let job = take() { return job }
            await withTaskCancellationHandler {
                await withCheckedContinuation { waiting.append($0) }
            } onCancel: {
                Task { await self.wake() }
            }
        }
        return nil
    }

    /// Workers that wait are told that there is no more: those at work finish. `reopen` lets new ones come.
    func close() {
        isOpen = false
        wake()
    }

    func stop() {
        isStopped = true
        close()
    }

    /// After all workers are gone: what they had and did not answer is handed out anew.
    func reopen(_ rules: WatchRules) {
        self.rules = rules
        for claim in claims.values.sorted(by: { $0.job.sequence < $1.job.sequence }) { again.append((claim, .now)) }
        claims = [:]
        isOpen = !isStopped
    }

    private func wake() {
        let woken = waiting
        waiting = []
        for continuation in woken { continuation.resume() }
    }

    private func take() -> Job? {
        guard isReady() else { return nil }
        let now = ContinuousClock.now
        if let index = again.firstIndex(where: { $0.from <= now }) {
            var claim = again.remove(at: index).claim
            claim.stamp = FileStamp(of: claim.job.location)
            return handOut(claim)
        }
        while !ready.isEmpty {
            let name = ready.removeFirst()
            do {
                if let claim = try claim(name) { return handOut(claim) }
            } catch Errno.noSuchFileOrDirectory {
                // Its sender has taken it back.
            } catch {
                complain("\(PathName.text(of: name)): cannot be taken: \(error)")
            }
        }
        return nil
    }

    /// Nil where the ledger cannot take it: then it is tried again later, and nothing else is taken until then.
    private func handOut(_ claim: Claim) -> Job? {
        do {
            try ledger.see([claim.job])
        } catch {
            let later = ContinuousClock.now + rules.pause
            again.insert((claim, later), at: 0)
            ledgerPause = later
            pause("the ledger cannot be written: \(error)")
            return nil
        }
        ledgerPause = nil
        resume()
        claims[claim.job.sequence] = claim
        return claim.job
    }

    /// Nil where the file has changed since it was found.
    private func claim(_ name: FilePath) throws -> Claim? {
        let location = inbox.root.pushing(name)
        guard let stamp = FileStamp(of: location), stamp == quiet.stamp(of: name) else { return nil }
        guard rules.moves else {
            quiet.settle(name, stamp)
            return Claim(job: job(PathName.text(of: name), location), name: name, stamp: stamp)
        }
        var number = 1
        while true {
            // A name that was used before belongs to another document.
            let own = InboxFolder.numbered(name, number)
            let path = PathName.text(of: own)
            number += 1
            guard try !ledger.knows(path), try inbox.claim(name, as: own) else { continue }
            inbox.tidy(after: name, in: inbox.root)
            let place = inbox.work.pushing(own)
            return Claim(job: job(path, place), name: own, stamp: FileStamp(of: place))
        }
    }

    private func job(_ path: String, _ location: FilePath) -> Job {
        sequence += 1
        return Job(sequence: sequence, path: path, location: location)
    }

    /// Finds what an earlier watch had claimed. To be called once, before anything is handed out.
    func recover() -> Int {
        for (name, stamp) in inbox.claimed() {
            let claim = Claim(job: job(PathName.text(of: name), inbox.work.pushing(name)), name: name, stamp: stamp)
            again.append((claim, .now))
        }
        return again.count
    }

    // MARK: - Taking back

    /// The claim behind a result; nil where the file has changed since it was handed out: then it is done once more.
    func settle(_ job: Job) -> Claim? {
        guard let claim = claims[job.sequence] else { return nil }
        let stamp = FileStamp(of: job.location)
        // One that is gone meanwhile has its result all the same.
        guard stamp == nil || stamp == claim.stamp else {
            report(.changed(path: job.path))
            // Where it stays in the inbox, it is found there once more.
            if rules.moves { _ = retry(job, after: rules.quiet) } else { finish(job) }
            return nil
        }
        return claim
    }

    func finish(_ job: Job) { claims[job.sequence] = nil }

    /// Hands a document out once more, after a while that is twice as long each time.
    ///
    /// - Parameter first: how long the first time.
    /// - Returns: how long.
    func retry(_ job: Job, after first: Duration) -> Duration {
        guard var claim = claims.removeValue(forKey: job.sequence) else { return .zero }
        let pause = rules.pause(first, after: claim.failures)
        claim.failures += 1
        again.append((claim, .now + pause))
        return pause
    }

    // MARK: - Looking

    /// Looks at the whole folder.
    ///
    /// - Returns: the folders that there are, and when to look again at the latest.
    func scan() -> (folders: [FilePath], due: ContinuousClock.Instant) {
        let listing = inbox.listing(ignoring: rules.ignored)
        for problem in listing.problems { complain(problem) }
        let now = ContinuousClock.now
        let found = quiet.observe(listing.files, at: now, quiet: rules.quiet)
        var due = min(now + rules.scan, found.due ?? now + rules.scan)
        for (_, from) in again where from > now { due = min(due, from) }
        // What changed or went is no longer ready.
        let stamps = Dictionary(listing.files.map { ($0.name, $0.stamp) }) { first, _ in first }
        ready.removeAll { quiet.stamp(of: $0) != stamps[$0] }
        let queued = Set(ready)
        for (name, since) in found.quiet where !queued.contains(name) {
            guard isDocument(name) else {
                if let stamp = stamps[name] { quiet.settle(name, stamp) }
                if skipped.insert(name).inserted { report(.skipped(path: PathName.text(of: name))) }
                continue
            }
            let patience = since + rules.quiet + rules.patience
            if now >= patience || EndMarker.isThere(in: inbox.root.pushing(name)) {
                ready.append(name)
            } else {
                due = min(due, patience)
            }
        }
        scanned = .now
        wake()
        return (listing.folders, due)
    }

    var state: WatchState {
        var state = WatchState()
        state.waiting = Double(ready.count + again.count)
        state.atHand = Double(claims.count)
        (state.isPaused, state.isStopping) = (pauseCause != nil, isStopped)
        state.scanAge = scanned.map { (ContinuousClock.now - $0) / .seconds(1) }
        state.longestScanAge = rules.scan / .seconds(1) * 3 + 60
        return state
    }

    private func isDocument(_ name: FilePath) -> Bool {
        looksSupported(Discovery.firstBytes(of: inbox.root.pushing(name)), PathName.text(of: name))
    }

    /// Whether something may be taken now.
    private func isReady() -> Bool {
        if let obstacle = obstacle() {
            pause(obstacle)
            return false
        }
        if let ledgerPause { return ledgerPause <= .now }
        resume()
        return true
    }

    /// Why nothing is to be taken: what is taken must find its way to its end.
    private func obstacle() -> String? {
        do {
            try inbox.requirePlace(moves: rules.moves)
            try ledger.requirePlace()
        } catch {
            return "\(error)"
        }
        do {
            if !ready.isEmpty || !again.isEmpty { try folder.requireWritable() }
        } catch {
            return "no results can be written: \(error)"
        }
        return places.first { FileSystem.freeBytes(at: $0).map { $0 < rules.minFreeBytes } ?? false }.map {
            "less than \(rules.minFreeBytes >> 20) MiB are free at \(PathName.text(of: $0))"
        }
    }

    private func pause(_ why: String) {
        if pauseCause != why { report(.paused(why)) }
        pauseCause = why
    }

    private func resume() {
        if pauseCause != nil { report(.resumed) }
        pauseCause = nil
    }

    /// Once each.
    private func complain(_ problem: String) {
        if problems.insert(problem).inserted { report(.problem(problem)) }
    }
}

package import Model
package import Pipeline
package import SystemPackage

/// One document to process.
package struct Job: Hashable, Sendable {
    /// Numbers the document in its run, from 0.
    package var sequence: Int
    /// What the result calls it.
    package var path: String
    /// Where its bytes lie, which must be no link; the name may have bytes that are no UTF-8.
    package var location: FilePath
    /// Further files of the same document, in page order, each as the job that it would be by itself: it has a result
    /// under its own path, too.
    package var others: [Job]
    /// Instead of being read, this page of it is drawn, or read alone.
    package var picture: UprightPage?
    /// Instead of being read, it is told whether its capture is good.
    package var isCaptureCheck = false

    package init(
        sequence: Int, path: String, location: FilePath, others: [Job] = [], picture: UprightPage? = nil
    ) {
        self.sequence = sequence
        self.path = path
        self.location = location
        self.others = others
        self.picture = picture
    }
}

/// Hands out jobs to several workers.
package protocol JobSource: Sendable {
    /// The next job; nil once there is none to come.
    func next() async -> Job?
    /// Whether the end is waited for: a document with pages to come is left as it is, without an outcome.
    var isStopped: Bool { get async }
}

/// Whether a document must be read.
package enum Recalled: Sendable {
    /// It was before, and this is what came of it.
    case known(Outcome)
    case unknown
    /// That is known later, when its source hands it out once more.
    case later

    init(_ outcome: Outcome?) { self = outcome.map(Self.known) ?? .unknown }
}

/// How far the worker is that has a document.
package struct PageProgress: Hashable, Sendable {
    package var sequence: Int
    package var path: String
    /// Pages, or pictures, that were read, and how many there are.
    package var read: Int
    package var count: Int
}

/// A finished job.
package struct Delivery: Sendable {
    package var job: Job
    /// Of a page that was drawn, no more than whether it could be, and of which bytes.
    package var outcome: Outcome
    /// Folder of what the worker left beside it, to be moved away before the call returns.
    package var kept: FilePath?
    /// Whether the outcome was known from before: no worker has done anything.
    package var isRecalled = false
}

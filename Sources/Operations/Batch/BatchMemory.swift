import Foundation
import Model
import Output
import SystemPackage

/// What a run knows from runs before it into the same folder.
package struct BatchMemory: Sendable {
    /// What is to be done although it was done before.
    package enum Scope: Hashable, Sendable {
        /// Nothing: the same bytes under the same engine and configuration keep their outcome.
        case new
        /// Everything.
        case all
    }

    package let ledger: Ledger
    private let folder: ResultFolder
    private let scope: Scope

    package init(ledger: Ledger, folder: ResultFolder, scope: Scope) {
        self.ledger = ledger
        self.folder = folder
        self.scope = scope
    }

    /// An outcome that a document need not be read for.
    struct Known {
        var outcome: Outcome
        /// The document that it is shared with, where that was looked at in this run.
        var origin: String?
    }

    /// The outcome of the same bytes under the same engine, whatever their paths were; else notes the attempt.
    ///
    /// - Parameter run: whose outcomes count before all others, and whatever the scope is.
    func recall(_ job: Job, ids: [String], engine: EngineInfo, run: Int64? = nil) -> Known? {
        func known(in run: Int64?) -> Known? {
            guard let id = ids.first else { return nil }
            return try? ledger.settled(id: id, engine: engine, path: job.path, run: run) { path in
                guard let outcome = result(of: path), outcome.source.partOf == nil, outcome.engine == engine,
                    outcome.id == id, (outcome.source.files?.map(\.id) ?? [id]) == ids,
                    run != nil || !outcome.mayPass
                else { return nil }
                return Known(outcome: outcome.shared(with: job), origin: run.map { _ in path })
            }
        }
        // Files of one document are read together or not at all.
        if run != nil, job.others.isEmpty, let known = known(in: run) { return known }
        if scope == .new, let known = known(in: nil) { return known }
        for (file, id) in zip(job.files, ids) {
            // Where this cannot be noted, settling cannot either, and that is reported.
            try? ledger.begin(file, id: id)
        }
        return nil
    }

    func result(of path: String) -> Outcome? { folder.outcome(of: path) }

    /// The result that a document has which is gone, or cannot be read, since it was found.
    func kept(_ path: String) -> Outcome? { result(of: path).flatMap { $0.status == .processed ? $0 : nil } }
}

extension Outcome {
    /// Whether a page of it could not be read for a cause that may be gone the next time.
    fileprivate var mayPass: Bool {
        documents.contains { $0.pages?.contains { $0.error?.code.isRetryable == true } == true }
    }

    /// Why not a byte of its document was read; nil where it was.
    var unread: FailureCode? {
        guard id == nil, let code = error?.code, [.fileMissing, .fileUnreadable].contains(code) else { return nil }
        return code
    }

    /// The same outcome for another file with the same bytes.
    func shared(with job: Job) -> Outcome {
        var copy = self
        copy.following = following.map { $0.shared(with: job) }
        let own = source.path
        copy.source.path = job.path
        // Failures begin with the path; warnings do not have it.
        if let message = error?.message, message.utf8.starts(with: own.utf8) {
            copy.error?.message = job.path + String(decoding: message.utf8.dropFirst(own.utf8.count), as: UTF8.self)
        }
        copy.warnings = warnings?.filter { $0.code != .typeMismatch || Self.suffix(own) == Self.suffix(job.path) }
        let paths = zip(copy.source.files ?? [], job.files).map { (PathKey($0.path), $1.path) }
        for (index, path) in paths.enumerated() { copy.source.files?[index].path = path.1 }
        let renamed = Dictionary(paths) { first, _ in first }
        for index in copy.pages?.indices ?? 0..<0 {
            if let file = copy.pages?[index].file { copy.pages?[index].file = renamed[PathKey(file)] ?? file }
        }
        return copy
    }

    /// The outcome of a document of several files as that of one of them, the first apart.
    func part(_ position: Int, _ job: Job) -> Outcome {
        var copy = self
        let file = source.files?[position]
        copy.id = file?.id
        copy.source = SourceInfo(
            path: job.path, bytes: file?.bytes, mediaType: file?.mediaType, pageCount: file?.pageCount,
            partOf: source.path)
        return copy
    }

    /// What a name says about a file's type.
    private static func suffix(_ path: String) -> String {
        path.lastIndex(of: ".").map { path[$0...].lowercased() } ?? ""
    }
}

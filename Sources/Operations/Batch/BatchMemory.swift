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
        /// These documents, by path; the results of all others stand as they are, unread.
        case only(Set<String>)
    }

    package let ledger: Ledger
    private let folder: ResultFolder
    private let scope: Scope

    package init(ledger: Ledger, folder: ResultFolder, scope: Scope) {
        self.ledger = ledger
        self.folder = folder
        self.scope = scope
    }

    /// The outcome of a document that is not even to be looked at; nil where its result does not stand.
    func standing(_ job: Job) -> Outcome? {
        guard case .only(let paths) = scope, !paths.contains(job.path) else { return nil }
        return result(of: job.path)
    }

    /// The outcome of the same bytes under the same engine, whatever their path was; else notes the attempt.
    @Sendable func recall(_ job: Job, id: String, engine: EngineInfo) -> Outcome? {
        if scope == .new {
            for path in (try? ledger.settled(id: id, engine: engine)) ?? [] {
                guard let outcome = result(of: path), outcome.id == id, outcome.engine == engine else { continue }
                return outcome.shared(with: job)
            }
        }
        // Where this cannot be noted, settling cannot either, and that is reported.
        try? ledger.begin(job, id: id)
        return nil
    }

    private func result(of path: String) -> Outcome? {
        guard let data = FileManager.default.contents(atPath: folder.file(of: path).string) else { return nil }
        return try? ResultEncoder.decode(data)
    }
}

extension Outcome {
    /// The same outcome for another file with the same bytes.
    func shared(with job: Job) -> Outcome {
        var copy = self
        let own = source.path
        copy.source.path = job.path
        if let error { copy.error?.message = error.message.replacing(own, with: job.path) }
        copy.warnings = warnings?.filter { $0.code != .typeMismatch || Self.suffix(own) == Self.suffix(job.path) }
        for index in copy.warnings?.indices ?? 0..<0 {
            copy.warnings?[index].message.replace(own, with: job.path)
        }
        return copy
    }

    /// What a name says about a file's type.
    private static func suffix(_ path: String) -> String {
        path.lastIndex(of: ".").map { path[$0...].lowercased() } ?? ""
    }
}

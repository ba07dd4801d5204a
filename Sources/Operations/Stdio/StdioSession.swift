@unsafe @preconcurrency import Dispatch
import Foundation
import Model
import Output
import Synchronization
package import SystemPackage

/// Documents that another program sends, and their results (docs/stdio.md). A document is taken when a worker is free and
/// not before, so that who sends too many waits.
package actor StdioSession: JobSource {
    private let output: FileDescriptor
    private let folder: FilePath
    private let mostBytes: Int
    private let fingerprintKey: FingerprintKey?
    private let looksSupported: Discovery.Recognizer
    private let reader: Mutex<StdioReader>
    private let isAtEnd: Flag
    private let isAbandoned = Flag()
    /// Reading and writing wait for the other side, and so need threads of their own.
    private let readingThread = DispatchQueue(label: "recto stdio in")
    private let writingThread = DispatchQueue(label: "recto stdio out")
    private var keys: [Int: (key: String, copy: FilePath?)] = [:]
    private var sequence = 0
    /// Why no more is read.
    package private(set) var problem: (any Error)?
    package nonisolated var isStopped: Bool { isAtEnd.isSet }

    private final class Flag: Sendable {
        private let state = Mutex(false)
        var isSet: Bool { state.withLock { $0 } }
        func set() { state.withLock { $0 = true } }
    }

    /// - Parameters:
    ///   - folder: for documents whose bytes are sent, until they are read.
    ///   - mostBytes: of such a document; a longer one has a failed result.
    ///   - fingerprintKey: under which answers have fingerprints; without it they have none.
    ///   - looksSupported: which documents that were found in a folder are read.
    package init(
        input: FileDescriptor, output: FileDescriptor, folder: FilePath, mostBytes: Int,
        fingerprintKey: FingerprintKey? = nil, looksSupported: @escaping Discovery.Recognizer
    ) {
        let flag = Flag()
        isAtEnd = flag
        reader = Mutex(StdioReader(input) { flag.isSet })
        self.output = output
        self.folder = folder
        self.mostBytes = mostBytes
        self.fingerprintKey = fingerprintKey
        self.looksSupported = looksSupported
    }

    /// To be said first.
    package func greet() async { await write(Hello()) }

    /// No more documents are taken; those at hand with pages to come are left without a result.
    package nonisolated func stop() { isAtEnd.set() }

    /// Nobody is waited for any more who does not read.
    package nonisolated func abandon() {
        isAtEnd.set()
        isAbandoned.set()
    }

    /// The next document for a worker; what was found and is none is answered for at once.
    package func next() async -> Job? {
        while problem == nil, !isAtEnd.isSet {
            sequence += 1
            let (number, copy, flag) = (sequence, folder.appending("stdio-\(sequence)"), isAtEnd)
            let taken = await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    readingThread.async { [self] in
                        continuation.resume(returning: Result { try take(copyingTo: copy) })
                    }
                }
            } onCancel: {
                flag.set()
            }
            do {
                guard let (request, location, cause) = try taken.get() else { return nil }
                if let cause {
                    await write(Skipped(key: request.key, cause: cause.rawValue))
                    continue
                }
                keys[number] = (request.key, request.length == nil ? nil : copy)
                return Job(sequence: number, path: request.document, location: location)
            } catch {
                problem = error
            }
        }
        return nil
    }

    /// The next request, where its document lies, and why it is skipped where it is.
    private nonisolated func take(
        copyingTo copy: FilePath
    ) throws -> (StdioRequest, location: FilePath, skipped: Discovery.Skipped.Cause?)? {
        guard let request = try read(copyingTo: copy) else { return nil }
        let location = request.path.map { FilePath($0) } ?? copy
        // What is gone, or a folder, fails as if it were named: the search was the other side's.
        guard request.found == true, let type = try? Stat(location, followTargetSymlink: false).type,
            type != .directory,
            let cause = Discovery.causeToSkip(location, type, named: request.document, looksSupported)
        else { return (request, location, nil) }
        if request.length != nil { FileSystem.remove(copy) }
        return (request, location, cause)
    }

    private nonisolated func read(copyingTo copy: FilePath) throws -> StdioRequest? {
        try reader.withLock { reader in
            guard let request = try reader.next() else { return nil }
            guard let length = request.length else { return request }
            do {
                // One byte more than may be, so that it is known for too long.
                return try reader.copy(length, to: copy, most: mostBytes + 1) ? request : nil
            } catch let code as Errno {
                throw SupervisorError.scratchFailed("\(PathName.text(of: folder)): \(code)")
            }
        }
    }

    /// Sends a document's result.
    package func answer(_ delivery: Delivery) async {
        guard let (key, copy) = keys.removeValue(forKey: delivery.job.sequence) else { return }
        if let copy { FileSystem.remove(copy) }
        await write(
            Answer(
                key: key, documents: ResultEncoder.rounded(delivery.outcome).documents,
                fingerprints: fingerprintKey?.fingerprints(of: delivery.outcome).map(\.digests)))
    }

    /// Says why nothing more is read.
    package func refuse(_ cause: String) async { await write(Refusal(message: cause)) }

    private func write(_ message: some Encodable) async {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let line = [UInt8](try encoder.encode(message)) + [UInt8(ascii: "\n")]
            let (output, isAbandoned) = (output, isAbandoned)
            try await withCheckedThrowingContinuation { continuation in
                writingThread.async {
                    continuation.resume(with: Result { try output.writeWaiting(line, unless: { isAbandoned.isSet }) })
                }
            }
        } catch {
            // Nobody is there to read what would come.
            problem = problem ?? OutputClosed(cause: "\(error)")
            isAtEnd.set()
        }
    }

    private struct OutputClosed: Error, CustomStringConvertible {
        var cause: String

        var description: String { "standard output: nobody reads the answers: \(cause)" }
    }

    private struct Hello: Encodable {
        let type = "hello"
        let version = StdioReader.version
    }

    private struct Answer: Encodable {
        let type = "result"
        var key: String
        /// One, or those that the file was split into.
        var documents: [Outcome]
        /// The digests of each; left out where there is no key.
        var fingerprints: [[String]]?
    }

    private struct Skipped: Encodable {
        let type = "skipped"
        var key: String
        var cause: String
    }

    private struct Refusal: Encodable {
        let type = "refusal"
        var message: String
    }
}

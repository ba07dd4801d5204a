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
    package init(input: FileDescriptor, output: FileDescriptor, folder: FilePath, mostBytes: Int) {
        let flag = Flag()
        isAtEnd = flag
        reader = Mutex(StdioReader(input) { flag.isSet })
        self.output = output
        self.folder = folder
        self.mostBytes = mostBytes
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

    package func next() async -> Job? {
        guard problem == nil, !isAtEnd.isSet else { return nil }
        sequence += 1
        let copy = folder.appending("stdio-\(sequence)")
        let flag = isAtEnd
        let request = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                readingThread.async { [self] in
                    continuation.resume(returning: Result { try read(copyingTo: copy) })
                }
            }
        } onCancel: {
            flag.set()
        }
        do {
            guard let request = try request.get() else { return nil }
            keys[sequence] = (request.key, request.length == nil ? nil : copy)
            let location = request.path.map { FilePath($0) } ?? copy
            return Job(sequence: sequence, path: request.name ?? request.path ?? request.key, location: location)
        } catch {
            problem = error
            return nil
        }
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
        await write(Answer(key: key, documents: ResultEncoder.rounded(delivery.outcome).documents))
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
    }

    private struct Refusal: Encodable {
        let type = "refusal"
        var message: String
    }
}

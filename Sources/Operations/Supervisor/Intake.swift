import Digest
import Model
import SystemPackage

/// Puts documents into scratch folders, where a worker that is taken over can harm nothing but its own copy.
enum Intake {
    struct Placed {
        /// `sha256:` and the hex digest of the bytes.
        var id: String
        var bytes: Int
        /// Of the document's other files.
        var others: [Placed] = []

        /// Of all files, in page order.
        var ids: [String] { [id] + others.map(\.id) }
    }

    /// Copies a document's files into a scratch folder, each under ``name(_:)``.
    static func place(_ job: Job, in scratch: FilePath, limit: Int) throws -> Placed {
        var placed = try place(job, at: scratch.appending(name(0)), limit: limit)
        for (position, other) in job.others.enumerated() {
            placed.others.append(try place(other, at: scratch.appending(name(position + 1)), limit: limit))
        }
        return placed
    }

    /// What a document's file is called in the scratch folder, by its position from 0.
    static func name(_ position: Int) -> String { position == 0 ? "document" : "document-\(position + 1)" }

    /// Copies a document, sharing its bytes where the file system can; never links it.
    ///
    /// - Parameter limit: bytes; a larger file is refused before anything is copied.
    /// - Throws: `Failure`, with the document's path in its message.
    static func place(_ job: Job, at target: FilePath, limit: Int) throws -> Placed {
        let source = try open(job)
        defer { try? source.close() }
        try check(source, job, limit: limit)
        let copy: FileDescriptor
        do {
            copy = try FileDescriptor.open(
                target, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
        } catch let code as Errno {
            throw uncopied(job, code)
        }
        defer { try? copy.close() }
        if source.reflink(to: copy) { return try read(copy, writingTo: nil, job, limit: limit) }
        return try read(source, writingTo: copy, job, limit: limit)
    }

    /// The digest of a document that stays where it is.
    static func id(of job: Job) throws -> String {
        let source = try open(job)
        defer { try? source.close() }
        return try read(source, writingTo: nil, job, limit: .max).id
    }

    private static func open(_ job: Job) throws -> FileDescriptor {
        do {
            // Not to wait for a writer where the name has become a pipe since it was found, nor to be led elsewhere
            // where it has become a link.
            return try FileDescriptor.open(job.location, .readOnly, options: [.noFollow, .nonBlocking, .closeOnExec])
        } catch Errno.noSuchFileOrDirectory {
            throw Failure(.fileMissing, "\(job.path): there is no such file: check its name", stage: .operations)
        } catch Errno.tooManySymbolicLinkLevels {
            throw Failure(
                .fileUnreadable, "\(job.path): has become a link since it was found: name the file itself",
                stage: .operations)
        } catch let code as Errno where [.tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory].contains(code) {
            throw Failure(
                .outputFailed, "\(job.path): cannot be opened now: \(code): raise that limit", stage: .operations)
        } catch {
            throw Failure(
                .fileUnreadable, "\(job.path): cannot be opened: \(error): check its permissions", stage: .operations)
        }
    }

    private static func check(_ source: FileDescriptor, _ job: Job, limit: Int) throws {
        let status = try Stat(source)
        guard status.type == .regular else {
            throw Failure(
                .fileUnreadable, "\(job.path): is not a regular file: name a file or a folder", stage: .operations)
        }
        guard status.size <= limit else { throw tooLarge(job, limit: limit) }
        guard status.size > 0 else {
            throw Failure(.fileEmpty, "\(job.path): is empty: scan or copy it again", stage: .operations)
        }
    }

    /// Not the document's fault.
    private static func uncopied(_ job: Job, _ code: Errno) -> Failure {
        Failure(
            .outputFailed, "\(job.path): cannot be copied to the scratch folder (TMPDIR): \(code)", stage: .operations)
    }

    private static func tooLarge(_ job: Job, limit: Int) -> Failure {
        Failure(
            .fileTooLarge,
            "\(job.path): is larger than \(limit >> 20) MiB: raise ingest.max_file_megabytes or split the file",
            stage: .operations)
    }

    private static func read(
        _ source: FileDescriptor, writingTo copy: FileDescriptor?, _ job: Job, limit: Int
    ) throws -> Placed {
        var hash = SHA256()
        var count = 0
        do {
            while true {
                let bytes = try source.bytes(upTo: 1 << 20)
                guard !bytes.isEmpty else { break }
                count += bytes.count
                guard count <= limit else { throw tooLarge(job, limit: limit) }
                hash.update(bytes)
                do {
                    _ = try copy?.writeAll(bytes)
                } catch let code as Errno {
                    throw uncopied(job, code)
                }
            }
        } catch let code as Errno {
            throw Failure(.fileUnreadable, "\(job.path): cannot be read: \(code)", stage: .operations)
        }
        return Placed(id: "sha256:" + hash.hexDigest(), bytes: count)
    }
}

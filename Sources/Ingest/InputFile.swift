import Digest
import Glibc
import Model

/// An open regular file. Closes its descriptor.
final class InputFile {
    let path: String
    let byteCount: Int
    private let descriptor: Int32

    /// - Parameter limit: most bytes.
    /// - Throws: `Failure`, before a byte is read, for what is missing, no regular file, not readable, empty or larger.
    init(_ source: SourceFile, limit: Int) throws {
        path = source.path
        // Opening a FIFO without a writer would wait for one.
        descriptor = unsafe open(source.location, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else {
            byteCount = 0
            throw Self.failure(opening: source.path, errno)
        }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else {
            byteCount = 0
            throw Self.failure(opening: source.path, errno)
        }
        byteCount = Int(status.st_size)
        if let failure = Self.failure(of: status, path: source.path, limit: limit) { throw failure }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    private static func failure(of status: stat, path: String, limit: Int) -> Failure? {
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR:
            return Failure(
                .fileUnreadable, "\(path) is a folder: give it as an input of its own, or the files inside",
                stage: .ingest)
        default:
            return Failure(
                .fileUnreadable, "\(path) is a device, pipe or socket: copy what it delivers to a file and give that",
                stage: .ingest)
        }
        if status.st_size == 0 {
            return Failure(.fileEmpty, "\(path) has no bytes: scan or copy it again", stage: .ingest)
        }
        guard status.st_size > limit else { return nil }
        return Failure(
            .fileTooLarge,
            "\(path) has \(status.st_size >> 20) MiB, above the limit of \(limit >> 20): split it, or raise "
                + "ingest.max_file_megabytes",
            stage: .ingest)
    }

    /// What an error of `open` or `read` means to the user.
    static func failure(opening path: String, _ code: Int32) -> Failure {
        let reason = unsafe String(cString: strerror(code))
        return switch code {
        case ENOENT, ENOTDIR:
            Failure(.fileMissing, "\(path) does not exist: check the path", stage: .ingest)
        case EACCES, EPERM:
            Failure(
                .fileUnreadable, "\(path) may not be read by this user: change its permissions (chmod u+r)",
                stage: .ingest)
        case ELOOP:
            Failure(.fileUnreadable, "\(path) is a symbolic link that leads in a circle: mend the link", stage: .ingest)
        default:
            Failure(.fileUnreadable, "\(path) cannot be read (\(reason)): check the disk and the path", stage: .ingest)
        }
    }

    /// Up to `count` bytes from `offset`; fewer at the end of the file.
    func read(at offset: Int, count: Int) throws -> [UInt8] {
        guard count > 0 else { return [] }
        var filled = 0
        var code: Int32 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            while filled < count {
                guard let base = buffer.baseAddress else { break }
                let got = unsafe pread(descriptor, base + filled, count - filled, off_t(offset + filled))
                if got < 0, errno == EINTR { continue }
                if got < 0 { code = errno }
                if got <= 0 { break }
                filled += got
            }
            initialized = filled
        }
        guard code == 0 else { throw Self.failure(opening: path, code) }
        return bytes
    }

    /// The SHA-256 of all bytes, as hexadecimal digits, and the bytes themselves where they are wanted.
    func digest(keepingBytes: Bool) throws -> (hex: String, bytes: [UInt8]) {
        if keepingBytes {
            let bytes = try read(at: 0, count: byteCount)
            return (SHA256.hexDigest(of: bytes), bytes)
        }
        var hash = SHA256()
        var offset = 0
        while offset < byteCount {
            let piece = try read(at: offset, count: min(1 << 20, byteCount - offset))
            if piece.isEmpty { break }
            hash.update(piece)
            offset += piece.count
        }
        return (hash.hexDigest(), [])
    }
}

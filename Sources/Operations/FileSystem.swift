import CProcess
import Foundation
import Glibc
package import SystemPackage

// The few calls that need pointers, so that no other file does.

extension FileDescriptor {
    /// Reads what is there, up to so many bytes; empty at the end.
    func bytes(upTo count: Int) throws -> [UInt8] {
        try unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
            read = try unsafe self.read(into: UnsafeMutableRawBufferPointer(buffer), retryOnInterrupt: true)
        }
    }

    /// Reads what is there from a position on; empty at the end.
    func bytes(upTo count: Int, at offset: Int64) throws -> [UInt8] {
        try unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
            read = try unsafe self.read(
                fromAbsoluteOffset: offset, into: UnsafeMutableRawBufferPointer(buffer), retryOnInterrupt: true)
        }
    }

    /// Waits until there is something to read, or the end.
    ///
    /// - Parameter pause: milliseconds; afterwards the answer is false.
    func isReadable(within pause: CInt) throws -> Bool {
        var entry = pollfd(fd: rawValue, events: Int16(POLLIN), revents: 0)
        let count = unsafe poll(&entry, 1, pause)
        guard count >= 0 || errno == EINTR else { throw Errno(rawValue: errno) }
        return count > 0
    }

    /// Writes all of it where the other side may be slow, or may never read.
    ///
    /// - Parameter isAbandoned: asked while it does not read.
    /// - Throws: `Errno`: `canceled` where it was abandoned.
    func writeWaiting(_ bytes: [UInt8], unless isAbandoned: () -> Bool) throws {
        var start = 0
        while start < bytes.count {
            var entry = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
            let count = unsafe poll(&entry, 1, 100)
            guard count >= 0 || errno == EINTR else { throw Errno(rawValue: errno) }
            guard count > 0 else {
                if isAbandoned() { throw Errno.canceled }
                continue
            }
            // A pipe that can be written to has room for so many.
            let piece = bytes[start..<min(start + Int(PIPE_BUF), bytes.count)]
            do {
                start += try unsafe piece.withUnsafeBytes { try unsafe write($0) }
            } catch Errno.resourceTemporarilyUnavailable {
                continue
            }
        }
    }

    /// Makes the other file share this one's bytes; false where the file system cannot.
    func reflink(to other: FileDescriptor) -> Bool { cprocess_reflink(rawValue, other.rawValue) == 0 }
}

package enum FileSystem {
    /// A new folder for its owner alone, named after the pattern, such as `/tmp/recto-XXXXXX`.
    package static func makeTemporaryFolder(_ pattern: FilePath) throws -> FilePath {
        var name = pattern.string.utf8CString
        let isMade = unsafe name.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.baseAddress.map { unsafe mkdtemp($0) != nil } ?? false
        }
        guard isMade else { throw Errno(rawValue: errno) }
        return FilePath(String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }

    /// Makes a folder for its owner alone, with those above it; one that is there already stays as it is.
    package static func makeFolder(_ path: FilePath) throws {
        if unsafe path.withPlatformString({ unsafe mkdir($0, 0o700) }) == 0 { return }
        let code = Errno(rawValue: errno)
        if code == .fileExists {
            guard try Stat(path).type == .directory else { throw Errno.notDirectory }
            return
        }
        guard code == .noSuchFileOrDirectory, path.lastComponent != nil else { throw code }
        let parent = path.removingLastComponent()
        guard !parent.isEmpty, parent != path else { throw code }
        try makeFolder(parent)
        guard unsafe path.withPlatformString({ unsafe mkdir($0, 0o700) }) == 0 || errno == EEXIST else {
            throw Errno(rawValue: errno)
        }
    }

    /// Names in a folder, as the bytes that they are, without `.` and `..`; links to folders are not followed.
    static func names(in folder: FilePath, following: Bool = false) throws -> [FilePath.Component] {
        var names: [FilePath.Component] = []
        try visit(folder, following: following) { name, _ in names.append(name) }
        return names
    }

    /// The same, each with its type as the folder has it (`DT_DIR` and so on).
    ///
    /// - Parameter prefix: of files; those with other names are passed over, quickly.
    static func visit(
        _ folder: FilePath, following: Bool = false, filesBeginningWith prefix: String = "",
        _ body: (FilePath.Component, _ type: UInt8) throws -> Void
    ) throws {
        let start = prefix.utf8CString.dropLast()
        let options: FileDescriptor.OpenOptions =
            following
            ? [.directory, .closeOnExec]
            : [
                .directory, .closeOnExec, .noFollow,
            ]
        let descriptor = try FileDescriptor.open(folder, .readOnly, options: options)
        guard let stream = unsafe fdopendir(descriptor.rawValue) else {
            let code = Errno(rawValue: errno)
            try? descriptor.close()
            throw code
        }
        defer { unsafe closedir(stream) }
        errno = 0
        while let entry = unsafe readdir(stream) {
            let type = unsafe Int(entry.pointee.d_type)
            let isFile = type != DT_DIR && type != DT_UNKNOWN
            let component = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                unsafe tuple.withMemoryRebound(to: CChar.self, capacity: 256) { name -> FilePath.Component? in
                    if isFile, !start.isEmpty, unsafe !UnsafeBufferPointer(start: name, count: 256).starts(with: start)
                    {
                        return nil
                    }
                    return unsafe FilePath.Component(platformString: name)
                }
            }
            if let component, component.kind == .regular { try body(component, unsafe entry.pointee.d_type) }
            errno = 0
        }
        guard errno == 0 else { throw Errno(rawValue: errno) }
    }

    /// The bytes of a regular file. Links are not followed, and no writer of a pipe is waited for.
    ///
    /// - Throws: `Errno`: `fileTooLarge` above so many bytes, `invalidArgument` where it is no regular file.
    static func data(of path: FilePath, most: Int = .max) throws -> Data {
        let file = try FileDescriptor.open(path, .readOnly, options: [.noFollow, .nonBlocking, .closeOnExec])
        defer { try? file.close() }
        guard try Stat(file).type == .regular else { throw Errno.invalidArgument }
        var data = Data()
        while case let bytes = try file.bytes(upTo: 1 << 20), !bytes.isEmpty {
            data += bytes
            guard data.count <= most else { throw Errno.fileTooLarge }
        }
        return data
    }

    /// Removes a file, or a folder with everything in it; links are removed, not followed. What is not there, or
    /// cannot be removed, is left.
    package static func remove(_ path: FilePath) {
        if unsafe path.withPlatformString({ unsafe unlink($0) }) == 0 { return }
        guard let type = try? Stat(path, followTargetSymlink: false).type, type == .directory else { return }
        // A worker may have taken its own rights away.
        if (try? FileDescriptor.open(path, .readOnly, options: [.directory, .noFollow]).close()) == nil {
            _ = unsafe path.withPlatformString { unsafe chmod($0, 0o700) }
        }
        for name in (try? names(in: path)) ?? [] { remove(path.appending(name)) }
        _ = unsafe path.withPlatformString { unsafe rmdir($0) }
    }

    /// Bytes that this user may still write there; nil where that is not known.
    static func freeBytes(at path: FilePath) -> Int64? {
        var status = statvfs()
        guard unsafe path.withPlatformString({ unsafe statvfs($0, &status) }) == 0 else { return nil }
        return Int64(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
    }

    /// False where it is not there, or not empty.
    static func removeEmptyFolder(_ path: FilePath) -> Bool {
        unsafe path.withPlatformString { unsafe rmdir($0) } == 0
    }

    /// Removes, in a folder and all below it, files that a process which is gone did not bring to their end.
    package static func removeLeftovers(in folder: FilePath, withFolders: Bool = true) {
        var names: [FilePath.Component] = []
        // Results may lie there by the million.
        try? visit(folder, filesBeginningWith: AtomicFile.prefix) { name, _ in names.append(name) }
        for name in names {
            let path = folder.appending(name)
            guard let type = try? Stat(path, followTargetSymlink: false).type else { continue }
            if type == .directory, withFolders {
                removeLeftovers(in: path)
            } else if type == .regular, AtomicFile.isLeftover(name.string) {
                remove(path)
            }
        }
    }

    static func rename(_ from: FilePath, to: FilePath) throws {
        let code = unsafe from.withPlatformString { from in
            unsafe to.withPlatformString { unsafe Glibc.rename(from, $0) }
        }
        guard code == 0 else { throw Errno(rawValue: errno) }
    }

    /// The path from the root on; links in it stay.
    static func absolute(_ path: FilePath) throws -> FilePath {
        path.isAbsolute ? path : try realPath(".").pushing(path)
    }

    /// Where a folder is, or would be made.
    static func placeToBe(of path: FilePath) throws -> FilePath {
        do {
            return try realPath(path)
        } catch Errno.noSuchFileOrDirectory {
            guard let name = path.lastComponent, name.kind == .regular else { throw Errno.noSuchFileOrDirectory }
            let parent = path.removingLastComponent()
            return try placeToBe(of: parent.isEmpty ? "." : parent).appending(name)
        }
    }

    /// The path without links, `.` and `..`.
    static func realPath(_ path: FilePath) throws -> FilePath {
        let resolved = unsafe path.withPlatformString { unsafe Glibc.realpath($0, nil) }
        guard let resolved = unsafe resolved else { throw Errno(rawValue: errno) }
        defer { unsafe free(resolved) }
        return unsafe FilePath(platformString: resolved)
    }
}

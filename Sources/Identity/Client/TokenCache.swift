import Crypto
package import Foundation
import Glibc
import WebClient

/// Access tokens that are kept between programs, each in a file for its owner alone; one program at a time gets a new one.
package struct TokenCache: Sendable {
    package struct Problem: Error, CustomStringConvertible {
        package let description: String

        init(_ folder: String, _ cause: String) {
            description = "\(folder): \(cause): mend that, or leave the cache out by --no-cache"
        }
    }

    private struct Entry: Codable {
        var token: String
        /// Seconds since 1970, by this machine's clock.
        var start: TimeInterval
        var life: TimeInterval
    }

    private static let mostBytes = 1 << 14

    private let folder: String
    private let now: @Sendable () -> Date
    private let sleep: @Sendable (Duration) async throws -> Void

    package init(
        folder: String, now: @escaping @Sendable () -> Date = { .now },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.folder = folder
        self.now = now
        self.sleep = sleep
    }

    /// `recto/tokens` where the XDG Base Directory Specification has caches; nil where the environment has no such place.
    package static func folder(_ environment: [String: String]) -> String? {
        let place =
            environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/.cache" : nil }
        return place.map { $0 + "/recto/tokens" }
    }

    /// The token that is kept for such settings, or a new one.
    ///
    /// - Throws: `Problem` where the folder is not private or cannot be used; what `fetch` throws.
    package func token(
        for settings: TokenSettings, fetch: () async throws -> GrantedToken
    ) async throws -> GrantedToken {
        let folder = try opened()
        defer { close(folder) }
        let name = Self.name(of: settings)
        // What is good is had without the lock.
        if let token = read(name, in: folder) { return token }
        let lock = openat(folder, name + ".lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw Problem(self.folder, Self.words()) }
        defer { close(lock) }
        while flock(lock, LOCK_EX | LOCK_NB) != 0 {
            guard [EWOULDBLOCK, EINTR].contains(errno) else { throw Problem(self.folder, Self.words()) }
            try await sleep(.milliseconds(20))
        }
        if let token = read(name, in: folder) { return token }
        // Made first: where nothing can be kept, no token is asked for, since an ID token is good once.
        let file = try made(name + ".new", in: folder)
        defer { unlinkat(folder, name + ".new", 0) }
        let start = now()
        let token = try await fetch()
        let entry = Entry(token: token.text, start: start.timeIntervalSince1970, life: token.life)
        // A token that could not be kept is still one.
        if (try? file.write(contentsOf: JSONEncoder().encode(entry))) != nil {
            renameat(folder, name + ".new", folder, name)
        }
        return token
    }

    /// Settings that would get another token have another name; no secret is in it.
    private static func name(of settings: TokenSettings) -> String {
        let parts =
            switch settings.grant {
            case .clientCredentials(let id, _): ["client", id]
            case .idToken(let file): ["file", URL(filePath: file).standardizedFileURL.path]
            }
        let all = [settings.address.url.absoluteString, settings.scope] + parts
        let digest = SHA256.hash(data: Data(all.map { "\($0.utf8.count):\($0)" }.joined().utf8))
        return Data(digest).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    private func opened() throws -> CInt {
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw Problem(folder, "cannot be made")
        }
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw Problem(folder, Self.words()) }
        guard Self.isPrivate(descriptor) else {
            close(descriptor)
            throw Problem(
                folder, "others than its owner may use it, or it is somebody else's: it must be yours, `chmod 700`")
        }
        return descriptor
    }

    private static func isPrivate(_ descriptor: CInt) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_uid == geteuid() && status.st_mode & 0o077 == 0
    }

    /// Nil for what is not there, is nobody's token, or is to be renewed.
    private func read(_ name: String, in folder: CInt) -> GrantedToken? {
        let descriptor = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard Self.isPrivate(descriptor), let data = try? file.read(upToCount: Self.mostBytes),
            let entry = try? JSONDecoder().decode(Entry.self, from: data)
        else { return nil }
        let age = now().timeIntervalSince1970 - entry.start
        let token = GrantedToken(text: entry.token, life: entry.life)
        // One from the future was kept by a clock that was set back since.
        return (0..<max(0, token.use)).contains(age) ? token : nil
    }

    /// Under the lock there is no other writer; what a killed one left is removed.
    private func made(_ name: String, in folder: CInt) throws -> FileHandle {
        unlinkat(folder, name, 0)
        let descriptor = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Problem(self.folder, Self.words()) }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    private static func words() -> String { String(cString: strerror(errno)) }
}

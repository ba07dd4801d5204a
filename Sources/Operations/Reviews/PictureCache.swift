import Digest
package import Foundation
import Glibc
package import Pipeline
package import SystemPackage

/// Pictures of pages that a review has shown, and words that it had read anew, in a folder of the output folder that its owner alone can read. What is not
/// there is drawn anew.
package struct PictureCache: Sendable {
    private let folder: FilePath
    private let limit: Int
    /// Of one picture.
    static let mostBytes = 32 << 20

    /// - Parameter limit: bytes of all pictures together.
    package init(in out: FilePath, limit: Int = 256 << 20) {
        folder = out.appending("review-pictures")
        self.limit = limit
    }

    /// - Parameters:
    ///   - id: of the file's bytes.
    ///   - page: in it. Where it was read otherwise since, it is another one.
    package static func name(of page: UprightPage, in id: String) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let geometry = (try? encoder.encode(page)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return SHA256.hexDigest(of: id + "\n" + geometry) + (page.words == true ? ".json" : ".jpg")
    }

    package func picture(_ name: String) -> Data? {
        guard isPrivate else { return nil }
        return try? FileSystem.data(of: folder.appending(name), most: Self.mostBytes)
    }

    /// Keeps a picture, and removes those that were kept first where there are too many. One that cannot be kept harms
    /// nothing.
    package func keep(_ picture: Data, as name: String) {
        try? FileSystem.makeFolder(folder)
        guard isPrivate, picture.count <= limit else { return }
        try? AtomicFile.write(picture, to: folder.appending(name))
        let files = own.compactMap { path in
            (try? Stat(path, followTargetSymlink: false)).map { (path: path, status: $0) }
        }
        .sorted {
            ($0.status.st_mtim.tv_sec, $0.status.st_mtim.tv_nsec)
                > ($1.status.st_mtim.tv_sec, $1.status.st_mtim.tv_nsec)
        }
        var bytes = 0
        for file in files {
            bytes += Int(file.status.size)
            if bytes > limit { FileSystem.remove(file.path) }
        }
    }

    /// Number of the pictures.
    package var count: Int { own.count }

    /// Removes what was half written when a review ended.
    func removeLeftovers() { FileSystem.removeLeftovers(in: folder, withFolders: false) }

    /// Removes all pictures, and the folder where nothing else lies in it.
    package func empty() {
        for path in own { FileSystem.remove(path) }
        removeLeftovers()
        _ = FileSystem.removeEmptyFolder(folder)
    }

    private var own: [FilePath] {
        let names = (try? FileSystem.names(in: folder)) ?? []
        return names.filter { $0.string.wholeMatch(of: /[0-9a-f]{64}\.(jpg|json)/) != nil }.map { folder.appending($0) }
    }

    /// Whether it is a folder of this user's, and of nobody else's.
    private var isPrivate: Bool {
        guard let status = try? Stat(folder, followTargetSymlink: false) else { return false }
        return status.type == .directory && status.userID.rawValue == geteuid()
            && status.permissions.intersection([.groupReadWriteExecute, .otherReadWriteExecute]).isEmpty
    }
}

import Foundation

/// A file that holds one secret, which is neither an argument nor in the environment.
package enum SecretFile {
    package struct Problem: Error, CustomStringConvertible {
        package let description: String
    }

    static let mostBytes = 1 << 14

    /// The text without white space around it.
    ///
    /// - Parameters:
    ///   - what: the secret's name in messages.
    ///   - isPrivate: whether it must not be for everyone to read.
    /// - Throws: `Problem` where the file cannot be read, is empty or too long, or everyone may read it.
    package static func text(_ path: String, of what: String, isPrivate: Bool = true) throws -> String {
        guard let file = FileHandle(forReadingAtPath: path), let data = try? file.read(upToCount: mostBytes + 1),
            let text = String(data: data, encoding: .utf8)?.trimmingCharacters(in: .whitespacesAndNewlines),
            !text.isEmpty, data.count <= mostBytes
        else {
            throw Problem(
                description: "\(path): \(what) cannot be read: no such file, no rights to it, or nothing like one in it"
            )
        }
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        if isPrivate, let rights = attributes?[.posixPermissions] as? Int, rights & 0o004 != 0 {
            throw Problem(description: "\(path): everyone may read \(what): `chmod 600` it")
        }
        return text
    }
}

import Model
package import SystemPackage

/// The secret under which documents have their ``Fingerprints``: those under one key can be held against each other.
package struct FingerprintKey: Hashable, Sendable {
    /// Bytes.
    package static let length = 32

    let bytes: [UInt8]

    /// A new one.
    init() {
        var random = SystemRandomNumberGenerator()
        bytes = (0..<Self.length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    }

    /// - Parameter path: of a file that holds the key's bytes alone; a link is followed.
    /// - Throws: `FingerprintKeyError` where it cannot be read, or holds fewer bytes or more.
    package init(file path: FilePath) throws {
        var bytes: [UInt8] = []
        do {
            let file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
            defer { try? file.close() }
            while case let more = try file.bytes(upTo: Self.length + 1 - bytes.count), !more.isEmpty { bytes += more }
        } catch {
            throw FingerprintKeyError(path, "cannot be read: \(error)")
        }
        guard bytes.count == Self.length else {
            let count = bytes.count < Self.length ? bytes.count.counted("byte") : "more than \(Self.length) bytes"
            throw FingerprintKeyError(path, "holds \(count)")
        }
        self.bytes = bytes
    }

    /// Of each document of a file.
    func fingerprints(of outcome: Outcome) -> [Fingerprints] {
        outcome.documents.map { Fingerprints(of: $0, key: bytes) }
    }
}

/// A file is no key.
package struct FingerprintKeyError: Error, Hashable, CustomStringConvertible {
    private let path: String
    private let cause: String

    init(_ path: FilePath, _ cause: String) {
        (self.path, self.cause) = (PathName.text(of: path), cause)
    }

    package var description: String {
        "\(path): \(cause): name a file of \(FingerprintKey.length) bytes, as "
            + "`head -c \(FingerprintKey.length) /dev/urandom > FILE` makes one"
    }
}

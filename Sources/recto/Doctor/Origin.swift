import Foundation

/// The package that an installed file came from.
struct Origin: Codable, Hashable {
    /// `wheel`, of the Python package index, or `Debian`.
    var kind: String
    var package: String
    var version: String
    /// `sha256:` and the digest of the wheel.
    var digest: String?
    /// As an SPDX identifier; several with commas between them. Debian's are in /usr/share/doc/<package>/copyright.
    var license: String?

    /// Nil where neither `make setup` nor Debian brought the file.
    init?(of path: String) {
        // What Scripts/setup notes beside it.
        if let note = FileManager.default.contents(atPath: path + ".wheel") {
            let words = String(decoding: note, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(String.init)
            guard words.count == 4 else { return nil }
            (kind, package, version, digest, license) = ("wheel", words[0], words[1], words[2], words[3])
            return
        }
        guard let owner = Self.answer("/usr/bin/dpkg-query", ["--search", path])?.split(separator: ":").first,
            let version = Self.answer("/usr/bin/dpkg-query", ["--show", "--showformat=${Version}", String(owner)])
        else { return nil }
        (kind, package, self.version) = ("Debian", String(owner), version)
    }

    /// For people.
    var text: String {
        let details = [license, digest.map { String($0.prefix("sha256:".count + 16)) }].compactMap(\.self)
        return "\(kind) \(package) \(version)" + (details.isEmpty ? "" : " (\(details.joined(separator: ", ")))")
    }

    private static func answer(_ program: String, _ arguments: [String]) -> String? {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        guard (try? process.run()) != nil, let data = try? output.fileHandleForReading.readToEnd() else { return nil }
        process.waitUntilExit()
        let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return process.terminationStatus == 0 && !text.isEmpty ? text : nil
    }
}

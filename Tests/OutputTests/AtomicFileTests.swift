import Foundation
import Testing

@testable import Output

@Suite struct AtomicFileTests {
    let folder: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "recto-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    @Test func appearsOnlyWhenWhole() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/a.json"
        var file = try AtomicFile(path: path)
        try file.append(Data("half".utf8))
        #expect(!FileManager.default.fileExists(atPath: path))
        try file.append(Data(" whole".utf8))
        try file.commit()
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "half whole")
    }

    @Test func leavesTheOldFileWhereWritingIsGivenUp() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/a.json"
        try AtomicFile.write(Data("old".utf8), to: path)
        func giveUp() throws {
            var file = try AtomicFile(path: path)
            try file.append(Data("new".utf8))
        }
        try giveUp()
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.json"])
    }

    @Test func isReadableByItsOwnerAlone() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/a.json"
        try AtomicFile.write(Data(count: 3_000_000), to: path)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(attributes[.size] as? Int == 3_000_000)
    }

    @Test func saysWhyItCannotBeWritten() {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/missing/a.json"
        #expect { try AtomicFile.write(Data(), to: path) } throws: { error in
            "\(error)" == "\(path): No such file or directory"
        }
    }
}

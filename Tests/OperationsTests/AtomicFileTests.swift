import Foundation
import SystemPackage
import Testing

@testable import Operations

@Suite struct AtomicFileTests {
    let folder: FilePath

    init() throws {
        folder = try TemporaryFolder().path
    }

    @Test func appearsOnlyWhenWhole() throws {
        defer { FileSystem.remove(folder) }
        let path = folder.appending("a.json")
        var file = try AtomicFile(path: path)
        try file.append(Data("half".utf8))
        #expect(!FileManager.default.fileExists(atPath: path.string))
        try file.append(Data(" whole".utf8))
        try file.commit()
        #expect(try String(contentsOfFile: path.string, encoding: .utf8) == "half whole")
    }

    @Test func leavesTheOldFileWhereWritingIsGivenUp() throws {
        defer { FileSystem.remove(folder) }
        let path = folder.appending("a.json")
        try AtomicFile.write(Data("old".utf8), to: path)
        func giveUp() throws {
            var file = try AtomicFile(path: path)
            try file.append(Data("new".utf8))
        }
        try giveUp()
        #expect(try String(contentsOfFile: path.string, encoding: .utf8) == "old")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.string) == ["a.json"])
    }

    @Test func isReadableByItsOwnerAlone() throws {
        defer { FileSystem.remove(folder) }
        let path = folder.appending("a.json")
        try AtomicFile.write(Data(count: 3_000_000), to: path)
        let attributes = try FileManager.default.attributesOfItem(atPath: path.string)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(attributes[.size] as? Int == 3_000_000)
    }

    @Test func saysWhyItCannotBeWritten() {
        defer { FileSystem.remove(folder) }
        let path = folder.appending("missing/a.json")
        #expect { try AtomicFile.write(Data(), to: path) } throws: { error in
            "\(error)" == "\(path): No such file or directory"
        }
    }
}

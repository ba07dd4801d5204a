import Foundation
import Testing

@testable import Model

@Suite final class InstallationTests {
    private let root = FileManager.default.temporaryDirectory.appending(path: "installation-\(UUID().uuidString)").path

    deinit { try? FileManager.default.removeItem(atPath: root) }

    private func make(_ folder: String, _ file: String? = nil) throws {
        try FileManager.default.createDirectory(atPath: root + folder, withIntermediateDirectories: true)
        if let file { #expect(FileManager.default.createFile(atPath: root + folder + "/" + file, contents: Data())) }
    }

    @Test func takesWhatAPackageInstalledBesideTheProgram() throws {
        try make("/usr/lib/recto")
        try make("/etc/recto", "pipeline.yml")
        let installation = Installation(program: root + "/usr/bin/recto")
        #expect(installation.libraries == root + "/usr/lib/recto")
        #expect(installation.configurationFile == root + "/etc/recto/pipeline.yml")
        #expect(Installation(program: root + "/usr/bin/recto (deleted)") == installation, "replaced while it runs")
    }

    @Test func looksWhereSetupPutsThemOtherwise() throws {
        try make("/etc/recto", "pipeline.yml")
        // A build folder has no configuration of the machine, whatever lies near it.
        for program in ["/build/bin/recto", "/myusr/bin/recto"] {
            #expect(Installation(program: root + program).libraries == "/usr/local/lib/recto")
            #expect(Installation(program: root + program).configurationFile == nil)
        }
        try FileManager.default.removeItem(atPath: root + "/etc")
        #expect(Installation(program: root + "/usr/bin/recto").configurationFile == nil)
        #expect(Installation(program: "").libraries == "/usr/local/lib/recto")
    }
}

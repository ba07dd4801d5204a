import Foundation
import Operations
import SystemPackage

/// Has a real worker try what it must not be able to do.
struct ConfinementProbe {
    func findings() -> [Finding] {
        guard let report = try? report() else {
            return [
                Finding(
                    part: "confinement", name: "worker", isPresent: false, isNeeded: false,
                    remedy: "it is not known how workers are confined: none could be started")
            ]
        }
        return ConfinementReport.Deed.allCases.map { deed in
            Finding(
                part: "confinement", name: "no " + deed.rawValue.replacing("_", with: " "),
                isPresent: report.stopped.contains(deed), isNeeded: false, version: version(of: deed, report),
                remedy: report.stopped.contains(deed) ? nil : Self.remedy(of: deed, report))
        }
    }

    private func version(of deed: ConfinementReport.Deed, _ report: ConfinementReport) -> String? {
        guard report.stopped.contains(deed) else { return nil }
        return Self.isOfFiles(deed) ? "Landlock \(report.confinement.landlock)" : nil
    }

    private static func isOfFiles(_ deed: ConfinementReport.Deed) -> Bool {
        [.readingElsewhere, .writingElsewhere, .links, .runningItsOwn, .signallingOthers].contains(deed)
    }

    private static func remedy(of deed: ConfinementReport.Deed, _ report: ConfinementReport) -> String {
        let kernel = deed == .signallingOthers ? "6.12" : "5.13"
        guard isOfFiles(deed) else {
            return "this kernel filters no system calls (seccomp): run recto without a network"
        }
        return
            "this kernel's Landlock does not stop workers (Linux \(kernel) or later, with landlock among its lsm=): run "
            + "recto as a user of its own that may read nothing but the documents"
    }

    private func report() throws -> ConfinementReport {
        let folder = try ScratchFolder(named: "recto-doctor-", under: RunScratch.parent)
        defer { folder.remove() }
        let scratch = folder.path.appending("scratch")
        try FileSystem.makeFolder(scratch)
        let other = folder.path.appending("other")
        guard FileManager.default.createFile(atPath: other.string, contents: Data("x".utf8)) else {
            throw Errno.permissionDenied
        }
        let process = Process()
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["worker", "--scratch", scratch.string, "--probe", other.string]
        var environment = Operations.WorkerCommand.environment
        environment["TESSDATA_PREFIX"] = ProcessInfo.processInfo.environment["TESSDATA_PREFIX"]
        process.environment = environment
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return try JSONDecoder().decode(ConfinementReport.self, from: data)
    }
}

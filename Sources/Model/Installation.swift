import FoundationEssentials

/// Where an installed program finds what comes with it.
package struct Installation: Hashable, Sendable {
    /// Folder that holds the program's `bin`, such as `/usr`.
    private var prefix: String

    /// Of the running program. Where its file was replaced meanwhile, the kernel says so behind its name: the folder holds.
    package static let current = Installation(
        program: (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "")

    package init(program: String) {
        prefix = program.split(separator: "/").dropLast(2).map { "/" + $0 }.joined()
    }

    /// Folder of PDFium, ONNX Runtime and its models: `lib/recto` beside the program's `bin`, as packages have it; where
    /// that is not, the one that `make setup` fills.
    package var libraries: String {
        let own = prefix + "/lib/recto"
        return FileManager.default.fileExists(atPath: own) ? own : "/usr/local/lib/recto"
    }

    /// The configuration for all who use this machine: `etc/recto/pipeline.yml` beside the `usr` that a package installs
    /// to. Nil where it is not there, and for a program elsewhere, such as in a build folder.
    package var configurationFile: String? {
        guard prefix.hasSuffix("/usr") else { return nil }
        let file = prefix.dropLast("/usr".count) + "/etc/recto/pipeline.yml"
        return FileManager.default.fileExists(atPath: String(file)) ? String(file) : nil
    }
}

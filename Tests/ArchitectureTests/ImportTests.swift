import Foundation
import Testing

/// Holds the `import` lines of every target against the table of docs/architecture.md: SwiftPM lets transitive imports
/// through, so a test must.
@Suite struct ImportTests {
    /// What each target may import; imports only go down.
    static let table: [String: Set<String>] = [
        "Model": [],
        "Imaging": ["Model", "CLeptonica", "CPNG", "CHeif", "CTIFF", "CGIF", "CWebP", "CTurboJPEG"],
        "Digest": ["CNettle"],
        "WebServer": [
            "Hummingbird", "HummingbirdCore", "HummingbirdTLS", "Logging", "NIOCore", "NIOHTTPTypes", "NIOSSL",
        ],
        "WebClient": [],
        "Identity": ["WebClient", "Crypto", "JWTKit"],
        "Kinds": ["Model"],
        "Ingest": ["Model", "Imaging", "Digest", "CPDFium", "CQPDF"],
        "Preprocess": ["Model", "Imaging"],
        "Neural": ["Model", "COnnx"],
        "Recognize": ["Model", "Imaging", "Neural", "Digest", "CTesseract", "CZXing", "COCRB"],
        "Understand": ["Model", "Neural", "Digest", "CTagger"],
        "Classify": ["Model", "Kinds"],
        "Extract": ["Model", "Kinds"],
        "Decide": ["Model", "Kinds"],
        "Output": ["Model", "CQPDF", "CTextFilter"],
        "Pipeline": [
            "Ingest", "Preprocess", "Recognize", "Understand", "Classify", "Extract", "Decide", "Output", "Imaging",
            "Kinds",
            "Digest",
            "Model", "Yams",
        ],
        "Operations": [
            "Pipeline", "Output", "Digest", "Model", "CProcess", "GRDB", "Subprocess", "SystemPackage",
        ],
        "Endpoints": ["Operations", "Digest", "Identity", "WebClient", "WebServer", "Hummingbird"],
        "Review": [
            "Operations", "Pipeline", "Output", "Kinds", "Digest", "Identity", "Model", "WebClient", "WebServer",
            "HTTPTypes", "Hummingbird", "Mustache",
        ],
        "Evaluation": ["Kinds", "Model", "Mustache"],
        "recto": [
            "Endpoints", "Identity", "Review", "Operations", "Evaluation", "Pipeline", "Output", "Ingest", "Recognize",
            "Imaging",
            "Kinds",
            "WebClient", "WebServer", "Model", "ArgumentParser", "SystemPackage",
        ],
        "recto-factory": ["Evaluation", "Imaging", "Kinds", "Model", "CZXing", "ArgumentParser", "Mustache"],
    ]

    /// What every target may import beside that.
    static let toolchain: Set<String> = [
        "Foundation", "FoundationEssentials", "FoundationNetworking", "Glibc", "Synchronization", "Dispatch",
    ]

    static let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources")

    @Test(arguments: table.keys.sorted()) func importsOnlyWhatTheTableAllows(target: String) throws {
        let allowed = try #require(Self.table[target]).union(Self.toolchain)
        let files = try Self.swiftFiles(in: Self.sources.appending(path: target))
        #expect(!files.isEmpty)
        for file in files {
            for module in try Self.imports(of: file) where !allowed.contains(module) {
                Issue.record("\(target)/\(file.lastPathComponent) imports \(module)")
            }
        }
    }

    @Test func everyTargetIsInTheTable() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.sources.path)
        let swiftTargets = try folders.filter {
            try !Self.swiftFiles(in: Self.sources.appending(path: $0)).isEmpty
        }
        #expect(Set(swiftTargets) == Set(Self.table.keys))
    }

    @Test func fewFilesOfRecognizeTouchTheEngines() throws {
        let files = try Self.swiftFiles(in: Self.sources.appending(path: "Recognize"))
        let touching = try files.filter {
            try !Self.imports(of: $0).isDisjoint(with: ["CTesseract", "CZXing"])
        }
        #expect(touching.count <= 4)
    }

    static func swiftFiles(in folder: URL) throws -> [URL] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return paths.filter { $0.hasSuffix(".swift") }.sorted().map { folder.appending(path: $0) }
    }

    static func imports(of file: URL) throws -> Set<String> {
        let text = try String(contentsOf: file, encoding: .utf8)
        var modules: Set<String> = []
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard let position = words.firstIndex(of: "import"), position + 1 < words.count,
                words[..<position].allSatisfy({ $0.hasPrefix("@") || accessLevels.contains(String($0)) })
            else { continue }
            let subject = kindsOfDeclaration.contains(String(words[position + 1])) ? position + 2 : position + 1
            guard subject < words.count, let module = words[subject].split(separator: ".").first else { continue }
            modules.insert(String(module))
        }
        return modules
    }

    static let accessLevels: Set<String> = ["public", "package", "internal", "fileprivate", "private"]
    static let kindsOfDeclaration: Set<String> = ["struct", "class", "enum", "protocol", "func", "var", "let"]
}

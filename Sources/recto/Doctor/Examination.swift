import Foundation
import Imaging
import Model
import Pipeline
import Recognize

/// Looks for everything that the pipeline uses.
struct Examination {
    private let settings: Configuration

    init(_ settings: Configuration) { self.settings = settings }

    func findings() -> [Finding] {
        let found = libraries() + fetchedLibraries() + engine() + languages() + Self.programs.map(program)
        return found.map { finding in
            var finding = finding
            finding.origin = finding.path.flatMap(Origin.init)
            return finding
        } + ConfinementProbe().findings()
    }

    // MARK: - Libraries and models

    private func libraries() -> [Finding] {
        [
            ("recto", Version.current), ("tesseract", Recognizer.tesseractVersion),
            ("leptonica", LibraryVersions.leptonica), ("zxing", Recognizer.zxingVersion),
            ("libpng", LibraryVersions.libpng), ("libheif", LibraryVersions.libheif),
        ].map { name, version in
            Finding(part: "library", name: name, isPresent: true, isNeeded: true, version: version)
        }
    }

    /// Whether the pipeline can be put together, and the models that it uses.
    private func engine() -> [Finding] {
        do {
            guard let date = CalendarDate(year: 2000, month: 1, day: 1) else { return [] }
            let engine = try Pipeline(configuration: settings, asOf: date).engine
            return engine.models.map { model in
                let path = modelFile(model.name)
                return Finding(
                    part: "model", name: model.name, isPresent: true, isNeeded: true,
                    version: path == nil ? "built in" : nil, path: path, sha256: model.sha256)
            }
        } catch let failure as Failure {
            return [broken(failure.message)]
        } catch {
            return [broken("\(error)")]
        }
    }

    /// Libraries that no Debian package brings.
    private func fetchedLibraries() -> [Finding] {
        let path = "\(settings.recognize.secondRecognizer)/libonnxruntime.so"
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        return [Finding(part: "library", name: "onnxruntime", isPresent: true, isNeeded: true, path: path)]
    }

    private func broken(_ message: String) -> Finding {
        Finding(part: "worker", name: "pipeline", isPresent: false, isNeeded: true, remedy: message)
    }

    /// Language packs: the configured ones are needed.
    private func languages() -> [Finding] {
        settings.recognize.allLanguages.map { language in
            let path = modelFile(language)
            return Finding(
                part: "language", name: language, isPresent: path != nil, isNeeded: true, path: path,
                remedy: path == nil ? "sudo apt install \(LanguagePack.debianPackage(of: language))" : nil)
        }
    }

    private func modelFile(_ name: String) -> String? {
        let files =
            modelFolders().map { "\($0)/\(name).traineddata" } + ["\(settings.recognize.secondRecognizer)/\(name).onnx"]
        return files.first { FileManager.default.fileExists(atPath: $0) }
    }

    /// Where Tesseract looks, in its order; Debian's packages install to the last two.
    private func modelFolders() -> [String] {
        if !settings.recognize.modelFolder.isEmpty { return [settings.recognize.modelFolder] }
        let prefix = ProcessInfo.processInfo.environment["TESSDATA_PREFIX"]
        return (prefix.map { [$0] } ?? []) + [
            "/usr/share/tesseract-ocr/5/tessdata", "/usr/share/tesseract-ocr/4.00/tessdata",
        ]
    }

    // MARK: - Programs

    private struct Program {
        var name: String
        var package: String
        var isNeeded: Bool
        var purpose: String
    }

    private static let programs = [
        Program(name: "pdfinfo", package: "poppler-utils", isNeeded: true, purpose: "PDF files"),
        Program(name: "pdfimages", package: "poppler-utils", isNeeded: true, purpose: "PDF files"),
        Program(name: "pdftoppm", package: "poppler-utils", isNeeded: true, purpose: "PDF files"),
        Program(name: "qpdf", package: "qpdf", isNeeded: false, purpose: "encrypted PDF files"),
    ]

    private func program(_ program: Program) -> Finding {
        let folders = ["/usr/local/bin", "/usr/bin", "/bin"]
        let path = folders.map { "\($0)/\(program.name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
        // Passwords are what qpdf is for.
        let isNeeded = program.isNeeded || settings.hasPasswords
        return Finding(
            part: "program", name: program.name, isPresent: path != nil, isNeeded: isNeeded,
            version: path.flatMap { version(of: $0, program.name) }, path: path,
            remedy: path == nil ? "needed for \(program.purpose): sudo apt install \(program.package)" : nil)
    }

    /// The first number that the program says of itself: poppler's want -v and answer on standard error.
    private func version(of path: String, _ name: String) -> String? {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = [name == "qpdf" ? "--version" : "-v"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let text = (try? output.fileHandleForReading.readToEnd()).flatMap { $0 }.map {
            String(decoding: $0, as: UTF8.self)
        }
        process.waitUntilExit()
        return text?.split { $0 == " " || $0 == "\n" }.first { $0.first?.isNumber == true }.map(String.init)
    }
}

import Foundation
import Imaging
import Ingest
import Model
import Pipeline
import Recognize

/// Looks for everything that the pipeline uses.
struct Examination {
    private let settings: Configuration

    init(_ settings: Configuration) { self.settings = settings }

    func findings() -> [Finding] {
        let found = libraries() + fetchedLibraries() + [pdfium()] + engine() + languages()
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

    /// PDFium tells no version of itself: its origin does.
    private func pdfium() -> Finding {
        let ingestor = Ingestor(settings: settings.ingest)
        let problem = ingestor.pdfLibraryProblem
        return Finding(
            part: "library", name: "pdfium", isPresent: problem == nil, isNeeded: true,
            path: settings.ingest.pdfLibrary,
            sha256: ingestor.pdfLibraryDigest,
            remedy: problem.map { "needed for PDF files: run `make setup`, or install the package anew (\($0))" })
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
        let path = "\(settings.recognize.neuralModelFolder)/libonnxruntime.so"
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        return [Finding(part: "library", name: "onnxruntime", isPresent: true, isNeeded: true, path: path)]
    }

    private func broken(_ message: String) -> Finding {
        Finding(part: "worker", name: "pipeline", isPresent: false, isNeeded: true, remedy: message)
    }

    /// Language packs: the configured ones are needed.
    private func languages() -> [Finding] {
        settings.recognize.languages.map { language in
            let path = modelFile(language)
            return Finding(
                part: "language", name: language, isPresent: path != nil, isNeeded: true, path: path,
                remedy: path == nil ? "sudo apt install \(LanguagePack.debianPackage(of: language))" : nil)
        }
    }

    private func modelFile(_ name: String) -> String? {
        let files =
            modelFolders().map { "\($0)/\(name).traineddata" } + [
                "\(settings.recognize.neuralModelFolder)/\(name).onnx"
            ]
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
}

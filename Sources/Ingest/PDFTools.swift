import Foundation
import Model

/// Poppler's programs (and qpdf for passwords) as bounded child processes over one PDF file.
struct PDFTools {
    /// What messages call the file.
    let path: String
    /// Absolute, so that no name can be taken for an option.
    private(set) var location: String
    let settings: IngestSettings
    var folders = BoundedChild.standardFolders

    init(path: String, location: String, settings: IngestSettings) {
        self.path = path
        self.location =
            location.hasPrefix("/") ? location : FileManager.default.currentDirectoryPath + "/" + location
        self.settings = settings
    }

    enum Program: String {
        case pdfinfo, pdfimages, pdftoppm, pdftotext, qpdf

        var package: String { self == .qpdf ? "qpdf" : "poppler-utils" }
    }

    /// - Parameter arguments: are handed the PDF's location.
    /// - Throws: `Failure` where it cannot be started, takes too long or crashes; an exit code is the caller's to judge.
    func run(
        _ program: Program, outputBytes: Int = 4 << 20, input: [UInt8] = [], _ arguments: (String) -> [String]
    ) throws -> BoundedChild.Result {
        var child = BoundedChild()
        child.folders = folders
        child.limits.seconds = settings.pdfSecondsPerPage
        child.limits.outputBytes = outputBytes
        let result: BoundedChild.Result
        do {
            result = try child.run(program.rawValue, arguments(location), input: input)
        } catch let error as BoundedChild.NotStarted {
            throw failure(error, program)
        }
        switch result.ending {
        case .exited, .outputTooLarge: return result
        case .timedOut:
            throw Failure(
                .rendererFailed,
                "\(path): \(program.rawValue) was stopped after \(Int(settings.pdfSecondsPerPage)) s. Print the page to "
                    + "a new PDF, or raise ingest.pdf_seconds_per_page", stage: .ingest)
        case .signalled(let signal):
            throw Failure(
                .rendererFailed,
                "\(path): \(program.rawValue) ended by signal \(signal). The file may be damaged: print it to a new PDF",
                stage: .ingest)
        }
    }

    private func failure(_ error: BoundedChild.NotStarted, _ program: Program) -> Failure {
        guard error.isMissing else {
            return Failure(
                .rendererFailed, "\(path): \(program.rawValue) could not be started (\(error.reason)): try again",
                stage: .ingest)
        }
        return Failure(
            .rendererMissing,
            "\(path) needs \(program.rawValue), which is not installed: sudo apt-get install \(program.package)",
            stage: .ingest)
    }

    /// A file that opens without a password: the PDF itself, or else a copy that qpdf decrypts into `scratch`. The
    /// password goes through standard input: poppler's own options would show it in the list of processes.
    ///
    /// - Throws: `Failure` `encrypted` where no password of the settings opens it.
    mutating func decrypt(into scratch: String) throws {
        let copy = "\(scratch)/decrypted.pdf"
        for password in settings.pdfPasswords where !password.contains("\n") {
            let result = try run(.qpdf, input: Array("\(password)\n".utf8)) {
                ["--decrypt", "--password-file=-", $0, copy]
            }
            // 3: done, with warnings about the file.
            if result.ending == .exited(0) || result.ending == .exited(3) {
                location = copy
                return
            }
        }
        let tried = settings.pdfPasswords.count
        throw Failure(
            .encrypted,
            tried == 0
                ? "\(path) asks for a password: add it to ingest.pdf_passwords, or save the PDF without one"
                : "\(path) asks for a password, and none of the \(tried) of ingest.pdf_passwords opens it",
            stage: .ingest)
    }
}

/// What poppler's programs write on standard error, without anything that may come from the document.
enum PopplerMessages {
    /// The first complaint; nil for none. Quoted parts, names and numbers are left out.
    static func firstError(_ errors: String) -> String? {
        let kinds = ["Syntax Error", "Command Line Error", "I/O Error", "Internal Error", "Error"]
        for line in errors.split(whereSeparator: \.isNewline) {
            guard let kind = kinds.first(where: line.hasPrefix) else { continue }
            let rest = line.dropFirst(kind.count).drop { $0 != ":" }.dropFirst()
            let words = rest.prefix(80).prefix { !"\"<[{/(".contains($0) }.split(separator: " ")
                .prefix { !$0.hasPrefix("'") }.joined(separator: " ")
            let text = words.trimmingCharacters(in: .whitespaces)
            return text.isEmpty ? kind.lowercased() : text
        }
        return nil
    }
}

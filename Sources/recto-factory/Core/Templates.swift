import Foundation
import Mustache

/// The templates of documents: Mustache over SVG (cards) and over marked-up text (sheets), by path without suffix, such
/// as `deed/quitclaim_plain`.
struct Templates: Sendable {
    private let library: MustacheLibrary

    init(folder: URL) throws {
        var templates: [String: MustacheTemplate] = [:]
        let paths = try? FileManager.default.subpathsOfDirectory(atPath: folder.path)
        for path in (paths ?? []).sorted() where path.hasSuffix(".svg") || path.hasSuffix(".txt") {
            let name = String(path.dropLast(4))
            let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            do {
                let contentType = path.hasSuffix(".txt") ? "{{% CONTENT_TYPE:TEXT}}" : ""
                templates[name] = try MustacheTemplate(string: contentType + text)
            } catch {
                throw FactoryError.templateBroken(name: name, reason: "\(error)")
            }
        }
        guard !templates.isEmpty else { throw FactoryError.templatesMissing(folder: folder.path) }
        library = MustacheLibrary(templates: templates)
    }

    /// Beside this source: the factory is a tool for development and runs from its own checkout.
    static let standardFolder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Templates")

    func render(_ name: String, _ values: [String: Any]) throws -> String {
        guard let text = library.render(values, withTemplate: name) else {
            throw FactoryError.templateMissing(name: name)
        }
        return text
    }
}

import Foundation
import HTTPTypes
import Hummingbird
import Mustache
import Operations

/// Pages made of the templates.
enum Page {
    /// The name of each form's hidden field that ``SignedInRoutes`` asks for.
    static let tokenField = "form_token"

    /// A page that has nothing but a sentence.
    struct Message {
        var title: String
        var text: String
        /// Whether it leads to where people sign in by name.
        var isSignIn = false
    }

    /// - Parameters:
    ///   - template: its name, without `.mustache`.
    ///   - view: what it shows.
    ///   - context: of who sees it; nil for who has not signed in.
    static func answer(
        _ template: String, _ view: [String: Any], for context: SignedInContext?, status: HTTPResponse.Status = .ok
    ) -> Response {
        var view = view
        view["tokenField"] = tokenField
        if let context {
            let session = context.session
            let places = places(of: context, at: view["title"] as? String)
            view["session"] =
                [
                    "reviewer": session.reviewer.name, "token": session.formToken.text, "hasAccount": session.isByName,
                    "places": places, "hasPlaces": places.count > 1,
                ] as [String: Any]
        }
        // A test renders each of them: none is malformed.
        let text = (try? Templates.library.get())?.render(view, withTemplate: template) ?? ""
        return Response(
            status: status, headers: [.contentType: "text/html; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    /// Where this person may go; the place of this title is where they are.
    private static func places(of context: SignedInContext, at title: String?) -> [[String: Any]] {
        let places: [(role: Role, title: String, address: String)] = [
            (.review, "Queue", "/"), (.capture, "Capture", CapturePage.path), (.administer, "People", "/people"),
        ]
        return places.filter { context.roles.contains($0.role) && (context.hasNames || $0.role != .administer) }
            .map { ["title": $0.title, "address": $0.address, "isCurrent": $0.title == title] }
    }

    /// What a template shows, without what there is not: Mustache takes a nil for something.
    static func view(_ parts: [String: Any?]) -> [String: Any] { parts.compactMapValues { $0 } }

    static func answer(_ message: Message, status: HTTPResponse.Status = .ok) -> Response {
        answer(
            "message", ["title": message.title, "text": message.text, "isSignIn": message.isSignIn], for: nil,
            status: status)
    }
}

enum Templates {
    /// By name.
    static let sources: [String: [UInt8]] = [
        "layout": PackageResources.layout_mustache, "message": PackageResources.message_mustache,
        "queue": PackageResources.queue_mustache, "documents": PackageResources.documents_mustache,
        "search": PackageResources.search_mustache, "document": PackageResources.document_mustache,
        "field": PackageResources.field_mustache, "given": PackageResources.given_mustache,
        "decide": PackageResources.decide_mustache, "edit": PackageResources.edit_mustache,
        "picture": PackageResources.picture_mustache, "sign-in": PackageResources.sign_in_mustache,
        "people": PackageResources.people_mustache, "capture": PackageResources.capture_mustache,
        "account": PackageResources.account_mustache,
    ]

    static let library: Result<MustacheLibrary, any Error> = Result {
        MustacheContentTypes.register(HTMLText(), named: HTMLText.name)
        return MustacheLibrary(
            templates: try sources.mapValues { bytes in
                let text = String(decoding: bytes, as: UTF8.self)
                return try MustacheTemplate(string: "{{% CONTENT_TYPE: \(HTMLText.name)}}\(text)")
            })
    }

    /// Escapes scalar by scalar. Mustache's own way goes by what people see as letters, and so lets a quotation mark
    /// through that an accent follows.
    private struct HTMLText: MustacheContentType {
        static let name = "HTML_TEXT"

        func escapeText(_ text: String) -> String {
            text.unicodeScalars.reduce(into: "") { result, scalar in
                switch scalar {
                case "<": result += "&lt;"
                case ">": result += "&gt;"
                case "&": result += "&amp;"
                case "\"": result += "&quot;"
                case "'": result += "&#39;"
                default: result.unicodeScalars.append(scalar)
                }
            }
        }
    }
}

import HTTPTypes
import Hummingbird

/// `/capture`: pictures of documents are taken, checked and sent. What the page does is in its scripts, by the API.
enum CapturePage {
    static let path = "/capture"

    @Sendable static func show(_ query: FormFields, _ context: SignedInContext) -> Response {
        Page.answer("capture", ["title": "Capture", "scripts": ["capture.js"]], for: context)
    }
}

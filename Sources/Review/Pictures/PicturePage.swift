import Foundation
import HTTPTypes
import Hummingbird
import Model
import Operations
import Output

/// `/picture`: an upright page of a document, drawn from the file that was read; `/words`: what was read on it.
struct PicturePage: Sendable {
    let index: DocumentIndex
    let pictures: PagePictures?

    func show(_ query: FormFields, _ context: SignedInContext) async throws -> Response {
        try await answer(query, "No picture", type: "image/jpeg") { try await $0.picture(of: $1, in: $2) }
    }

    /// `{"words": [{"text", "box", "line", …}]}`, as results have them.
    func words(_ query: FormFields, _ context: SignedInContext) async throws -> Response {
        try await answer(query, "No words", type: "application/json") {
            try JSONEncoder().encode(["words": await $0.words(of: $1, in: $2)])
        }
    }

    private func answer(
        _ query: FormFields, _ title: String, type: String,
        _ view: (PagePictures, PageReport, Outcome) async throws -> Data
    ) async throws -> Response {
        guard let document = query["id"].flatMap(index.snapshot.document), let json = index.result(of: document),
            let outcome = try? ResultEncoder.decode(json), let number = query["page"].flatMap({ Int($0) }),
            let page = outcome.pages?.first(where: { $0.index == number })
        else { throw PageError.notFound }
        guard let pictures, outcome.redacted == nil, page.width > 0 else {
            throw PageError(.notFound, title, PictureView.sentence(nil, isRedacted: outcome.redacted != nil))
        }
        do {
            return Response(
                status: .ok, headers: [.contentType: type],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: try await view(pictures, page, outcome))))
        } catch let problem as PictureMaker.Problem {
            throw PageError(problem == .busy ? .serviceUnavailable : .notFound, title, PictureView.sentence(problem))
        }
    }
}

import Foundation
import HTTPTypes
import Hummingbird
import Model
import Operations
import Output

/// `/picture`: an upright page of a document, drawn from the file that was read.
struct PicturePage: Sendable {
    let index: DocumentIndex
    let pictures: PagePictures?

    func show(_ query: FormFields, _ context: SignedInContext) async throws -> Response {
        guard let document = query["id"].flatMap(index.snapshot.document), let json = index.result(of: document),
            let outcome = try? ResultEncoder.decode(json), let number = query["page"].flatMap({ Int($0) }),
            let page = outcome.pages?.first(where: { $0.index == number })
        else { throw PageError.notFound }
        guard let pictures, outcome.redacted == nil, page.width > 0 else {
            throw PageError(.notFound, "No picture", PictureView.sentence(nil, isRedacted: outcome.redacted != nil))
        }
        do {
            let picture = try await pictures.picture(of: page, in: outcome)
            return Response(
                status: .ok, headers: [.contentType: "image/jpeg"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: picture)))
        } catch let problem as PictureMaker.Problem {
            throw PageError(
                problem == .busy ? .serviceUnavailable : .notFound, "No picture", PictureView.sentence(problem))
        }
    }
}

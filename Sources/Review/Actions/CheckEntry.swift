import Foundation
import HTTPTypes
import Hummingbird
import Model
import Pipeline

/// `/check`: what would become of a text while it is typed. Nothing is saved.
struct CheckEntry: Sendable {
    let entries: FieldEntries

    /// JSON names are those of `review.js`.
    private struct Answer: Encodable {
        /// As it would be saved; nil where it is no value of the field.
        var value: String?
        var problem: String?
    }

    func answer(_ form: FormFields, _ context: SignedInContext) throws -> Response {
        let check = entries.check(
            form["text"] ?? "", field: FieldName(rawValue: form["field"] ?? ""),
            of: KindName(rawValue: form["document_kind"] ?? ""))
        var answer = Answer(value: check.value.map { FieldView.texts($0).joined(separator: "; ") })
        switch check {
        case .value: break
        case .unusual(_, let problem): answer.problem = problem
        case .refused(let problem, let choices):
            let choices = choices.flatMap(FieldView.texts).joined(separator: ", ")
            answer.problem = choices.isEmpty ? problem : "\(problem) \(choices)"
        }
        return Response(
            status: .ok, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(answer))))
    }
}

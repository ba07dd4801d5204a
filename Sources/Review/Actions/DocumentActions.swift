import Foundation
import HTTPTypes
import Hummingbird
import Model
import Operations

/// What is posted about a document: steps that are saved, and who is at it.
struct DocumentActions: Sendable {
    let page: DocumentPage

    /// `/document`: saves a step, and leads to the page as it was stored. A refused one answers with the page and why.
    func save(_ form: FormFields, _ context: SignedInContext) async throws -> Response {
        let entry = try page.entry(form)
        guard let document = entry.reviewed, let version = form["version"].flatMap(ReviewState.Version.init) else {
            throw PageError.notFound
        }
        var remark = DocumentPage.Remark()
        do {
            let step = try PostedSteps.step(form)
            if case .decide(.accepted) = step { try await requireLook(at: document, version, by: context.reviewer) }
            let saved = try await page.store.save(
                step, of: document, on: version, by: context.reviewer, why: PostedSteps.why(form))
            await tell()
            guard let problem = saved.problem else {
                return Response(status: .seeOther, headers: [.location: address(of: entry, after: form)])
            }
            remark.text = "It is kept. Its file in reviewed/ could not be written: \(problem)"
        } catch let error as ReviewError {
            remark.text = "Not saved. \(error.description)"
            switch error {
            case .gone: throw PageError.notFound
            case .stale(let present):
                remark.status = .conflict
                let machine =
                    version.reading == present.version.reading ? present.machine : page.readings[version.reading]
                remark.base = machine.map { present.at(revision: version.revision, machine: $0) }
            case .taken: remark.status = .conflict
            case .finished, .entry, .refused: remark.status = .unprocessableContent
            }
            remark.posted = form
        }
        return try await page.answer(entry, form, context, remark)
    }

    /// `/document/next`: leaves a document, and takes the next one of the queue that nobody else is at.
    func next(_ form: FormFields, _ context: SignedInContext) async throws -> Response {
        let entry = try page.entry(form)
        let filter = QueueFilter(form)
        if let document = entry.reviewed { try await page.store.release(document, by: context.reviewer) }
        var address = QueuePage.address(filter)
        for next in QueueSelection(filter, in: page.index.snapshot, now: .now).documents(after: entry) {
            if let document = next.reviewed {
                // One that is gone meanwhile is nobody's.
                let claim = try? await page.store.claim(document, by: context.reviewer)
                guard claim?.reviewer == context.reviewer else { continue }
            }
            address = DocumentPage.address(of: next, filter)
            break
        }
        await tell()
        return Response(status: .seeOther, headers: [.location: address])
    }

    /// `/document/hold`: keeps a document for five minutes more, since a key was pressed.
    func hold(_ form: FormFields, _ context: SignedInContext) async throws -> Response {
        guard let document = try page.entry(form).reviewed else { throw PageError.notFound }
        let claim = try await page.store.claim(document, by: context.reviewer)
        return Response(status: claim.reviewer == context.reviewer ? .noContent : .conflict)
    }

    /// `/document/version`: which version stands now. Who asks does not get the document by it.
    func version(_ query: FormFields, _ context: SignedInContext) async throws -> Response {
        guard let document = try page.entry(query).reviewed else { throw PageError.notFound }
        let version = try await page.store.state(of: document).version
        return Response(
            status: .ok, headers: [.contentType: "text/plain"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: version.text)))
    }

    /// `/document/leave`: leaves a document to others.
    func leave(_ form: FormFields, _ context: SignedInContext) async throws -> Response {
        if let document = try page.entry(form).reviewed {
            try await page.store.release(document, by: context.reviewer)
            await tell()
        }
        return Response(status: .noContent)
    }

    /// Who accepts a document has looked at what is doubtful in it. Of another version the store tells.
    func requireLook(
        at document: ReviewDocument, _ version: ReviewState.Version, by reviewer: Reviewer
    ) async throws {
        let state = try await page.store.state(of: document)
        guard state.version == version else { return }
        let waiting = page.fields(of: state.machine, state, for: reviewer).waiting
        guard waiting.isEmpty else {
            let names = waiting.map { Titles.words($0.name.rawValue) }.joined(separator: ", ")
            throw ReviewError.refused("Check these first: \(names).")
        }
    }

    private func address(of entry: DocumentEntry, after form: FormFields) -> String {
        var fields = QueueFilter(form).fields
        fields["id"] = entry.id
        fields["field"] = form["field"]
        return fields.address("/document")
    }

    /// Shows at once what people did.
    func tell() async {
        let ids = await page.index.refreshReviews()
        if !ids.isEmpty { page.events.tell(of: .init(documents: ids), in: page.index.snapshot) }
    }
}

import Foundation
import Glibc
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Documents that are sent to a review, looked at and read by real workers.
@Suite(.enabled(if: Program.path != nil, "recto is not built")) struct SubmissionTests {
    private static let samples = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Samples/id")

    /// A review that serves a folder of the program, by somebody who has signed in.
    private struct Service {
        let process: Process
        let address: String
        let session = URLSession(configuration: .ephemeral)
        private(set) var token = ""

        init(_ program: Program) async throws {
            process = try program.start(["review", "out", "--create", "--port", "0"], named: "review")
            try await program.wait(process) { try program.text("review.out").hasSuffix("\n") }
            let printed = try program.text("review.out")
            let match = printed.firstMatch(of: /(http:\/\/127\.0\.0\.1:[0-9]+)\/sign-in\?token=[0-9a-f]{64}/)
            let link = try #require(match)
            address = String(link.1)
            let (page, _) = try await session.data(from: try #require(URL(string: String(link.0))))
            let text = String(decoding: page, as: UTF8.self)
            token = String(try #require(text.firstMatch(of: /name="form_token" value="([0-9a-f]+)"/)).1)
        }

        func ask(_ path: String, _ body: Data? = nil) async throws -> (status: Int, json: [String: Any]) {
            var request = URLRequest(url: try #require(URL(string: "\(address)/api/v1\(path)")))
            request.setValue(token, forHTTPHeaderField: "Recto-Form-Token")
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            if let body { (request.httpMethod, request.httpBody) = ("POST", body) }
            let (data, answer) = try await session.data(for: request)
            let json = try JSONSerialization.jsonObject(with: data) as? [String: Any]
            return (try #require(answer as? HTTPURLResponse).statusCode, try #require(json))
        }

        func submit(_ id: String) async throws -> String {
            let body = try JSONSerialization.data(withJSONObject: ["files": [id]])
            return try #require(try await ask("/submissions", body).json["id"] as? String)
        }
    }

    @Test func aGoodCaptureIsReadAlsoWhereTheServerIsKilledMeanwhile() async throws {
        let program = try Program()
        defer { program.remove() }
        var service = try await Service(program)
        let bad = try await service.ask(
            "/files", Data(contentsOf: Self.samples.appending(path: "0027-identity_card_front-bad.jpg")))
        #expect((bad.json["verdict"] as? [String: Any])?["decision"] as? String == "retake")
        let good = try await service.ask(
            "/files", Data(contentsOf: Self.samples.appending(path: "0044-visa-clean.png")))
        #expect((good.json["verdict"] as? [String: Any])?["decision"] as? String == "good")
        let id = try await service.submit(try #require(good.json["id"] as? String))
        kill(service.process.processIdentifier, SIGKILL)
        _ = try program.end(service.process, named: "review")

        service = try await Service(program)
        var answer = try await service.ask("/submissions")
        #expect((answer.json["submissions"] as? [Any])?.count == 1)
        while true {
            answer = try await service.ask("/submissions/\(id)")
            if answer.json["state"] as? String == "done" { break }
            try await Task.sleep(for: .milliseconds(100))
        }
        let document = try #require((answer.json["documents"] as? [[String: Any]])?.first)
        #expect(document["kind"] as? String == "id" && (document["fields"] as? [Any])?.isEmpty == false)
        kill(service.process.processIdentifier, SIGTERM)
        let end = try program.end(service.process, named: "review")
        #expect(end.code == 128 + SIGTERM && end.error.isEmpty, "\(end.error)")
    }

    @Test func aDecompressionBombIsRefusedAndNothingOfItIsKept() async throws {
        let program = try Program()
        defer { program.remove() }
        let service = try await Service(program)
        let bomb = try await service.ask(
            "/files", Data("P5\n60000 60000\n255\n".utf8) + Data(repeating: 0, count: 5000))
        #expect(bomb.status == 422 && bomb.json["code"] as? String == "image_too_large")
        let kept = FileManager.default.subpaths(atPath: program.folder.appending(path: "out/submitted").path)
        #expect(kept == [".incoming"])
        kill(service.process.processIdentifier, SIGTERM)
        _ = try program.end(service.process, named: "review")
    }
}

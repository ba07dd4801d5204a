import Foundation
import Model
import Output
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A page of the review as the real worker draws it.
@Suite(.enabled(if: Program.path != nil, "recto is not built")) struct ReviewPictureTests {
    private static let form = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Samples/opt_out/0047-form-scan.jpg")

    /// The picture is read anew: each value's words must lie in the box that the result has for it.
    @Test func framesTheWordsOfASkewedScan() async throws {
        let program = try Program()
        defer { program.remove() }
        try program.write("form.jpg", try Data(contentsOf: Self.form))
        let run = try program.run("run", "in", "--output", "out", "--set", "run.jobs=1")
        #expect(run.code == 0, "\(run.error)")
        let result = try outcome(program, "out/results/form.jpg.json")
        let page = try #require(result.pages?.first)
        try #require(abs(page.skew) > 3 && page.height > 2000)

        let process = try program.start(["review", "out", "--port", "0"], named: "review")
        try await program.wait(process) { try program.text("review.out").hasSuffix("\n") }
        let printed = try program.text("review.out")
        let link = try #require(printed.firstMatch(of: /(http:\/\/127\.0\.0\.1:[0-9]+)\/sign-in\?token=[0-9a-f]{64}/))
        let session = URLSession(configuration: .ephemeral)
        func get(_ address: String) async throws -> Data {
            let (data, answer) = try await session.data(from: try #require(URL(string: address)))
            #expect((answer as? HTTPURLResponse)?.statusCode == 200, "\(address)")
            return data
        }
        _ = try await get(String(link.0))
        let queue = String(decoding: try await get("\(link.1)/?state=all"), as: UTF8.self)
        let id = try #require(queue.firstMatch(of: /\/document\?[^"]*id=([0-9a-f]{32})/))
        let picture = try await get("\(link.1)/picture?id=\(id.1)&page=1")
        #expect(Program.workers(of: process.processIdentifier).count == 1)
        kill(process.processIdentifier, SIGTERM)
        let end = try program.end(process, named: "review")
        #expect(end.code == 128 + SIGTERM && end.error.isEmpty, "\(end.error)")
        #expect(try program.leftovers().isEmpty)

        try FileManager.default.createDirectory(
            at: program.folder.appending(path: "again"), withIntermediateDirectories: true)
        try picture.write(to: program.folder.appending(path: "again/page.jpg"))
        _ = try program.run("run", "again", "--output", "out2", "--set", "run.jobs=1", "--set", "output.words=true")
        let again = try #require(try outcome(program, "out2/results/page.jpg.json").pages?.first)
        #expect(abs(again.skew) < 0.5)
        let scale = Double(page.height) / 2000
        var found = 0
        for field in (result.fields ?? [:]).values {
            // The box of a mark or a signature is not that of words.
            guard case .text = field.value, let box = field.box, let raw = field.raw?.split(separator: " ").first,
                raw.count > 4
            else { continue }
            let words = (again.words ?? []).filter { $0.text == raw }
            guard !words.isEmpty else { continue }
            found += 1
            #expect(
                words.contains { word in
                    let middle = again.transform.apply(Point(x: word.box.midX, y: word.box.midY))
                    let (x, y) = (middle.x * scale, middle.y * scale)
                    return Double(box.x)...Double(box.maxX) ~= x && Double(box.y)...Double(box.maxY) ~= y
                })
        }
        #expect(found >= 3)
    }

    private func outcome(_ program: Program, _ name: String) throws -> Outcome {
        try ResultEncoder.decode(try Data(contentsOf: program.folder.appending(path: name)))
    }
}

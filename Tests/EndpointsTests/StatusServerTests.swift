import Foundation
import Synchronization
import SystemPackage
import Testing
import WebServer

@testable import Endpoints
@testable import Operations

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Status and metrics, asked for over a real connection.
@Suite struct StatusServerTests {
    /// Serves a state that the body may change, and hands out a way to ask.
    private func serve(
        _ body: (Shared, (String) async throws -> (status: Int, text: String)) async throws -> Void
    ) async throws {
        let folder = try FileSystem.makeTemporaryFolder(FilePath(NSTemporaryDirectory()).appending("recto-test-XXXXXX"))
        defer { FileSystem.remove(folder) }
        let ledger = try Ledger(in: folder)
        try ledger.see([Job(sequence: 0, path: "telltale.tif", location: "telltale.tif")])
        let metrics = WatchMetrics()
        metrics.count(
            .settled(path: "telltale.tif", kind: "id", action: "review", error: nil, milliseconds: 700, place: nil))
        metrics.count(
            .settled(path: "b.tif", kind: nil, action: nil, error: "damaged", milliseconds: nil, place: nil))
        let state = Shared()
        let server = StatusServer(
            Place(loopbackPort: 0), patience: 300, state: { state.now },
            metrics: { try metrics.text($0, ledger: ledger) })
        let ports = AsyncStream.makeStream(of: UInt16.self)
        let task = Task { try await server.run { ports.continuation.yield($0) } }
        defer { task.cancel() }
        var iterator = ports.stream.makeAsyncIterator()
        let bound = try #require(await iterator.next())
        try await body(state) { path in
            let url = try #require(URL(string: "http://127.0.0.1:\(bound)\(path)"))
            let (data, response) = try await URLSession.shared.data(from: url)
            return ((response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: data, as: UTF8.self))
        }
    }

    private final class Shared: Sendable {
        private let value = Mutex(WatchState())

        var now: WatchState { value.withLock { $0 } }

        func change(_ body: @Sendable (inout WatchState) -> Void) { value.withLock { body(&$0) } }
    }

    @Test func tellsWhetherItWorks() async throws {
        try await serve { state, ask in
            var ready = try await ask("/readyz")
            var healthy = try await ask("/healthz")
            #expect(ready == (503, "starting\n") && healthy == (200, "ok\n"))
            state.change { ($0.scanAge, $0.longestScanAge) = (1, 60) }
            ready = try await ask("/readyz")
            #expect(ready == (200, "ok\n"))
            state.change { $0.isPaused = true }
            ready = try await ask("/readyz")
            healthy = try await ask("/healthz")
            #expect(ready.status == 503 && healthy.status == 200)
            state.change { $0.scanAge = 61 }
            healthy = try await ask("/healthz")
            let other = try await ask("/other")
            #expect(healthy.status == 503 && other.status == 404)
        }
    }

    @Test func countsWithoutNames() async throws {
        try await serve { _, ask in
            let (status, text) = try await ask("/metrics")
            #expect(status == 200)
            let lines = text.split(separator: "\n")
            for line in [
                "recto_documents{state=\"pending\"} 1", "recto_documents_settled_total{decision=\"review\"} 1",
                "recto_documents_settled_total{decision=\"failed\"} 1",
                "recto_document_failures_total{code=\"damaged\"} 1", "recto_document_seconds_bucket{le=\"0.5\"} 0",
                "recto_document_seconds_bucket{le=\"1\"} 1", "recto_document_seconds_bucket{le=\"+Inf\"} 1",
                "recto_document_seconds_sum 0.7", "recto_webhook_deliveries{state=\"waiting\"} 0",
            ] {
                #expect(lines.contains(Substring(line)), "\(line)")
            }
            #expect(!text.contains("telltale"))
            // Every series has its help and type.
            for line in lines where !line.hasPrefix("#") {
                let name = line.prefix { $0 != "{" && $0 != " " }
                #expect(lines.contains { $0.hasPrefix("# TYPE ") && name.hasPrefix($0.split(separator: " ")[2]) })
            }
        }
    }
}

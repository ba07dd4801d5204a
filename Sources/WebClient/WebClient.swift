package import Foundation
import Glibc
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The one HTTP client of the product: one request, one answer. Follows no redirection, takes no cookies, keeps nothing,
/// and reads no more of an answer than it may. The server's certificate must be one that the system trusts.
package final class WebClient: Sendable {
    package struct Request: Sendable {
        package var method = "GET"
        package var headers: [String: String] = [:]
        package var body: Data?
        package var address: WebAddress

        package init(to address: WebAddress) { self.address = address }
    }

    package struct Response: Sendable {
        package var status: Int
        /// Seconds that the server asks to be left alone for.
        package var retryAfter: TimeInterval?
        /// Nil where it is longer than it may be, or was cut off.
        package var body: Data?
    }

    package enum Answer: Sendable, CustomStringConvertible {
        case answered(Response)
        /// No answer came: why, without the address, which may hold a secret.
        case failed(String)

        package var description: String {
            switch self {
            case .answered(let response): "it answered \(response.status)"
            case .failed(let cause): cause
            }
        }
    }

    private let exchanges: Exchanges
    private let session: URLSession

    /// - Parameters:
    ///   - patience: for one exchange, in seconds.
    ///   - mostBytes: of an answer's body; what is longer is cut off.
    package init(patience: TimeInterval, mostBytes: Int = 1 << 16) {
        _ = Self.loopbackGoesDirect
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = patience
        configuration.timeoutIntervalForResource = patience
        configuration.httpShouldSetCookies = false
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.httpMaximumConnectionsPerHost = 1
        exchanges = Exchanges(mostBytes: mostBytes)
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    /// The session holds its delegate until it ends.
    deinit { session.invalidateAndCancel() }

    /// The library sends in the clear what is for this machine to the proxy that `http_proxy` names, and a session cannot
    /// be told otherwise. So the process is, once, before its first session; who else is reached by a proxy still is.
    private static let loopbackGoesDirect: Void = {
        let environment = ProcessInfo.processInfo.environment
        let named = environment["no_proxy"] ?? environment["NO_PROXY"] ?? ""
        guard named != "*" else { return }
        let local = WebAddress.localHosts.sorted().joined(separator: ",")
        setenv("no_proxy", named.isEmpty ? local : "\(named),\(local)", 1)
    }()

    /// Where the task is cancelled, so is the exchange.
    package func send(_ request: Request) async -> Answer {
        var asked = URLRequest(url: request.address.url)
        asked.httpMethod = request.method
        asked.setValue("recto", forHTTPHeaderField: "User-Agent")
        for (name, value) in request.headers { asked.setValue(value, forHTTPHeaderField: name) }
        let task =
            request.body.map { session.uploadTask(with: asked, from: $0) } ?? session.dataTask(with: asked)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                exchanges.begin(task.taskIdentifier, continuation)
                task.resume()
            }
        } onCancel: {
            task.cancel()
        }
    }
}

/// The exchanges at hand, which the session's calls are about.
private final class Exchanges: NSObject, URLSessionDataDelegate, Sendable {
    private struct Exchange {
        var received = Data()
        var isTooLong = false
        var continuation: CheckedContinuation<WebClient.Answer, Never>
    }

    private let mostBytes: Int
    private let current = Mutex<[Int: Exchange]>([:])

    init(mostBytes: Int) { self.mostBytes = mostBytes }

    func begin(_ number: Int, _ continuation: CheckedContinuation<WebClient.Answer, Never>) {
        current.withLock { $0[number] = Exchange(continuation: continuation) }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLong = current.withLock { current in
            guard var exchange = current.removeValue(forKey: dataTask.taskIdentifier) else { return false }
            exchange.isTooLong = exchange.isTooLong || exchange.received.count + data.count > mostBytes
            if exchange.isTooLong { exchange.received = Data() } else { exchange.received += data }
            current[dataTask.taskIdentifier] = exchange
            return exchange.isTooLong
        }
        if isTooLong { dataTask.cancel() }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let exchange = current.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        guard let response = task.response as? HTTPURLResponse else {
            return exchange.continuation.resume(returning: .failed(Self.words(for: error)))
        }
        exchange.continuation.resume(
            returning: .answered(
                WebClient.Response(
                    status: response.statusCode,
                    retryAfter: RetryAfter.seconds(response.value(forHTTPHeaderField: "Retry-After")),
                    body: error == nil && !exchange.isTooLong ? exchange.received : nil)))
    }

    private static func words(for error: (any Error)?) -> String {
        guard let error = error as? URLError else { return "no answer" }
        let code = error.code
        // The library has no code for it, only words: what is wrong with the certificate, and the name it should have.
        let words = error.localizedDescription
        if words.contains("certificate") { return "its certificate is not trusted (\(words))" }
        switch code {
        case .timedOut: return "no answer in time"
        case .cannotFindHost, .dnsLookupFailed: return "its host is not known"
        case .cannotConnectToHost: return "no connection"
        case .networkConnectionLost: return "the connection was lost"
        case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
            return "its certificate is not trusted"
        default: return "no answer (\(code.rawValue))"
        }
    }
}

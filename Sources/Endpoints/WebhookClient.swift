import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends a body and learns how it was answered. Follows no redirection, takes no cookies, and reads no more of an answer
/// than its status.
final class WebhookClient: NSObject, URLSessionDataDelegate, Sendable {
    enum Answer: Sendable, CustomStringConvertible {
        case answered(Int)
        /// No answer came: the system's word for why.
        case failed(String)

        var description: String {
            switch self {
            case .answered(let status): "it answered \(status)"
            case .failed(let cause): cause
            }
        }
    }

    private struct Exchange {
        var status: Int?
        var received = 0
        var continuation: CheckedContinuation<Answer, Never>?
    }

    /// Bytes of an answer after which it is cut off: its status is all that counts.
    private static let mostReceived = 1 << 16

    private let exchanges = Mutex<[Int: Exchange]>([:])
    private let session: Mutex<URLSession?> = Mutex(nil)

    /// - Parameters:
    ///   - patience: for one exchange, in seconds.
    ///   - isLocal: whether the address is this machine's.
    init(patience: TimeInterval, isLocal: Bool) {
        super.init()
        // The library sends in the clear what is for this machine to the proxy that `http_proxy` names. The session
        // cannot be told otherwise; nothing else in this process asks for a proxy.
        if isLocal { setenv("no_proxy", "*", 1) }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = patience
        configuration.timeoutIntervalForResource = patience
        configuration.httpShouldSetCookies = false
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.httpMaximumConnectionsPerHost = 1
        session.withLock { $0 = URLSession(configuration: configuration, delegate: self, delegateQueue: nil) }
    }

    /// Ends the session, which holds its delegate until then.
    func close() {
        session.withLock { session in
            session?.invalidateAndCancel()
            session = nil
        }
    }

    func post(_ request: URLRequest, _ body: Data) async -> Answer {
        guard let task = session.withLock({ $0?.uploadTask(with: request, from: body) }) else {
            return .failed("it is closed")
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                exchanges.withLock { $0[task.taskIdentifier] = Exchange(continuation: continuation) }
                task.resume()
            }
        } onCancel: {
            task.cancel()
        }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        exchanges.withLock { $0[dataTask.taskIdentifier]?.status = (response as? HTTPURLResponse)?.statusCode }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let received = exchanges.withLock { exchanges in
            exchanges[dataTask.taskIdentifier]?.received += data.count
            return exchanges[dataTask.taskIdentifier]?.received ?? 0
        }
        if received > Self.mostReceived { dataTask.cancel() }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        exchanges.withLock { $0[task.taskIdentifier]?.status = response.statusCode }
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        let status = (task.response as? HTTPURLResponse)?.statusCode ?? exchange?.status
        if let status {
            exchange?.continuation?.resume(returning: .answered(status))
        } else {
            exchange?.continuation?.resume(returning: .failed(Self.words(for: error)))
        }
    }

    /// Without the address: it may hold a token.
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

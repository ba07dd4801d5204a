import Endpoints
import Foundation
import Operations
import Pipeline
import SystemPackage
import WebServer

/// What a watch says to others than its log, where the configuration asks for it.
struct WatchEndpoints: Sendable {
    private let place: Place?
    private let webhook: Webhook?
    private let metrics = WatchMetrics()
    private let ledger: Ledger
    private let log: ServiceLog

    /// - Throws: `WebhookError` where the settings do not hold.
    init(_ settings: WatchSettings, folder: ResultFolder, ledger: Ledger, log: ServiceLog) throws {
        self.ledger = ledger
        self.log = log
        place = try Self.place(settings)
        guard !settings.webhook.isEmpty else {
            webhook = nil
            return
        }
        let metrics = metrics
        var told = try WebhookSettings(url: settings.webhook, secret: try Self.secret(settings))
        try told.askForTokens(
            at: settings.webhookTokenURL, client: settings.webhookClientID,
            secretFile: settings.webhookClientSecretFile, scope: settings.webhookScope)
        webhook = Webhook(
            told,
            deliveries: ledger.deliveries,
            body: {
                try ledger.requirePlace()
                return try folder.bytes(of: $0.path, number: $0.number)
            },
            report: { event in
                metrics.count(event)
                switch event {
                case .failed(let path, let attempt, let cause, let isLast):
                    log.write(.notTold(path: path, attempt: attempt, cause: cause, isLast: isLast))
                case .ledgerFailed(let cause): log.write(.problem("the webhook waits: \(cause)"))
                }
            })
    }

    /// Whether results are to be noted for the webhook.
    var isTold: Bool { webhook != nil }

    @Sendable func write(_ event: WatchEvent) {
        metrics.count(event)
        log.write(event)
    }

    /// Answers and tells until the task is cancelled.
    func start(_ watcher: Watcher) -> Task<Void, Never> {
        var server: StatusServer?
        if let place {
            server = StatusServer(
                place, state: { await watcher.state },
                metrics: { [metrics, ledger] in try metrics.text($0, ledger: ledger) })
        }
        return Task { [webhook, log, server] in
            await withTaskGroup(of: Void.self) { group in
                if let webhook { group.addTask { await webhook.run() } }
                if let server {
                    // A port that is taken, or no room for another file, may pass.
                    group.addTask {
                        while !Task.isCancelled {
                            do {
                                try await server.run { log.write(.listening(port: $0)) }
                            } catch {
                                if !Task.isCancelled { log.write(.problem("watch.listen: \(error)")) }
                            }
                            try? await Task.sleep(for: .seconds(1))
                        }
                    }
                }
            }
        }
    }

    private static func place(_ settings: WatchSettings) throws -> Place? {
        guard !settings.listen.isEmpty else { return nil }
        guard let place = Place(settings.listen) else {
            throw ConfigurationError([
                ConfigurationProblem(
                    origin: "watch.listen", message: "must be a port, or address:port, such as 127.0.0.1:9464")
            ])
        }
        return place
    }

    /// - Throws: `WebhookError` where the file cannot be read, or others may read it.
    private static func secret(_ settings: WatchSettings) throws -> String {
        let file = settings.webhookSecretFile
        guard !file.isEmpty else { return ProcessInfo.processInfo.environment["RECTO_WEBHOOK_SECRET"] ?? "" }
        return try WebhookSettings.secret(inFile: file)
    }
}

package import Pipeline
package import WebServer

/// Where the review is served, and under which names browsers reach it.
package struct ReviewAddress: Sendable {
    package let place: Place
    /// By which the review speaks TLS itself.
    package let certificate: TLSCertificate?
    /// In small letters; with a port where browsers see one that cannot be told from here.
    let hosts: [String]
    /// Whether a proxy speaks TLS with the browsers, and passes on under which name it was asked.
    package let isBehindProxy: Bool

    /// Whether browsers speak TLS.
    package var isSecure: Bool { certificate != nil || isBehindProxy }

    /// At a port of the loopback, 0 for any that is free.
    package init(loopbackPort port: UInt16) {
        place = Place(loopbackPort: port)
        (hosts, certificate, isBehindProxy) = ([], nil, false)
    }

    /// - Parameters:
    ///   - settings: of the configuration.
    ///   - port: of the loopback, where they name no place.
    /// - Throws: `ConfigurationError` where they do not fit together, where plain text would go to other machines, or
    ///   where the certificate cannot be used.
    package init(_ settings: ReviewSettings, port: UInt16) throws {
        guard let place = settings.listen.isEmpty ? Place(loopbackPort: port) : Place(settings.listen) else {
            throw Self.problem("listen", "must be a port, or address:port, such as 0.0.0.0:8790")
        }
        let hosts = settings.hosts.map { $0.lowercased() }
        if let host = hosts.first(where: { $0.wholeMatch(of: Self.name) == nil }) {
            throw Self.problem(
                "hosts",
                "`\(host)` is no name that a browser's address has: such as review.example.com, or with a port "
                    + "review.example.com:8443")
        }
        switch (settings.certificateFile.isEmpty, settings.keyFile.isEmpty) {
        case (true, true): certificate = nil
        case (false, true): throw Self.problem("key_file", "must name the key of review.certificate_file")
        case (true, false): throw Self.problem("certificate_file", "must name the certificate of review.key_file")
        case (false, false):
            do {
                certificate = try TLSCertificate(file: settings.certificateFile, keyFile: settings.keyFile)
            } catch let problem as TLSProblem {
                throw Self.problem("certificate_file", "\(problem)")
            }
        }
        guard place.isLoopback || certificate != nil || settings.behindProxy else {
            throw Self.problem(
                "listen",
                "other machines reach \(settings.listen), and values would go to them as plain text: name a "
                    + "certificate (review.certificate_file and review.key_file), or, where a proxy on this machine "
                    + "or in a closed network speaks TLS for it, say so: review.behind_proxy: true")
        }
        guard !hosts.isEmpty || place.isLoopback && !settings.behindProxy else {
            throw Self.problem(
                "hosts",
                "must name what browsers reach the review under, such as review.example.com: requests under other "
                    + "names are refused")
        }
        (self.place, self.hosts, isBehindProxy) = (place, hosts, settings.behindProxy)
    }

    private static func problem(_ key: String, _ message: String) -> ConfigurationError {
        ConfigurationError([ConfigurationProblem(origin: "review.\(key)", message: message)])
    }

    private nonisolated(unsafe) static let name = /[a-z0-9]([a-z0-9.\-]*[a-z0-9])?(:[0-9]{1,5})?/
}

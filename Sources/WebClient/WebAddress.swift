package import Foundation

/// Where a request with a secret or private data may go: `https`, or `http` to this machine alone.
package struct WebAddress: Hashable, Sendable {
    package let url: URL

    /// - Returns: nil for anything else; for an address that holds a name, a password or a fragment; and for an IPv6
    ///   address in brackets, to which the library finds no way on Linux (`URLError.badURL`).
    package init?(_ text: String) {
        guard let url = URL(string: text), let host = url.host, !host.isEmpty, !host.contains(":"), url.user == nil,
            url.password == nil,
            url.fragment == nil, url.scheme == "https" || url.scheme == "http" && Self.localHosts.contains(host)
        else { return nil }
        self.url = url
    }

    static let localHosts: Set = ["localhost", "127.0.0.1"]
}

package import Foundation

/// Where a request with a secret or private data may go: `https`, or `http` to this machine alone.
package struct WebAddress: Hashable, Sendable {
    package let url: URL

    /// - Returns: nil for anything else, and for an address that holds a name and password, or a fragment.
    package init?(_ text: String) {
        guard let url = URL(string: text), let host = url.host, !host.isEmpty, url.user == nil, url.password == nil,
            url.fragment == nil, url.scheme == "https" || url.scheme == "http" && Self.localHosts.contains(host)
        else { return nil }
        self.url = url
    }

    static let localHosts: Set = ["localhost", "127.0.0.1", "::1", "[::1]"]
}

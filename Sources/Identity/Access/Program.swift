/// A program that may ask: the subject of its ID tokens, and what it may do.
package struct Program: Hashable, Sendable {
    /// As its issuer names it, which is also its name here.
    package var subject: String
    /// Never empty.
    package var scopes: Set<String>

    package var name: String { subject }

    package init(subject: String, scopes: Set<String>) {
        self.subject = subject
        self.scopes = scopes
    }

    /// `subject=scope scope`: the last equals sign counts, since subjects may have some.
    ///
    /// - Returns: nil for what has no subject or no scope.
    package init?(_ text: String) {
        guard let sign = text.lastIndex(of: "=") else { return nil }
        subject = String(text[..<sign])
        scopes = Set(text[text.index(after: sign)...].split(separator: " ").map(String.init))
        guard !subject.isEmpty, !scopes.isEmpty else { return nil }
    }
}

/// Somebody who signs in to a review by name.
package struct Person: Hashable, Sendable {
    package let reviewer: Reviewer
    package var roles: Set<Role>
    /// Tells one password from the next, and is nothing that could be guessed from: nil before one was chosen, when the code
    /// of the invitation lets in once.
    package var passwordID: String?
    /// How many there are.
    package var passkeys = 0

    package var hasPassword: Bool { passwordID != nil }

    package var name: String { reviewer.name }
}

/// What a person may do. No role has another's rights.
package enum Role: String, Hashable, Sendable, CaseIterable, Codable {
    /// Takes pictures and sends documents, and sees what was read of these.
    case capture
    /// Sees documents and decides about them.
    case review
    /// Says who may do what.
    case administer
}

/// Why a name or a password cannot be taken.
package struct PersonProblem: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}

enum PersonRules {
    private static let (longestName, shortestPassword, longestPassword) = (64, 12, 256)

    /// - Throws: `PersonProblem`.
    static func require(name: String) throws {
        let isText = name.unicodeScalars.allSatisfy {
            $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
        }
        guard !name.lowercased().hasPrefix("program:") else {
            throw PersonProblem("names that begin with program: are those of programs")
        }
        guard isText, !name.isEmpty, name.count <= longestName, name.first != " ", name.last != " " else {
            throw PersonProblem("a name has 1 to \(longestName) characters, and no space at its ends")
        }
    }

    /// - Throws: `PersonProblem`.
    static func require(password: String) throws {
        guard (shortestPassword...longestPassword).contains(password.count) else {
            throw PersonProblem("a password has \(shortestPassword) to \(longestPassword) characters")
        }
    }
}

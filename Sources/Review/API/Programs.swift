import Identity
import Operations
package import Pipeline
import WebClient

/// The programs that may ask, as the configuration says, and the tokens they have.
package struct Programs: Sendable {
    let verifier: IDTokenVerifier
    let accessTokens: AccessTokens
    /// By subject.
    let bySubject: [String: Program]

    init(verifier: IDTokenVerifier, accessTokens: AccessTokens = AccessTokens(), programs: [Program]) {
        self.verifier = verifier
        self.accessTokens = accessTokens
        bySubject = Dictionary(programs.map { ($0.subject, $0) }) { first, _ in first }
    }

    /// - Returns: nil where there is no issuer, and so no program.
    /// - Throws: `ConfigurationError` with all that is wrong.
    package init?(_ settings: ReviewSettings) throws {
        var problems: [ConfigurationProblem] = []
        func report(_ key: String, _ message: String) {
            problems.append(ConfigurationProblem(origin: "review.\(key)", message: message))
        }
        guard !settings.issuer.isEmpty else {
            if !settings.programs.isEmpty { report("programs", "name whose ID tokens they bring: review.issuer") }
            guard problems.isEmpty else { throw ConfigurationError(problems) }
            return nil
        }
        let secure = "must begin with https:// (http:// on this machine alone)"
        if WebAddress(settings.issuer) == nil { report("issuer", secure) }
        if settings.audience.isEmpty { report("audience", "name the audience that ID tokens must have, such as recto") }
        let keys = WebAddress(settings.keysURL)
        if keys == nil, !settings.keysURL.isEmpty { report("keys_url", secure) }
        if settings.programs.isEmpty { report("programs", "name at least one, as \"subject=capture review\"") }
        var programs: [Program] = []
        let known = Role.allCases.map(\.rawValue)
        for text in settings.programs {
            guard let program = Program(text) else {
                report(
                    "programs", "`\(text)` must be a subject, an equals sign and scopes, as \"subject=capture review\"")
                continue
            }
            for scope in program.scopes.subtracting(known).sorted() {
                let hint =
                    NearestName.find(scope, among: known).map { "; did you mean `\($0)`?" }
                    ?? "; there are: \(known.joined(separator: ", "))"
                report("programs", "`\(text)`: there is no scope `\(scope)`\(hint)")
            }
            if programs.contains(where: { $0.subject == program.subject }) {
                report("programs", "`\(program.subject)` stands twice")
            }
            programs.append(program)
        }
        guard problems.isEmpty else { throw ConfigurationError(problems) }
        self.init(
            verifier: IDTokenVerifier(
                IDTokenVerifier.Settings(issuer: settings.issuer, audience: settings.audience, keys: keys)),
            programs: programs)
    }
}

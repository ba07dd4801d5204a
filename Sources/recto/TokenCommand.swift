import ArgumentParser
import Foundation
import Identity
import WebClient

struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Prints an access token for scripts that ask a service, such as recto review.",
        discussion: """
            Exchanges the ID token that a CI system or Kubernetes puts into a file (RFC 8693), or gets a token for a \
            client's name and secret (OAuth 2.0 client credentials). Secrets are read from files alone: an argument can \
            be seen by others.

            A token is kept for the next call until five minutes before its end, in XDG_CACHE_HOME/recto/tokens \
            (~/.cache without it), for its owner alone; of many calls at a time, one asks the service. Where the service \
            is busy or away, it is asked again a few times, as late as its Retry-After says.

              recto token https://recto.example/api/v1/token --id-token-file /run/id-token --scope capture
              recto token https://login.example/token --client-id scanner --client-secret-file /etc/recto/scanner
              curl -H "Authorization: Bearer $(recto token …)" https://recto.example/api/v1/whoami

            docs/programs.md says how programs get their rights.

            Exit codes: 1 the service refused, 2 there is no token: the service or a file cannot be used; 64 a mistake in \
            the command.
            """)

    @Argument(help: "The service's address for tokens: https, or http on this machine.")
    var address: String

    @Option(
        help: ArgumentHelp("File with the ID token, read anew each time.", valueName: "file"), completion: .file(),
        transform: ArgumentValue.path)
    var idTokenFile: String?

    @Option(help: ArgumentHelp("The name by which the service knows the client.", valueName: "name"))
    var clientID: String?

    @Option(
        help: ArgumentHelp("File with the client's secret, not for everyone to read.", valueName: "file"),
        completion: .file(), transform: ArgumentValue.path)
    var clientSecretFile: String?

    @Option(help: ArgumentHelp("Scopes to ask for, such as \"capture review\"; may be given several times."))
    var scope: [String] = []

    @Flag(help: "Gets a new token, and keeps none.")
    var noCache = false

    func validate() throws { _ = try settings() }

    private func settings() throws -> TokenSettings {
        guard let place = WebAddress(address) else {
            throw ValidationError("the address must begin with https:// (http:// on this machine alone)")
        }
        let grant: TokenSettings.Grant
        switch (idTokenFile, clientID, clientSecretFile) {
        case (let file?, nil, nil): grant = .idToken(file: file)
        case (nil, let id?, let file?) where !id.isEmpty: grant = .clientCredentials(id: id, secretFile: file)
        default:
            throw ValidationError("name an --id-token-file, or a --client-id and its --client-secret-file")
        }
        return TokenSettings(address: place, grant: grant, scope: scope.joined(separator: " "))
    }

    func run() async throws {
        let settings = try settings()
        let client = TokenClient(settings)
        do {
            print(try await token(settings, client).text)
        } catch let error as TokenError {
            Console.problem("\(error)")
            if case .refused = error { throw ExitCode(1) }
            throw ExitCode(2)
        } catch let error as TokenCache.Problem {
            Console.problem("\(error)")
            throw ExitCode(2)
        }
    }

    private func token(_ settings: TokenSettings, _ client: TokenClient) async throws -> GrantedToken {
        guard !noCache else { return try await client.token() }
        guard let folder = TokenCache.folder(ProcessInfo.processInfo.environment) else {
            Console.problem("no place to keep tokens: set XDG_CACHE_HOME or HOME, or give --no-cache")
            throw ExitCode(2)
        }
        return try await TokenCache(folder: folder).token(for: settings) { try await client.token() }
    }
}

import Foundation
import HTTPTypes
import Hummingbird
import Identity
import Operations

/// `/account`: a person's own passkeys and password.
struct AccountPage: Sendable {
    let people: PeopleStore?
    let sessions: Sessions
    let passkeys: Passkeys
    let place: ListeningPlace

    func show(_ form: FormFields, _ context: SignedInContext) throws -> Response { try page(context) }

    func change(_ form: FormFields, _ context: SignedInContext) async throws -> Response {
        let people = try store()
        let name = context.reviewer.name
        do {
            switch form["step"] {
            case "add":
                guard try passkeys.add(form, context) else {
                    return try page(context, problem: "That passkey was not added. Try again.")
                }
            case "remove":
                try people.removePasskey(form["id"].flatMap { Data(base64URL: $0) } ?? Data(), of: name)
                // The session may have ended with it.
                if try context.session.isOf(people) == false { return SignIn.lead(to: SignIn.path) }
            case "password":
                let (old, new) = (form["old"] ?? "", form["password"] ?? "")
                guard let person = try await people.changePassword(of: name, from: old, to: new) else {
                    return try page(
                        context, problem: "The old password is wrong. After five wrong tries it is locked for a minute."
                    )
                }
                guard context.session.passwordID != nil else { break }
                sessions.signOut(context.session)
                let session = sessions.begin(person.reviewer, passwordID: person.passwordID)
                return SignIn.begin(session, context.visited, at: "/account")
            default: throw PageError(.unprocessableContent, "That cannot be done", "There is no such step.")
            }
        } catch let problem as PersonProblem {
            return try page(context, problem: "Nothing was changed: \(problem).")
        } catch is SignInIsBusy {
            throw PageError.busy
        }
        return SignIn.lead(to: "/account")
    }

    private func store() throws -> PeopleStore {
        guard let people else {
            throw PageError(
                .notFound, "Nobody has a name here",
                "Whoever has the link signs in. recto review user add gives people names.")
        }
        return people
    }

    private func page(_ context: SignedInContext, problem: String? = nil) throws -> Response {
        let kept = try store().passkeys(of: context.reviewer.name)
        let canAdd = context.visited.hostName != nil
        let view: [String: Any?] = [
            "title": "Account", "problem": problem, "name": context.reviewer.name,
            "roles": context.roles.map(\.rawValue).sorted().joined(separator: ", "), "canAdd": canAdd,
            "elsewhere": canAdd ? nil : place.origin(isForNames: true), "scripts": ["passkey.js"],
            "hasNone": kept.isEmpty,
            "passkeys": kept.map { passkey in
                [
                    "id": passkey.id.base64URL, "name": passkey.name,
                    "created": passkey.created.formatted(.iso8601.year().month().day()),
                ]
            },
        ]
        return Page.answer(
            "account", Page.view(view), for: context, status: problem == nil ? .ok : .unprocessableContent)
    }
}

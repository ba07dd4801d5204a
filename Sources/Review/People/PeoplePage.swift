import HTTPTypes
import Hummingbird
import Operations

/// `/people`: who may sign in, and who may do what.
struct PeoplePage: Sendable {
    let people: PeopleStore?

    func show(_ form: FormFields, _ context: SignedInContext) throws -> Response { try page(context) }

    /// One step; the code that it gives is shown once.
    func change(_ form: FormFields, _ context: SignedInContext) throws -> Response {
        let people = try store()
        let name = form["name"] ?? ""
        let roles = Set(Role.allCases.filter { form[$0.rawValue] == "yes" })
        do {
            switch form["step"] {
            case "add": return try page(context, code: (name, people.add(name, roles: roles)))
            case "invite" where name != context.reviewer.name:
                return try page(context, code: (name, people.invite(name)))
            case "remove" where name != context.reviewer.name: try people.remove(name)
            case "roles": try people.setRoles(roles, of: name)
            default: throw PageError(.unprocessableContent, "That cannot be done", "There is no such step.")
            }
        } catch let problem as PersonProblem {
            return try page(context, problem: "Nothing was changed: \(problem).")
        }
        return Response(status: .seeOther, headers: [.location: "/people"])
    }

    private func store() throws -> PeopleStore {
        guard let people else {
            throw PageError(
                .notFound, "Nobody has a name here",
                "Add the first person with recto review user add, and start recto review again.")
        }
        return people
    }

    private func page(
        _ context: SignedInContext, code: (name: String, code: String)? = nil, problem: String? = nil
    ) throws -> Response {
        let people = try store().people()
        func roles(_ isOn: (Role) -> Bool) -> [[String: Any]] {
            Role.allCases.map { ["role": $0.rawValue, "label": $0.rawValue, "isOn": isOn($0)] }
        }
        let view: [String: Any?] = [
            "title": "People", "code": code?.code, "codeName": code?.name, "problem": problem,
            "roles": roles { $0 == .review },
            "people": people.map { person in
                [
                    "name": person.name, "hasPassword": person.hasPassword,
                    "hasPasskeys": person.passkeys > 0,
                    "isSelf": person.name == context.reviewer.name, "roles": roles(person.roles.contains),
                ] as [String: Any]
            },
        ]
        return Page.answer(
            "people", Page.view(view), for: context, status: problem == nil ? .ok : .unprocessableContent)
    }
}

import ArgumentParser
import Foundation
import Operations

/// `recto review user`: who may sign in by name.
struct ReviewUser: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user", abstract: "Says who may sign in to a review, and who may do what.",
        discussion: """
            Without people, whoever has the link of `recto review` is taken for the user who started it. As soon as \
            somebody was added, people sign in by name and password instead, from the next start on, and what they \
            decide is kept under their names. Two people are needed where review.four_eyes or review.sample_accepted \
            ask for two.

            Who is added gets a code, which is shown once here. It lets in once, within a day, and the person then \
            chooses a password. People are kept in OUT/people.sqlite; `recto purge` leaves them.

            Roles: capture takes pictures and sends documents, at /capture; review sees documents and decides; administer
            says who may do what, at /people.

              recto review user add out Ada --role review --role administer
              recto review user list out
              recto review user invite out Ada          a new code, where a password is lost or a device is; passkeys \
            and sessions end
              recto review user roles out Ben --role review --role administer
              recto review user remove out Ada

            Exit codes: 1 there is nobody of that name, or there is already, or nobody would be left who administers; 2 the folder cannot be used; 64 a \
            mistake in the command.
            """,
        subcommands: [Add.self, List.self, Invite.self, Roles.self, Remove.self])

    struct Folder: ParsableArguments {
        @Argument(
            help: "An output folder of `recto run` or `recto watch`.", completion: .directory,
            transform: ArgumentValue.path)
        var out: String

        func open(_ work: (PeopleStore) throws -> Void) throws {
            // No folder is made by a slip of the pen.
            _ = try ResultInventory.existing(in: out)
            do {
                try work(PeopleStore(in: RawArguments.path(out)))
            } catch let problem as PersonProblem {
                Console.problem("\(problem)")
                throw ExitCode(1)
            } catch {
                Console.problem("\(error)")
                throw ExitCode(2)
            }
        }
    }

    struct Name: ParsableArguments {
        @Argument(help: "The person's name, as it stands beside their decisions.")
        var name: String
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Adds a person, and shows the code to sign in by once.")

        @OptionGroup var folder: Folder
        @OptionGroup var name: Name
        @Option(
            name: .customLong("role"),
            help: "What the person may do: capture, review, administer; may be given several times.")
        var roles: [Role] = [.review]

        func run() throws {
            try folder.open { people in
                try ReviewUser.tell(people.add(name.name, roles: Set(roles)), of: name.name)
                if try !people.people().contains(where: { $0.roles.contains(.administer) }) {
                    print("Nobody administers in the browser yet; this command always can.")
                }
            }
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists people and their roles.")

        @OptionGroup var folder: Folder

        func run() throws {
            try folder.open { people in
                let all = try people.people()
                if all.isEmpty { print("Nobody has a name yet: recto review user add") }
                for person in all {
                    let roles = person.roles.map(\.rawValue).sorted().joined(separator: ", ")
                    let passkeys = person.passkeys > 0 ? "; passkeys: \(person.passkeys)" : ""
                    let code = person.hasPassword ? "" : "; has a code, and no password yet"
                    print("\(person.name): \(roles)\(passkeys)\(code)")
                }
            }
        }
    }

    struct Invite: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Forgets a person's password, passkeys and wrong tries, and shows a new code.")

        @OptionGroup var folder: Folder
        @OptionGroup var name: Name

        func run() throws { try folder.open { try ReviewUser.tell($0.invite(name.name), of: name.name) } }
    }

    struct Roles: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Gives a person other roles.")

        @OptionGroup var folder: Folder
        @OptionGroup var name: Name
        @Option(name: .customLong("role"), help: "What the person may do from now on, and nothing else.")
        var roles: [Role]

        func run() throws { try folder.open { try $0.setRoles(Set(roles), of: name.name) } }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Removes a person, who is signed out at once. What they decided stays.")

        @OptionGroup var folder: Folder
        @OptionGroup var name: Name

        func run() throws { try folder.open { try $0.remove(name.name) } }
    }

    private static func tell(_ code: String, of name: String) {
        print(
            """
            \(name) signs in with this code, once and within a day, and then chooses a password:
              \(code)
            Where a review without names is running, start it again.
            """)
    }
}

extension Role: ExpressibleByArgument {}

import Foundation
import Identity
import Operations
import RawHTTP
import Synchronization
import SystemPackage
import Testing

@testable import Review

/// `/account`, and sessions by passkey.
@Suite struct AccountTests {
    private static let password = "correct horse battery"

    private struct Options: Decodable {
        var challenge: String
        var site: String
        var handle: String?
    }

    /// Somebody with a browser and a device.
    private struct Somebody {
        let name: String
        var browser: Browser
        var device: PasskeyDevice
        var handle = ""

        private var host: String { "localhost:\(browser.port)" }

        init(_ name: String, _ fixture: Fixture, _ browser: Browser) async throws {
            (self.name, self.browser) = (name, browser)
            device = PasskeyDevice(site: "localhost", origin: "http://localhost:\(browser.port)")
            let code = try fixture.people().add(name, roles: [.review])
            let answer = try await self.browser.signIn(name, password: AccountTests.password, code: code)
            #expect(answer.status == 303)
        }

        func options(_ path: String) async throws -> Options {
            try JSONDecoder().decode(Options.self, from: Data(try await browser.get(path, host: host).body.utf8))
        }

        func post(_ path: String, _ fields: [String: String]) async throws -> Browser.Answer {
            var form = FormFields()
            for (name, value) in fields { form[name] = value }
            return try await browser.post(path, form, host: host)
        }

        func step(_ step: String, _ fields: [String: String] = [:]) async throws -> Browser.Answer {
            let all = ["step": step, "form_token": try await browser.token(on: "/account")]
            return try await post("/account", all.merging(fields) { $1 })
        }

        mutating func addPasskey() async throws -> Browser.Answer {
            let options = try await options("/account/options")
            handle = options.handle ?? ""
            return try await step("add", fields(device.create(options.challenge)).merging(["name": "laptop"]) { $1 })
        }

        func fields(_ answer: PasskeyDevice.Answer) -> [String: String] {
            [
                "id": device.id.base64URL, "client": answer.clientData.base64URL,
                "device": answer.authenticatorData.base64URL, "signature": answer.signature.base64URL,
                "handle": handle,
            ]
        }

        /// In a browser that knows nothing yet, unless it is refused.
        mutating func enter(_ change: ([String: String]) -> [String: String] = { $0 }) async throws -> Browser.Answer {
            browser.cookie = nil
            let answer = try device.get(try await options("/sign-in/options").challenge)
            let entered = try await post("/sign-in/passkey", change(fields(answer)))
            browser.cookie = entered.headers["set-cookie"]?.split(separator: ";").first.map(String.init)
            return entered
        }

        var isIn: Bool { get async throws { try await browser.get("/").status == 200 } }
    }

    @Test func aPasskeyBeginsASessionThatOutlivesTheServer() async throws {
        let fixture = try Fixture()
        _ = try fixture.people()
        var cookie: String?
        try await fixture.serve { _, browser in
            var ada = try await Somebody("Ada", fixture, browser)
            let early = try await ada.enter()
            #expect(early.status == 403 && early.headers["set-cookie"] == nil && early.body.contains("not known here"))
            _ = try await ada.browser.signIn("Ada", password: Self.password)
            let added = try await ada.addPasskey()
            #expect(added.status == 303)
            let page = try await ada.browser.get("/account").body
            #expect(page.contains("laptop"))
            #expect(try fixture.people().person("Ada")?.passkeys == 1)
            let entered = try await ada.enter()
            let header = try #require(entered.headers["set-cookie"])
            #expect(entered.status == 303 && header.contains("Max-Age=2592000"))
            #expect(header.contains("HttpOnly") && header.contains("SameSite=Strict"))
            #expect(try await ada.isIn)
            cookie = ada.browser.cookie
        }
        // The port is another one, and so is the cookie's name.
        let value = try #require(cookie?.split(separator: "=").last)
        for suffix in ["", "-wal"] {
            let file = fixture.folder.appending(PeopleStore.name + suffix).string
            let kept = FileManager.default.contents(atPath: file)
            #expect(kept?.range(of: Data(value.utf8)) == nil)
        }
        try await fixture.serve { server, browser in
            var browser = browser
            browser.cookie = "recto-\(server.place.port)=\(value)"
            #expect(try await browser.get("/").status == 200)
            // Forms work, and signing out ends it for good.
            var form = FormFields()
            form["form_token"] = try await browser.token()
            #expect(try await browser.token() == form["form_token"])
            #expect(try await browser.post("/sign-out", form).status == 200)
            #expect(try await browser.get("/").status == 401)
        }
    }

    @Test func whatTookAPasskeyAwayEndsItsSession() async throws {
        let fixture = try Fixture()
        _ = try fixture.people()
        try await fixture.serve { _, browser in
            for way in ["passkey", "invitation", "person"] {
                var ada = try await Somebody("Ada \(way)", fixture, browser)
                _ = try await ada.addPasskey()
                #expect(try await ada.enter().status == 303)
                #expect(try await ada.isIn)
                switch way {
                case "passkey": #expect(try await ada.step("remove", ["id": ada.device.id.base64URL]).status == 303)
                case "invitation": _ = try fixture.people().invite(ada.name)
                default: try fixture.people().remove(ada.name)
                }
                #expect(try await ada.isIn == false, "\(way)")
                #expect(try await ada.enter().status == 403, "\(way)")
            }
        }
    }

    @Test func refusesPasskeysThatAreNotRight() async throws {
        let fixture = try Fixture()
        _ = try fixture.people()
        try await fixture.serve { _, browser in
            var ada = try await Somebody("Ada", fixture, browser)
            var ben = try await Somebody("Ben", fixture, browser)
            #expect(try await ada.addPasskey().status == 303)
            #expect(try await ben.addPasskey().status == 303)
            let (id, handle) = (ada.device.id.base64URL, ada.handle)
            // Another person's, or nobody's.
            for change in [
                ["id": id], ["id": id, "handle": handle], ["handle": handle], ["id": ""], ["signature": ""],
            ] {
                let answer = try await ben.enter { $0.merging(change) { $1 } }
                #expect(answer.status == 403 && answer.headers["set-cookie"] == nil)
            }
            // What was said once is not said again.
            var spoken: [String: String] = [:]
            let first = try await ada.enter { fields in
                spoken = fields
                return fields
            }
            let again = try await ada.post("/sign-in/passkey", spoken)
            #expect(first.status == 303 && again.status == 403)
            // Nor is what was asked for to add one.
            let mixed = try ada.device.get(try await ada.options("/account/options").challenge)
            #expect(try await ada.post("/sign-in/passkey", ada.fields(mixed)).status == 403)
            ada.device.counter = 5
            #expect(try await ada.enter().status == 303)
            ada.device.counter = 4
            #expect(try await ada.enter().status == 403)
            // A passkey is added once, by the session that asked.
            _ = try await ada.browser.signIn("Ada", password: Self.password)
            #expect(try await ada.addPasskey().status == 422)
            let foreign = try await ben.browser.signIn("Ben", password: Self.password)
            #expect(foreign.status == 303)
            let asked = try await ben.options("/account/options").challenge
            let taken = try await ada.step("add", ada.fields(ada.device.create(asked)))
            #expect(taken.status == 422 && taken.body.contains("was not added"))
            #expect(try fixture.people().person("Ada")?.passkeys == 1)
            // Nobody removes another's.
            #expect(try await ben.step("remove", ["id": id]).status == 422)
        }
    }

    @Test func anotherSitesFormEntersByNoPasskey() async throws {
        let fixture = try Fixture()
        _ = try fixture.people()
        try await fixture.serve { _, browser in
            var ada = try await Somebody("Ada", fixture, browser)
            _ = try await ada.addPasskey()
            var form = FormFields()
            for (name, value) in ada.fields(try ada.device.get(try await ada.options("/sign-in/options").challenge)) {
                form[name] = value
            }
            let answer = try await browser.ask(
                "POST", "/sign-in/passkey", host: "localhost:\(browser.port)", headers: ["Sec-Fetch-Site: cross-site"],
                body: form.encoded)
            #expect(answer.status == 403 && answer.headers["set-cookie"] == nil)
        }
    }

    @Test func wrongTriesOfANameLeaveItsPasskeys() async throws {
        let fixture = try Fixture()
        _ = try fixture.people()
        try await fixture.serve { _, browser in
            var ada = try await Somebody("Ada", fixture, browser)
            _ = try await ada.addPasskey()
            var other = browser
            for _ in 0..<6 { _ = try await other.signIn("Ada", password: "a wrong password") }
            #expect(try await other.signIn("Ada", password: Self.password).status == 403)
            #expect(try await ada.enter().status == 303)
        }
    }

    @Test func saysWherePasskeysCannotBe() async throws {
        let fixture = try Fixture()
        _ = try fixture.people()
        try await fixture.serve { server, browser in
            let ada = try await Somebody("Ada", fixture, browser)
            let (page, signIn) = (try await ada.browser.get("/account").body, try await browser.get("/sign-in").body)
            for text in [page, signIn] {
                #expect(text.contains("http://localhost:\(server.place.port)/") && !text.contains("data-passkey"))
            }
            #expect(try await ada.browser.get("/account/options").status == 404)
            #expect(try await browser.get("/sign-in/options").status == 404)
            let named = try await browser.get("/sign-in", host: "localhost:\(server.place.port)").body
            #expect(named.contains("data-passkey"))
        }
    }

    @Test func aPersonTakesAnotherPassword() async throws {
        let fixture = try Fixture()
        _ = try fixture.people()
        try await fixture.serve { _, browser in
            var ada = try await Somebody("Ada", fixture, browser)
            var second = browser
            _ = try await second.signIn("Ada", password: Self.password)
            let wrong = try await ada.step("password", ["old": "a wrong password", "password": "another password"])
            let short = try await ada.step("password", ["old": Self.password, "password": "short"])
            #expect(wrong.status == 422 && short.status == 422)
            let changed = try await ada.step("password", ["old": Self.password, "password": "another password"])
            #expect(changed.status == 303 && changed.headers["location"] == "/account")
            // Here it goes on; elsewhere it ends.
            #expect(try await ada.isIn == false)
            ada.browser.cookie = changed.headers["set-cookie"]?.split(separator: ";").first.map(String.init)
            #expect(try await ada.isIn)
            #expect(try await second.get("/").status == 401)
            #expect(try await second.signIn("Ada", password: Self.password).status == 403)
            #expect(try await second.signIn("Ada", password: "another password").status == 303)
        }
    }

    @Test func aSessionEndsAfterThirtyDaysAndThereAreOnlySoMany() throws {
        let fixture = try Fixture()
        let clock = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
        func pass(_ seconds: Double) { clock.withLock { $0 += seconds } }
        let people = try PeopleStore(in: fixture.folder, now: { clock.withLock { $0 } }, iterations: 10)
        _ = try people.add("Ada", roles: [.review])
        let passkey = KeptPasskey(
            id: Data([1]), person: "Ada", handle: Data([2]), publicKey: Data([3]), counter: 0, name: "laptop")
        try people.add(passkey)
        for number in 0..<40 {
            pass(1)
            #expect(try people.beginSession(by: passkey, counter: 0, secret: "secret \(number)"))
        }
        #expect(try people.session(secret: "secret 7") == nil)
        #expect(try people.session(secret: "secret 8")?.person == "Ada")
        pass(PeopleStore.longestSession)
        #expect(try people.session(secret: "secret 39") != nil)
        pass(1)
        #expect(try people.session(secret: "secret 39") == nil)
        // Who was quicker has used the counter.
        #expect(try people.beginSession(by: passkey, counter: 3, secret: "a"))
        #expect(try !people.beginSession(by: passkey, counter: 3, secret: "b"))
        #expect(throws: PersonProblem.self) { try people.add(passkey) }
    }
}

import Foundation
import Operations
import Pipeline
import RawHTTP
import SystemPackage
import Testing
import WebServer

@testable import Review

/// Other addresses than the loopback's: TLS, names, and what is refused.
@Suite struct AddressTests {
    private static func settings(_ change: (inout ReviewSettings) -> Void) -> ReviewSettings {
        var settings = ReviewSettings()
        change(&settings)
        return settings
    }

    private static func secured(_ fixture: Fixture, hosts: [String] = ["review.test"]) throws -> (
        ReviewAddress, TestCertificate
    ) {
        let files = try TestCertificate(in: fixture.folder.string, as: "own", for: "review.test")
        let settings = settings {
            ($0.listen, $0.hosts) = ("127.0.0.1:0", hosts)
            ($0.certificateFile, $0.keyFile) = (files.file, files.keyFile)
        }
        return (try ReviewAddress(settings, port: 1), files)
    }

    @Test func listensAtTheLoopbackWhereNothingElseIsSaid() throws {
        let address = try ReviewAddress(ReviewSettings(), port: 8790)
        #expect(address.place == Place("127.0.0.1:8790") && !address.isSecure)
    }

    @Test(arguments: [
        (settings { $0.listen = "0.0.0.0:80" }, "review.listen", "review.behind_proxy"),
        (settings { ($0.listen, $0.hosts) = ("[::]:80", ["review.test"]) }, "review.listen", "plain text"),
        (settings { ($0.listen, $0.behindProxy) = ("0.0.0.0:80", true) }, "review.hosts", "must name"),
        (settings { $0.behindProxy = true }, "review.hosts", "must name"),
        (settings { $0.listen = "review.test:80" }, "review.listen", "address:port"),
        (settings { $0.hosts = ["https://review.test"] }, "review.hosts", "no name"),
        (settings { $0.hosts = ["review.test/"] }, "review.hosts", "no name"),
        (settings { $0.certificateFile = "a" }, "review.key_file", "must name the key"),
        (settings { $0.keyFile = "a" }, "review.certificate_file", "must name the certificate"),
        (settings { ($0.certificateFile, $0.keyFile) = ("/a", "/b") }, "review.certificate_file", "cannot be read"),
    ]) func refusesWhatCannotBeServed(settings: ReviewSettings, key: String, cause: String) {
        let error = #expect(throws: ConfigurationError.self) { try ReviewAddress(settings, port: 1) }
        #expect(error?.description.hasPrefix("\(key): ") == true && error?.description.contains(cause) == true)
    }

    @Test func isKnownByItsNamesAlone() throws {
        func place(_ change: (inout ReviewSettings) -> Void) throws -> ListeningPlace {
            let place = ListeningPlace(try ReviewAddress(Self.settings(change), port: 0))
            place.port = 8790
            return place
        }
        let behind = try place { ($0.hosts, $0.behindProxy) = (["Review.test", "review.test:8443"], true) }
        for (name, isIt) in [
            ("review.test", true), ("REVIEW.TEST", true), ("review.test:8443", true), ("review.test:8790", false),
            ("127.0.0.1:8790", false), ("localhost:8790", false), ("evil.review.test", false), ("", false),
        ] {
            #expect(behind.isNamed(name) == isIt, "\(name)")
        }
        #expect(behind.origin(isForNames: true) == "https://review.test" && !behind.isNamed(nil))
        let plain = try place { $0.hosts = [] }
        #expect(plain.origin(isForNames: false) == "http://127.0.0.1:8790")
        #expect(plain.origin(isForNames: true) == "http://localhost:8790" && !plain.isNamed("[::1]:8790"))
        let other = try place { $0.listen = "[::1]:8790" }
        #expect(other.origin(isForNames: false) == "http://[::1]:8790" && other.isNamed("[::1]:8790"))
    }

    @Test(arguments: [
        ("review.test:8443", "review.test"), ("localhost", "localhost"), ("127.0.0.1:80", nil), ("[::1]:80", nil),
        ("", nil),
    ]) func onlyANameHasPasskeys(authority: String, name: String?) {
        #expect(VisitedPlace(authority: authority).hostName == name)
    }

    @Test func keepsCookieAndBrowserToTLS() async throws {
        let fixture = try Fixture()
        let (address, files) = try Self.secured(fixture)
        try await fixture.serve(address: address) { server, browser in
            let host = "review.test:\(server.place.port)"
            #expect(try fixture.told().hasPrefix("https://\(host)/sign-in?token="))
            func ask(_ path: String, _ host: String, _ headers: [String] = []) async throws -> String {
                try await TLSConnection(port: server.place.port, name: "review.test", trusting: files.file)
                    .exchange(["GET \(path) HTTP/1.1", "Host: \(host)"] + headers)
            }
            let entered = try await ask(fixture.link(), host)
            let cookie = try #require(entered.firstMatch(of: /(?i)set-cookie: ([^\r]*)/)?.1)
            #expect(cookie.hasPrefix("__Host-recto-\(server.place.port)=") && cookie.contains("; Secure"))
            #expect(cookie.contains("Path=/") && !cookie.contains("Domain"))
            #expect(entered.lowercased().contains("strict-transport-security: max-age=31536000"))
            let pair = try #require(cookie.split(separator: ";").first)
            #expect(try await ask("/", host, ["Cookie: \(pair)"]).hasPrefix("HTTP/1.1 200 "))
            // The same value under the name that it would have without TLS.
            #expect(try await ask("/", host, ["Cookie: \(pair.dropFirst(7))"]).hasPrefix("HTTP/1.1 401 "))
            #expect(try await ask("/", "elsewhere.test").hasPrefix("HTTP/1.1 421 "))
            #expect(!(try await ask("/", "localhost:\(server.place.port)").lowercased().contains("strict-transport")))
            let plain = try await RawConnection(port: server.place.port)
                .exchange(["GET / HTTP/1.1", "Host: \(host)"])
            #expect(!plain.contains("HTTP"))
        }
    }

    @Test func takesTheFormsOfItsOwnOriginBehindAProxy() async throws {
        let fixture = try Fixture()
        let code = try fixture.people().add("Ada", roles: [.review])
        let settings = Self.settings { ($0.listen, $0.hosts, $0.behindProxy) = ("127.0.0.1:0", ["review.test"], true) }
        try await fixture.serve(address: ReviewAddress(settings, port: 1)) { _, browser in
            #expect(try fixture.told() == "https://review.test/sign-in")
            var form = FormFields()
            (form["name"], form["password"], form["code"]) = ("Ada", "correct horse battery", code)
            for origin in ["http://review.test", "https://elsewhere.test"] {
                let answer = try await browser.ask(
                    "POST", "/sign-in", host: "review.test", headers: ["Origin: \(origin)"], body: form.encoded)
                #expect(answer.status == 403 && answer.headers["set-cookie"] == nil)
            }
            let direct = try await browser.ask("POST", "/sign-in", body: form.encoded)
            #expect(direct.status == 421)
            let own = try await browser.ask(
                "POST", "/sign-in", host: "review.test",
                headers: ["Origin: https://review.test", "X-Forwarded-For: 127.0.0.1"], body: form.encoded)
            #expect(own.status == 303 && own.headers["set-cookie"]?.contains("; Secure") == true)
        }
    }
}

import Foundation
import RawHTTP
import Testing

@testable import Identity

/// Passkeys, against a device in software.
@Suite struct PasskeyTests {
    private static var device: PasskeyDevice { PasskeyDevice(site: "review.test", origin: "https://review.test") }

    private let challenges = PasskeyChallenges()
    private var site: PasskeySite {
        PasskeySite(name: "review.test", origin: "https://review.test", challenges: challenges)
    }

    private func registered(_ device: PasskeyDevice) throws -> Passkey {
        try site.register(PasskeyAnswer(device.create(challenges.issue(for: "add"))), for: "add")
    }

    @discardableResult
    private func signIn(_ device: PasskeyDevice, _ passkey: Passkey) throws -> UInt32 {
        try verify(device.get(challenges.issue(for: "in")), passkey)
    }

    @discardableResult
    private func verify(_ answer: PasskeyDevice.Answer, _ passkey: Passkey) throws -> UInt32 {
        try site.verify(PasskeyAnswer(answer), signature: answer.signature, of: passkey, for: "in")
    }

    @Test func aPasskeySignsIn() throws {
        var device = Self.device
        let passkey = try registered(device)
        #expect(passkey == Passkey(id: device.id, publicKey: device.publicKey, counter: 0))
        #expect(try signIn(device, passkey) == 0)
        #expect(try signIn(device, passkey) == 0)
        device.counter = 7
        #expect(try signIn(device, passkey) == 7)
    }

    /// What is wrong with the device's answers, and how they are refused.
    private static let wrongs: [(change: @Sendable (inout PasskeyDevice) -> Void, problem: PasskeyProblem)] = [
        ({ $0.site = "elsewhere.test" }, .wrongSite),
        ({ $0.flags = 0x01 }, .notVerified), ({ $0.flags = 0x04 }, .notVerified),
        ({ $0.client["origin"] = "https://elsewhere.test" }, .wrongOrigin),
        ({ $0.client["origin"] = "http://review.test" }, .wrongOrigin),
        ({ $0.client["origin"] = "https://review.test:8443" }, .wrongOrigin),
        ({ $0.client["crossOrigin"] = true }, .wrongOrigin),
        ({ $0.client["topOrigin"] = "https://elsewhere.test" }, .wrongOrigin),
        ({ $0.client["challenge"] = Data(count: 56).base64URL }, .wrongChallenge),
        ({ $0.client["challenge"] = "" }, .wrongChallenge),
        ({ $0.client["type"] = "payment.get" }, .wrongType),
        ({ $0.client["origin"] = 1 }, .malformed),
    ]

    @Test(arguments: wrongs.indices) func refusesWhatIsNotRight(index: Int) throws {
        var device = Self.device
        let passkey = try registered(device)
        Self.wrongs[index].change(&device)
        let problem = Self.wrongs[index].problem
        #expect(throws: problem) { try registered(device) }
        #expect(throws: problem) { try signIn(device, passkey) }
    }

    @Test func aChallengeIsGoodOnceForItsPurposeAndForFiveMinutes() throws {
        let device = Self.device
        let start = Date.now
        let early = challenges.issue(for: "add", now: start)
        for (purpose, time) in [("add", PasskeyChallenges.longest + 1), ("add", -1), ("in", 0)] {
            #expect(throws: PasskeyProblem.wrongChallenge) {
                try site.register(
                    PasskeyAnswer(device.create(early)), for: purpose, now: start.addingTimeInterval(time))
            }
        }
        let passkey = try site.register(PasskeyAnswer(device.create(early)), for: "add", now: start)
        #expect(throws: PasskeyProblem.wrongChallenge) {
            try site.register(PasskeyAnswer(device.create(early)), for: "add", now: start)
        }
        var answer = try device.get(challenges.issue(for: "in"))
        let signature = answer.signature
        answer.signature = signature.dropLast()
        #expect(throws: PasskeyProblem.wrongSignature) { try verify(answer, passkey) }
        answer.signature = signature
        try verify(answer, passkey)
        #expect(throws: PasskeyProblem.wrongChallenge) { try verify(answer, passkey) }
        // Nor is another server's.
        let other = PasskeySite(name: site.name, origin: site.origin, challenges: PasskeyChallenges())
        #expect(throws: PasskeyProblem.wrongChallenge) {
            try other.register(PasskeyAnswer(device.create(challenges.issue(for: "add"))), for: "add")
        }
    }

    @Test func oneTypeOfAnswerIsNotTheOther() throws {
        let device = Self.device
        let passkey = try registered(device)
        let challenge = challenges.issue(for: "in")
        #expect(throws: PasskeyProblem.wrongType) { try verify(device.create(challenge), passkey) }
        #expect(throws: PasskeyProblem.wrongType) {
            try site.register(PasskeyAnswer(device.get(challenge)), for: "in")
        }
    }

    @Test func onlyThePasskeysOwnKeySigns() throws {
        let ada = Self.device
        let ben = PasskeyDevice(site: "review.test", origin: "https://review.test")
        let passkey = try registered(ada)
        #expect(throws: PasskeyProblem.wrongSignature) { try signIn(ben, passkey) }
        // What was signed must be what is said.
        var answer = try ada.get(challenges.issue(for: "in"))
        answer.authenticatorData[36] = 1
        #expect(throws: PasskeyProblem.wrongSignature) { try verify(answer, passkey) }
        answer = try ada.get(challenges.issue(for: "in"))
        answer.signature[answer.signature.count - 1] ^= 1
        #expect(throws: PasskeyProblem.wrongSignature) { try verify(answer, passkey) }
    }

    @Test(arguments: [(5, 5), (5, 4), (5, 0), (1, 0)] as [(UInt32, UInt32)])
    func aCounterDoesNotGoBack(kept: UInt32, next: UInt32) throws {
        var device = Self.device
        var passkey = try registered(device)
        (passkey.counter, device.counter) = (kept, next)
        #expect(throws: PasskeyProblem.wentBack) { try signIn(device, passkey) }
    }

    /// ES384, RS256, Ed25519, P-384.
    @Test(
        arguments: [
            [0xA5, 0x01, 0x02, 0x03, 0x38, 0x22, 0x20, 0x01], [0xA4, 0x01, 0x03, 0x03, 0x39, 0x01, 0x00],
            [0xA4, 0x01, 0x01, 0x03, 0x27, 0x20, 0x06], [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x02],
        ] as [[UInt8]])
    func knowsES256Alone(algorithm: [UInt8]) throws {
        var device = Self.device
        device.algorithm = algorithm
        #expect(throws: PasskeyProblem.wrongAlgorithm) { try registered(device) }
    }

    @Test func refusesWhatIsCutOffOrNoKey() throws {
        let device = Self.device
        let whole = PasskeyAnswer(try device.create(challenges.issue(for: "add")))
        for count in 0..<whole.authenticatorData.count {
            var cut = whole
            cut.authenticatorData = whole.authenticatorData.prefix(count)
            #expect(throws: PasskeyProblem.self) { try site.register(cut, for: "add") }
        }
        var noPoint = whole
        noPoint.authenticatorData[whole.authenticatorData.count - 1] ^= 1
        #expect(throws: PasskeyProblem.malformed) { try site.register(noPoint, for: "add") }
        for text in ["", "{}", "null", "[]", "{\"type\":\"webauthn.create\"}"] {
            var other = whole
            other.clientData = Data(text.utf8)
            #expect(throws: PasskeyProblem.malformed) { try site.register(other, for: "add") }
        }
        _ = try site.register(whole, for: "add")
    }
}

extension PasskeyAnswer {
    fileprivate init(_ answer: PasskeyDevice.Answer) {
        self.init(clientData: answer.clientData, authenticatorData: answer.authenticatorData)
    }
}

import Digest
import Testing

@Suite struct SHA256Tests {
    /// The examples of NIST's "SHA-256" test vectors (FIPS 180-4).
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ]) func matchesTheStandardsExamples(text: String, digest: String) {
        #expect(SHA256.hexDigest(of: text) == digest)
    }

    @Test func piecesGiveTheDigestOfTheWhole() {
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        var hash = SHA256()
        for start in stride(from: 0, to: bytes.count, by: 777) {
            hash.update(Array(bytes[start..<min(bytes.count, start + 777)]))
        }
        #expect(hash.hexDigest() == SHA256.hexDigest(of: bytes))
    }

    @Test func startsOverAfterADigest() {
        var hash = SHA256()
        hash.update([1, 2, 3])
        _ = hash.hexDigest()
        #expect(hash.hexDigest() == SHA256.hexDigest(of: ""))
    }
}

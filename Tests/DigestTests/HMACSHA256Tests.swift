import Digest
import Testing

@Suite struct HMACSHA256Tests {
    /// RFC 4231, test cases 2, 3 and 6.
    @Test(arguments: [
        (
            Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            [UInt8](repeating: 0xaa, count: 20), [UInt8](repeating: 0xdd, count: 50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        (
            [UInt8](repeating: 0xaa, count: 131), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
    ]) func matchesTheStandardsExamples(key: [UInt8], message: [UInt8], code: String) {
        #expect(HMACSHA256.hexDigest(of: message, key: key) == code)
    }
}

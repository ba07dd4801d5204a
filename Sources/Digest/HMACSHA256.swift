import CNettle

/// A message authentication code by SHA-256 (RFC 2104, FIPS 198-1), by Nettle.
package enum HMACSHA256 {
    /// 64 lower-case hexadecimal digits.
    package static func hexDigest(of message: [UInt8], key: [UInt8]) -> String {
        var context = hmac_sha256_ctx()
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
        unsafe key.withUnsafeBufferPointer { unsafe nettle_hmac_sha256_set_key(&context, $0.count, $0.baseAddress) }
        unsafe message.withUnsafeBufferPointer {
            unsafe nettle_hmac_sha256_update(&context, $0.count, $0.baseAddress)
        }
        unsafe digest.withUnsafeMutableBufferPointer {
            unsafe nettle_hmac_sha256_digest(&context, $0.count, $0.baseAddress)
        }
        return Hexadecimal.text(of: digest)
    }
}

enum Hexadecimal {
    static func text(of bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// Nil for what has other digits, or an odd number of them.
    static func bytes(of text: String) -> [UInt8]? {
        let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count.isMultiple(of: 2), digits.allSatisfy({ $0 != nil }) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8((digits[$0] ?? 0) << 4 | (digits[$0 + 1] ?? 0)) }
    }
}

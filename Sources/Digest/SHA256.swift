import CNettle

/// SHA-256 (FIPS 180-4) by Nettle, which Tesseract's own libraries link already and which keeps no global state.
@safe package struct SHA256 {
    private var context = sha256_ctx()

    package init() {
        unsafe nettle_sha256_init(&context)
    }

    package mutating func update(_ bytes: [UInt8]) {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe nettle_sha256_update(&context, buffer.count, buffer.baseAddress)
        }
    }

    /// The digest of all bytes so far, as 64 lower-case hexadecimal digits. Starts over afterwards.
    package mutating func hexDigest() -> String {
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
        unsafe digest.withUnsafeMutableBufferPointer { buffer in
            unsafe nettle_sha256_digest(&context, buffer.count, buffer.baseAddress)
        }
        return Hexadecimal.text(of: digest)
    }

    /// 64 lower-case hexadecimal digits.
    package static func hexDigest(of bytes: [UInt8]) -> String {
        var hash = SHA256()
        hash.update(bytes)
        return hash.hexDigest()
    }

    /// 64 lower-case hexadecimal digits of a text's UTF-8 bytes.
    package static func hexDigest(of text: String) -> String {
        hexDigest(of: Array(text.utf8))
    }
}

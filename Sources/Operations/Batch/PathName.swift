package import SystemPackage

/// How a path is written in results and messages.
package enum PathName {
    /// The path's text, with each byte that is no part of UTF-8 percent-encoded.
    package static func text(of path: FilePath) -> String { encoded(bytes(of: path)) }

    /// The path as the system knows it, without its end mark.
    static func bytes(of path: FilePath) -> [UInt8] {
        let bytes = unsafe path.withPlatformString { unsafe Array(UnsafeBufferPointer(start: $0, count: path.length)) }
        return bytes.map { UInt8(bitPattern: $0) }
    }

    /// What ``bytes(of:)`` gave.
    static func path(of bytes: [UInt8]) -> FilePath {
        let name = bytes.map { CChar(bitPattern: $0) } + [0]
        return unsafe name.withUnsafeBufferPointer { buffer in
            unsafe buffer.baseAddress.map { unsafe FilePath(platformString: $0) } ?? FilePath()
        }
    }

    static func encoded(_ bytes: [UInt8]) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var result = ""
        var start = 0
        while start < bytes.count {
            let length = (1...4).first {
                start + $0 <= bytes.count
                    && String(validating: bytes[start..<(start + $0)], as: UTF8.self)?.unicodeScalars.count == 1
            }
            if let length {
                result += String(decoding: bytes[start..<(start + length)], as: UTF8.self)
                start += length
            } else {
                let digits = String(bytes[start], radix: 16, uppercase: true)
                result += "%" + (digits.count == 1 ? "0" : "") + digits
                start += 1
            }
        }
        return result
    }

    /// For terminals and logs: a line feed or an escape sequence in a name must not pass for the program's own words.
    package static func printable(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format {
                result += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

package import SystemPackage

/// How a path is written in results and messages.
package enum PathName {
    /// The path's text, with each byte that is no part of UTF-8 percent-encoded: no two paths have the same.
    package static func text(of path: FilePath) -> String {
        bytes(of: path).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { encoded(Array($0)) }.joined(separator: "/")
    }

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

    /// One name. Where another name would be written like it, its percent signs are encoded as well, so that what it is
    /// called depends on itself alone.
    static func encoded(_ bytes: [UInt8]) -> String {
        if let text = String(validating: bytes, as: UTF8.self) {
            return looksEncoded(bytes) ? text.replacing("%", with: "%25") : text
        }
        var result = ""
        var start = 0
        while start < bytes.count {
            let length = (1...4).first {
                start + $0 <= bytes.count
                    && String(validating: bytes[start..<(start + $0)], as: UTF8.self)?.unicodeScalars.count == 1
            }
            if let length {
                let text = String(decoding: bytes[start..<(start + length)], as: UTF8.self)
                result += text == "%" ? "%25" : text
                start += length
            } else {
                // Of two digits: smaller ones are UTF-8.
                result += "%" + String(bytes[start], radix: 16, uppercase: true)
                start += 1
            }
        }
        return result
    }

    /// Whether a text's bytes are what ``encoded(_:)`` makes of others.
    private static func looksEncoded(_ bytes: [UInt8]) -> Bool {
        var bytes = bytes
        while let decoded = decoded(bytes) {
            if String(validating: decoded, as: UTF8.self) == nil { return true }
            bytes = decoded
        }
        return false
    }

    /// Nil where nothing is encoded.
    private static func decoded(_ bytes: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = value(ofDigits: rest.prefix(2)) {
                result.append(value)
                rest = rest.dropFirst(2)
            } else {
                result.append(byte)
            }
        }
        return result.count == bytes.count ? nil : result
    }

    private static func value(ofDigits digits: ArraySlice<UInt8>) -> UInt8? {
        let text = String(decoding: digits, as: UTF8.self)
        return text.wholeMatch(of: /[0-9A-F]{2}/) == nil ? nil : UInt8(text, radix: 16)
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

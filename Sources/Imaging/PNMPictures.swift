/// The pictures of a raw Netpbm file, which may stand one behind another (pbm(5), pgm(5), ppm(5)).
package enum PNMPictures {
    /// Where each lies; one for the forms in plain digits.
    ///
    /// - Parameter limit: of pictures; no more are sought.
    package static func ranges(_ bytes: [UInt8], limit: Int) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var start = 0
        while found.count < limit, let end = end(bytes, from: start) {
            found.append(start..<min(end, bytes.count))
            start = end
            while start < bytes.count, isBlank(bytes[start]) { start += 1 }
        }
        return found.isEmpty ? [0..<bytes.count] : found
    }

    /// Behind the picture that begins there, which may lie behind the bytes; nil where no raw one begins.
    private static func end(_ bytes: [UInt8], from start: Int) -> Int? {
        guard start + 3 <= bytes.count, bytes[start] == UInt8(ascii: "P"), (0x34...0x36).contains(bytes[start + 1])
        else {
            return nil
        }
        var position = start + 2
        var numbers: [Int] = []
        while numbers.count < (bytes[start + 1] == 0x34 ? 2 : 3) {
            while position < bytes.count, isBlank(bytes[position]) || bytes[position] == UInt8(ascii: "#") {
                if bytes[position] == UInt8(ascii: "#") {
                    position = bytes[position...].firstIndex(of: 10) ?? bytes.count
                } else {
                    position += 1
                }
            }
            let digits = bytes[position...].prefix { (0x30...0x39).contains($0) }
            guard (1...7).contains(digits.count) else { return nil }
            numbers.append(digits.reduce(0) { $0 * 10 + Int($1) - 0x30 })
            position += digits.count
        }
        let (width, height) = (numbers[0], numbers[1])
        let length =
            switch bytes[start + 1] {
            case 0x34: (width + 7) / 8 * height
            case 0x35: width * height * (numbers[2] > 255 ? 2 : 1)
            default: width * height * (numbers[2] > 255 ? 6 : 3)
            }
        return position + 1 + length
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
}

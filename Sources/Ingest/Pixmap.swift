import Imaging

extension Image {
    /// A binary portable pixmap or graymap (Netpbm's P6 and P5, 8 bits) as poppler writes it: Leptonica would read it
    /// sample by sample.
    ///
    /// - Returns: nil for anything else.
    convenience init?(pixmap bytes: [UInt8]) throws {
        guard bytes.count > 2, bytes[0] == 0x50, bytes[1] == 0x35 || bytes[1] == 0x36 else { return nil }
        var position = 2
        var numbers: [Int] = []
        while numbers.count < 3 {
            guard let number = Self.number(bytes, from: &position) else { return nil }
            numbers.append(number)
        }
        let samples = bytes[1] == 0x36 ? 3 : 1
        // One blank ends the header.
        let data = bytes.dropFirst(position + 1)
        guard numbers[2] == 255, numbers[0] < 1 << 20, numbers[1] < 1 << 20,
            data.count == numbers[0] * numbers[1] * samples
        else { return nil }
        if samples == 3 {
            try self.init(width: numbers[0], height: numbers[1], rgb: Array(data))
        } else {
            try self.init(width: numbers[0], height: numbers[1], grey: Array(data))
        }
    }

    /// Decimal digits behind blanks.
    private static func number(_ bytes: [UInt8], from position: inout Int) -> Int? {
        while position < bytes.count, [9, 10, 13, 32].contains(bytes[position]) { position += 1 }
        var value = 0
        let start = position
        while position < bytes.count, (48...57).contains(bytes[position]), position - start < 9 {
            value = value * 10 + Int(bytes[position] - 48)
            position += 1
        }
        return position > start ? value : nil
    }
}

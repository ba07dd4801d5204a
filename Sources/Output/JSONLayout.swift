/// Lays compact JSON out for reading: two spaces a level, and every object or array that fits keeps to one line.
enum JSONLayout {
    /// Bytes up to which an object or array stays on one line.
    private static let lineWidth = 96

    /// - Parameter json: valid JSON without white space between its tokens.
    static func laidOut(_ json: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(json.count * 5 / 4)
        var depth = 0
        var position = 0
        var oneLineUntil = -1
        while position < json.count {
            let byte = json[position]
            let isInline = position <= oneLineUntil
            switch byte {
            case UInt8(ascii: "\""):
                let end = endOfString(json, from: position)
                output += json[position..<end]
                position = end
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                output.append(byte)
                if !isInline {
                    if let end = closing(json, from: position) {
                        oneLineUntil = end
                    } else {
                        depth += 1
                        breakLine(&output, depth)
                    }
                }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if !isInline {
                    depth -= 1
                    breakLine(&output, depth)
                }
                output.append(byte)
            case UInt8(ascii: ","):
                output.append(byte)
                if isInline { output.append(UInt8(ascii: " ")) } else { breakLine(&output, depth) }
            case UInt8(ascii: ":"):
                output += [byte, UInt8(ascii: " ")]
            default:
                output.append(byte)
            }
            position += 1
        }
        return output
    }

    private static func breakLine(_ output: inout [UInt8], _ depth: Int) {
        output.append(UInt8(ascii: "\n"))
        output += [UInt8](repeating: UInt8(ascii: " "), count: depth * 2)
    }

    /// The position behind the string that starts here.
    private static func endOfString(_ json: [UInt8], from start: Int) -> Int {
        var position = start + 1
        while position < json.count, json[position] != UInt8(ascii: "\"") {
            position += json[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(position + 1, json.count)
    }

    /// Where the object or array that starts here ends; nil where it is too long for one line.
    private static func closing(_ json: [UInt8], from start: Int) -> Int? {
        var depth = 0
        var position = start
        while position < json.count, position - start <= lineWidth {
            switch json[position] {
            case UInt8(ascii: "\""):
                position = endOfString(json, from: position)
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 { return position }
            default: break
            }
            position += 1
        }
        return nil
    }
}

/// Boxes of ISO base media files (ISO/IEC 14496-12, 4.2), which HEIF, AVIF and JPEG 2000 are made of.
struct BoxReader {
    struct Box {
        var type: String
        var body: Range<Int>
    }

    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Those of a range, the whole file if left out, up to the first that does not fit.
    func boxes(in range: Range<Int>? = nil) -> [Box] {
        let range = range ?? 0..<bytes.count
        var found: [Box] = []
        var position = range.lowerBound
        while position + 8 <= range.upperBound, found.count < 10_000 {
            var length = number(position, 4)
            var header = 8
            if length == 1, position + 16 <= range.upperBound {
                (length, header) = (number(position + 8, 8), 16)
            } else if length == 0 {
                length = range.upperBound - position
            }
            guard length >= header, length <= range.upperBound - position else { break }
            let type = String(decoding: bytes[(position + 4)..<(position + 8)], as: UTF8.self)
            found.append(Box(type: type, body: (position + header)..<(position + length)))
            position += length
        }
        return found
    }

    /// Those that a path of types leads to.
    func boxes(at path: [String], in range: Range<Int>? = nil) -> [Box] {
        guard let type = path.first else { return [] }
        let found = boxes(in: range).filter { $0.type == type }
        return path.count == 1 ? found : found.flatMap { boxes(at: Array(path.dropFirst()), in: $0.body) }
    }

    /// Pictures of the image sequences in a file (ISO/IEC 23008-12, 7): of tracks of pictures that are neither
    /// thumbnails nor auxiliary. A video, such as a motion photo's, is a track of another kind.
    var sequencePictures: Int {
        boxes(at: ["moov", "trak"]).reduce(0) { sum, track in
            let references = boxes(at: ["tref"], in: track.body).flatMap { boxes(in: $0.body) }.map(\.type)
            let handler = boxes(at: ["mdia", "hdlr"], in: track.body).first
            guard let handler, handler.body.count >= 12,
                bytes[(handler.body.lowerBound + 8)...].prefix(4).elementsEqual("pict".utf8),
                !references.contains("thmb"), !references.contains("auxl"),
                let sizes = boxes(at: ["mdia", "minf", "stbl", "stsz"], in: track.body).first, sizes.body.count >= 12
            else { return sum }
            return sum + number(sizes.body.lowerBound + 8, 4)
        }
    }

    /// Where another file begins that was put behind this one, such as a motion clip; or the bytes' end.
    var endOfFirstFile: Int {
        boxes().filter { $0.type == "ftyp" }.dropFirst().first.map { $0.body.lowerBound - 8 } ?? bytes.count
    }

    /// Nothing that is larger than any file.
    private func number(_ offset: Int, _ length: Int) -> Int {
        guard offset + length <= bytes.count else { return 0 }
        return Int(min(1 << 48, bytes[offset..<(offset + length)].reduce(0) { $0 << 8 | UInt64($1) }))
    }
}

import COcrad
import Imaging

/// GNU Ocrad, which tells letters by the outlines of their ink: no model, no language and no dictionary. It reads worse than
/// Tesseract, and otherwise: what both read is there.
enum ShapeEngine {
    static var version: String { unsafe OCRAD_version().map { unsafe String(cString: $0) } ?? "" }

    /// Heights of a word, in pixels, at which it is read; hardly any type is told apart at less.
    private static let heights = [40.0, 60.0, 90.0]

    /// A word as each size of its picture reads, nothing for a picture in which no letter was found.
    ///
    /// - Parameters:
    ///   - picture: with white around the word.
    ///   - height: of the word in it, in pixels.
    static func readings(of picture: Image, wordHeight height: Int) throws -> [String] {
        let area = Double(picture.width * picture.height)
        return try heights.map { most in
            let factor = min(max(1, most / Double(max(height, 1))), (mostPixels / max(area, 1)).squareRoot())
            return try text(of: GreyPicture(factor == 1 ? picture : picture.scaled(by: factor)))
        }
    }

    /// Of a picture that is read: a word has a tenth of it, and a photograph taken for a word must not take long.
    private static let mostPixels = 1_000_000.0

    /// Its lines, by spaces; empty where nothing was found.
    private static func text(of picture: GreyPicture) -> String {
        guard let engine = unsafe OCRAD_open() else { return "" }
        defer { unsafe OCRAD_close(engine) }
        let isRead = unsafe picture.bytes.withUnsafeBufferPointer { bytes in
            var pixels = unsafe OCRAD_Pixmap(
                data: bytes.baseAddress, height: Int32(picture.height), width: Int32(picture.width),
                mode: OCRAD_greymap)
            return unsafe OCRAD_set_image(engine, &pixels, false) == 0
                && OCRAD_set_threshold(engine, -1) == 0 && OCRAD_set_utf8_format(engine, true) == 0
                && OCRAD_recognize(engine, false) == 0
        }
        guard isRead else { return "" }
        var lines: [String] = []
        for block in 0..<max(0, unsafe OCRAD_result_blocks(engine)) {
            for line in 0..<max(0, unsafe OCRAD_result_lines(engine, block)) {
                guard let text = unsafe OCRAD_result_line(engine, block, line) else { continue }
                lines.append(unsafe String(cString: text))
            }
        }
        return lines.joined(separator: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

import CZXing
import Model

/// zxing-cpp.
enum BarcodeEngine {
    enum Binarizer {
        case localAverage, globalHistogram, fixedThreshold

        var value: czxing_binarizer {
            switch self {
            case .localAverage: CZXING_LOCAL_AVERAGE
            case .globalHistogram: CZXING_GLOBAL_HISTOGRAM
            case .fixedThreshold: CZXING_FIXED_THRESHOLD
            }
        }
    }

    static var version: String { unsafe String(cString: czxing_version()) }

    /// Degrees clockwise, in quarters, that a PDF417 stands from upright: its rows are read from left to right
    /// (ISO/IEC 15438), and cards bear it as their print runs.
    ///
    /// - Returns: nil where none reads.
    static func turn(of picture: GreyPicture) throws -> Int? {
        unsafe try symbols(in: picture, formats: "PDF417", binarizer: .localAverage) { item -> Int? in
            guard unsafe item.is_valid != 0 else { return nil }
            let (across, down) = unsafe (item.corners.2 - item.corners.0, item.corners.3 - item.corners.1)
            guard across != 0 || down != 0 else { return nil }
            return abs(across) >= abs(down) ? (across > 0 ? 0 : 180) : (down > 0 ? 90 : 270)
        }.first
    }

    /// All symbols whose check sums hold, boxes in pixels of the picture.
    ///
    /// - Parameter formats: zxing's names joined by `|`; nil: all.
    static func read(
        _ picture: GreyPicture, formats: String? = nil, binarizer: Binarizer = .localAverage
    ) throws -> [Barcode] {
        unsafe try symbols(in: picture, formats: formats, binarizer: binarizer) { unsafe barcode($0) }
    }

    private static func symbols<Symbol>(
        in picture: GreyPicture, formats: String?, binarizer: Binarizer, _ symbol: (czxing_barcode) -> Symbol?
    ) throws -> [Symbol] {
        var found = unsafe czxing_barcodes()
        let status = unsafe picture.bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return Int32(1) }
            func read(_ names: UnsafePointer<CChar>?) -> Int32 {
                let options = unsafe czxing_options(
                    formats: names, binarizer: binarizer.value, try_harder: 1, try_rotate: 1, return_errors: 0)
                return unsafe czxing_read(
                    base, Int32(picture.width), Int32(picture.height), Int32(picture.width), options, &found)
            }
            return unsafe formats?.withCString(read) ?? read(nil)
        }
        defer { unsafe czxing_free_barcodes(&found) }
        guard status == 0 else {
            throw Failure(.outOfMemory, "no memory for reading barcodes", stage: .recognize)
        }
        return unsafe UnsafeBufferPointer(start: found.items, count: found.count).compactMap { unsafe symbol($0) }
    }

    private static func barcode(_ item: czxing_barcode) -> Barcode? {
        guard unsafe item.is_valid != 0 else { return nil }
        let bytes = unsafe UnsafeBufferPointer(start: item.bytes, count: item.length)
        let corners = unsafe item.corners
        let xs = [corners.0, corners.2, corners.4, corners.6].map(Int.init)
        let ys = [corners.1, corners.3, corners.5, corners.7].map(Int.init)
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return nil }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: unsafe bytes.map { Unicode.Scalar($0) })
        return unsafe Barcode(
            format: String(cString: item.format), text: String(text),
            box: Box(x: left, y: top, width: right - left + 1, height: bottom - top + 1))
    }
}

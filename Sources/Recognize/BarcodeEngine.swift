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

    /// All symbols whose check sums hold, boxes in pixels of the picture.
    ///
    /// - Parameter formats: zxing's names joined by `|`; nil: all.
    static func read(
        _ picture: GreyPicture, formats: String? = nil, binarizer: Binarizer = .localAverage
    ) throws -> [Barcode] {
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
        return unsafe UnsafeBufferPointer(start: found.items, count: found.count).compactMap { unsafe barcode($0) }
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

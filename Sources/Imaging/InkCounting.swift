import CLeptonica
package import Model

extension Image {
    /// Pixels of ink; 0 for other depths than 1 bit.
    package func inkCount() -> Int {
        guard depth == 1 else { return 0 }
        var count: l_int32 = 0
        _ = LeptonicaMessages.collect { unsafe pixCountPixels(pix, &count, nil) }
        return Int(count)
    }

    /// Pixels of ink in the part of the box that lies in a 1-bit picture.
    package func inkCount(in box: Model.Box) -> Int {
        let part = box.intersection(bounds)
        guard depth == 1, !part.isEmpty else { return 0 }
        var count: l_int32 = 0
        _ = LeptonicaMessages.collect {
            var rectangle = unsafe boxCreate(
                l_int32(part.x), l_int32(part.y), l_int32(part.width), l_int32(part.height))
            defer { unsafe boxDestroy(&rectangle) }
            return unsafe pixCountPixelsInRect(pix, rectangle, &count, nil)
        }
        return Int(count)
    }

    /// Share of ink in the part of the box that lies in a 1-bit picture, 0…1; 0 for an empty part.
    package func inkRatio(in box: Model.Box) -> Double {
        let part = box.intersection(bounds)
        return part.isEmpty ? 0 : Double(inkCount(in: part)) / Double(part.area)
    }

    /// Pixels of ink in each row of a 1-bit picture.
    package func rowInk() throws -> [Int] {
        try Image.numbers("count rows") { unsafe pixCountPixelsByRow(pix, nil) }
    }

    /// Pixels of ink in each column of a 1-bit picture.
    package func columnInk() throws -> [Int] {
        try Image.numbers("count columns") { unsafe pixCountPixelsByColumn(pix) }
    }

    /// How many pixels have each of the 256 grey levels.
    ///
    /// - Parameters:
    ///   - mask: a 1-bit picture of the same size; only pixels under its ink count.
    ///   - step: every so manieth pixel in both directions counts.
    package func histogram(under mask: Image? = nil, step: Int = 1) throws -> [Int] {
        let source = try grey()
        guard let mask else {
            return try Image.numbers("histogram") { unsafe pixGetGrayHistogram(source.pix, l_int32(step)) }
        }
        return try Image.numbers("histogram") {
            unsafe pixGetGrayHistogramMasked(source.pix, mask.pix, 0, 0, l_int32(step))
        }
    }

    /// Boxes of the 8-connected components of a 1-bit picture, in the order of their first pixel from the top.
    package func connectedComponents() throws -> [Model.Box] {
        var found: UnsafeMutablePointer<BOXA>?
        defer { unsafe boxaDestroy(&found) }
        try Image.check("find components") {
            unsafe found = unsafe pixConnCompBB(pix, 8)
            return unsafe found == nil ? 1 : 0
        }
        let count = unsafe boxaGetCount(found)
        return (0..<count).map { index in
            var (x, y, width, height): (l_int32, l_int32, l_int32, l_int32) = (0, 0, 0, 0)
            unsafe boxaGetBoxGeometry(found, index, &x, &y, &width, &height)
            return Box(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
        }
    }

    /// Takes over a Leptonica array of numbers.
    @safe static func numbers(_ operation: String, _ body: () -> UnsafeMutablePointer<NUMA>?) throws -> [Int] {
        var (numbers, lines) = unsafe LeptonicaMessages.collect { unsafe body() }
        defer { unsafe numaDestroy(&numbers) }
        guard unsafe numbers != nil else {
            throw ImageError(operation: operation, message: LeptonicaMessages.cause(lines))
        }
        let count = unsafe numaGetCount(numbers)
        return (0..<count).map { index in
            var value: l_int32 = 0
            unsafe numaGetIValue(numbers, index, &value)
            return Int(value)
        }
    }
}

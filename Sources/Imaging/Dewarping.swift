import CLeptonica
package import Model

extension Image {
    /// How a page's text lines curve, from the lines of a 1-bit page (Leptonica's dewarp2.c: a parabola through the
    /// centres of each long line, then one through each column of these).
    ///
    /// - Parameter leastLines: long lines that the page must have.
    /// - Returns: nil where there are too few lines or they do not agree.
    package func measuredCurvature(leastLines: Int = 8) -> Displacement? {
        guard depth == 1, let models = CurvatureModels(leastLines: leastLines) else { return nil }
        return models.displacement(of: self)
    }

    /// Drawn anew with every column shifted as the displacement says, interpolated; white where it leaves the picture.
    ///
    /// - Parameter displacement: from the new picture's points to this one's.
    package func displaced(by displacement: Displacement) throws -> Image {
        let source = depth == 1 ? try grey() : self
        let channels = source.depth == 8 ? 1 : 3
        let bytes = channels == 1 ? try source.greyBytes() : try source.rgbBytes()
        let shifted = Self.shifted(bytes, width: width, height: height, channels: channels, displacement)
        return channels == 1
            ? try Image(width: width, height: height, grey: shifted)
            : try Image(width: width, height: height, rgb: shifted)
    }

    private static func shifted(
        _ bytes: [UInt8], width: Int, height: Int, channels: Int, _ displacement: Displacement
    ) -> [UInt8] {
        var result = [UInt8](repeating: 255, count: bytes.count)
        var shifts = [Double](repeating: 0, count: width)
        for row in 0..<height {
            for column in 0..<width {
                // One in eight is computed, those between follow a straight line.
                if column & 7 == 0 {
                    let y = Double(row) + 0.5
                    let first = displacement.shift(x: Double(column) + 0.5, y: y)
                    let next = displacement.shift(x: Double(column) + 8.5, y: y)
                    for offset in 0..<min(8, width - column) {
                        shifts[column + offset] = first + (next - first) * Double(offset) / 8
                    }
                }
                let place = Double(row) + shifts[column]
                let upper = Int(place.rounded(.down))
                guard upper >= 0, upper < height else { continue }
                let share = Int((place - Double(upper)) * 256)
                let lower = min(height - 1, upper + 1)
                for channel in 0..<channels {
                    let a = Int(bytes[(upper * width + column) * channels + channel])
                    let b = Int(bytes[(lower * width + column) * channels + channel])
                    result[(row * width + column) * channels + channel] = UInt8((a * (256 - share) + b * share) >> 8)
                }
            }
        }
        return result
    }
}

/// Owns Leptonica's models of curvature for one page.
@safe private final class CurvatureModels {
    private let array: UnsafeMutablePointer<L_DEWARPA>

    init?(leastLines: Int) {
        // The default sampling, no reduction, no other page's model.
        guard let array = unsafe dewarpaCreate(1, 0, 1, l_int32(leastLines), 0) else { return nil }
        unsafe self.array = unsafe array
        unsafe dewarpaUseBothArrays(array, 0)
    }

    deinit {
        var owned: UnsafeMutablePointer<L_DEWARPA>? = unsafe array
        unsafe dewarpaDestroy(&owned)
    }

    /// Every so manieth pixel is kept.
    private static let step = 64

    func displacement(of binary: Image) -> Displacement? {
        let (model, _) = unsafe LeptonicaMessages.collect { unsafe validModel(of: binary) }
        guard let model = unsafe model, let field = unsafe model.pointee.fullvdispar else { return nil }
        let columns = (binary.width + Self.step - 1) / Self.step + 1
        let rows = (binary.height + Self.step - 1) / Self.step + 1
        var shifts: [Double] = []
        for row in 0..<rows {
            for column in 0..<columns {
                var value: Float = 0
                let x = l_int32(min(binary.width - 1, column * Self.step))
                let y = l_int32(min(binary.height - 1, row * Self.step))
                guard unsafe fpixGetPixel(field, x, y, &value) == 0, value.isFinite else { return nil }
                // Leptonica's row y shows what was at y less its disparity.
                shifts.append(-Double(value))
            }
        }
        return Displacement(step: Double(Self.step), columns: columns, rows: rows, shifts: shifts)
    }

    /// Owned by the array.
    private func validModel(of binary: Image) -> UnsafeMutablePointer<L_DEWARP>? {
        guard let model = unsafe dewarpCreate(binary.pix, 0) else { return nil }
        guard unsafe dewarpaInsertDewarp(array, model) == 0 else {
            var unowned: UnsafeMutablePointer<L_DEWARP>? = unsafe model
            unsafe dewarpDestroy(&unowned)
            return nil
        }
        guard unsafe dewarpBuildPageModel(model, nil) == 0, unsafe model.pointee.vsuccess == 1,
            unsafe dewarpaInsertRefModels(array, 0, 0) == 0,
            let kept = unsafe dewarpaGetDewarp(array, 0), unsafe kept.pointee.vvalid == 1,
            unsafe dewarpPopulateFullRes(kept, nil, 0, 0) == 0
        else { return nil }
        return unsafe kept
    }
}

import CLeptonica
package import Model

extension Image {
    /// The part of the box that lies in the picture.
    ///
    /// - Throws: `ImageError` where none does.
    package func cropped(to box: Model.Box) throws -> Image {
        let part = box.intersection(bounds)
        guard !part.isEmpty else { throw ImageError(operation: "crop", message: "box lies outside the picture") }
        return try Image.make("crop") {
            var rectangle = unsafe boxCreate(
                l_int32(part.x), l_int32(part.y), l_int32(part.width), l_int32(part.height))
            defer { unsafe boxDestroy(&rectangle) }
            return unsafe pixClipRectangle(pix, rectangle, nil)
        }
    }

    /// Resampled without sharpening (areas averaged on reduction, interpolated on enlargement); 1 bit becomes grey.
    package func scaled(by factor: Double) throws -> Image {
        try scaled(byX: factor, y: factor)
    }

    /// The same with a factor for each direction.
    package func scaled(byX factorX: Double, y factorY: Double) throws -> Image {
        guard factorX > 0, factorY > 0, factorX.isFinite, factorY.isFinite else {
            throw ImageError(operation: "scale", message: "factor must be above 0")
        }
        let source = depth == 1 ? try grey() : self
        return try Image.make("scale") { unsafe pixScaleGeneral(source.pix, Float(factorX), Float(factorY), 0, 0) }
    }

    /// Turned clockwise by quarters; any whole number.
    package func rotated(quarterTurns: Int) throws -> Image {
        let turns = ((quarterTurns % 4) + 4) % 4
        guard turns != 0 else { return self }
        return try Image.make("turn") { unsafe pixRotateOrth(pix, l_int32(turns)) }
    }

    /// Turned clockwise about its centre, enlarged so that nothing is lost, white where there was nothing.
    /// ``Transform/rotation(degrees:width:height:)`` gives the map and the new size. 1 bit becomes grey.
    package func rotated(degrees: Double) throws -> Image {
        let plan = Transform.rotation(degrees: degrees, width: width, height: height)
        let source = depth == 1 ? try grey() : self
        let padX = l_int32((plan.width - width) / 2)
        let padY = l_int32((plan.height - height) / 2)
        let framed = try Image.make("turn") {
            unsafe pixAddBorderGeneral(source.pix, padX, padX, padY, padY, source.depth == 8 ? 0xff : 0xffff_ff00)
        }
        let angle = Float(degrees * .pi / 180)
        return try Image.make("turn") {
            framed.depth == 8
                ? unsafe pixRotateAMGray(framed.pix, angle, 255)
                : unsafe pixRotateAMColor(framed.pix, angle, 0xffff_ff00)
        }
    }

    package func flippedHorizontally() throws -> Image {
        try Image.make("flip") { unsafe pixFlipLR(nil, pix) }
    }

    /// Drawn anew through a projective map, interpolated; white where the map leaves the picture.
    ///
    /// - Parameters:
    ///   - transform: from the new picture's points to this one's.
    ///   - width: of the new picture.
    ///   - height: of the new picture.
    /// - Throws: `ImageError` where the map is not finite or its last element is 0.
    package func warped(_ transform: Transform, width: Int, height: Int) throws -> Image {
        // Leptonica maps pixel centres by eight coefficients, the ninth being 1.
        let shifted = Transform.translation(x: -0.5, y: -0.5).after(transform).after(.translation(x: 0.5, y: 0.5))
        let last = shifted.elements[8]
        guard width > 0, height > 0, last != 0, shifted.elements.allSatisfy(\.isFinite) else {
            throw ImageError(operation: "warp", message: "the map is degenerate")
        }
        var coefficients = shifted.elements.dropLast().map { Float($0 / last) }
        // Leptonica's result has its source's size: grow the source where the result is larger.
        let white: UInt32 = depth == 1 ? 0 : depth == 8 ? 0xff : 0xffff_ff00
        let right = l_int32(max(0, width - self.width))
        let bottom = l_int32(max(0, height - self.height))
        let source =
            right == 0 && bottom == 0
            ? self : try Image.make("warp") { unsafe pixAddBorderGeneral(pix, 0, right, 0, bottom, white) }
        let drawn = try Image.make("warp") {
            switch depth {
            case 1: unsafe pixProjectiveSampled(source.pix, &coefficients, l_int32(L_BRING_IN_WHITE))
            case 8: unsafe pixProjectiveGray(source.pix, &coefficients, 255)
            default: unsafe pixProjectiveColor(source.pix, &coefficients, white)
            }
        }
        return try drawn.cropped(to: Box(x: 0, y: 0, width: width, height: height))
    }
}

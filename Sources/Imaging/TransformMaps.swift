package import Model

#if canImport(Glibc)
    import Glibc
#endif

extension Transform {
    package static func translation(x: Double, y: Double) -> Transform {
        Transform([1, 0, x, 0, 1, y, 0, 0, 1])
    }

    package static func scale(x: Double, y: Double) -> Transform {
        Transform([x, 0, 0, 0, y, 0, 0, 0, 1])
    }

    /// What ``Image/rotated(quarterTurns:)`` does to a picture of this size: from the new picture's points to the old.
    package static func quarterTurns(_ turns: Int, width: Int, height: Int) -> Transform {
        switch ((turns % 4) + 4) % 4 {
        case 1: Transform([0, 1, 0, -1, 0, Double(height), 0, 0, 1])
        case 2: Transform([-1, 0, Double(width), 0, -1, Double(height), 0, 0, 1])
        case 3: Transform([0, -1, Double(width), 1, 0, 0, 0, 0, 1])
        default: .identity
        }
    }

    /// What ``Image/rotated(degrees:)`` does to a picture of this size: from the new picture's points to the old, and
    /// the new size.
    package static func rotation(
        degrees: Double, width: Int, height: Int
    ) -> (transform: Transform, width: Int, height: Int) {
        let radians = degrees * .pi / 180
        let sine = sin(radians)
        let cosine = cos(radians)
        let neededWidth = abs(Double(width) * cosine) + abs(Double(height) * sine)
        let neededHeight = abs(Double(width) * sine) + abs(Double(height) * cosine)
        let padX = max(0, Int(((neededWidth - Double(width)) / 2).rounded(.up)))
        let padY = max(0, Int(((neededHeight - Double(height)) / 2).rounded(.up)))
        let newWidth = width + 2 * padX
        let newHeight = height + 2 * padY
        // Leptonica turns about the middle pixel's centre.
        let centreX = Double(newWidth / 2) + 0.5
        let centreY = Double(newHeight / 2) + 0.5
        let turn = Transform([cosine, sine, 0, -sine, cosine, 0, 0, 0, 1])
        let map = Transform.translation(x: centreX - Double(padX), y: centreY - Double(padY))
            .after(turn).after(.translation(x: -centreX, y: -centreY))
        return (map, newWidth, newHeight)
    }

    /// The map that undoes this one; nil where there is none.
    package var inverse: Transform? {
        let e = elements
        let cofactors = [
            e[4] * e[8] - e[5] * e[7], e[2] * e[7] - e[1] * e[8], e[1] * e[5] - e[2] * e[4],
            e[5] * e[6] - e[3] * e[8], e[0] * e[8] - e[2] * e[6], e[2] * e[3] - e[0] * e[5],
            e[3] * e[7] - e[4] * e[6], e[1] * e[6] - e[0] * e[7], e[0] * e[4] - e[1] * e[3],
        ]
        let determinant = e[0] * cofactors[0] + e[1] * cofactors[3] + e[2] * cofactors[6]
        guard determinant != 0, determinant.isFinite else { return nil }
        return Transform(cofactors.map { $0 / determinant })
    }

    /// The map that takes a rectangle of this size with its corner at the origin to four corners (Heckbert 1989,
    /// "Fundamentals of Texture Mapping and Image Warping", section 2.2.3); nil where three of them lie in a row.
    package static func rectangle(width: Double, height: Double, to corners: Quadrilateral) -> Transform? {
        let (a, b, c, d) = (corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft)
        let sumX = a.x - b.x + c.x - d.x
        let sumY = a.y - b.y + c.y - d.y
        let (dx1, dy1) = (b.x - c.x, b.y - c.y)
        let (dx2, dy2) = (d.x - c.x, d.y - c.y)
        let determinant = dx1 * dy2 - dx2 * dy1
        guard abs(determinant) > 1e-9, width > 0, height > 0 else { return nil }
        let g = (sumX * dy2 - dx2 * sumY) / determinant
        let h = (dx1 * sumY - sumX * dy1) / determinant
        let unit = Transform([
            b.x - a.x + g * b.x, d.x - a.x + h * d.x, a.x,
            b.y - a.y + g * b.y, d.y - a.y + h * d.y, a.y,
            g, h, 1,
        ])
        return unit.after(.scale(x: 1 / width, y: 1 / height))
    }
}

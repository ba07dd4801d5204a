/// A point in pixels; x grows to the right, y downwards. Written as `[x, y]`.
package struct Point: Hashable, Sendable {
    package var x: Double
    package var y: Double

    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

extension Point: Codable {
    package init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        x = try container.decode(Double.self)
        y = try container.decode(Double.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(x)
        try container.encode(y)
    }
}

/// A rectangle in whole pixels of the upright page, origin top left. Written as `[x, y, width, height]`.
package struct Box: Hashable, Sendable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int

    package init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    package var maxX: Int { x + width }
    package var maxY: Int { y + height }
    package var midX: Double { Double(x) + Double(width) / 2 }
    package var midY: Double { Double(y) + Double(height) / 2 }
    package var area: Int { max(0, width) * max(0, height) }
    package var isEmpty: Bool { width <= 0 || height <= 0 }

    /// The smallest box around both.
    package func union(_ other: Box) -> Box {
        let left = min(x, other.x)
        let top = min(y, other.y)
        return Box(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
    }

    /// What both cover; empty where they do not meet.
    package func intersection(_ other: Box) -> Box {
        let left = max(x, other.x)
        let top = max(y, other.y)
        return Box(
            x: left, y: top, width: max(0, min(maxX, other.maxX) - left), height: max(0, min(maxY, other.maxY) - top))
    }

    /// Shrunk on every side; a negative margin grows it.
    package func inset(by margin: Int) -> Box {
        Box(x: x + margin, y: y + margin, width: width - 2 * margin, height: height - 2 * margin)
    }

    /// The share of the lower of the two heights that both rows cover, 0…1.
    package func verticalOverlap(_ other: Box) -> Double {
        let shared = min(maxY, other.maxY) - max(y, other.y)
        let least = min(height, other.height)
        return least > 0 ? max(0, Double(shared) / Double(least)) : 0
    }

    /// The share of the narrower of the two widths that both columns cover, 0…1.
    package func horizontalOverlap(_ other: Box) -> Double {
        let shared = min(maxX, other.maxX) - max(x, other.x)
        let least = min(width, other.width)
        return least > 0 ? max(0, Double(shared) / Double(least)) : 0
    }

    /// The smallest box around all of them; nil for none.
    package static func around(_ boxes: some Sequence<Box>) -> Box? {
        boxes.reduce(nil as Box?) { $0?.union($1) ?? $1 }
    }
}

extension Box: Codable {
    package init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        x = try container.decode(Int.self)
        y = try container.decode(Int.self)
        width = try container.decode(Int.self)
        height = try container.decode(Int.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for value in [x, y, width, height] { try container.encode(value) }
    }
}

/// Four corners, clockwise from the one that is the upright page's top left. Written as `[[x, y], …]`.
package struct Quadrilateral: Hashable, Sendable {
    package var topLeft: Point
    package var topRight: Point
    package var bottomRight: Point
    package var bottomLeft: Point

    package init(topLeft: Point, topRight: Point, bottomRight: Point, bottomLeft: Point) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomRight = bottomRight
        self.bottomLeft = bottomLeft
    }

    package var corners: [Point] { [topLeft, topRight, bottomRight, bottomLeft] }
}

extension Quadrilateral: Codable {
    package init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        topLeft = try container.decode(Point.self)
        topRight = try container.decode(Point.self)
        bottomRight = try container.decode(Point.self)
        bottomLeft = try container.decode(Point.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for corner in corners { try container.encode(corner) }
    }
}

/// A projective map of the plane: nine numbers, row by row. Written as an array of nine.
package struct Transform: Hashable, Sendable {
    package var elements: [Double]

    /// - Precondition: nine elements.
    package init(_ elements: [Double]) {
        precondition(elements.count == 9, "a transform has nine elements")
        self.elements = elements
    }

    package static let identity = Transform([1, 0, 0, 0, 1, 0, 0, 0, 1])

    package func apply(_ point: Point) -> Point {
        let e = elements
        let w = e[6] * point.x + e[7] * point.y + e[8]
        return Point(
            x: (e[0] * point.x + e[1] * point.y + e[2]) / w, y: (e[3] * point.x + e[4] * point.y + e[5]) / w)
    }

    /// The map that applies `first`, then this one.
    package func after(_ first: Transform) -> Transform {
        var product = [Double](repeating: 0, count: 9)
        for row in 0..<3 {
            for column in 0..<3 {
                product[row * 3 + column] = (0..<3).reduce(0) {
                    $0 + elements[row * 3 + $1] * first.elements[$1 * 3 + column]
                }
            }
        }
        return Transform(product)
    }
}

extension Transform: Codable {
    package init(from decoder: any Decoder) throws {
        let elements = try decoder.singleValueContainer().decode([Double].self)
        guard elements.count == 9 else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "a transform has nine elements"))
        }
        self.elements = elements
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(elements)
    }
}

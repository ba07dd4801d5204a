import Imaging
import Model

/// One page as it goes into a file.
struct CapturedPage {
    var image: Image
    var truth: TruthPageValues
    var dpi: Double
    /// EXIF orientation to write, 1…8.
    var tag = 1
    /// Of further pages that the picture shows.
    var others: [TruthPageValues] = []
}

/// The truth of one page's capture.
struct TruthPageValues {
    var corners: Quadrilateral?
    var skew = 0.0
    var orientation = 0
    var defect: ReasonCode?
}

/// How the pages of one document come as a file.
enum FileFormat: Equatable {
    case png
    case jpeg(quality: Int)
    /// Lossless: Group 4 for two levels.
    case tiff
    /// Each page a JPEG picture.
    case pdf(quality: Int)

    var suffix: String {
        switch self {
        case .png: "png"
        case .jpeg: "jpg"
        case .tiff: "tif"
        case .pdf: "pdf"
        }
    }

    var holdsManyPages: Bool { self == .tiff || suffix == "pdf" }
}

/// A whole capture: its pages in order, and the file's format.
struct Captured {
    var pages: [CapturedPage]
    var format: FileFormat
}

extension Quadrilateral {
    /// A rectangle's corners.
    init(x: Double, y: Double, width: Double, height: Double) {
        self.init(
            topLeft: Point(x: x, y: y), topRight: Point(x: x + width, y: y),
            bottomRight: Point(x: x + width, y: y + height), bottomLeft: Point(x: x, y: y + height))
    }

    func mapped(_ transform: Transform) -> Quadrilateral {
        Quadrilateral(
            topLeft: transform.apply(topLeft), topRight: transform.apply(topRight),
            bottomRight: transform.apply(bottomRight), bottomLeft: transform.apply(bottomLeft))
    }

    /// Hundredths of a pixel are exact enough and keep the truth readable.
    var rounded: Quadrilateral {
        func near(_ point: Point) -> Point {
            Point(x: (point.x * 100).rounded() / 100, y: (point.y * 100).rounded() / 100)
        }
        return Quadrilateral(
            topLeft: near(topLeft), topRight: near(topRight), bottomRight: near(bottomRight),
            bottomLeft: near(bottomLeft))
    }
}

extension Captured {
    /// Each page turned by a known angle within so many degrees either way, and by quarters, truth and all.
    func tilted(within degrees: Double, _ random: inout Random) throws -> Captured {
        var result = self
        for index in pages.indices {
            let angle = (random.double(-degrees...degrees) * 1000).rounded() / 1000
            result.pages[index] = try pages[index].tilted(degrees: angle).turned(quarters: random.int(0...3))
        }
        return result
    }
}

extension CapturedPage {
    /// Turned clockwise on white, truth and all.
    func tilted(degrees: Double) throws -> CapturedPage {
        var copy = self
        let plan = Transform.rotation(degrees: degrees, width: image.width, height: image.height)
        copy.image = try image.rotated(degrees: degrees)
        copy.image.dpi = image.dpi
        copy.truth.skew = truth.skew + degrees
        if let forth = plan.transform.inverse { copy.truth.corners = truth.corners?.mapped(forth) }
        return copy
    }

    /// Turned clockwise by quarters, truth and all.
    func turned(quarters: Int) throws -> CapturedPage {
        guard !quarters.isMultiple(of: 4) else { return self }
        var copy = self
        let back = Transform.quarterTurns(quarters, width: image.width, height: image.height)
        copy.image = try image.rotated(quarterTurns: quarters)
        copy.image.dpi = image.dpi
        copy.truth.orientation = (truth.orientation + 90 * quarters) % 360
        if let forth = back.inverse { copy.truth.corners = truth.corners?.mapped(forth) }
        return copy
    }
}

/// A picture as a PDF holds it (ISO 32000-1, 8.9.5): taken out of its file as it is, or encoded anew.
package struct PDFPicture: Hashable, Sendable {
    /// How its data are encoded.
    package enum Coding: Hashable, Sendable {
        /// A JPEG file.
        case jpeg
        /// A JPEG 2000 file, which says itself what its samples mean.
        case jpeg2000
        /// Deflated rows, each with one of PNG's predictors.
        case png
        /// ITU-T T.6, white is 0.
        case group4
    }

    package var coding: Coding
    /// In pixels.
    package var width: Int
    package var height: Int
    /// A sample.
    package var bits: Int
    /// Samples a pixel: 1 grey, or a number in the palette; 3 red, green, blue.
    package var components: Int
    /// Red, green and blue of each number; empty where there is none.
    package var palette: [UInt8]
    package var data: [UInt8]

    package init(
        _ coding: Coding, width: Int, height: Int, bits: Int, components: Int, palette: [UInt8] = [], data: [UInt8]
    ) {
        self.coding = coding
        self.width = width
        self.height = height
        self.bits = bits
        self.components = components
        self.palette = palette
        self.data = data
    }
}

/// What one page of a file is, as far as a searchable PDF takes it over.
package enum PageOriginal: Hashable, Sendable {
    /// A picture, and how it is to be turned: EXIF's orientation, 1…8.
    case picture(PDFPicture, orientation: Int)
    /// A page of a PDF that is a scan. The transform leads from the page as displayed, one unit wide and high from its top
    /// left, to the page's own space.
    case scan(Transform)
    /// A page of a PDF that a program drew: its text can be found as it is.
    case drawn
}

/// A PDF file that is to be taken over.
package struct PDFOriginal: Hashable, Sendable {
    /// Where it lies; mended where that was needed.
    package var location: String
    /// Tried in order where it asks for one.
    package var passwords: [String]

    package init(location: String, passwords: [String]) {
        self.location = location
        self.passwords = passwords
    }
}

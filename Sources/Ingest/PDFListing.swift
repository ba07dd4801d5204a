/// What `pdfinfo -f 1 -l N` prints about the document and its pages.
struct PDFInfo: Hashable {
    /// In points (1/72 inch), as displayed: after the page's own rotation.
    struct PageSize: Hashable {
        var width: Double
        var height: Double
    }

    var pageCount = 0
    var sizes: [Int: PageSize] = [:]

    init(_ text: String) {
        var turned: Set<Int> = []
        for line in text.split(whereSeparator: \.isNewline) {
            let words = line.split(separator: " ")
            if words.count == 2, words[0] == "Pages:" {
                pageCount = max(0, Int(words[1]) ?? 0)
            } else if words.count >= 4, words[0] == "Page", let number = Int(words[1]) {
                if words[2] == "size:", words.count >= 6, let width = Double(words[3]), let height = Double(words[5]) {
                    sizes[number] = PageSize(width: width, height: height)
                } else if words[2] == "rot:", let angle = Int(words[3]), angle % 180 != 0 {
                    turned.insert(number)
                }
            }
        }
        for number in turned {
            if let size = sizes[number] { sizes[number] = PageSize(width: size.height, height: size.width) }
        }
    }
}

/// One line of `pdfimages -list`.
struct PDFImageLine: Hashable {
    /// `image`, `stencil`, `mask` or `smask`.
    var type: String
    /// In pixels.
    var width: Int
    var height: Int
    /// Pixels per inch along the picture's own axes.
    var ppiAcross: Double
    var ppiDown: Double

    /// The lines behind the table's head. Columns: page, num, type, width, height, color, comp, bpc, enc, interp, object
    /// and ID (or `[inline]`), x-ppi, y-ppi, size, ratio.
    static func parse(_ text: String) -> [PDFImageLine] {
        text.split(whereSeparator: \.isNewline).compactMap { line in
            let words = line.split(separator: " ")
            guard words.count >= 15, Int(words[0]) != nil, let width = Int(words[3]), let height = Int(words[4]),
                let across = Double(words[words.count - 4]), let down = Double(words[words.count - 3])
            else { return nil }
            return PDFImageLine(
                type: String(words[2]), width: width, height: height, ppiAcross: across, ppiDown: down)
        }
    }

    /// Whether it fills the page, upright or on its side, to 5 % of each side.
    func covers(_ size: PDFInfo.PageSize) -> Bool {
        guard ppiAcross > 0, ppiDown > 0, size.width > 0, size.height > 0 else { return false }
        // Poppler gives the resolution along the picture's own axes.
        let across = Double(width) * 72 / ppiAcross
        let down = Double(height) * 72 / ppiDown
        func fits(_ width: Double, _ height: Double) -> Bool {
            (0.95...1.05).contains(width / size.width) && (0.95...1.05).contains(height / size.height)
        }
        return fits(across, down) || fits(down, across)
    }

    /// Pixels per inch of the picture itself, also where it lies on its side.
    func resolution(on size: PDFInfo.PageSize) -> Double {
        let pixels = (Double(width) * Double(height)).squareRoot()
        let inches = (size.width * size.height).squareRoot() / 72
        return inches > 0 ? pixels / inches : 0
    }
}

import Imaging

/// The pictures of a document's first pages, kept until its values were looked at a second time.
struct PagePictures {
    private var pictures: [Int: Image] = [:]
    private var pixels = 0

    /// Twelve letter pages at 300 dpi: a byte a pixel, against a worker's memory of 2 GiB.
    private static let mostPixels = 100_000_000

    /// Keeps a page's picture while there is room.
    ///
    /// - Parameter page: from 1.
    mutating func keep(_ picture: Image, of page: Int) {
        let size = picture.width * picture.height
        guard pixels + size <= Self.mostPixels else { return }
        pixels += size
        pictures[page] = picture
    }

    subscript(page: Int) -> Image? { pictures[page] }
}

import Imaging

/// The pictures of a file's pages as they were read, until values were looked at a second time: those of the first pages
/// are kept, others made once more.
final class PagePictures {
    private var pictures: [Int: Image] = [:]
    private var pixels = 0
    private var latest: (page: Int, picture: Image)?
    /// Makes the picture of a page from 1; nil where that cannot be done.
    var remake: (Int) -> Image? = { _ in nil }

    /// Twelve letter pages at 300 dpi: a byte a pixel, against a worker's memory of 2 GiB.
    private static let mostPixels = 100_000_000

    /// Keeps a page's picture while there is room.
    ///
    /// - Parameter page: from 1.
    func keep(_ picture: Image, of page: Int) {
        let size = picture.width * picture.height
        guard pixels + size <= Self.mostPixels else { return }
        pixels += size
        pictures[page] = picture
    }

    /// Fast where pages are asked for in order.
    subscript(page: Int) -> Image? {
        if let picture = pictures[page] { return picture }
        if let latest, latest.page == page { return latest.picture }
        latest = remake(page).map { (page, $0) }
        return latest?.picture
    }
}

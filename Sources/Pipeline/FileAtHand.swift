import Imaging
import Model

/// A file while its documents are judged, for what is read once more.
struct FileAtHand {
    let source: any PageSource
    /// As they were read, those of all its documents.
    let pages: [RecognizedPage]
}

extension Pipeline {
    /// A page of the file prepared once more, from its picture at another scale.
    ///
    /// - Parameter index: from 1, of the file's pages.
    /// - Returns: nil where the page is not found again.
    /// - Throws: what opening and preparing the page throws.
    func preparedAgain(
        _ index: Int, of file: FileAtHand, scale: Double = 1
    ) throws -> (page: PreparedPage, images: PageImages)? {
        guard file.pages.indices.contains(index - 1) else { return nil }
        let number = file.pages[index - 1].prepared.inputPage ?? index
        let position = file.pages[..<(index - 1)].count { number == $0.prepared.inputPage }
        let loaded = try file.source.page(number)
        var (page, image) = try stages.standardize(loaded.page, loaded.image)
        if scale != 1 {
            image = try image.scaled(by: scale)
            (page.width, page.height) = (image.width, image.height)
            page.dpi = page.dpi.map { $0 * scale }
        }
        let places = try stages.find(page, image)
        guard places.indices.contains(position) else { return nil }
        return try stages.prepare(page, image, places[position])
    }
}

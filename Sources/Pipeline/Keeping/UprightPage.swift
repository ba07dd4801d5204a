import Imaging
import Ingest
package import Model

/// A page of a file as a result's boxes refer to it: what draws it anew from the file, without reading it.
package struct UprightPage: Hashable, Sendable, Codable {
    /// Of the file, from 1.
    package var page: Int
    /// Of the upright page, in pixels.
    package var width: Int
    package var height: Int
    /// From upright pixels to the file's.
    package var transform: Transform
    package var displacement: Displacement?

    /// Pixels of the longer side that a picture of it may have.
    private static let longestSide = 2000.0

    package init(_ report: PageReport) {
        page = report.inputPage ?? report.index
        width = report.width
        height = report.height
        transform = report.transform
        displacement = report.displacement
    }

    init(_ prepared: PreparedPage) {
        page = prepared.inputPage ?? prepared.index
        width = prepared.width
        height = prepared.height
        transform = prepared.transform
        displacement = prepared.displacement
    }

    /// - Parameter input: the file's page as Preprocess took it.
    func drawn(from input: Image) throws -> Image {
        let picture = try input.warped(transform, width: width, height: height)
        return try displacement.map { try picture.displaced(by: $0) } ?? picture
    }

    /// For people to look at, and so no larger than that needs.
    fileprivate func reduced(from input: Image) throws -> Image {
        let picture = try drawn(from: input)
        let factor = Self.longestSide / Double(max(width, height))
        return try factor < 1 ? picture.scaled(by: factor) : picture
    }
}

extension Pipeline {
    /// A JPEG picture of an upright page.
    ///
    /// - Parameter scratch: a folder for intermediate files.
    /// - Throws: `Failure` where the file, or the page, cannot be decoded any more.
    package func picture(of upright: UprightPage, in source: SourceFile, scratch: String) throws -> [UInt8] {
        do {
            let opened = try stages.open(source, scratch)
            guard 1...max(1, opened.pageCount) ~= upright.page, upright.width > 0, upright.height > 0 else {
                throw Failure(.noPages, "\(source.path) has no page \(upright.page)", stage: .ingest)
            }
            let loaded = try opened.page(upright.page)
            return try upright.reduced(from: stages.standardize(loaded.page, loaded.image).image).jpegData()
        } catch let rejected as RejectedDocument {
            throw rejected.failure
        } catch let error as ImageError {
            throw Failure(error, page: upright.page, stage: .preprocess)
        }
    }
}

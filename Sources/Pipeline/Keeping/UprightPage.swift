import Foundation
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
    /// Whether its words are wanted, and not its picture; nil for no.
    package var words: Bool?
    /// What of it is wanted, in pixels of the upright page; nil for all.
    package var box: Box?

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
        var picture = try drawn(from: input)
        if let box {
            let part = box.intersection(Box(x: 0, y: 0, width: width, height: height))
            guard !part.isEmpty else {
                throw Failure(.noPages, "there is no such place on the page", stage: .preprocess)
            }
            picture = try picture.cropped(to: part)
        }
        let factor = Self.longestSide / Double(max(picture.width, picture.height))
        return try factor < 1 ? picture.scaled(by: factor) : picture
    }
}

extension PreparedPage {
    /// Where a box lies on the picture that the page was made of.
    fileprivate func inputBox(_ box: Box) -> Box {
        let corners = [(box.x, box.y), (box.maxX, box.y), (box.maxX, box.maxY), (box.x, box.maxY)]
            .map { inputPoint(Point(x: Double($0.0), y: Double($0.1))) }
        return Box.around(
            corners.map { Box(x: Int($0.x.rounded()), y: Int($0.y.rounded()), width: 0, height: 0) }) ?? box
    }
}

extension Pipeline {
    /// What is wanted of an upright page: a JPEG picture, or the JSON of its words, a list of `PageReport.WordReport`.
    ///
    /// - Parameter scratch: a folder for intermediate files.
    /// - Throws: `Failure` where the file, or the page, cannot be decoded any more.
    package func view(of upright: UprightPage, in source: SourceFile, scratch: String) throws -> [UInt8] {
        do {
            let opened = try stages.open(source, scratch)
            guard 1...max(1, opened.pageCount) ~= upright.page, upright.width > 0, upright.height > 0 else {
                throw Failure(.noPages, "\(source.path) has no page \(upright.page)", stage: .ingest)
            }
            let loaded = try opened.page(upright.page)
            let input = try stages.standardize(loaded.page, loaded.image).image
            return upright.words == true
                ? [UInt8](try JSONEncoder().encode(words(of: upright, in: input)))
                : try upright.reduced(from: input).jpegData()
        } catch let rejected as RejectedDocument {
            throw rejected.failure
        } catch let error as ImageError {
            throw Failure(error, page: upright.page, stage: .preprocess)
        }
    }

    /// Read anew, with boxes in pixels of the upright page as it was read first.
    private func words(of upright: UprightPage, in input: Image) throws -> [PageReport.WordReport] {
        let picture = try upright.drawn(from: input)
        let page = LoadedPage(index: upright.page, width: picture.width, height: picture.height, dpi: nil)
        let (prepared, images) = try stages.prepare(page, picture, .whole)
        guard prepared.hopeless == nil else { return [] }
        let whole = Box(x: 0, y: 0, width: upright.width, height: upright.height)
        return try stages.read(prepared, images).words.map { word in
            var word = word
            word.box = prepared.inputBox(word.box).intersection(whole)
            return PageReport.WordReport(word)
        }
    }
}

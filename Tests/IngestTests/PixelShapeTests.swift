import Imaging
import Model
import Testing

@testable import Ingest

/// What a file's two resolutions say of its pixels' shape is handed on; the picture stays as it is stored.
@Suite struct PixelShapeTests {
    /// With a JFIF header (ITU-T T.871, 10.1) that gives these dots per inch, and an orientation.
    static func jpeg(across: Int, down: Int, orientation: Int = 1) throws -> [UInt8] {
        var bytes = try Pictures.corner().jpegData(quality: 95)
        bytes.replaceSubrange(
            13..<18, with: [1, UInt8(across >> 8), UInt8(across & 0xFF), UInt8(down >> 8), UInt8(down & 0xFF)])
        let block = Array("Exif\0\0".utf8) + EXIFTests.block([(0x0112, 3, 1, orientation)])
        bytes.insert(contentsOf: [0xFF, 0xE1, 0, UInt8(block.count + 2)] + block, at: 20)
        return bytes
    }

    @Test(
        arguments: [
            (204, 98, 1, 204.0 / 98), (72, 144, 1, 0.5), (72, 144, 6, 2.0), (72, 144, 3, 0.5), (300, 300, 1, 1),
            (204, 196, 1, 1), (600, 100, 1, 1),
        ] as [(Int, Int, Int, Double)])
    func isHandedOn(across: Int, down: Int, orientation: Int, aspect: Double) throws {
        let folder = try Folder()
        let file = try folder.source("a.jpg", Self.jpeg(across: across, down: down, orientation: orientation))
        let (page, image) = try folder.open(file).page(1)
        #expect(abs(page.pixelAspect - aspect) < 0.001)
        #expect(Set([image.width, image.height]) == [60, 40] && page.width == image.width)
        #expect(page.dpi == Double(max(across, down)))
    }
}

import Foundation
import Imaging
import Model
import Testing

@Suite struct DecodingTests {
    @Test(arguments: [Image.Encoding.png, .tiffLZW, .tiffDeflate, .bmp, .pnm])
    func keepsEveryPixelThroughLosslessFormats(encoding: Image.Encoding) throws {
        let image = try Pictures.gradient(width: 61, height: 37)
        let decoded = try Image.decode(image.encoded(as: encoding))
        #expect(try decoded.greyBytes() == image.greyBytes())
        #expect(decoded.depth == 8)
    }

    @Test(arguments: [Image.Encoding.jpeg, .webp, .jp2, .gif])
    func staysNearThroughOtherFormats(encoding: Image.Encoding) throws {
        let image = try Pictures.rectangle(width: 64, height: 48, Box(x: 8, y: 8, width: 24, height: 16))
        let decoded = try Image.decode(image.encoded(as: encoding))
        #expect(decoded.width == 64 && decoded.height == 48)
        let difference = zip(try decoded.greyBytes(), try image.greyBytes()).map { abs(Int($0) - Int($1)) }
        #expect(difference.reduce(0, +) / difference.count < 8)
    }

    @Test(arguments: [Image.Encoding.tiffG3, .tiffG4, .png])
    func keepsTwoLevelPicturesAtOneBit(encoding: Image.Encoding) throws {
        let image = try Pictures.rectangle(width: 70, height: 50, Box(x: 3, y: 5, width: 20, height: 11))
            .thresholded(at: 128)
        let decoded = try Image.decode(image.encoded(as: encoding))
        #expect(decoded.depth == 1)
        #expect(decoded.inkCount() == 220)
        #expect(decoded.inkCount(in: Box(x: 3, y: 5, width: 20, height: 11)) == 220)
    }

    @Test func keepsColours() throws {
        let rgb: [UInt8] = [255, 0, 0, 0, 255, 0, 0, 0, 255, 10, 20, 30]
        let decoded = try Image.decode(Image(width: 2, height: 2, rgb: rgb).pngData())
        #expect(decoded.depth == 32)
        #expect(try decoded.rgbBytes() == rgb)
    }

    @Test func laysTransparencyOverWhite() throws {
        let decoded = try Image.decode(Pictures.bytes(Pictures.alphaPNG))
        let rgb = try decoded.rgbBytes()
        #expect(Array(rgb[0..<3]) == [255, 0, 0])
        #expect(abs(Int(rgb[3]) - 127) <= 2)
        #expect(Array(rgb[6..<9]) == [255, 255, 255])
    }

    @Test func resolvesPalettes() throws {
        let rgb = try Image.decode(Pictures.bytes(Pictures.palettePNG)).rgbBytes()
        #expect(rgb == [255, 0, 0, 255, 0, 0, 255, 0, 0, 0, 0, 255])
    }

    @Test func reducesSixteenBitsToEight() throws {
        let decoded = try Image.decode(Pictures.bytes(Pictures.deepPNG))
        #expect(Array(try decoded.greyBytes()[0..<4]) == [0, 64, 128, 255])
    }

    @Test func decodesHEIC() throws {
        let bytes = try Pictures.bytes(Pictures.heic)
        let header = try ImageHeader.read(bytes)
        #expect(header.format == .heic && header.width == 64 && header.height == 48)
        let ink = try Image.decode(bytes).thresholded(at: 128)
        #expect(ink.inkRatio(in: Box(x: 8, y: 8, width: 24, height: 16)) > 0.95)
        #expect(ink.inkRatio(in: Box(x: 34, y: 0, width: 30, height: 48)) == 0)
    }

    @Test func readsEachPageOfATIFF() throws {
        let pages = try (1...3).map { try Pictures.gradient(width: 10 * $0, height: 20) }
        let bytes = try Image.tiffData(pages: pages)
        #expect(try ImageHeader.read(bytes).pages == 3)
        for page in 1...3 {
            #expect(try ImageHeader.read(bytes, page: page).width == 10 * page)
            #expect(try Image.decode(bytes, page: page).greyBytes() == pages[page - 1].greyBytes())
        }
        #expect(throws: ImageError.self) { try ImageHeader.read(bytes, page: 4) }
        #expect(throws: ImageError.self) { try Image.decode(bytes, page: 4) }
    }

    @Test(arguments: [Image.Encoding.png, .jpeg, .bmp, .tiffLZW]) func keepsTheResolution(encoding: Image.Encoding)
        throws
    {
        let image = try Pictures.gradient(width: 40, height: 30)
        image.dpi = 300
        let decoded = try Image.decode(image.encoded(as: encoding))
        #expect(abs((decoded.dpi ?? 0) - 300) <= 1)
    }

    @Test(
        arguments: zip(
            Image.Encoding.allCases,
            [
                ImageHeader.Format.png, .jpeg, .tiff, .tiff, .tiff, .tiff, .webp, .bmp, .gif, .pnm, .jp2,
            ])) func readsHeadersWithoutPixels(encoding: Image.Encoding, format: ImageHeader.Format) throws
    {
        let image = try Pictures.gradient(width: 40, height: 30)
        let source = encoding == .tiffG3 || encoding == .tiffG4 ? try image.thresholded(at: 128) : image
        let header = try ImageHeader.read(source.encoded(as: encoding))
        #expect(header.format == format && header.width == 40 && header.height == 30 && header.pages == 1)
    }
}

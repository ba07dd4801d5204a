import Imaging
import Model
import Testing

@Suite struct JPEGTests {
    @Test(arguments: [Pictures.cmykJPEG, Pictures.invertedCMYKJPEG])
    func takesThePaperOfUnmarkedCMYKForWhite(base64: String) throws {
        let ink = try Image.decode(Pictures.bytes(base64)).thresholded(at: 128)
        #expect(ink.inkRatio(in: Box(x: 0, y: 0, width: 3, height: 16)) > 0.95)
        #expect(ink.inkRatio(in: Box(x: 6, y: 0, width: 10, height: 16)) < 0.05)
    }

    /// As libjpeg writes CMYK for programs that do not invert it as Adobe's do: every viewer shows it black.
    @Test func aMarkedCMYKThatWouldBeAllBlackIsInk() throws {
        let plain = try Pictures.bytes(Pictures.cmykJPEG)
        let marker: [UInt8] = [0xFF, 0xEE, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0]
        let ink = try Image.decode(plain.prefix(2) + marker + plain.dropFirst(2)).thresholded(at: 128)
        #expect(ink.inkRatio(in: Box(x: 0, y: 0, width: 3, height: 16)) > 0.95)
        #expect(ink.inkRatio(in: Box(x: 6, y: 0, width: 10, height: 16)) < 0.05)
    }

    /// A sound file with another SOF marker, or another number of bits in it.
    @Test(
        arguments: [
            (0, 0xC3, "lossless JPEG", .ffmpeg), (4, 12, "JPEG of 12 bits a sample", .ffmpeg),
            (0, 0xC5, "hierarchical JPEG", .otherProgram),
        ] as [(Int, UInt8, String, ImageError.Converter)])
    func namesTheProcessThatIsNotDecoded(offset: Int, byte: UInt8, name: String, converter: ImageError.Converter) throws
    {
        var bytes = try Pictures.gradient(width: 16, height: 16).jpegData()
        let frame = try #require(bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
        bytes[frame + 1 + (offset == 0 ? 0 : offset - 1)] = byte
        for read in [{ _ = try ImageHeader.read(bytes) }, { _ = try Image.decode(bytes) }] {
            let error = #expect(throws: ImageError.self, performing: read)
            #expect(error?.message == name && error?.converter == converter)
        }
    }

    @Test func transparencyThatAloneShowsSomethingIsLaidOverBlack() throws {
        let levels = try Image.decode(Pictures.bytes(Pictures.whiteInkPNG)).greyBytes()
        #expect(Array(levels[0..<16]) == (0..<16).map { (4..<8).contains($0) ? 255 : 0 })
    }
}

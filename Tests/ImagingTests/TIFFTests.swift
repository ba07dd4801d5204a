import Imaging
import Model
import Testing

@Suite struct TIFFTests {
    /// Little-endian, one directory (TIFF 6.0, section 2): tags with their values, and the blocks of pixels, in order.
    static func tiff(
        _ tags: [(tag: Int, values: [Int])], blocks: [[UInt8]], tiled: Bool = false
    ) -> [UInt8] {
        func number(_ value: Int, _ length: Int) -> [UInt8] {
            (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let names = tiled ? (324, 325) : (273, 279)
        let size = 8 + 2 + (tags.count + 2) * 12 + 4
        // Lists that do not fit an entry stand behind the directory, in LONGs.
        var lists: [UInt8] = []
        func entry(_ tag: Int, _ values: [Int]) -> [UInt8] {
            let head = number(tag, 2) + number(4, 2) + number(values.count, 4)
            guard values.count > 1 else { return head + number(values[0], 4) }
            defer { lists += values.flatMap { number($0, 4) } }
            return head + number(size + lists.count, 4)
        }
        let listed = (tags.map(\.values.count) + [blocks.count, blocks.count]).filter { $0 > 1 }.reduce(0, +) * 4
        var offset = size + listed
        let offsets = blocks.map { block in
            defer { offset += block.count }
            return offset
        }
        let all = (tags + [(names.0, offsets), (names.1, blocks.map(\.count))]).sorted { $0.0 < $1.0 }
        let entries = all.flatMap { entry($0.0, $0.1) }
        return Array("II".utf8) + number(42, 2) + number(8, 4) + number(all.count, 2) + entries + number(0, 4) + lists
            + blocks.flatMap { $0 }
    }

    private static func tags(
        _ width: Int, _ height: Int, bits: Int, samples: Int = 1, photometric: Int, compression: Int = 1,
        _ more: [(Int, [Int])] = []
    ) -> [(tag: Int, values: [Int])] {
        [
            (256, [width]), (257, [height]), (258, Array(repeating: bits, count: samples)), (259, [compression]),
            (262, [photometric]), (277, [samples]),
        ] + more.map { (tag: $0.0, values: $0.1) }
    }

    private static func error(_ bytes: [UInt8]) -> ImageError? {
        #expect(throws: ImageError.self) { try Image.decode(bytes) }
    }

    @Test func readsTiles() throws {
        // Two tiles of 16 x 16 across, of which the right one has its first four columns in the picture.
        let left = [UInt8](repeating: 10, count: 256)
        let right = (0..<256).map { UInt8($0 % 16 < 4 ? 200 : 99) }
        let bytes = Self.tiff(
            Self.tags(20, 16, bits: 8, photometric: 1, [(322, [16]), (323, [16])]), blocks: [left, right], tiled: true)
        let image = try Image.decode(bytes)
        #expect(image.depth == 8 && image.width == 20 && image.height == 16)
        #expect(try image.greyBytes()[0..<20] == ArraySlice([UInt8](repeating: 10, count: 16) + [200, 200, 200, 200]))
    }

    @Test func readsFewBitsASample() throws {
        // Red, and white with half the blue, 4 bits each; then the same plane by plane.
        let together = Self.tiff(
            Self.tags(2, 1, bits: 4, samples: 3, photometric: 2), blocks: [[0xF0, 0x0F, 0xF7]])
        let planes = Self.tiff(
            Self.tags(2, 1, bits: 4, samples: 3, photometric: 2, [(284, [2])]), blocks: [[0xFF], [0x0F], [0x07]])
        for bytes in [together, planes] {
            #expect(try Image.decode(bytes).rgbBytes() == [255, 0, 0, 255, 255, 119])
        }
    }

    @Test(arguments: [
        // White is 0: 12 bits, two samples in three bytes.
        (12, 0, [0x00, 0x0F, 0xFF] as [UInt8], [255, 0] as [UInt8]),
        (12, 1, [0x80, 0x0F, 0xFF], [128, 255]),
        (6, 1, [0b0000_0011, 0b1111_0000], [0, 255]),
        (16, 0, [0, 0, 0xFF, 0xFF], [255, 0]),
        (16, 1, [0xFF, 0xFF, 0, 0x80], [255, 128]),
        (24, 1, [0, 0, 0x80, 0, 0, 0xFF], [128, 255]),
        (32, 1, [0, 0, 0, 0x80, 0, 0, 0, 0xFF], [128, 255]),
    ])
    func readsGreyOfManyDepths(bits: Int, photometric: Int, data: [UInt8], levels: [UInt8]) throws {
        let bytes = Self.tiff(Self.tags(2, 1, bits: bits, photometric: photometric), blocks: [data])
        let found = try Image.decode(bytes).greyBytes()
        #expect(zip(found, levels).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    }

    @Test(arguments: [8, 16]) func readsCMYK(bits: Int) throws {
        // No ink; black ink; cyan.
        let inks: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0, 0]
        let data = bits == 8 ? inks : inks.flatMap { [$0, $0] }
        let bytes = Self.tiff(Self.tags(3, 1, bits: bits, samples: 4, photometric: 5), blocks: [data])
        #expect(try Image.decode(bytes).rgbBytes() == [255, 255, 255, 0, 0, 0, 0, 255, 255])
    }

    @Test func laysAlphaOverWhite() throws {
        // Half of unassociated black, and all of it.
        let bytes = Self.tiff(
            Self.tags(2, 1, bits: 8, samples: 4, photometric: 2, [(338, [2])]),
            blocks: [[0, 0, 0, 128, 0, 0, 0, 255]])
        let rgb = try Image.decode(bytes).rgbBytes()
        #expect(abs(Int(rgb[0]) - 127) <= 2 && Array(rgb[3...]) == [0, 0, 0])
    }

    @Test func readsJPEG2000InStrips() throws {
        let strips = try [Box(x: 4, y: 0, width: 8, height: 32), Box(x: 16, y: 0, width: 8, height: 32)].map {
            try Pictures.rectangle(width: 32, height: 32, $0).encoded(as: .jp2)
        }
        let bytes = Self.tiff(
            Self.tags(32, 64, bits: 8, photometric: 1, compression: 34712, [(278, [32])]), blocks: strips)
        let ink = try Image.decode(bytes).thresholded(at: 128)
        #expect(ink.inkRatio(in: Box(x: 5, y: 0, width: 6, height: 32)) > 0.95)
        #expect(ink.inkRatio(in: Box(x: 17, y: 32, width: 6, height: 32)) > 0.95)
        #expect(ink.inkRatio(in: Box(x: 17, y: 0, width: 6, height: 32)) < 0.05)
    }

    @Test func whatIsNoPictureOfWholeNumbersIsNamedNotCalledDamaged() {
        let float = Self.tiff(
            Self.tags(1, 1, bits: 32, photometric: 1, [(339, [3])]), blocks: [[0, 0, 0x80, 0x3F]])
        #expect(Self.error(float)?.converter == .vipsScale)
        let signed = Self.tiff(Self.tags(1, 1, bits: 16, photometric: 1, [(339, [2])]), blocks: [[0, 0]])
        #expect(Self.error(signed)?.converter == .imageMagickLevels)
        let unknown = Self.tiff(Self.tags(1, 1, bits: 8, photometric: 1, compression: 60_000), blocks: [[0]])
        #expect(Self.error(unknown)?.converter == .otherProgram)
    }

    @Test func missingDataIsDamage() {
        let bytes = Self.tiff(Self.tags(64, 64, bits: 4, samples: 3, photometric: 2), blocks: [[1, 2, 3]])
        let error = Self.error(bytes)
        #expect(error != nil && error?.converter == nil)
    }

    @Test func aDirectoryThatLiesTakesNoMemory() {
        // A tile of 2 GiB for one pixel.
        let bytes = Self.tiff(
            Self.tags(1, 1, bits: 12, photometric: 1, [(322, [1 << 15]), (323, [1 << 16])]), blocks: [[1, 2]],
            tiled: true)
        #expect(Self.error(bytes) != nil)
    }
}

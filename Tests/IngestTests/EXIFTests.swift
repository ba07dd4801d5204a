import Foundation
import Testing

@testable import Ingest

@Suite struct EXIFTests {
    /// A TIFF block of one directory.
    static func block(_ entries: [(tag: Int, type: Int, count: Int, value: Int)], bigEndian: Bool = false) -> [UInt8] {
        func number(_ value: Int, _ length: Int) -> [UInt8] {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            return bigEndian ? bytes.reversed() : bytes
        }
        var block = Array((bigEndian ? "MM" : "II").utf8) + number(42, 2) + number(8, 4) + number(entries.count, 2)
        for entry in entries {
            block += number(entry.tag, 2) + number(entry.type, 2) + number(entry.count, 4)
            block += entry.type == 3 ? number(entry.value, 2) + [0, 0] : number(entry.value, 4)
        }
        return block + number(0, 4)
    }

    static func jpeg(_ block: [UInt8]) -> [UInt8] {
        let body = Array("Exif\0\0".utf8) + block
        let length = body.count + 2
        return [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + body
            + [0xFF, 0xDA]
    }

    @Test(arguments: 1...8, [false, true]) func readsEveryOrientationInBothByteOrders(value: Int, bigEndian: Bool) {
        let block = Self.block([(0x0112, 3, 1, value)], bigEndian: bigEndian)
        #expect(EXIF(block[...])?.orientation == value)
        #expect(PictureTags(Self.jpeg(block), type: .jpeg).orientation == value)
    }

    @Test(arguments: [0, 9, 65535]) func ignoresOrientationsThatDoNotExist(value: Int) {
        #expect(PictureTags(Self.jpeg(Self.block([(0x0112, 3, 1, value)])), type: .jpeg).orientation == 1)
    }

    @Test func readsResolutionInItsUnit() {
        var block = Self.block([(0x011A, 5, 1, 38), (0x0128, 3, 1, 3)])
        block += [100, 0, 0, 0, 1, 0, 0, 0]
        #expect(EXIF(block[...])?.dpi == 254)
    }

    @Test func aZeroDenominatorGivesNoResolution() {
        var block = Self.block([(0x011A, 5, 1, 26)])
        block += [100, 0, 0, 0, 0, 0, 0, 0]
        #expect(EXIF(block[...])?.dpi == nil)
    }

    @Test func findsTheBlockInPNGAndWebP() {
        let block = Self.block([(0x0112, 3, 1, 6)])
        let count = UInt8(block.count)
        let png: [UInt8] =
            [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 0] + Array("tEXt".utf8) + [0, 0, 0, 0]
            + [0, 0, 0, count] + Array("eXIf".utf8) + block + [0, 0, 0, 0]
        #expect(PictureTags(png, type: .png).orientation == 6)
        let webp =
            Array("RIFF\0\0\0\0WEBPVP8X".utf8) + [1, 0, 0, 0, 0, 0] + Array("EXIF".utf8) + [count, 0, 0, 0] + block
        #expect(PictureTags(webp, type: .webp).orientation == 6)
    }

    @Test func endsADirectoryChainThatRunsInACircle() {
        var block = Self.block([(0x0112, 3, 1, 3)])
        block.replaceSubrange((block.count - 4)..., with: [8, 0, 0, 0])
        #expect(TIFFReader(block[...])?.directories(limit: 1000).count == 1)
    }

    @Test func surviveEveryTruncationAndFlippedByte() {
        let whole = Self.jpeg(Self.block([(0x0112, 3, 1, 6), (0x011A, 5, 1, 38), (0x0128, 3, 1, 2)]))
        for count in 0...whole.count { _ = PictureTags(Array(whole.prefix(count)), type: .jpeg) }
        for index in whole.indices {
            for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
                var bytes = whole
                bytes[index] = value
                for type in PictureType.allCases { _ = PictureTags(bytes, type: type) }
            }
        }
        #expect(PictureTags(whole, type: .jpeg).orientation == 6)
    }

    @Test func hugeCountsAndOffsetsReadNothing() {
        let block: [UInt8] = [0x49, 0x49, 43, 0, 8, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 40)
        #expect(TIFFReader(block[...])?.directories(limit: 10) == [])
        #expect(EXIF(block[...]) == nil)
    }
}

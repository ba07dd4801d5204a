import Imaging
import Model
import Testing

@Suite struct AnimationTests {
    /// The columns that are black all the way down.
    private static func bars(_ image: Image) throws -> [Int] {
        let levels = try image.greyBytes()
        return (0..<image.width).filter { x in
            (0..<image.height).allSatisfy { levels[$0 * image.width + x] < 128 }
        }
    }

    @Test func composesTheFramesOfAWebP() throws {
        let animation = try Animation(Pictures.bytes(Pictures.animatedWebP))
        #expect(animation.count == 3 && animation.width == 16 && animation.height == 16)
        #expect(
            try (1...3).map { try Self.bars(animation.picture($0)) } == [
                [0, 1, 2, 3], [6, 7, 8, 9], [12, 13, 14, 15],
            ])
        // Out of order, too.
        #expect(try Self.bars(animation.picture(2)) == [6, 7, 8, 9])
        #expect(throws: ImageError.self) { try animation.picture(4) }
    }

    /// Disposal: left there, put back, cleared; the last lies over what is left.
    @Test func composesTheFramesOfAGIFByTheirDisposal() throws {
        let animation = try Animation(Pictures.bytes(Pictures.animatedGIF))
        #expect(animation.count == 4)
        let counts = try (1...4).map { try animation.picture($0).thresholded(at: 128).inkCount() }
        #expect(counts == [16, 32, 18, 17])
        let third = try animation.picture(3).greyBytes()
        #expect(third[4] == 0 && third[5] == 255 && third[8 + 5] == 0)
        #expect(try animation.picture(4).greyBytes().last == 0)
    }

    @Test func eachPictureIsDecodedByItsNumber() throws {
        let bytes = try Pictures.bytes(Pictures.animatedGIF)
        #expect(try ImageHeader.read(bytes).pages == 4)
        #expect(try Image.decode(bytes, page: 2).thresholded(at: 128).inkCount() == 32)
        let single = try Pictures.gradient(width: 40, height: 30).encoded(as: .gif)
        #expect(try ImageHeader.read(single).pages == 1)
    }

    @Test func damageInOneFrameLeavesThoseBeforeIt() throws {
        let bytes = try Pictures.bytes(Pictures.animatedGIF)
        // Within the data of the second.
        let animation = try Animation(Array(bytes.prefix(108)))
        #expect(animation.count == 2 && !animation.endsEarly)
        #expect(try animation.picture(1).thresholded(at: 128).inkCount() == 16)
        #expect(throws: ImageError.self) { try animation.picture(animation.count) }
        #expect(throws: ImageError.self) { try animation.picture(animation.count) }
    }

    @Test func aMissingEndMarkIsTold() throws {
        let bytes = try Pictures.bytes(Pictures.animatedGIF)
        #expect(try !Animation(bytes).endsEarly)
        #expect(try Animation(Array(bytes.dropLast())).endsEarly)
    }

    @Test func readsEachPictureOfAnHEIC() throws {
        let bytes = try Pictures.bytes(Pictures.twoHEIC)
        #expect(try ImageHeader.read(bytes).pages == 2)
        #expect(try Self.bars(Image.decode(bytes, page: 1)).contains(20))
        #expect(try Self.bars(Image.decode(bytes, page: 2)).contains(48))
        #expect(throws: ImageError.self) { try Image.decode(bytes, page: 3) }
    }

    @Test func aThumbnailIsNoPage() throws {
        #expect(try ImageHeader.read(Pictures.bytes(Pictures.thumbnailHEIC)).pages == 1)
    }
}

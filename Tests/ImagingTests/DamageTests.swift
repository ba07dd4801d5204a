import Foundation
import Imaging
import Model
import Testing

@Suite struct DamageTests {
    @Test func givesLibpngsOwnMessage() throws {
        let sound = try Pictures.gradient(width: 200, height: 200).pngData()
        let error = #expect(throws: ImageError.self) { try Image.decode(Array(sound[0..<(sound.count / 2)])) }
        #expect(error?.operation == "decode PNG")
        #expect(error?.message == "read beyond end of data")
    }

    /// Found by `make mutation-run`: the length of an item, and the width.
    @Test(arguments: [(117, [96, 206, 106, 97]), (189, [184])])
    func aFileThatLiesIsNotTakenForALargeOne(offset: Int, bytes: [UInt8]) throws {
        let seeds = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Seeds/files/colour.avif")
        var file = [UInt8](try Data(contentsOf: seeds))
        file.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
        let error = #expect(throws: ImageError.self) { try Image.decode(file) }
        #expect(error?.message.hasPrefix("Security limit exceeded") == true)
        #expect(error?.speaksOfMemory == false)
    }

    @Test func givesLeptonicasOwnMessage() throws {
        let sound = try Pictures.gradient(width: 200, height: 200).encoded(as: .bmp)
        let error = #expect(throws: ImageError.self) { try Image.decode(Array(sound[0..<60])) }
        #expect(error?.message.hasPrefix("pixReadMemBmp: ") == true)
    }

    @Test(arguments: Image.Encoding.allCases) func survivesEveryTruncation(encoding: Image.Encoding) throws {
        let image = try Pictures.gradient(width: 64, height: 64)
        let source = encoding == .tiffG3 || encoding == .tiffG4 ? try image.thresholded(at: 128) : image
        let sound = try source.encoded(as: encoding)
        for length in stride(from: 0, to: sound.count - 1, by: max(1, sound.count / 40)) {
            let part = Array(sound[0..<length])
            _ = try? ImageHeader.read(part)
            _ = try? Image.decode(part)
        }
    }

    @Test(arguments: [Image.Encoding.png, .jpeg, .tiffG4, .tiffLZW, .bmp, .gif, .pnm, .webp])
    func survivesFlippedBytes(encoding: Image.Encoding) throws {
        let image = try Pictures.gradient(width: 64, height: 64)
        let source = encoding == .tiffG4 ? try image.thresholded(at: 128) : image
        let sound = try source.encoded(as: encoding)
        for position in stride(from: 12, to: sound.count, by: max(1, sound.count / 60)) {
            var damaged = sound
            damaged[position] ^= 0x55
            guard let header = try? ImageHeader.read(damaged), header.width * header.height < 10_000_000 else {
                continue
            }
            _ = try? Image.decode(damaged)
        }
    }

    @Test(arguments: [[], [0x89], Array("%PDF-1.7 not a picture".utf8), [UInt8](repeating: 0, count: 4096)])
    func refusesWhatIsNoPicture(bytes: [UInt8]) {
        #expect(throws: ImageError.self) { try Image.decode(bytes) }
        #expect(throws: ImageError.self) { try ImageHeader.read(bytes) }
    }

    @Test func leaksNothingWhenItThrows() throws {
        let sound = try Pictures.gradient(width: 2000, height: 2000).pngData()
        let damaged = Array(sound[0..<(sound.count * 3 / 4)])
        _ = try? Image.decode(damaged)
        let before = try Self.residentMegabytes()
        for _ in 0..<100 { _ = try? Image.decode(damaged) }
        // Each try fills 3 of 4 megabytes.
        #expect(try Self.residentMegabytes() - before < 200)
    }

    static func residentMegabytes() throws -> Int {
        let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return (Int(try #require(fields.dropFirst().first)) ?? 0) * 4096 / 1_000_000
    }

    @Test func keepsMessagesOfThreadsApart() async throws {
        let sound = try Pictures.gradient(width: 100, height: 100)
        let png = Array(try sound.pngData().dropLast(80))
        let bmp = Array(try sound.encoded(as: .bmp)[0..<60])
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<64 {
                group.addTask {
                    let error = #expect(throws: ImageError.self) { try Image.decode(index % 2 == 0 ? png : bmp) }
                    #expect(error?.message.hasPrefix("pixReadMemBmp") == (index % 2 == 1))
                }
            }
        }
    }

    @Test func refusesSizesThatDoNotMatch() {
        #expect(throws: ImageError.self) { try Image(width: 10, height: 10, grey: [1, 2, 3]) }
        #expect(throws: ImageError.self) { try Image(width: 0, height: 10, grey: []) }
        #expect(throws: ImageError.self) { try Image(width: 2, height: 1, rgb: [1, 2, 3]) }
    }
}

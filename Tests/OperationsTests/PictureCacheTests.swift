import Foundation
import Model
import Pipeline
import SystemPackage
import Testing

@testable import Operations

/// Pictures that a review keeps.
@Suite struct PictureCacheTests {
    private func name(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: 64 - digits.count) + digits + ".jpg"
    }

    @Test func keepsNoMoreThanItMayAndTheNewest() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let cache = PictureCache(in: folder.path, limit: 250)
        for number in 1...4 {
            cache.keep(Data(repeating: UInt8(number), count: 100), as: name(number))
            usleep(20_000)
        }
        #expect((1...4).map { cache.picture(name($0))?.first } == [nil, nil, 3, 4])
        cache.keep(Data(count: 251), as: name(5))
        #expect(cache.picture(name(5)) == nil && cache.picture(name(4)) != nil)
    }

    @Test func isForItsOwnerAlone() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let cache = PictureCache(in: folder.path)
        cache.keep(Data([1]), as: name(1))
        let place = folder.path.appending("review-pictures")
        #expect(try Stat(place).permissions == .ownerReadWriteExecute)
        #expect(try Stat(place.appending(name(1))).permissions == .ownerReadWrite)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place.string)
        cache.keep(Data([2]), as: name(2))
        #expect(cache.picture(name(1)) == nil && cache.picture(name(2)) == nil)
    }

    @Test func isEmptiedByAPurgeThatLeavesOtherFiles() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let results = try ResultFolder(creating: folder.path)
        let cache = PictureCache(in: folder.path)
        cache.keep(Data([1]), as: name(1))
        let other = folder.path.appending("review-pictures/mine.jpg")
        try AtomicFile.write(Data([1]), to: other)
        let purge = Purge(folder: results, ledger: try Ledger(in: folder.path))
        _ = try purge.run(settledBefore: .distantPast, isTrial: true)
        #expect(cache.picture(name(1)) != nil)
        _ = try purge.run(settledBefore: .distantPast, isTrial: false)
        #expect(cache.picture(name(1)) == nil && FileManager.default.fileExists(atPath: other.string))
        FileSystem.remove(other)
        cache.empty()
        #expect(!FileManager.default.fileExists(atPath: folder.path.appending("review-pictures").string))
    }

    @Test func isAnotherPictureForOtherBytesAnotherPageAndAnotherPlaceOnIt() throws {
        let page = #"{"page":1,"width":9,"height":9,"transform":[1,0,0,0,1,0,0,0,1]}"#
        let pages = try [page, page.replacing("page\":1", with: "page\":2"), page.replacing("[1,0", with: "[1,0.5")]
            .map { try JSONDecoder().decode(UprightPage.self, from: Data($0.utf8)) }
        let names = pages.map { PictureCache.name(of: $0, in: "sha256:1") }
        #expect(Set(names + [PictureCache.name(of: pages[0], in: "sha256:2")]).count == 4)
    }
}
